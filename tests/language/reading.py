"""Reading texts in tests, where they are expected to be right or to be wrong."""

from __future__ import annotations

from noumena.language.parser import parse, parse_expression
from noumena.language.syntax import Expression, Program, Statement
from noumena.model.diagnostics import Diagnostic
from noumena.model.source import SourceFile


def errors(diagnostics: list[Diagnostic]) -> list[str]:
    """The errors among some diagnostics, as people read them."""
    return [diagnostic.render() for diagnostic in diagnostics if diagnostic.severity == "error"]


def program(text: str) -> Program:
    """A program that is right."""
    result, diagnostics = parse(SourceFile("test.blog", text))
    assert errors(diagnostics) == []
    return result


def statement(text: str) -> Statement:
    """A statement that is right, alone in its text."""
    (result,) = program(text).statements
    return result


def expression(text: str) -> Expression:
    """An expression that is right."""
    result, diagnostics = parse_expression(SourceFile("query", text))
    assert errors(diagnostics) == []
    assert result is not None
    return result


def complaints(text: str) -> list[Diagnostic]:
    """What the parser says about a program."""
    return parse(SourceFile("test.blog", text))[1]


def complaint(text: str) -> Diagnostic:
    """The one thing the parser says about a program."""
    (diagnostic,) = complaints(text)
    return diagnostic
