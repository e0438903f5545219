"""One bad statement does not hide the others."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from noumena.language.parser import parse
from noumena.language.printer import print_statement
from noumena.language.syntax import Program, Statement
from noumena.model.source import SourceFile
from tests.language.reading import errors, program
from tests.strategies.syntax_trees import statements

GOOD = "type Ball;\nquery x;\n"


@pytest.mark.parametrize(
    "bad",
    [
        "query f(x;",
        "query {1, 2;",
        "query [1, 2;",
        "query ((((;",
        "query x));",
        "query f(x",
        "obs x =",
        'query "abc;',
        "query a && b || c;",
        "query $$$;",
        "random Integer",
        "random Integer type ~ 3;",
        "Random Integer x ~ Poisson(6);",
        "#Ball ~ ;",
        "query a < b < c;",
        "query 99999999999999999999;",
        "query " + "(" * 101 + "x" + ")" * 101 + ";",
        "query " + "-" * 201 + "x;",
    ],
)
def test_one_bad_statement_gives_one_error(bad: str) -> None:
    found, diagnostics = parse(SourceFile("test.blog", f"type Ball;\n{bad}\nquery x;\n"))
    assert found == program(GOOD)
    assert len(errors(diagnostics)) == 1


def test_every_bad_statement_gives_an_error() -> None:
    text = "type ;\ntype Ball;\nquery f(;\nquery x;\nobs a b;\n"
    found, diagnostics = parse(SourceFile("test.blog", text))
    assert found == program(GOOD)
    assert [diagnostic.span.location for diagnostic in diagnostics if diagnostic.span] == [
        "test.blog:1:6",
        "test.blog:3:8",
        "test.blog:5:7",
    ]


@pytest.mark.parametrize("text", ["type Ball\nquery x;", "type Ball query x;", "type Ball;query x"])
def test_a_missing_semicolon_loses_no_statement(text: str) -> None:
    found, diagnostics = parse(SourceFile("test.blog", text))
    assert found == program(GOOD)
    assert len(errors(diagnostics)) == 1


def test_an_open_comment_loses_what_it_covers() -> None:
    found, diagnostics = parse(SourceFile("test.blog", "type Ball; query x; /* type Draw;\nquery y;"))
    assert found == program(GOOD)
    assert len(errors(diagnostics)) == 1


def test_rows_of_a_matrix_are_not_statements() -> None:
    assert program("query [1; 2; #T; [3; 4]];") == program("query [1;\n2;\n#T;\n[3;4]\n];")


def test_a_cardinality_is_not_a_number_statement() -> None:
    assert len(program("obs\n#Ball = 3; query\n#Ball;").statements) == 2


@settings(max_examples=100)
@given(
    st.lists(statements, max_size=3), st.lists(statements, max_size=3), st.sampled_from(["query );", "obs x;", "a;"])
)
def test_statements_around_a_bad_one_are_read(before: list[Statement], after: list[Statement], bad: str) -> None:
    text = "\n".join([*map(print_statement, before), bad, *map(print_statement, after)])
    found, diagnostics = parse(SourceFile("test.blog", text))
    assert found == Program((*before, *after))
    assert len(errors(diagnostics)) == 1
