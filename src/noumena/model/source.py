"""Where a piece of a model stands in its source text."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class SourceFile:
    """A named text: a `.blog` file, a string given from Python, or the command line."""

    name: str
    text: str

    def position(self, offset: int) -> tuple[int, int]:
        """Line and column of a character offset, both counted from 1."""
        before = self.text[:offset]
        return before.count("\n") + 1, offset - (before.rfind("\n") + 1) + 1

    def line(self, number: int) -> str:
        """The text of a line, counted from 1, without its line break."""
        lines = self.text.split("\n")
        return lines[number - 1].rstrip("\r") if number <= len(lines) else ""


@dataclass(frozen=True, slots=True)
class Span:
    """The half-open range of characters `[start, end)` of a file."""

    file: SourceFile
    start: int
    end: int

    @property
    def text(self) -> str:
        """The characters of the span, as written."""
        return self.file.text[self.start : self.end]

    @property
    def location(self) -> str:
        """`file:line:col`, as editors understand it."""
        line, column = self.file.position(self.start)
        return f"{self.file.name}:{line}:{column}"

    def to(self, other: Span) -> Span:
        """The span from the beginning of this one to the end of another of the same file."""
        return Span(self.file, self.start, other.end)


BUILT_IN = Span(SourceFile("<built-in>", ""), 0, 0)
