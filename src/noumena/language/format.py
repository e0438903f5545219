"""The canonical layout of a text, comments included: `noumena fmt`."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass

from noumena.language.lexeme import Lexeme
from noumena.language.parser import parse
from noumena.language.printer import print_statement
from noumena.language.split import Piece, split
from noumena.language.syntax import Literal_
from noumena.language.tokens import scan
from noumena.model.diagnostics import Diagnostic
from noumena.model.source import SourceFile

_BLANKS = " \t\r"


@dataclass(frozen=True, slots=True)
class _Item:
    """A statement or a comment: where it stands in the source, and its text in the result."""

    start: int
    end: int
    text: str
    is_comment: bool


def format_text(source: SourceFile) -> tuple[str, list[Diagnostic]]:
    """The text in canonical layout, and what the parser says about it; a text with errors is not changed.

    Each statement begins a line, with at most one blank line before it. Comments stay where they are: on lines of
    their own, or at the end of a statement's line. A statement with a comment inside is kept as it was written, and
    so are the spellings of numbers and strings. Formatting twice is the same as formatting once, and the program
    stays the same.
    """
    program, diagnostics = parse(source)
    if any(diagnostic.severity == "error" for diagnostic in diagnostics):
        return source.text, diagnostics
    found = scan(source)
    pieces = list(split(found.tokens))
    commented, outside = _place_comments(pieces, found.comments)
    items = [_Item(c.start, c.end, _as_written(source, c.start, c.end), True) for c in outside]
    for position, (piece, statement) in enumerate(zip(pieces, program.statements, strict=True)):
        if position in commented:
            text = _as_written(source, piece.start, piece.end)
        else:
            text = print_statement(statement, _spelling)
        items.append(_Item(piece.start, piece.end, text, False))
    return _joined(source, sorted(items, key=lambda item: item.start)), diagnostics


def _place_comments(pieces: list[Piece], comments: list[Lexeme]) -> tuple[set[int], list[Lexeme]]:
    """The positions of the statements with comments inside, and the comments that are in none."""
    starts = [piece.start for piece in pieces]
    commented: set[int] = set()
    outside: list[Lexeme] = []
    for comment in comments:
        position = bisect_right(starts, comment.start) - 1
        if position >= 0 and comment.start < pieces[position].end:
            commented.add(position)
        else:
            outside.append(comment)
    return commented, outside


def _joined(source: SourceFile, items: list[_Item]) -> str:
    """The items with the line breaks between them, and one at the end."""
    output: list[str] = []
    for before, item in zip([None, *items], items, strict=False):
        if before is not None:
            output.append(_gap(source.text[before.end : item.start], before, item))
        output.append(item.text)
    return "".join([*output, "\n"]) if items else ""


def _gap(between: str, before: _Item, item: _Item) -> str:
    """What separates two items that have `between` between them in the source."""
    breaks = between.replace("\r\n", "\n").replace("\r", "\n").count("\n")
    if breaks == 0 and item.is_comment:
        return " " if before.is_comment else "  "
    return "\n\n" if breaks > 1 else "\n"


def _as_written(source: SourceFile, start: int, end: int) -> str:
    """A part of the source moved left as far as the line on which it begins, without blanks at the ends of lines."""
    line = source.text[source.text.rfind("\n", 0, start) + 1 : start]
    indent = line[: len(line) - len(line.lstrip(_BLANKS))]
    first, *others = source.text[start:end].split("\n")
    return "\n".join(text.rstrip(_BLANKS) for text in [first, *(other.removeprefix(indent) for other in others)])


def _spelling(literal: Literal_) -> str:
    """A literal as written; its span includes parentheses around it."""
    return literal.span.text.strip(" \t\r\n\f\v()")
