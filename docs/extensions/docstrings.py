"""Docstrings for autodoc: they are prose with `code` in single backticks, not reStructuredText."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from sphinx.application import Sphinx

_CODE = re.compile(r"(`[^`]+`)")
_BULLET = re.compile(r"^(\s*)\\\* ", re.MULTILINE)


def restructured(text: str) -> str:
    """The text with its code as literals, and with no other sign that would mean something."""
    parts = _CODE.split(escaped(text, "\\*|_"))
    parts[1::2] = [f"`{part}`" for part in parts[1::2]]
    # A literal must not touch a letter or a sign that would hide its end; a backslash and a blank part them unseen.
    marked = "".join(f"{part}\\ " if index % 2 else part for index, part in enumerate(parts))
    return _BULLET.sub(r"\1* ", marked)


def escaped(text: str, signs: str) -> str:
    """The text with a backslash before each of these signs, where they are not part of code."""
    parts = _CODE.split(text)
    parts[::2] = [re.sub(f"([{re.escape(signs)}])", r"\\\1", part) for part in parts[::2]]
    return "".join(parts)


def _process(app: Sphinx, what: str, name: str, thing: Any, options: Any, lines: list[str]) -> None:
    lines[:] = restructured("\n".join(lines)).split("\n")


def setup(app: Sphinx) -> dict[str, bool]:
    """Tells autodoc."""
    app.connect("autodoc-process-docstring", _process)
    return {"parallel_read_safe": True}
