"""Each kind of statement, in both dialects, gives its node."""

from __future__ import annotations

import pytest

from noumena.language import syntax as s
from tests.language.reading import program, statement

BALL, COLOR, INTEGER = s.NamedType("Ball"), s.NamedType("Color"), s.NamedType("Integer")
X, Y = s.Name("x"), s.Name("y")
THREE = s.Literal_("integer", 3)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("type Ball;", s.TypeDeclaration(("Ball",))),
        ("type Ball, Draw;", s.TypeDeclaration(("Ball", "Draw"))),
        ("distinct Color x;", s.DistinctDeclaration("distinct", COLOR, (s.ObjectItem("x", None),))),
        (
            "guaranteed Color x, D[10];",
            s.DistinctDeclaration("guaranteed", COLOR, (s.ObjectItem("x", None), s.ObjectItem("D", 10))),
        ),
        ("origin Ball F(Color);", s.OriginDeclaration("origin", BALL, "F", COLOR)),
        ("generating Integer F(Color);", s.OriginDeclaration("generating", INTEGER, "F", COLOR)),
        ("random Integer f ~ x;", s.RandomDeclaration(INTEGER, "f", None, "~", X)),
        ("random Integer f = 3;", s.RandomDeclaration(INTEGER, "f", None, "=", THREE)),
        ("random Integer f() ~ x;", s.RandomDeclaration(INTEGER, "f", (), "~", X)),
        (
            "random Integer f(Ball b, Integer i) ~ x;",
            s.RandomDeclaration(INTEGER, "f", (s.TypedName(BALL, "b"), s.TypedName(INTEGER, "i")), "~", X),
        ),
        (
            "random Integer f if x then ~ y;",
            s.RandomDeclaration(INTEGER, "f", None, "", s.If(X, s.Marked("~", Y), None)),
        ),
        (
            "random Integer f(Ball b) case x in {y -> = 3};",
            s.RandomDeclaration(INTEGER, "f", (s.TypedName(BALL, "b"),), "", s.Case(X, ((Y, s.Marked("=", THREE)),))),
        ),
        ("fixed Integer f = 3;", s.FixedDeclaration(INTEGER, "f", None, THREE)),
        ("fixed Integer f() = 3;", s.FixedDeclaration(INTEGER, "f", (), THREE)),
        ("fixed Integer f(Ball x) = 3;", s.FixedDeclaration(INTEGER, "f", (s.TypedName(BALL, "x"),), THREE)),
        ("#Ball ~ x;", s.NumberDeclaration(BALL, (), "~", X)),
        ("#Ball = 3;", s.NumberDeclaration(BALL, (), "=", THREE)),
        ("#Ball if x then 3;", s.NumberDeclaration(BALL, (), "", s.If(X, THREE, None))),
        ("#Ball(Source = x) ~ y;", s.NumberDeclaration(BALL, (s.OriginBinding("Source", "x"),), "~", Y)),
        (
            "#Ball(F = x, G = y) ~ 3;",
            s.NumberDeclaration(BALL, (s.OriginBinding("F", "x"), s.OriginBinding("G", "y")), "~", THREE),
        ),
        ("param Integer p;", s.ParamDeclaration(INTEGER, "p", None)),
        ("param Integer p : x;", s.ParamDeclaration(INTEGER, "p", X)),
        ("distribution D = x;", s.DistributionDeclaration("D", X)),
        ("obs x = 3;", s.Observation(X, THREE)),
        ("obs (x > y) = 3;", s.Observation(s.Binary(">", X, Y), THREE)),
        ("obs exists Ball b x = 3;", s.Observation(s.Quantified("exists", s.TypedName(BALL, "b"), X), THREE)),
        ("obs x = y for Ball b;", s.Observation(X, Y, (s.TypedName(BALL, "b"),))),
        (
            "obs x = y for Ball b, Color c : 3;",
            s.Observation(X, Y, (s.TypedName(BALL, "b"), s.TypedName(COLOR, "c")), THREE),
        ),
        ("query x;", s.QueryStatement(X)),
        ("query x for Ball b;", s.QueryStatement(X, (s.TypedName(BALL, "b"),))),
        ("query x for Ball b : y;", s.QueryStatement(X, (s.TypedName(BALL, "b"),), Y)),
    ],
)
def test_each_statement_gives_its_node(text: str, expected: s.Statement) -> None:
    assert statement(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Ball", BALL),
        ("Ball[]", s.ArrayTypeExpr(BALL)),
        ("Ball[][]", s.ArrayTypeExpr(s.ArrayTypeExpr(BALL))),
        ("Ball[ /* any */ ]", s.ArrayTypeExpr(BALL)),
        ("List<Ball>", s.ListTypeExpr(BALL)),
        ("List<List<Ball>>", s.ListTypeExpr(s.ListTypeExpr(BALL))),
        ("Map<Ball, Color>", s.MapTypeExpr(BALL, COLOR)),
        ("Map<Ball, List<Color>>[]", s.ArrayTypeExpr(s.MapTypeExpr(BALL, s.ListTypeExpr(COLOR)))),
    ],
)
def test_each_type_gives_its_node(text: str, expected: s.TypeExpr) -> None:
    assert statement(f"param {text} p;") == s.ParamDeclaration(expected, "p", None)


@pytest.mark.parametrize("text", ["", ";", ";;;", " \n\t", "// nothing", "/* nothing */ ;", "\ufeff"])
def test_a_text_may_hold_no_statement(text: str) -> None:
    assert program(text) == s.Program(())


def test_empty_statements_are_left_out() -> None:
    assert program(";;type Ball;; ;type Color;;") == s.Program(
        (s.TypeDeclaration(("Ball",)), s.TypeDeclaration(("Color",)))
    )


def test_comments_stand_anywhere() -> None:
    text = "type /* a ; b */ Ball // c\n, /** d **/ Draw /* e\n f */ ; // g"
    assert statement(text) == s.TypeDeclaration(("Ball", "Draw"))


def test_line_breaks_may_be_those_of_windows() -> None:
    assert len(program("type Ball; // a\r\nquery x;\r\n").statements) == 2


@pytest.mark.parametrize(
    ("text", "span", "name"),
    [
        ("type Ball, Draw ;", "type Ball, Draw", "Ball"),
        ("distinct Color Blue, D[3] ;", "distinct Color Blue, D[3]", "Blue"),
        ("origin Ball F(Draw) ;", "origin Ball F(Draw)", "F"),
        ("random Ball f(Draw d) ~ (x) ;", "random Ball f(Draw d) ~ (x)", "f"),
        ("fixed Ball f = x ;", "fixed Ball f = x", "f"),
        ("#Ball(F = x) ~ 3 ;", "#Ball(F = x) ~ 3", "Ball"),
        ("param Real p ;", "param Real p", "p"),
        ("param Real p : p > 0 ;", "param Real p : p > 0", "p"),
        ("distribution D = x ;", "distribution D = x", "D"),
        ("obs x = y ;", "obs x = y", ""),
        ("obs x = y for T t : z ;", "obs x = y for T t : z", ""),
        ("query x for T t ;", "query x for T t", ""),
    ],
)
def test_statements_know_their_places(text: str, span: str, name: str) -> None:
    found = statement("  " + text)
    assert found.span.text == span
    assert found.name_span.text == name
