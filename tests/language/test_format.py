"""Formatting keeps the program and every comment, and formatting again changes nothing."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from noumena.language.format import format_text
from noumena.language.printer import print_program
from noumena.language.syntax import Program
from noumena.language.tokens import scan
from noumena.model.source import SourceFile
from tests.language.reading import program
from tests.strategies.syntax_trees import programs


def formatted(text: str) -> str:
    result, _ = format_text(SourceFile("test.blog", text))
    return result


def comments(text: str) -> list[list[str]]:
    """The comments of a text, as lists of lines without the blanks around them."""
    found = scan(SourceFile("test.blog", text)).comments
    return [[line.strip() for line in comment.splitlines()] for comment in found]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", ""),
        ("\n\n", ""),
        (";;", ""),
        ("type   Ball ;", "type Ball;\n"),
        ("type Ball;type Draw;", "type Ball;\ntype Draw;\n"),
        ("\n\ntype Ball;\n\n\n\ntype Draw;\n\n", "type Ball;\n\ntype Draw;\n"),
        ("type Ball;;\n;\n;type Draw;", "type Ball;\n\ntype Draw;\n"),
        ("// only this", "// only this\n"),
        ("  // a  \n\n\n  // b\ntype Ball;", "// a\n\n// b\ntype Ball;\n"),
        ("type Ball;// a\ntype Draw;", "type Ball;  // a\ntype Draw;\n"),
        ("type Ball; /* a */ /* b */ // c", "type Ball;  /* a */ /* b */ // c\n"),
        ("type Ball; /* a */ type Draw;", "type Ball;  /* a */\ntype Draw;\n"),
        ("/* a */ type Ball;", "/* a */\ntype Ball;\n"),
        ("/* a */ // b\ntype Ball;", "/* a */ // b\ntype Ball;\n"),
        ("type Ball;\n\n// the end\n", "type Ball;\n\n// the end\n"),
        ("  /* a\n   * b  \n   */\n  type Ball;", "/* a\n * b\n */\ntype Ball;\n"),
        ("/* a\nb */", "/* a\nb */\n"),
        ("type   /* a */ Ball;", "type   /* a */ Ball;\n"),
        (
            "  random Integer x ~  // a  \n    if y then 1  \n      else 2;",
            "random Integer x ~  // a\n  if y then 1\n    else 2;\n",
        ),
        ("query x // a\n;", "query x // a\n;\n"),
        ("type Ball;\r\n\r\n// a\r\ntype Draw; // b\r\n", "type Ball;\n\n// a\ntype Draw;  // b\n"),
        ("// a\r// b\rtype Ball;", "// a\n// b\ntype Ball;\n"),
        ("query   1.50+( 1e6 )*.5+'a'+ \"\\u0061\";", "query 1.50 + (1e6) * .5 + 'a' + \"\\u0061\";\n"),
        ("query a&b|c;", "query a & b | c;\n"),
        ("guaranteed Cit C;", "guaranteed Cit C;\n"),
    ],
)
def test_canonical_layout(text: str, expected: str) -> None:
    assert formatted(text) == expected
    assert formatted(expected) == expected


def test_a_text_with_errors_is_not_changed() -> None:
    text = "type   Ball;\nquery (;\n"
    result, diagnostics = format_text(SourceFile("test.blog", text))
    assert result == text
    assert [diagnostic.severity for diagnostic in diagnostics] == ["error"]


def test_warnings_are_passed_on() -> None:
    result, diagnostics = format_text(SourceFile("test.blog", "query  a & b | c;"))
    assert result == "query a & b | c;\n"
    assert [diagnostic.severity for diagnostic in diagnostics] == ["warning"]


GAPS = (" ", "\n", "\n\n\n", "\t", " // a\n", "/* b */", " /* c\n   d */ ", "\r\n", "//\n", "  /**/  // e \n\n")


@st.composite
def commented_texts(draw: st.DrawFn) -> tuple[Program, str]:
    """A program, and a text of it with blanks and comments between its tokens, or only between its statements."""
    tree = draw(programs)
    tokens = scan(SourceFile("printed", print_program(tree))).tokens
    gaps = st.sampled_from(GAPS)
    inside = draw(st.booleans())
    text = draw(gaps)
    for token in tokens:
        if token.type == "SEMICOLON":
            text += token + draw(st.just("") | gaps)
        else:
            text += token + (draw(gaps) if inside and draw(st.integers(0, 9)) == 0 else " ")
    return tree, text


@settings(max_examples=200)
@given(commented_texts())
def test_formatting_loses_nothing(example: tuple[Program, str]) -> None:
    tree, text = example
    assert program(text) == tree
    once = formatted(text)
    assert program(once) == tree
    assert comments(once) == comments(text)
    assert formatted(once) == once
    assert [line for line in once.split("\n") if line != line.rstrip()] == []
