"""Whatever the text, the parser gives a program and diagnostics, and never raises."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from noumena.language.format import format_text
from noumena.language.parser import parse, parse_expression
from noumena.language.printer import print_program
from noumena.model.source import SourceFile
from tests.language.reading import errors, program
from tests.strategies.syntax_trees import programs

PIECES = (
    *"()[]{};,:=~#@!&|<>+-*/%^\"'\\$é.0 \n",
    *("type", "random", "obs", "query", "if", "then", "else", "elseif", "case", "in", "for", "exists", "List", "Map"),
    *("==", "->", "=>", "&&", ":=", "//", "/*", "*/", "1e", "1.5", "x", "#Ball ~", "and", "not", "[]", "\ufeff"),
)


@st.composite
def broken_texts(draw: st.DrawFn) -> str:
    """A right text with a few pieces taken out, put in, doubled or swapped."""
    text = print_program(draw(programs))
    for _ in range(draw(st.integers(1, 4))):
        begin = draw(st.integers(0, len(text)))
        end = draw(st.integers(begin, min(len(text), begin + 8)))
        middle = draw(st.sampled_from(["", text[begin:end] * 2, text[begin:end][::-1]]) | st.sampled_from(PIECES))
        text = text[:begin] + middle + text[end:]
    return text


def check(text: str) -> None:
    source = SourceFile("test.blog", text)
    result, diagnostics = parse(source)
    for diagnostic in diagnostics:
        assert diagnostic.message
        assert diagnostic.span is not None
        assert diagnostic.span.file is source
        assert 0 <= diagnostic.span.start <= diagnostic.span.end <= len(text)
        assert diagnostic.render()
    assert program(print_program(result)) == result
    changed, _ = format_text(source)
    if errors(diagnostics):
        assert changed == text
    else:
        assert program(changed) == result
    tree, expression_diagnostics = parse_expression(source)
    assert (tree is None) == bool(errors(expression_diagnostics))


@settings(max_examples=300)
@given(broken_texts())
def test_broken_programs(text: str) -> None:
    check(text)


@settings(max_examples=150)
@given(st.lists(st.sampled_from(PIECES), max_size=30).map(" ".join))
def test_heaps_of_tokens(text: str) -> None:
    check(text)


@settings(max_examples=100)
@given(st.text(max_size=40))
def test_any_text(text: str) -> None:
    check(text)
