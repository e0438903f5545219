"""A token that knows the text it stands in, so that the builder of the tree needs no state."""

from __future__ import annotations

from lark import Token

from noumena.model.source import SourceFile, Span


class Lexeme(Token):
    """A word, sign or literal as written (it is a string), with its place in the source."""

    __slots__ = ("end", "source", "start")

    source: SourceFile
    start: int
    end: int

    @classmethod
    def place(cls, kind: str, text: str, source: SourceFile, start: int, end: int) -> Lexeme:
        """A token of a kind (the name of a terminal of the grammar) from offset `start` to `end`."""
        token = cls(kind, text)
        token.source, token.start, token.end = source, start, end
        return token

    @property
    def span(self) -> Span:
        """Where it stands."""
        return Span(self.source, self.start, self.end)
