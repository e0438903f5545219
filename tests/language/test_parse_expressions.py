"""Each kind of expression gives its node, and operators hold together as the language says."""

from __future__ import annotations

import pytest

from noumena.language import syntax as s
from noumena.language.grammar import grammar
from tests.language.reading import expression

A, B, C, D = (s.Name(name) for name in "abcd")
ONE, TWO, THREE = (s.Literal_("integer", value) for value in (1, 2, 3))
T = s.NamedType("T")
TX, UY = s.TypedName(T, "x"), s.TypedName(s.NamedType("U"), "y")
X, Y = s.Name("x"), s.Name("y")


@pytest.mark.parametrize(
    ("text", "kind", "value"),
    [
        ("0", "integer", 0),
        ("007", "integer", 7),
        ("9223372036854775807", "integer", 2**63 - 1),
        ("1.0", "real", 1.0),
        ("2.", "real", 2.0),
        (".5", "real", 0.5),
        ("1e-3", "real", 0.001),
        ("1.5E+2", "real", 150.0),
        ('""', "string", ""),
        ('"a b"', "string", "a b"),
        (r'"\n\t\r\"\'\\"', "string", "\n\t\r\"'\\"),
        (r'"\u00e9"', "string", "é"),
        (r'"\ud83d\ude00"', "string", "\U0001f600"),
        ('"é // /* ;"', "string", "é // /* ;"),
        ("'a'", "string", "a"),
        (r"'\''", "string", "'"),
        ("'\"'", "string", '"'),
        ("true", "boolean", True),
        ("false", "boolean", False),
        ("null", "null", None),
    ],
)
def test_literals(text: str, kind: str, value: object) -> None:
    found = expression(text)
    assert isinstance(found, s.Literal_)
    assert (found.kind, found.value, type(found.value)) == (kind, value, type(value))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a", A),
        ("f()", s.Call("f", ())),
        ("f(a, 1)", s.Call("f", (A, ONE))),
        ("f\n (a)", s.Call("f", (A,))),
        ("a[1]", s.Index(A, (ONE,))),
        ("a[1][2]", s.Index(s.Index(A, (ONE,)), (TWO,))),
        ("f(a)[1]", s.Index(s.Call("f", (A,)), (ONE,))),
        ("[1, 2][a]", s.Index(s.ListLiteral((ONE, TWO)), (A,))),
        ("(a + b)[1]", s.Index(s.Binary("+", A, B), (ONE,))),
        ("f[a, 1]", s.Index(s.Name("f"), (A, ONE))),
        ("f[a, 1](b)", s.Call("f", (B,), (A, ONE))),
        ("f[a]()", s.Call("f", (), (A,))),
        ("f(T x)", s.Call("f", (s.Comprehension("set", (X,), (TX,), None, "argument"),))),
        ("f(T x : a, 1)", s.Call("f", (s.Comprehension("set", (X,), (TX,), A, "argument"), ONE))),
        ("-a", s.Unary("-", A)),
        ("!a", s.Unary("!", A)),
        ("@3", s.Unary("@", THREE)),
        ("@a", s.Unary("@", A)),
        ("!-@a", s.Unary("!", s.Unary("-", s.Unary("@", A)))),
        ("#T", s.Cardinality(T)),
        ("#{a}", s.Cardinality(s.SetLiteral((A,)))),
        ("#{T x : a}", s.Cardinality(s.Comprehension("set", (X,), (TX,), A, "implicit"))),
        ("{}", s.SetLiteral(())),
        ("{a, 1}", s.SetLiteral((A, ONE))),
        ("{a -> 1, b -> 2}", s.MapLiteral(((A, ONE), (B, TWO)))),
        ("{T x}", s.Comprehension("set", (X,), (TX,), None, "implicit")),
        ("{T x : a}", s.Comprehension("set", (X,), (TX,), A, "implicit")),
        ("{T[] x}", s.Comprehension("set", (X,), (s.TypedName(s.ArrayTypeExpr(T), "x"),), None, "implicit")),
        ("{a for T x}", s.Comprehension("set", (A,), (TX,), None)),
        ("{a, b for T x, U y : c}", s.Comprehension("set", (A, B), (TX, UY), C)),
        ("[]", s.ListLiteral(())),
        ("[ /* no */ ]", s.ListLiteral(())),
        ("[a, [1]]", s.ListLiteral((A, s.ListLiteral((ONE,))))),
        ("[1;]", s.MatrixLiteral(((ONE,),))),
        ("[1; 2]", s.MatrixLiteral(((ONE,), (TWO,)))),
        ("[1, 2; 2, 3;]", s.MatrixLiteral(((ONE, TWO), (TWO, THREE)))),
        ("[a for T x : b]", s.Comprehension("list", (A,), (TX,), B)),
        ("if a then b", s.If(A, B, None)),
        ("if a then b else c", s.If(A, B, C)),
        ("if a then b else if c then d", s.If(A, B, s.If(C, D, None))),
        ("if a then b elseif c then d", s.If(A, B, s.If(C, D, None, chained=True))),
        ("if a then b elseif c then d else 1", s.If(A, B, s.If(C, D, ONE, chained=True))),
        (
            "if a then b elseif c then d elseif 1 then 2",
            s.If(A, B, s.If(C, D, s.If(ONE, TWO, None, chained=True), chained=True)),
        ),
        ("if a then if b then c else d", s.If(A, s.If(B, C, D), None)),
        ("if a then (if b then c) else d", s.If(A, s.If(B, C, None), D)),
        ("if a then ~ b else = c", s.If(A, s.Marked("~", B), s.Marked("=", C))),
        (
            "if a then ~ b elseif c then = d else ~ 1",
            s.If(A, s.Marked("~", B), s.If(C, s.Marked("=", D), s.Marked("~", ONE), chained=True)),
        ),
        ("case a in {1 -> b}", s.Case(A, ((ONE, B),))),
        ("case [a, b] in {[1, 2] -> ~ c, d -> = 3}",
         s.Case(s.ListLiteral((A, B)), ((s.ListLiteral((ONE, TWO)), s.Marked("~", C)), (D, s.Marked("=", THREE))))),
        ("exists T x a", s.Quantified("exists", TX, A)),
        ("forall U y (a)", s.Quantified("forall", UY, A)),
        ("exists T x forall U y a", s.Quantified("exists", TX, s.Quantified("forall", UY, A))),
        ("exists T x [1] == a", s.Quantified("exists", TX, s.Binary("==", s.ListLiteral((ONE,)), A))),
    ],
)  # fmt: skip
def test_each_expression_gives_its_node(text: str, expected: s.Expression) -> None:
    assert expression(text) == expected


