"""A directive that lists the distributions of the language, with their parameters and formulas."""

from __future__ import annotations

import inspect
from typing import TYPE_CHECKING

from docstrings import escaped
from docutils import nodes
from sphinx.util.docutils import SphinxDirective

from noumena.distributions import ALIASES, BUILT_IN

if TYPE_CHECKING:
    from sphinx.application import Sphinx


def listed() -> str:
    """A section for each family, in Markdown: its docstring, and what it takes and gives."""
    return "\n".join(_section(name) for name in sorted(BUILT_IN) if name not in ALIASES)


def _section(name: str) -> str:
    family = BUILT_IN[name]
    first, _, rest = (inspect.getdoc(family) or "").partition("\n\n")
    forms = "; ".join(f"`{name}{signature}` gives `{signature.result}`" for signature in family.signatures)
    others = [f"`{alias}`" for alias, meant in ALIASES.items() if meant == name]
    also = f"\n\nAlso written {', '.join(others)}." if others else ""
    return f"### {name}\n\n{_markdown(first)}\n\n{_markdown(rest)}\n\n{forms}.{also}\n"


def _markdown(text: str) -> str:
    """The prose of a docstring, in which only code is marked."""
    return escaped(text, "\\*_<")


class DistributionList(SphinxDirective):
    """`{distribution-list}`, without arguments."""

    def run(self) -> list[nodes.Node]:
        """A section for each family."""
        sections: list[nodes.Node] = self.parse_text_to_nodes(listed(), allow_section_headings=True)
        return sections


def setup(app: Sphinx) -> dict[str, bool]:
    """Tells Sphinx of the directive."""
    app.add_directive("distribution-list", DistributionList)
    return {"parallel_read_safe": True}
