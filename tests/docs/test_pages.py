"""All pages: their links lead somewhere, the site shows each of them, and what is fetched comes with it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.docs.pages import DOCS, PAGES, ROOT, text_of

LINK = re.compile(r"\]\(([^)\s]+)\)")
FENCE = re.compile(r"^```.*?^```$", re.DOTALL | re.MULTILINE)


def anchors(text: str) -> set[str]:
    """The places of a page that links may lead to: its headings, as GitHub and MyST name them."""
    titles = re.findall(r"^#+ (.*)$", FENCE.sub("", text), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", title.lower()).strip().replace(" ", "-") for title in titles}


@pytest.mark.parametrize("page", [*PAGES, ROOT / "README.md"], ids=lambda page: page.relative_to(ROOT).as_posix())
def test_every_link_leads_somewhere(page: Path) -> None:
    for link in LINK.findall(FENCE.sub("", page.read_text(encoding="utf-8"))):
        if "://" in link:
            continue
        path, _, place = link.partition("#")
        target = page.parent / path if path else page
        assert target.exists(), f"{page.name} links to {link}, which is not there"
        if place:
            assert place in anchors(target.read_text(encoding="utf-8")), f"{page.name} links to {link}: no such place"


def test_the_site_shows_every_page() -> None:
    listed = [
        line for tree in re.findall(r"```{toctree}\n(.*?)```", text_of("index.md"), re.DOTALL) for line in tree.split()
    ]
    pages = {page.relative_to(DOCS).with_suffix("").as_posix() for page in PAGES}
    assert pages - set(listed) == {"index"}


def test_no_page_fetches_a_picture_from_elsewhere() -> None:
    for page in PAGES:
        assert not re.search(r"!\[[^]]*\]\(https?:", page.read_text(encoding="utf-8")), page.name
