"""Pages whose text stands elsewhere: they are found, and links between texts lead to where these are shown."""

from __future__ import annotations

from pathlib import Path

import pytest
from outside_pages import outside_pages, relinked


@pytest.fixture
def project(tmp_path: Path) -> Path:
    for folder in ("docs/reference", "src/deep"):
        (tmp_path / folder).mkdir(parents=True)
    texts = {
        "docs/guide.md": "A page that says: This page is [not](elsewhere.md). It goes on.\n",
        "docs/reference/domain.md": "This page is [the README](../../src/README.md).\n",
        "docs/reference/deep.md": "This page is [the README below](../../src/deep/README.md).\n",
        "src/README.md": "",
        "src/deep/README.md": "",
        "src/model.blog": "",
    }
    for name, text in texts.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    return tmp_path


def test_pages_that_only_say_where_are_found(project: Path) -> None:
    assert outside_pages(project / "docs") == {
        project / "src/README.md": project / "docs/reference/domain.md",
        project / "src/deep/README.md": project / "docs/reference/deep.md",
    }


@pytest.mark.parametrize(
    ("origin", "page", "link", "expected"),
    [
        ("docs/guide.md", "docs/guide.md", "../src/README.md", "reference/domain.md"),
        ("docs/guide.md", "docs/guide.md", "../src/README.md#files", "reference/domain.md#files"),
        ("docs/guide.md", "docs/guide.md", "../src/model.blog", "../src/model.blog"),
        ("src/README.md", "docs/reference/domain.md", "deep/README.md", "deep.md"),
        ("src/README.md", "docs/reference/domain.md", "../docs/guide.md", "../guide.md"),
        ("src/README.md", "docs/reference/domain.md", "model.blog", "../../src/model.blog"),
        ("src/README.md", "docs/reference/domain.md", "https://example.org/a", "https://example.org/a"),
        ("src/README.md", "docs/reference/domain.md", "missing.md", "missing.md"),
    ],
)
def test_links_lead_to_where_their_target_is_shown(
    project: Path, origin: str, page: str, link: str, expected: str
) -> None:
    pages = outside_pages(project / "docs")
    assert relinked(f"[x]({link})", project / origin, project / page, pages) == f"[x]({expected})"
