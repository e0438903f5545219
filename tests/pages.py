"""Pages of HTML as a browser would read them."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from itertools import pairwise

_VOID = {"meta", "input", "br"}
_BLOCKS = {"td", "th", "li", "dt", "dd", "p", "br", "h1", "h2", "h3", "pre"}


class Page(HTMLParser):
    """Elements with their attributes, all closed in order, and the text outside of script and style."""

    def __init__(self, made: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.texts: list[str] = []
        self._open: list[str] = []
        self.feed(made)
        self.close()
        assert self._open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert len(dict(attrs)) == len(attrs)  # an attribute stands once
        self.elements.append((tag, dict(attrs)))
        if tag in _BLOCKS:
            self.texts.append(" ")
        if tag not in _VOID:
            self._open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self._open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self._open and self._open[-1] not in ("script", "style"):
            self.texts.append(data)

    def count(self, tag: str) -> int:
        return sum(name == tag for name, _ in self.elements)

    def all(self, tag: str) -> list[dict[str, str | None]]:
        return [attributes for name, attributes in self.elements if name == tag]

    def values(self, attribute: str) -> list[str]:
        """What an attribute is, wherever it stands."""
        return [found for _, attributes in self.elements if (found := attributes.get(attribute)) is not None]

    @property
    def text(self) -> str:
        return " ".join("".join(self.texts).split())


def assert_alone(made: str) -> None:
    """Nothing is loaded from elsewhere, and a policy forbids it."""
    page = Page(made)
    assert not {"link", "img", "iframe", "object", "base", "image", "use"} & {tag for tag, _ in page.elements}
    assert not page.values("src")
    assert all(link.startswith("#") for link in page.values("href"))
    assert not re.search(r"https?://|@import|url\(", made)
    (policy,) = (e["content"] for e in page.all("meta") if e.get("http-equiv") == "Content-Security-Policy")
    assert policy is not None
    assert policy.startswith("default-src 'none';")


def assert_sound(made: str) -> None:
    """Names are unique, links lead somewhere, headings do not skip a level, pictures and controls have labels."""
    page = Page(made)
    names = page.values("id")
    assert len(names) == len(set(names))
    assert {link[1:] for link in page.values("href")} <= set(names)
    levels = [int(tag[1]) for tag, _ in page.elements if re.fullmatch("h[1-6]", tag)]
    assert levels[0] == 1
    assert levels.count(1) == 1
    assert all(after <= before + 1 for before, after in pairwise(levels))
    assert all(picture.get("role") == "img" and picture.get("aria-label") for picture in page.all("svg"))
    assert all(region.get("aria-label") for _, region in page.elements if region.get("role") == "region")
    assert set(page.values("aria-labelledby")) <= set(names)
