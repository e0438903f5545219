"""What is told about wrong texts: each message, where it points, and what would work."""

from __future__ import annotations

import pytest

from noumena.language.parser import parse_expression
from noumena.model.source import SourceFile
from tests.language.reading import complaint, complaints

ASSIGNMENT = "use ~ in a random function, = in a fixed one and in evidence, == to compare"
NAME_MISSING = "a type and a name belong here, as in `Ball b`"
BEGINNINGS = "statements begin with type, distinct, origin, random, fixed, param, distribution, obs, query or #"


@pytest.mark.parametrize(
    ("text", "pointed", "message", "hint"),
    [
        # Characters and literals
        ("query x $ y;", "$", "unexpected character `$`", None),
        (
            "query café;",
            "é",
            "unexpected character `é`",
            "names are made of the letters a to z and A to Z, digits and _",
        ),
        ("query a\u00a0b;", "\u00a0", "unexpected character U+00A0", "it cannot be seen; write a plain space"),
        ("query a\x00;", "\x00", "unexpected character U+0000", "it cannot be seen; write a plain space"),
        ('query "abc;', '"abc;', "a string is not closed", 'it ends with " on the same line'),
        ("query 'a;", "'a;", "a string is not closed", "it ends with ' on the same line"),
        ('query "abc\\', '"abc\\', "a string is not closed", 'it ends with " on the same line'),
        ("query x; /* y", "/*", "a comment is not closed", "it ends with */"),
        (
            r'query "\q";',
            r'"\q"',
            r"unknown escape `\q` in a string",
            r"the escapes are \n \t \r \" \' \\ and \uXXXX",
        ),
        (
            r'query "\u12";',
            r'"\u12"',
            r"unknown escape `\u` in a string",
            r"the escapes are \n \t \r \" \' \\ and \uXXXX",
        ),
        (r'query "\ud83d";', r'"\ud83d"', "half a character in a string", r"\uD800 to \uDFFF stand only in pairs"),
        (
            "query 'ab';",
            "'ab'",
            "single quotes hold one character, not 2",
            'strings are written with double quotes: "abc"',
        ),
        ("query '';", "''", "single quotes hold one character, not 0", 'strings are written with double quotes: "abc"'),
        (
            "query 9223372036854775808;",
            "9223372036854775808",
            "the integer does not fit in 64 bits",
            "the largest is 9223372036854775807; a Real has a point",
        ),
        ("query 1e999;", "1e999", "the number is too large for a Real", "the largest is about 1.8e308"),
        # Signs and words of other languages
        ("query a && b;", "&&", "unexpected `&&`", "use & for and"),
        ("query a || b;", "||", "unexpected `||`", "use | for or"),
        ("random Integer x := 3;", ":=", "unexpected `:=`", ASSIGNMENT),
        ("random Integer x <- 3;", "<", "unexpected `<`; expected `(`, `=`, `case`, `if` or `~`", ASSIGNMENT),
        ("query a and b;", "and", "unexpected `and`; expected `for` or `;`", "use & for and"),
        ("query a OR b;", "OR", "unexpected `OR`; expected `for` or `;`", "use | for or"),
        ("query not b;", "b", "unexpected `b`; expected `for` or `;`", "use ! for not"),
        ("query a ** b;", "* b", "unexpected `*`; expected an expression", "use ^ for powers"),
        ("query a <> b;", "> b", "unexpected `>`; expected an expression", "use != for different"),
        ("query a === b;", "= b", "unexpected `=`; expected an expression", "use == to compare"),
        (
            "query if a then b elif c then d;",
            "elif",
            "unexpected `elif`; expected `else`, `elseif`, `for` or `;`",
            "use elseif or else if",
        ),
        ("query x = 3;", "=", "unexpected `=`; expected `for` or `;`", "use == to compare"),
        ("query {b for Ball b : f(b) = 3};", "= 3", "unexpected `=`; expected `}`", "use == to compare"),
        ("query if x = 3 then y;", "=", "unexpected `=`; expected `then`", "use == to compare"),
        ("query 3x;", "x", "unexpected `x`; expected `for` or `;`", "a name cannot begin with a digit"),
        (
            "query forall T x : a;",
            ":",
            "unexpected `:`; expected an expression",
            "the body of a quantifier follows at once, as in `forall Ball b (…)`",
        ),
        # Brackets
        ("query f(x));", ");", "unexpected `)`", "no `(` is open here"),
        ("query x];", "]", "unexpected `]`", "no `[` is open here"),
        ("query f(1, 2];", "]", "`(` is closed by `]`", "close it with `)`"),
        ("query f(1;", "(", "unclosed `(` opened here", "`)` is missing"),
        ("query f({1, 2);", "{", "unclosed `{` opened here", "`}` is missing"),
        ("query [1, 2;", "[", "unclosed `[` opened here", "`]` is missing"),
        ("query f(g(1) + (2);", "(g", "unclosed `(` opened here", "`)` is missing"),
        ("query if (a then b;", "(", "unclosed `(` opened here", "`)` is missing"),
        ("query (a; b);", "; b", "unexpected `;`; expected `)`", None),
        ("query f(1 + );", ")", "unexpected `)`; expected an expression", None),
        # Missing words
        ("query if a else b;", "else", "`then` is missing after the condition of `if`", None),
        ("query if a;", ";", "`then` is missing after the condition of `if`", None),
        (
            "query if a then b elseif c else d;",
            "else d",
            "`then` is missing after the condition of `if`",
            None,
        ),
        (
            "query if a if b then c;",
            "if b",
            "`then` is missing after the condition of `if`",
            None,
        ),
        ("query if a b then c;", "b", "unexpected `b`; expected `then`", None),
        ("query case x {a -> b};", "{", "`in` is missing after the subject of `case`", None),
        ("query case x y in {a -> b};", "y", "unexpected `y`; expected `in`", None),
        # Statements
        ("foo x;", "foo", "a statement cannot begin with `foo`", BEGINNINGS),
        ("3;", "3", "a statement cannot begin with `3`", BEGINNINGS),
        ("Random Integer x ~ 3;", "Random", "a statement cannot begin with `Random`", "did you mean `random`?"),
        ("qurey x;", "qurey", "a statement cannot begin with `qurey`", "did you mean `query`?"),
        (
            "extern Real f(Real x);",
            "extern",
            "a statement cannot begin with `extern`",
            "functions from outside are written in Python and given along with the model",
        ),
        ("type ;", ";", "unexpected `;`; expected a name", None),
        ("type Ball Draw;", "Draw", "unexpected `Draw`; expected `,` or `;`", None),
        ("distinct Color Blue Green;", "Green", "unexpected `Green`; expected `,`, `[` or `;`", None),
        ("distinct Color D[x];", "x", "unexpected `x`; expected a whole number", None),
        ("origin A B;", ";", "unexpected `;`; expected `(`", None),
        ("random ~ 3;", "~", "unexpected `~`; expected a type", None),
        ("random Integer ~ 3;", "~", "unexpected `~`; expected a name", NAME_MISSING),
        ("random Boolean f(x) ~ 3;", ")", "unexpected `)`; expected a name", NAME_MISSING),
        ("query exists x (a);", "(", "unexpected `(`; expected a name", NAME_MISSING),
        ("query {x for x};", "}", "unexpected `}`; expected a name", NAME_MISSING),
        (
            "random Integer x;",
            ";",
            "unexpected `;`; expected `(`, `=`, `case`, `if` or `~`",
            "it is written `random Color Paint(Ball b) ~ …;`",
        ),
        (
            "fixed Integer x ~ 3;",
            "~",
            "unexpected `~`; expected `(` or `=`",
            "it is written `fixed Integer Size(Ball b) = …;`",
        ),
        (
            "#Ball(Source) ~ 3;",
            ")",
            "unexpected `)`; expected `=`",
            "it is written `#Blip(Source = a) ~ …;`",
        ),
        (
            "param Real p = 3;",
            "=",
            "unexpected `=`; expected `:` or `;`",
            "it is written `param Real p : p > 0;`",
        ),
        (
            "distribution D ~ Poisson(3);",
            "~",
            "unexpected `~`; expected `=`",
            "it is written `distribution D = …;`",
        ),
        ("obs x == 3;", ";", "unexpected `;`; expected `=`", "it is written `obs Paint(b) = Blue;`"),
        ("obs x ~ 3;", "~", "unexpected `~`; expected `=`", "it is written `obs Paint(b) = Blue;`"),
        ("obs x = ;", ";", "unexpected `;`; expected an expression", None),
        ("query List;", "List", "unexpected `List`; expected an expression", None),
        ("query [1 2];", "2", "unexpected `2`; expected `,`, `;`, `]` or `for`", None),
        ("query {a -> b, c};", "}", "unexpected `}`; expected `->`", None),
        ("query {T x, U y};", ",", "unexpected `,`; expected `:` or `}`", None),
        ("query f(x)[1, 2];", ",", "unexpected `,`; expected `]`", None),
        ("query if a then b else c else d;", "else d", "unexpected `else`; expected `for` or `;`", None),
        ("query", "", "unexpected end; expected an expression", None),
        # Keywords
        ("random Integer in ~ 3;", "in", "`in` is a keyword and cannot be a name", None),
        ("random Integer type ~ 3;", "type", "`type` is a keyword and cannot be a name", None),
        # Semicolons
        ("query x", "", "expected `;` at the end of the text", "every statement ends with `;`"),
    ],
)  # fmt: skip
def test_each_mistake_has_its_message(text: str, pointed: str, message: str, hint: str | None) -> None:
    found = complaint(text)
    assert found.severity == "error"
    assert (found.message, found.hint) == (message, hint)
    assert found.span is not None
    # `pointed` may go on behind the span, where that is needed to tell which of two is meant.
    assert text.index(pointed, found.span.start) == found.span.start
    assert pointed.startswith(found.span.text)


