"""Cutting the tokens of a text into statements, so that a mistake in one does not hide the others."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from noumena.language.grammar import statement_keywords
from noumena.language.lexeme import Lexeme

CLOSERS = {"OPEN_PAREN": "CLOSE_PAREN", "OPEN_BRACKET": "CLOSE_BRACKET", "OPEN_BRACE": "CLOSE_BRACE"}
"""The terminal that closes each opening one."""

OPENERS = {closer: opener for opener, closer in CLOSERS.items()}
"""The terminal that opens what each closing one closes."""

_AFTER_NUMBER_TYPE = {"TILDE", "OPEN_PAREN", "IF", "CASE"}


@dataclass(frozen=True, slots=True)
class Piece:
    """The tokens of one statement, and the token behind it: its semicolon where there is one.

    Without a semicolon, `stop` is the first token of the next statement, or None at the end of the text.
    """

    tokens: Sequence[Lexeme]
    stop: Lexeme | None

    @property
    def closed(self) -> bool:
        """Whether a semicolon ends it."""
        return self.stop is not None and self.stop.type == "SEMICOLON"

    @property
    def start(self) -> int:
        """The offset where it begins; needs a token."""
        return self.tokens[0].start

    @property
    def end(self) -> int:
        """The offset behind its semicolon, or behind its last token."""
        return self.stop.end if self.stop is not None and self.closed else self.tokens[-1].end


class OpenBrackets:
    """The brackets that are open at a place, innermost last."""

    def __init__(self) -> None:
        self.stack: list[Lexeme] = []
        self._counts = dict.fromkeys(CLOSERS, 0)

    def read(self, token: Lexeme) -> list[Lexeme]:
        """Go on behind a token, and give the brackets that turn out to have no partner.

        A closing bracket closes the nearest one of its kind, which leaves those further in without a partner.
        """
        if token.type in CLOSERS:
            self.stack.append(token)
            self._counts[token.type] += 1
        elif token.type in OPENERS:
            if not self._counts[OPENERS[token.type]]:
                return [token]
            alone = []
            while (opener := self._pop()).type != OPENERS[token.type]:
                alone.append(opener)
            return alone
        return []

    def _pop(self) -> Lexeme:
        opener = self.stack.pop()
        self._counts[opener.type] -= 1
        return opener


def split(tokens: Sequence[Lexeme]) -> Iterator[Piece]:
    """The statements of a text in order, without empty ones.

    A semicolon ends a statement outside brackets; inside, it separates the rows of a matrix, unless a statement
    follows at once. A word that only begins statements ends the one before it, even without a semicolon.
    """
    begin = 0
    brackets = OpenBrackets()
    for position, token in enumerate(tokens):
        ends_here = token.type == "SEMICOLON" and (not brackets.stack or _begins_statement(tokens, position + 1))
        ends_before = token.type != "SEMICOLON" and position > begin and _interrupts(tokens, position)
        if ends_here or ends_before:
            if begin < position:
                yield Piece(tokens[begin:position], token)
            begin = position + 1 if ends_here else position
            brackets = OpenBrackets()
        else:
            brackets.read(token)
    if begin < len(tokens):
        yield Piece(tokens[begin:], None)


def _begins_statement(tokens: Sequence[Lexeme], position: int) -> bool:
    """Whether a statement surely begins at a position; so does the end of the text."""
    if position >= len(tokens) or tokens[position].type in statement_keywords():
        return True
    kinds = [token.type for token in tokens[position : position + 3]]
    return kinds[:2] == ["HASH", "NAME"] and kinds[2:] != [] and kinds[2] in _AFTER_NUMBER_TYPE


def _interrupts(tokens: Sequence[Lexeme], position: int) -> bool:
    """Whether a statement begins at a position although the one before has no semicolon.

    A `#` does so only at the beginning of a line: `query #Ball` is one statement.
    """
    if tokens[position].type != "HASH":
        return tokens[position].type in statement_keywords()
    return _begins_statement(tokens, position) and begins_line(tokens[position])


def begins_line(token: Lexeme) -> bool:
    """Whether only blanks stand before a token on its line."""
    text = token.source.text
    return text[text.rfind("\n", 0, token.start) + 1 : token.start].strip() == ""
