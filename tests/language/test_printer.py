"""How trees are laid out: parentheses where they are needed or wanted, and lines of a sensible length."""

from __future__ import annotations

import pytest

from noumena.language import syntax as s
from noumena.language.printer import LINE_WIDTH, print_expression, print_program, print_statement
from tests.language.reading import expression, program, statement


@pytest.mark.parametrize(
    "text",
    [
        "type Ball, Draw;",
        "distinct Color Blue, D[10];",
        "guaranteed Cit Cit1, Cit2;",
        "origin Aircraft Source(Blip);",
        "generating Map<A, List<B[]>> F(Blip);",
        "random Integer x = 3;",
        "random Integer f() ~ 3;",
        "random Res NthAuthor(Pub p, NaturalNum n) if n < f(p) then ~ Uniform(Res r : g(r));",
        "random Integer f(T x) case x in {a -> ~ 1, b -> = 2};",
        "fixed Integer f(Integer k) = if k <= 1 then 1 else k * f(k - 1);",
        "#Ball ~ Poisson(6);",
        "#Blip(Source = a, Time = t) ~ if c then 1 elseif d then 2 else = 3;",
        "#Ball if c then 1;",
        "param Real p;",
        "param Real p : p > 0.0;",
        'distribution D = LetterNgram["file", 10](x);',
        "obs x = 3;",
        "obs f(t) = A[toInt(t)] for T t, U u : t != @0;",
        "query {f(s), g(t) for T s, T t : s != t};",
        "query [f(t) for T t];",
        "query {T x};",
        "query #{T x : a} + #T;",
        "query [1, 2; 3, 4];",
        "query [1, 2;];",
        "query [[], {}];",
        "query x for T t;",
        "query exists T x forall U y !a & -b == @3;",
        "query a & exists T x b;",
        "query (((a + b) * c)[0])[1];",
        'query D[a, b] == "\\n\\"\\u0000é";',
    ],
)
def test_canonical_text_is_printed_as_it_is(text: str) -> None:
    assert print_statement(statement(text)) == text


@pytest.mark.parametrize(
    ("tree", "text"),
    [
        (s.Binary("*", s.Binary("+", s.Name("a"), s.Name("b")), s.Name("c")), "(a + b) * c"),
        (s.Binary("-", s.Name("a"), s.Binary("-", s.Name("b"), s.Name("c"))), "a - (b - c)"),
        (s.Binary("<", s.Binary("<", s.Name("a"), s.Name("b")), s.Name("c")), "(a < b) < c"),
        (s.Binary("&", s.Name("a"), s.If(s.Name("b"), s.Name("c"), None)), "a & (if b then c)"),
        (
            s.If(s.Name("a"), s.Binary("&", s.Name("b"), s.If(s.Name("c"), s.Name("d"), None)), s.Name("e")),
            "if a then b & (if c then d) else e",
        ),
        (s.Unary("-", s.Binary("^", s.Name("a"), s.Name("b"))), "-(a ^ b)"),
        (s.Unary("!", s.If(s.Name("a"), s.Name("b"), None)), "!(if a then b)"),
        (s.Index(s.Unary("-", s.Name("a")), (s.Name("b"),)), "(-a)[b]"),
        (s.Index(s.Case(s.Name("a"), ((s.Name("b"), s.Name("c")),)), (s.Name("d"),)), "(case a in {b -> c})[d]"),
        (s.If(s.Name("a"), s.If(s.Name("b"), s.Name("c"), None), s.Name("d")), "if a then (if b then c) else d"),
        (
            s.If(s.Name("a"), s.Marked("~", s.If(s.Name("b"), s.Name("c"), None)), s.Name("d")),
            "if a then ~ (if b then c) else d",
        ),
        (s.If(s.If(s.Name("a"), s.Name("b"), None), s.Name("c"), None), "if (if a then b) then c"),
        (
            s.Binary("|", s.Quantified("exists", s.TypedName(s.NamedType("T"), "x"), s.Name("a")), s.Name("b")),
            "(exists T x a) | b",
        ),
        (
            s.Binary(
                "|",
                s.Binary("&", s.Name("a"), s.Quantified("exists", s.TypedName(s.NamedType("T"), "x"), s.Name("b"))),
                s.Name("c"),
            ),
            "(a & exists T x b) | c",
        ),
    ],
)
def test_parentheses_are_added_where_they_are_needed(tree: s.Expression, text: str) -> None:
    assert print_expression(tree) == text
    assert expression(text) == tree


