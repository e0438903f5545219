"""The check of the built site finds links that lead nowhere, and what would be fetched from the network."""

from __future__ import annotations

from pathlib import Path

import pytest
from site_check import faults


@pytest.fixture
def site(tmp_path: Path) -> Path:
    (tmp_path / "deep").mkdir()
    (tmp_path / "style.css").write_text("p { color: red; background: url(data:image/png;base64,AA) }", encoding="utf-8")
    (tmp_path / "deep" / "page.html").write_text(
        '<h1 id="top">Page</h1><a href="../index.html">back</a>', encoding="utf-8"
    )
    return tmp_path


def found(site: Path, body: str) -> list[str]:
    (site / "index.html").write_text(body, encoding="utf-8")
    return list(faults(site))


@pytest.mark.parametrize(
    "body",
    [
        '<a href="deep/page.html">page</a>',
        '<a href="deep/page.html#top">its top</a>',
        '<h1 id="here">Here</h1><a href="#here">here</a>',
        '<a href="https://example.org/nothing">elsewhere</a>',
        '<a href="mailto:somebody@example.org">write</a>',
        '<link rel="stylesheet" href="style.css?v=1"><link rel="next" href="https://example.org/">',
        '<img src="data:image/svg+xml,%3Csvg/%3E">',
    ],
)
def test_what_is_right_is_let_pass(site: Path, body: str) -> None:
    assert found(site, body) == []


@pytest.mark.parametrize(
    ("body", "fault"),
    [
        ('<a href="page.html">page</a>', "the link page.html leads nowhere"),
        ('<a href="deep/page.html#bottom">x</a>', "the link deep/page.html#bottom leads nowhere"),
        ('<a href="#nowhere">x</a>', "the link #nowhere leads nowhere"),
        (
            '<script src="https://cdn.example.org/a.js"></script>',
            "the page loads https://cdn.example.org/a.js from the network",
        ),
        (
            '<link rel="stylesheet" href="//fonts.example.org/a">',
            "the page loads //fonts.example.org/a from the network",
        ),
        ('<img src="picture.png">', "the page loads picture.png, which is not there"),
    ],
)
def test_what_is_wrong_is_found(site: Path, body: str, fault: str) -> None:
    assert found(site, body) == [f"index.html: {fault}"]


@pytest.mark.parametrize("rule", ['@import "https://example.org/a.css";', "p { background: url(//example.org/a.png) }"])
def test_a_style_that_fetches_is_found(site: Path, rule: str) -> None:
    (site / "style.css").write_text(rule, encoding="utf-8")
    (fault,) = found(site, "")
    assert fault.startswith("style.css: the style loads ")
