"""The pages of `docs`, and the blocks of code on them."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
PAGES = sorted(DOCS.rglob("*.md"))


def text_of(page: str) -> str:
    """The text of a page by its path in `docs`."""
    return (DOCS / page).read_text(encoding="utf-8")


def blocks(text: str, language: str) -> list[str]:
    """The blocks of a text that are marked with a language."""
    return re.findall(rf"^```{language}\n(.*?)^```$", text, re.DOTALL | re.MULTILINE)