@pytest.mark.parametrize(
    ("text", "grouped"),
    [
        ("a => b => c", "(a => b) => c"),
        ("a & b => c | d", "(a & b) => (c | d)"),
        ("a & b & c", "(a & b) & c"),
        ("a | b & c", "(a | b) & c"),
        ("a & b | c", "(a & b) | c"),
        ("a == b & c != d", "(a == b) & (c != d)"),
        ("a + b < c - d", "(a + b) < (c - d)"),
        ("a - b + c", "(a - b) + c"),
        ("a + b * c", "a + (b * c)"),
        ("a * b ^ c", "(a * b) ^ c"),
        ("a ^ b ^ c", "(a ^ b) ^ c"),
        ("a / b * c % d", "((a / b) * c) % d"),
        ("-a ^ b", "(-a) ^ b"),
        ("a - -b", "a - (-b)"),
        ("a<-b", "a < (-b)"),
        ("!a == b", "(!a) == b"),
        ("!a & b", "(!a) & b"),
        ("@a + b", "(@a) + b"),
        ("-a[1]", "-(a[1])"),
        ("#T + a", "(#T) + a"),
        ("exists T x a & b", "exists T x (a & b)"),
        ("exists T x a => b", "exists T x (a => b)"),
        ("a & exists T x b | c", "a & (exists T x (b | c))"),
        ("a + b == exists T x c", "(a + b) == (exists T x c)"),
        ("!exists T x a & b", "!(exists T x (a & b))"),
        ("if a then b else c + d", "if a then b else (c + d)"),
        ("if exists T x a then b", "if (exists T x a) then b"),
        ("a + if b then c else d", "a + (if b then c else d)"),
        ("if if a then b then c else d", "if (if a then b) then c else d"),
        ("if a then if b then c elseif d then 1", "if a then (if b then c elseif d then 1)"),
        ("case a in {1 -> b} + c", "(case a in {1 -> b}) + c"),
        ("case a + b in {1 -> c}", "case (a + b) in {1 -> c}"),
        ("{a & b for T x : c | d}", "{(a & b) for T x : (c | d)}"),
    ],
)
def test_precedence(text: str, grouped: str) -> None:
    assert expression(text) == expression(grouped)


@pytest.mark.parametrize(
    ("text", "other"),
    [
        ("a + b * c", "(a + b) * c"),
        ("-a * b", "-(a * b)"),
        ("a & exists T x b & c", "(a & exists T x b) & c"),
        ("if a then if b then c else d", "if a then (if b then c) else d"),
    ],
)
def test_parentheses_count(text: str, other: str) -> None:
    assert expression(text) != expression(other)


def test_parentheses_are_remembered_but_not_compared() -> None:
    assert expression("(a)").grouped
    assert not expression("a").grouped
    assert expression("((a)) + (b)") == s.Binary("+", A, B)


def test_expressions_know_their_places() -> None:
    found = expression(" (a + f[1](b)) * if c then 1 elseif d then 2 ")
    assert isinstance(found, s.Binary)
    assert found.span.text == "(a + f[1](b)) * if c then 1 elseif d then 2"
    assert found.operator_span.text == "*"
    left, right = found.left, found.right
    assert left.span.text == "(a + f[1](b))"
    assert isinstance(left, s.Binary)
    assert isinstance(left.right, s.Call)
    assert left.right.name_span.text == "f"
    assert isinstance(right, s.If)
    assert right.otherwise is not None
    assert right.otherwise.span.text == "elseif d then 2"


@pytest.mark.parametrize(
    "text",
    ["{T x : a}", "{a for T x}", "[1, 2; 3, 4]", "[]", "{}", "{a -> b}", "#{a}", "#T", "case a in {b -> c}", "-a[1]",
     "exists T x a", '"abc"', "'a'", "true", "null", "1.50"],
)  # fmt: skip
def test_spans_reach_from_end_to_end(text: str) -> None:
    assert expression(f"  {text} ").span.text == text


def test_the_only_ambiguity_is_the_dangling_else(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level("DEBUG", logger="lark"):
        grammar.__wrapped__()
    conflicts = {record.getMessage() for record in caplog.records if "Shift/Reduce" in record.getMessage()}
    assert conflicts == {
        f"Shift/Reduce conflict for terminal {word}: (resolving as shift)" for word in ("ELSE", "ELSEIF")
    }
