"""Checks a built site: each link leads to a page and a place that is there, and no page asks anything of the network.

`python docs/extensions/site_check.py site` prints what is wrong, one line each, and then fails.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

_LOADED = {
    "audio": "src",
    "iframe": "src",
    "img": "src",
    "link": "href",
    "object": "data",
    "script": "src",
    "source": "src",
    "video": "src",
}
"""What a browser fetches by itself, by the attribute that tells what."""
_POINTERS = {"canonical", "next", "prev", "index", "search"}
"""Links of a page's head that are told, but not fetched."""
_IN_STYLE = re.compile(r"""(?:@import\s+|url\()\s*["']?((?:https?:)?//[^"')\s]+)""")


@dataclass
class Page(HTMLParser):
    """What a page refers to: links, what it loads, and the places in it that links may lead to."""

    links: list[str] = field(default_factory=list)
    loaded: list[str] = field(default_factory=list)
    places: set[str] = field(default_factory=set)

    def __post_init__(self) -> None:
        super().__init__()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Takes in one element."""
        given = {name: value for name, value in attrs if value is not None}
        if "id" in given:
            self.places.add(given["id"])
        if tag == "a" and "href" in given:
            self.links.append(given["href"])
        if _LOADED.get(tag, "") in given and given.get("rel") not in _POINTERS:
            self.loaded.append(given[_LOADED[tag]])


def faults(site: Path) -> Iterator[str]:
    """A line for each link that leads nowhere, and for each thing that would be fetched from elsewhere."""
    pages = {path.resolve(): _read(path) for path in sorted(site.rglob("*.html"))}
    for path, page in pages.items():
        name = path.relative_to(site.resolve())
        for target in page.loaded:
            if _is_elsewhere(target):
                yield f"{name}: the page loads {target} from the network"
            elif not _file(path, target).is_file():
                yield f"{name}: the page loads {target}, which is not there"
        for link in page.links:
            if not _is_elsewhere(link) and not _arrives(path, link, pages):
                yield f"{name}: the link {link} leads nowhere"
    for style in sorted(site.rglob("*.css")):
        for target in _IN_STYLE.findall(style.read_text(encoding="utf-8")):
            yield f"{style.relative_to(site)}: the style loads {target} from the network"


def _read(path: Path) -> Page:
    page = Page()
    page.feed(path.read_text(encoding="utf-8"))
    return page


def _is_elsewhere(target: str) -> bool:
    parts = urlsplit(target)
    return bool(parts.scheme and parts.scheme != "data") or bool(parts.netloc)


def _file(page: Path, target: str) -> Path:
    if target.startswith("data:"):
        return page
    path = unquote(urlsplit(target).path)
    return (page.parent / path).resolve() if path else page


def _arrives(page: Path, link: str, pages: dict[Path, Page]) -> bool:
    file, place = _file(page, link), unquote(urlsplit(link).fragment)
    if file not in pages:
        return file.is_file()
    return not place or place in pages[file].places


def main() -> int:
    """Prints the faults of the site that the command line names; 1 if there are any."""
    found = list(faults(Path(sys.argv[1])))
    for fault in found:
        print(fault, file=sys.stderr)
    return int(bool(found))


if __name__ == "__main__":
    sys.exit(main())
