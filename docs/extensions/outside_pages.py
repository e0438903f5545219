"""Pages whose text stands elsewhere in the project: a page that only says where is shown as what stands there.

`This page is [the README](../../src/noumena/domains/citations/README.md).` is such a page. Links in these texts, and
links to them from other pages, lead to the pages of the site.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sphinx.application import Sphinx

_ELSEWHERE = re.compile(r"This page is \[[^]]+\]\(([^)]+)\)\.\s*")
_LINK = re.compile(r"(\]\()([^)#:\s]+)((?:#[^)\s]*)?\))")


def outside_pages(folder: Path) -> dict[Path, Path]:
    """The pages whose text stands elsewhere, by the file that has it."""
    pages = {}
    for page in folder.rglob("*.md"):
        elsewhere = _ELSEWHERE.fullmatch(page.read_text(encoding="utf-8"))
        if elsewhere:
            pages[(page.parent / elsewhere[1]).resolve()] = page.resolve()
    return pages


def relinked(text: str, origin: Path, page: Path, pages: Mapping[Path, Path]) -> str:
    """The text of `origin`, to be shown as `page`: each link leads to where its target is shown."""

    def target(link: re.Match[str]) -> str:
        meant = (origin.parent / link[2]).resolve()
        if not meant.exists():
            return link[0]
        return link[1] + os.path.relpath(pages.get(meant, meant), page.parent) + link[3]

    return _LINK.sub(target, text)


def _read(app: Sphinx, name: str, source: list[str]) -> None:
    pages = outside_pages(Path(app.srcdir))
    page = Path(app.env.doc2path(name)).resolve()
    origins = {shown: origin for origin, shown in pages.items()}
    origin = origins.get(page, page)
    text = source[0] if origin == page else origin.read_text(encoding="utf-8")
    source[0] = relinked(text, origin, page, pages)


def setup(app: Sphinx) -> dict[str, bool]:
    """Tells Sphinx to look for such pages, before any page is run."""
    app.connect("source-read", _read, priority=400)
    return {"parallel_read_safe": True}
