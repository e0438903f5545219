"""A hand-segmented citation cut into authors, title and what stands between and after them."""

from __future__ import annotations

import re
from dataclasses import dataclass

from noumena.domains.citations.normal_form import normal
from noumena.domains.citations.text_model.formats import BOOK, JOURNAL, PROCEEDINGS, REPORT, UNKNOWN

_TAG = re.compile(r"<(/?)(\w+)>")
_SPACE_BEFORE_SIGN = re.compile(r" ([,.;:)\]])|(?<=[(\[]) ")
AUTHOR_TAGS, TITLE_TAGS = frozenset({"author", "authors"}), frozenset({"title"})
_ENDS_IN_INITIAL = re.compile(r"(^|[ .,-])[a-z]\.$|\bet al\.$")
_KIND_OF_TAG = ({"tech": REPORT, "type": REPORT}, {"booktitle": PROCEEDINGS}, {"journal": JOURNAL}, {"publisher": BOOK})


@dataclass(frozen=True, slots=True)
class Segments:
    """The parts of a citation in normal form; `order` is a place in `Formats.orders`.

    `before` stands between authors and title and is empty in other orders; `start` stands before all fields.
    """

    order: int
    start: str
    authors: str
    before: str
    title: str
    after: str
    kind: int


def segments(tagged: str) -> Segments | None:
    """The parts of a citation with tags such as <author> and <title>; None if it has neither at its beginning."""
    read = untagged(tagged)
    text, spans = read.text, _fields(read.pieces)
    kind = tagged_kind(read)
    authors, title = spans.get("author"), spans.get("title")
    if title is not None:
        title = _bare(text, title)
    if title is None:
        if authors is None:
            return None
        authors = _without_separator(text, authors)
        return Segments(2, text[: authors[0]], _cut(text, authors), "", "", text[authors[1] :], kind)
    if authors is None or authors[0] > title[0]:
        return Segments(1, text[: title[0]], "", "", _cut(text, title), text[title[1] :], kind)
    authors = _without_separator(text, authors)
    between = text[authors[1] : title[0]]
    return Segments(0, text[: authors[0]], _cut(text, authors), between, _cut(text, title), text[title[1] :], kind)


Span = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Untagged:
    """The text of a tagged citation in normal form, its pieces as (start, end, open tags), and all its tags."""

    text: str
    pieces: tuple[tuple[int, int, frozenset[str]], ...]
    tags: frozenset[str]


def untagged(tagged: str) -> Untagged:
    """The text without tags, and which part of it stands in which tags; names of tags are in lower case."""
    text, place, spaced = "", 0, False
    pieces: list[tuple[int, int, frozenset[str]]] = []
    tags: set[str] = set()
    opened: list[str] = []
    marks = [*_TAG.finditer(tagged), None]
    for mark in marks:
        raw = tagged[place : mark.start() if mark else len(tagged)]
        piece = _SPACE_BEFORE_SIGN.sub(_first_group, normal(raw))
        if piece:
            text += (
                " " if text and piece[0] not in ",.;:)]" and (spaced or raw[0].isspace() or piece[0].isalnum()) else ""
            )
            pieces.append((len(text), len(text) + len(piece), frozenset(opened)))
            text += piece
            spaced = raw[-1].isspace()
        else:
            spaced = spaced or bool(raw)
        if mark:
            place = mark.end()
            tags.add(mark[2].lower())
            if mark[1]:
                opened = opened[:-1]
            else:
                opened.append(mark[2].lower())
    return Untagged(text, tuple(pieces), frozenset(tags))


def _fields(pieces: tuple[tuple[int, int, frozenset[str]], ...]) -> dict[str, Span]:
    """Where the authors and the title stand; only the first run of each counts."""
    spans: dict[str, Span] = {}
    closed: set[str] = set()
    for start, end, opened in pieces:
        field = next((f for f, own in (("author", AUTHOR_TAGS), ("title", TITLE_TAGS)) if own & opened), "")
        if field and field not in closed:
            spans[field] = (spans[field][0] if field in spans else start, end)
        closed |= spans.keys() - {field}
    return spans


def _first_group(match: re.Match[str]) -> str:
    return match[1] or ""


def _bare(text: str, span: Span) -> Span | None:
    start, end = span
    while start < end and not text[start].isalnum():
        start += 1
    while start < end and not text[end - 1].isalnum():
        end -= 1
    return (start, end) if start < end else None


def _without_separator(text: str, span: Span) -> Span:
    start, end = span
    while end > start and not text[end - 1].isalnum() and not _ENDS_IN_INITIAL.search(text[start:end]):
        end -= 1
    return start, end


def _cut(text: str, span: Span) -> str:
    return text[span[0] : span[1]]


def tagged_kind(read: Untagged) -> int:
    """The kind of the publication, from the tags of its citation; a thesis is known by its name."""
    if "thesis" in read.text or "dissertation" in read.text:
        return REPORT
    return next((kind for choice in _KIND_OF_TAG for tag, kind in choice.items() if tag in read.tags), UNKNOWN)
