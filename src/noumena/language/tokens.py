"""From text to tokens: words, signs and literals, with comments set apart and mistakes marked."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from noumena.language.grammar import grammar
from noumena.language.lexeme import Lexeme
from noumena.language.literals import BadLiteral, integer_value, real_value, string_value
from noumena.model.diagnostics import Diagnostic
from noumena.model.source import SourceFile, Span

_CONVERSIONS: Mapping[str, Callable[[str], object]] = {
    "INTEGER": integer_value,
    "REAL": real_value,
    "STRING": string_value,
    "CHARACTER": string_value,
}

ASSIGNMENT_HINT = "use ~ in a random function, = in a fixed one and in evidence, == to compare"

_FOREIGN_SIGNS = {"&&": "use & for and", "||": "use | for or", ":=": ASSIGNMENT_HINT}


@dataclass(frozen=True, slots=True)
class Scan:
    """The tokens of a text in order, and its comments apart from them."""

    tokens: list[Lexeme]
    comments: list[Lexeme]


def scan(source: SourceFile) -> Scan:
    """All tokens of a text; never fails, because what is no token becomes one with a `problem`."""
    tokens: list[Lexeme] = []
    comments: list[Lexeme] = []
    thread = grammar().parse_interactive(source.text, start="aside").lexer_thread
    assert thread.state is not None
    for raw in thread.lexer.lex(thread.state, None):
        start = raw.start_pos or 0
        token = Lexeme.place(raw.type, raw.value, source, start, start + len(raw))
        if token.type == "COMMENT":
            comments.append(token)
        elif token.type == "CLOSE_BRACKET" and tokens and tokens[-1].type == "OPEN_BRACKET":
            opening = tokens.pop()
            tokens.append(Lexeme.place("EMPTY_BRACKETS", "[]", source, opening.start, token.end))
        else:
            tokens.append(token)
    return Scan(tokens, comments)


def problem(token: Lexeme) -> Diagnostic | None:
    """What is wrong with a token by itself, if anything."""
    match token.type:
        case "UNCLOSED_COMMENT":
            opening = Span(token.source, token.start, token.start + len("/*"))
            return Diagnostic("a comment is not closed", opening, "it ends with */")
        case "UNCLOSED_STRING":
            return Diagnostic("a string is not closed", token.span, f"it ends with {token[0]} on the same line")
        case "FOREIGN_SIGN":
            return Diagnostic(f"unexpected `{token}`", token.span, _FOREIGN_SIGNS[token])
        case "STRANGE_CHARACTER":
            return Diagnostic(f"unexpected character {_shown(token)}", token.span, _hint_for_character(token))
    if token.type in _CONVERSIONS:
        try:
            _CONVERSIONS[token.type](token)
        except BadLiteral as bad:
            return Diagnostic(bad.message, token.span, bad.hint)
    return None


def _shown(character: str) -> str:
    return f"`{character}`" if character.isprintable() and not character.isspace() else f"U+{ord(character):04X}"


def _hint_for_character(character: str) -> str | None:
    if character.isalpha():
        return "names are made of the letters a to z and A to Z, digits and _"
    if character.isspace() or not character.isprintable():
        return "it cannot be seen; write a plain space"
    return None