@pytest.mark.parametrize(
    "text", ["(a) + (b * c)", "f((a), (b))", "if (a) then (b)", "(if a then b) + c", "-(a)", "{(a)}"]
)
def test_parentheses_that_were_written_are_kept(text: str) -> None:
    assert print_expression(expression(text)) == text


@pytest.mark.parametrize(
    ("value", "text"),
    [(0.5, "0.5"), (1.0, "1.0"), (1e-300, "1e-300"), (1e22, "1e+22"), (123456.75, "123456.75")],
)
def test_reals_are_printed_such_that_they_are_read_back(value: float, text: str) -> None:
    assert print_expression(s.Literal_("real", value)) == text
    assert expression(text) == s.Literal_("real", value)


def test_double_parentheses_become_single() -> None:
    assert print_expression(expression("((a)) + (((b)))")) == "(a) + (b)"


@pytest.mark.parametrize(
    "text",
    [
        """\
random Boolean Recommends(Login x, Login y) ~
    if x != y & Transaction(x, y) then
        if Owner(x) == Owner(y) then BooleanDistrib(0.99)
        elseif Honest(Owner(x)) then
            case [Honest(Owner(x)), Honest(Owner(y))] in {
                [true, true] -> BooleanDistrib(0.9),
                [true, false] -> BooleanDistrib(0.1)
            }
        else if Honest(Owner(y)) then ~ BooleanDistrib(0.2)
        else = true
    else BooleanDistrib(0.3);
""",
        """\
random Res NthAuthor(Pub p, NaturalNum n)
    if n < NumAuthors(p) & AnotherConditionThatIsLong(p, n) then ~ Uniform(Res r)
    else = TheOnlyAuthorWeKnow;
""",
        """\
random Color Paint ~ Categorical({
    RatherLongColor -> 0.3,
    AnotherRatherLongColor -> 0.3,
    AThirdRatherLongColor -> 0.4
});
""",
        """\
random Color Paint(Ball b) ~
    Categorical({RatherLongColor -> 0.3, AnotherRatherLongColor -> 0.3, AThirdLongColor -> 0.4});
""",
        """\
fixed RealMatrix M = [
    1000.0, 1001.0, 1002.0, 1003.0, 1004.0, 1005.0, 1006.0, 1007.0;
    2000.0, 2001.0, 2002.0, 2003.0, 2004.0, 2005.0, 2006.0, 2007.0
];
""",
        """\
query UniformChoice({
    1000, 1001, 1002, 1003, 1004, 1005, 1006, 1007, 1008, 1009, 1010, 1011, 1012, 1013, 1014, 1015,
    1016, 1017
});
""",
        """\
query a_quite_long_condition(x, y)
    & another_quite_long_condition(y, z)
    & a_third_long_condition(z, w)
    & (d => e);
""",
        """\
query FormatModel(
    TitleText(a_long_argument),
    AuthListSuffix(a_long_argument, 0),
    Another(b_long_argument, 1)
);
""",
        """\
random String AuthListSuffix(
    Citation the_citation,
    NaturalNum the_number,
    Publication the_publication,
    Res r
) ~ x;
""",
        """\
query {
    f(first_variable), g(second_variable)
    for Aircraft first_variable, Aircraft second_variable : first_variable != second_variable
};
""",
        """\
random Publication Target(Citation c) ~ UniformChoice({
    p for Publication p : p != Source(c) & Author(p) != Author(Source(c)) & Title(p) != Title(c)
});
""",
        """\
obs a_function_with_a_long_name(an_argument) = A[toInt(an_argument)]
    for Timestep an_argument : an_argument != @0;
""",
        """\
query exists Person first
    exists Person second (first != second) & (Birthday(first) == Birthday(second) | x(first));
""",
        """\
distinct Person Person10, Person11, Person12, Person13, Person14, Person15, Person16, Person17,
    Person18, Person19;
""",
    ],
)
def test_long_statements_are_broken(text: str) -> None:
    on_one_line = " ".join(text.split())
    assert len(on_one_line) > LINE_WIDTH
    assert print_program(program(on_one_line)) == text


def test_a_line_may_be_full_but_not_longer() -> None:
    full = "query f({});"
    name = "x" * (LINE_WIDTH - len(full) + 2)
    assert print_statement(statement(full.format(name))) == full.format(name)
    assert "\n" in print_statement(statement(full.format(name + "x")))


def test_what_cannot_be_broken_is_long() -> None:
    text = f'query "{"x" * 200}";'
    assert print_statement(statement(text)) == text


def test_only_known_nodes_are_printed() -> None:
    with pytest.raises(TypeError, match="no way to print Expression"):
        print_expression(s.Expression())
    with pytest.raises(TypeError, match="no way to print Statement"):
        print_statement(s.Statement())
