"""Where the parsing of a statement stopped, and what could have stood there instead."""

from __future__ import annotations

from collections.abc import Set
from dataclasses import dataclass

from noumena.language.grammar import after_operand, expression_starts, spellings
from noumena.language.lexeme import Lexeme
from noumena.language.split import Piece
from noumena.model.source import Span

_MOST_WORDS = 5
_TYPE_STARTS = frozenset({"NAME", "LIST", "MAP"})
_KINDS = {"NAME": "a name", "INTEGER": "a whole number"}


@dataclass(frozen=True, slots=True)
class Failure:
    """The first token of a piece that does not fit, by its position; at the end of the piece it is what stops it.

    `accepted` are the terminals that would fit, `$END` among them where the piece could end; `end` says how it ends.
    """

    piece: Piece
    position: int
    accepted: Set[str]
    end: str

    @property
    def seen(self) -> Lexeme | None:
        """The token that does not fit; None at the end of the text."""
        return self.piece.stop if self.at_end else self.piece.tokens[self.position]

    @property
    def at_end(self) -> bool:
        """Whether all tokens of the piece fit, but more are needed."""
        return self.position == len(self.piece.tokens)

    @property
    def before(self) -> Lexeme | None:
        """The token before it in the piece."""
        return self.piece.tokens[self.position - 1] if self.position else None

    @property
    def rest(self) -> list[Lexeme]:
        """The tokens from it to the end of the piece."""
        return list(self.piece.tokens[self.position :])

    @property
    def span(self) -> Span:
        """Where to point: at the token, or behind the last one of the text."""
        if self.seen is not None:
            return self.seen.span
        last = self.piece.tokens[-1]
        return Span(last.source, last.end, last.end)

    @property
    def expects_expression(self) -> bool:
        """Whether an expression could begin here."""
        return {"INTEGER", "NAME"} <= self.accepted

    @property
    def expects_operator(self) -> bool:
        """Whether an expression could end here, or go on with an operator."""
        return "TIMES" in self.accepted

    def message(self) -> str:
        """What was seen, and in words what was expected; operators go without saying."""
        seen = f"unexpected `{self.seen}`" if self.seen is not None else "unexpected end"
        return f"{seen}; expected {_either(self._expected()[:_MOST_WORDS])}"

    def _expected(self) -> list[str]:
        if self.expects_operator:
            first, signs = [], self.accepted - after_operand() - {"NAME", "EMPTY_BRACKETS"}
        elif self.expects_expression:
            first, signs = ["an expression"], self.accepted - expression_starts() - _TYPE_STARTS
        elif self.accepted >= _TYPE_STARTS:
            first, signs = ["a type"], self.accepted - _TYPE_STARTS
        else:
            first = [words for kind, words in _KINDS.items() if kind in self.accepted]
            signs = self.accepted - _KINDS.keys() - {"EMPTY_BRACKETS"}
        ends = [self.end] if "$END" in self.accepted else []
        return first + sorted(f"`{spellings()[sign]}`" for sign in signs - {"$END"}) + ends


def _either(words: list[str]) -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} or {words[-1]}"
