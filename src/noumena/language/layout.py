"""Laying out text in lines: documents that know where they may be broken, and the choice of where to break them.

A `Group` stands on one line if it fits; otherwise each `Break` that is directly in it (not in a group inside it)
begins a new line. Nothing here is recursive, so that no document is too deep for it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import TypeAlias


@dataclass(frozen=True, slots=True)
class Break:
    """A new line in a group that does not fit on one; otherwise `flat`: a space or nothing."""

    flat: str = " "
    width: int = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "width", len(self.flat))


@dataclass(frozen=True, slots=True)
class Run:
    """Documents one behind the other."""

    parts: tuple[Document, ...]
    width: int


@dataclass(frozen=True, slots=True)
class Indented:
    """A document whose new lines begin further right."""

    inner: Document
    by: int
    width: int


@dataclass(frozen=True, slots=True)
class Group:
    """A document that stands on one line or is broken at all its own breaks."""

    inner: Document
    width: int


Document: TypeAlias = str | Break | Run | Indented | Group
"""Each has a width: what it takes on one line."""

INDENT = 4
LINE = Break()
SOFT_LINE = Break("")


def width(document: Document) -> int:
    """What a document takes on one line."""
    return len(document) if isinstance(document, str) else document.width


def sequence(*parts: Document) -> Document:
    """Documents one behind the other."""
    return Run(parts, sum(map(width, parts)))


def indented(*parts: Document, by: int = INDENT) -> Document:
    """Documents one behind the other, whose new lines begin further right."""
    inner = sequence(*parts)
    return Indented(inner, by, width(inner))


def group(*parts: Document) -> Document:
    """Documents on one line, or broken at all their breaks."""
    inner = sequence(*parts)
    return Group(inner, width(inner))


def separated(items: Iterable[Document], *separator: Document) -> Document:
    """Documents with a separator between each two."""
    parts: list[Document] = []
    for item in items:
        parts += [*separator, item] if parts else [item]
    return sequence(*parts)


def filled(items: Iterable[Document]) -> Document:
    """Documents with commas between, as many on each line as fit."""
    first, *others = items
    parts = [first]
    for item in others:
        parts += [",", group(LINE, item)]
    return sequence(*parts)


_Waiting: TypeAlias = list[tuple[int, bool, Document]]
"""What is still to be written, the next last: its indentation, whether its breaks are new lines, and itself."""


def lay_out(document: Document, line_width: int) -> str:
    """The text of a document, broken such that lines have at most `line_width` columns where that is possible."""
    output: list[str] = []
    column = 0
    waiting: _Waiting = [(0, True, document)]
    while waiting:
        indent, broken, current = waiting.pop()
        match current:
            case str():
                output.append(current)
                column += len(current)
            case Break() if broken:
                output.append("\n" + " " * indent)
                column = indent
            case Break():
                output.append(current.flat)
                column += current.width
            case Run():
                waiting.extend((indent, broken, part) for part in reversed(current.parts))
            case Indented():
                waiting.append((indent + current.by, broken, current.inner))
            case Group():
                room = line_width - column - current.width
                waiting.append((indent, broken and not _fits(room, waiting), current.inner))
    return "".join(output)


def _fits(room: int, waiting: _Waiting) -> bool:
    """Whether what follows up to the next possible new line fits into `room` columns."""
    follow: list[tuple[bool, Document]] = []
    rest = len(waiting)
    while room >= 0:
        if not follow:
            if rest == 0:
                return True
            rest -= 1
            follow.append(waiting[rest][1:])
        broken, current = follow.pop()
        if isinstance(current, str):
            room -= len(current)
        elif not broken:
            room -= current.width
        elif isinstance(current, Break):
            return True
        elif isinstance(current, Run):
            follow.extend((broken, part) for part in reversed(current.parts))
        else:
            follow.append((broken, current.inner))
    return False
