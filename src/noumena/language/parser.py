"""From text to syntax trees, with a diagnostic for each statement that is wrong."""

from __future__ import annotations

from typing import cast

from lark import Token, UnexpectedToken

from noumena.language.failure import Failure
from noumena.language.grammar import accepted, grammar
from noumena.language.review import review, review_brackets
from noumena.language.split import Piece, split
from noumena.language.syntax import Expression, Node, Program, Statement
from noumena.language.syntax_errors import explain, uses_keyword_as_name
from noumena.language.tokens import problem, scan
from noumena.model.diagnostics import Diagnostic
from noumena.model.source import SourceFile, Span

_ENDS = {"statement": "`;`", "expression": "the end"}


def parse(source: SourceFile) -> tuple[Program, list[Diagnostic]]:
    """The statements of a text that are right, and the errors of the others, one for each; also warnings.

    Never raises: whatever the text is, it gives a program and diagnostics, both in the order of the text.
    """
    statements: list[Statement] = []
    diagnostics: list[Diagnostic] = []
    swallowed = False
    for piece in split(scan(source).tokens):
        if swallowed:  # it belongs to the statement before, where a keyword was used as a name
            swallowed = False
            continue
        result = _parse_tokens("statement", piece)
        if isinstance(result, Failure):
            diagnostics.append(explain(result))
            swallowed = result.at_end and uses_keyword_as_name(result)
            continue
        tree, found = result
        diagnostics += found
        if tree is not None:
            statements.append(cast(Statement, tree))
            diagnostics += _missing_semicolon(piece)
    return Program(tuple(statements)), diagnostics


def parse_expression(source: SourceFile) -> tuple[Expression | None, list[Diagnostic]]:
    """The one expression that a text holds, such as a query given from Python; None if it is wrong."""
    tokens = scan(source).tokens
    if not tokens:
        nothing = Diagnostic("an expression is expected, but the text is empty", Span(source, 0, 0))
        return None, [nothing]
    result = _parse_tokens("expression", Piece(tokens, None))
    if isinstance(result, Failure):
        return None, [_explain_in_expression(result)]
    tree, diagnostics = result
    return cast(Expression | None, tree), diagnostics


def _parse_tokens(start: str, piece: Piece) -> Failure | tuple[Node | None, list[Diagnostic]]:
    """The tree of a piece, or None if something other than its syntax is wrong; or where its syntax fails."""
    flaw = next(filter(None, map(problem, piece.tokens)), None) or review_brackets(piece.tokens)
    if flaw is not None:
        return None, [flaw]
    parser = grammar().parse_interactive(start=start)
    read = 0
    try:
        for token in piece.tokens:
            parser.feed_token(token)
            read += 1
        tree = cast(Node, parser.feed_token(Token("$END", "")))
    except UnexpectedToken:
        return Failure(piece, read, accepted(start, piece.tokens[:read]), _ENDS[start])
    diagnostics = review(tree)
    wrong = any(diagnostic.severity == "error" for diagnostic in diagnostics)
    return None if wrong else tree, diagnostics


def _missing_semicolon(piece: Piece) -> list[Diagnostic]:
    if piece.closed:
        return []
    last = piece.tokens[-1]
    behind = Span(last.source, last.end, last.end)
    where = "at the end of the text" if piece.stop is None else f"before `{piece.stop}`"
    return [Diagnostic(f"expected `;` {where}", behind, "every statement ends with `;`")]


def _explain_in_expression(failure: Failure) -> Diagnostic:
    seen = failure.seen
    if seen is not None and seen.type == "SEMICOLON" and failure.position == len(failure.piece.tokens) - 1:
        return Diagnostic("unexpected `;` behind an expression", seen.span, "leave it out: only statements have one")
    if seen is not None and seen.type == "QUERY" and failure.position == 0:
        return Diagnostic(
            "unexpected `query` before an expression", seen.span, "leave it out: the expression is enough"
        )
    return explain(failure)