@pytest.mark.parametrize(
    ("second", "word"), [("random Integer x ~ 3;", "random"), ("#Ball ~ Poisson(6);", "#"), ("#Ball(F = x) ~ 3;", "#")]
)
def test_a_missing_semicolon_is_reported_where_it_belongs(second: str, word: str) -> None:
    found = complaint(f"type Ball\n{second}")
    assert (found.message, found.hint) == (f"expected `;` before `{word}`", "every statement ends with `;`")
    assert found.span is not None
    assert found.span.location == "test.blog:1:10"


def test_a_rendered_message_shows_the_line() -> None:
    assert complaint("type Ball;\nquery size({b for Ball b);\n").render() == (
        "test.blog:2:12: error: unclosed `{` opened here\n"
        "    query size({b for Ball b);\n"
        "               ^\n"
        "  help: `}` is missing"
    )


@pytest.mark.parametrize(
    ("text", "message", "hint"),
    [
        ("", "an expression is expected, but the text is empty", None),
        ("// c", "an expression is expected, but the text is empty", None),
        ("a;", "unexpected `;` behind an expression", "leave it out: only statements have one"),
        ("query a", "unexpected `query` before an expression", "leave it out: the expression is enough"),
        ("a +", "unexpected end; expected an expression", None),
        ("a b", "unexpected `b`; expected the end", None),
        ("a = b", "unexpected `=`; expected the end", "use == to compare"),
        ("f(x", "unclosed `(` opened here", "`)` is missing"),
        ("a $", "unexpected character `$`", None),
        ("a < b < c", "comparisons do not chain: `a < b < c`", "write `a < b & b < c`"),
    ],
)
def test_each_mistake_in_an_expression_has_its_message(text: str, message: str, hint: str | None) -> None:
    found, diagnostics = parse_expression(SourceFile("query", text))
    assert found is None
    assert [(diagnostic.message, diagnostic.hint) for diagnostic in diagnostics] == [(message, hint)]


def test_at_most_five_things_are_expected() -> None:
    assert complaint("query [if a then b c];").message == "unexpected `c`; expected `,`, `;`, `]`, `else` or `elseif`"


def test_a_line_that_begins_with_a_keyword_is_a_statement_of_its_own() -> None:
    first, second = complaints("random Integer\ntype ~ 3;")
    assert first.message == "unexpected `type`; expected a name"
    assert second.message == "unexpected `~`; expected a name"
