"""The parser that Lark makes from `grammar.lark`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from importlib import resources

from lark import Lark

from noumena.language.build_statements import Builder
from noumena.language.lexeme import Lexeme
from noumena.model.source import BUILT_IN


@cache
def grammar() -> Lark:
    """The parser, made once, at its first use; it keeps no state between texts.

    It is fed token by token (`parse_interactive`), and calls the builder as it goes: nothing here is recursive.
    """
    text = resources.files("noumena.language").joinpath("grammar.lark").read_text(encoding="utf-8")
    return Lark(
        text,
        parser="lalr",
        lexer="basic",
        start=["statement", "expression", "aside"],
        keep_all_tokens=True,
        transformer=Builder(),
    )


@cache
def spellings() -> dict[str, str]:
    """The text of each terminal that is always written the same, such as `->` for ARROW."""
    fixed = {t.name: t.pattern.value for t in grammar().terminals if t.pattern.type == "str"}
    return fixed | {"EMPTY_BRACKETS": "[]", "$END": ";"}


def accepted(start: str, tokens: Sequence[Lexeme]) -> frozenset[str]:
    """The terminals that can follow some tokens at the beginning of a `start`; `$END` where it can end."""
    parser = grammar().parse_interactive(start=start)
    for token in tokens:
        parser.feed_token(token)
    ask: Callable[[], set[str]] = parser.accepts
    return frozenset(ask())


@cache
def statement_keywords() -> frozenset[str]:
    """The terminals that only ever begin a statement: all its beginnings but `#`."""
    return accepted("statement", ()) - {"HASH"}


@cache
def expression_starts() -> frozenset[str]:
    """The terminals that begin an expression."""
    return accepted("expression", ())


@cache
def after_operand() -> frozenset[str]:
    """The terminals by which an expression goes on that could end: operators, and brackets behind a name."""
    name = Lexeme.place("NAME", "x", BUILT_IN.file, 0, 0)
    return accepted("expression", [name]) - {"$END"}
