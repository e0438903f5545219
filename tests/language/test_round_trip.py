"""What is printed is read back as the same tree, and printing that again changes nothing."""

from __future__ import annotations

from hypothesis import given, settings

from noumena.language.parser import parse, parse_expression
from noumena.language.printer import print_expression, print_program
from noumena.language.syntax import Expression, Program
from noumena.model.source import SourceFile
from tests.language.reading import errors
from tests.strategies.syntax_trees import expressions, programs


@settings(max_examples=300)
@given(expressions)
def test_expressions_are_read_as_printed(expression: Expression) -> None:
    text = print_expression(expression)
    parsed, diagnostics = parse_expression(SourceFile("printed", text))
    assert errors(diagnostics) == []
    assert parsed == expression
    assert print_expression(parsed) == text


@settings(max_examples=100)
@given(expressions)
def test_the_width_of_lines_does_not_matter(expression: Expression) -> None:
    narrow = print_expression(expression, line_width=1)
    assert parse_expression(SourceFile("narrow", narrow))[0] == expression
    wide = print_expression(expression, line_width=10**6)
    assert "\n" not in wide
    assert parse_expression(SourceFile("wide", wide))[0] == expression


@settings(max_examples=200)
@given(programs)
def test_programs_are_read_as_printed(program: Program) -> None:
    text = print_program(program)
    parsed, diagnostics = parse(SourceFile("printed", text))
    assert errors(diagnostics) == []
    assert parsed == program
    assert print_program(parsed) == text
