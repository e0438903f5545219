"""Functions of strings; the edit distance against its definition."""

from __future__ import annotations

from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from noumena.model.values import Value
from tests.model.functions.calling import call, error_of, same

LONG = "a" * 10_000


@pytest.mark.parametrize(
    ("name", "arguments", "expected"),
    [
        ("concat", ("a",), "a"),
        ("concat", ("a", "", "bc"), "abc"),
        ("concat", (("a", "b"),), "ab"),
        ("concat", ((),), ""),
        ("concat", (("a", None),), None),
        ("join", (("a", "b", "c"), ", "), "a, b, c"),
        ("join", ((), ", "), ""),
        ("join", (("a", None), ", "), None),
        ("repeat", ("ab", 3), "ababab"),
        ("repeat", ("ab", 0), ""),
        ("repeat", ("", 2**62), ""),
        ("length", ("",), 0),
        ("length", ("naïve",), 5),
        ("length", ((1, None, 3),), 3),
        ("size", ("abc",), 3),
        ("size", ((1.5, 2.5),), 2),
        ("substring", ("abcdef", 1, 3), "bc"),
        ("substring", ("abc", 0, 3), "abc"),
        ("substring", ("abc", 3, 3), ""),
        ("charAt", ("abc", 2), "c"),
        ("indexOf", ("banana", "na"), 2),
        ("indexOf", ("banana", "x"), -1),
        ("contains", ("banana", "nan"), True),
        ("contains", ("nan", "banana"), False),
        ("startsWith", ("banana", "ban"), True),
        ("startsWith", ("banana", "an"), False),
        ("endsWith", ("banana", "na"), True),
        ("endsWith", ("banana", "ban"), False),
        ("upper", ("aBc",), "ABC"),
        ("lower", ("aBc",), "abc"),
        ("trim", ("  a b\t\n",), "a b"),
        ("replace", ("banana", "an", "o"), "booa"),
        ("replace", ("aaa", "aa", "b"), "ba"),
        ("replace", ("abc", "x", "yy"), "abc"),
        ("split", ("a,,b,", ","), ("a", "", "b", "")),
        ("split", ("abc", ", "), ("abc",)),
        ("tokens", ("  two  words\n",), ("two", "words")),
        ("tokens", ("",), ()),
        ("reverse", ("abc",), "cba"),
        ("editDistance", ("kitten", "sitting"), 3),
        ("editDistance", ("", "abc"), 3),
        ("editDistance", ("abc", ""), 3),
        ("editDistance", ("same", "same"), 0),
        ("jaroWinkler", ("", ""), 1.0),
        ("jaroWinkler", ("abc", "abc"), 1.0),
        ("jaroWinkler", ("abc", ""), 0.0),
        ("jaroWinkler", ("abc", "xyz"), 0.0),
        ("jaccard", ("", " "), 1.0),
        ("jaccard", ("a b c", "b c d"), 0.5),
        ("jaccard", ("a a b", "b a"), 1.0),
        ("jaccard", ("a", ""), 0.0),
    ],
)
def test_result(name: str, arguments: tuple[Value, ...], expected: Value) -> None:
    assert same(call(name, *arguments), expected)


@pytest.mark.parametrize(
    ("name", "arguments", "message"),
    [
        ("repeat", ("ab", -1), "repeat: the count is -1 but it must be at least 0"),
        ("repeat", ("ab", 10**10), "repeat: the result would have 20000000000 elements, more than 10000000"),
        (
            "substring",
            ("abcdefghij", 3, 12),
            "substring from 3 to 12: the ends must be in order and lie in 0…10, the string's length",
        ),
        (
            "substring",
            ("abc", 2, 1),
            "substring from 2 to 1: the ends must be in order and lie in 0…3, the string's length",
        ),
        (
            "substring",
            ("abc", -1, 1),
            "substring from -1 to 1: the ends must be in order and lie in 0…3, the string's length",
        ),
        ("charAt", ("abc", 3), "index 3 is outside 0…2"),
        ("charAt", ("", 0), "index 0 is outside an empty range"),
        ("replace", ("abc", "", "x"), "replace: the string to replace is empty"),
        ("replace", (LONG, "a", LONG), "replace: the result would have 100000000 elements, more than 10000000"),
        ("split", ("abc", ""), "split: the separator is empty; tokens(s) splits at white space"),
        ("join", (("",) * 10_001, LONG), "join: the result would have 100000000 elements, more than 10000000"),
        ("concat", ((LONG,) * 10_000,), "concat: the result would have 100000000 elements, more than 10000000"),
    ],
)
def test_error(name: str, arguments: tuple[Value, ...], message: str) -> None:
    assert error_of(name, *arguments) == message


@pytest.mark.parametrize(
    ("a", "b", "jaro", "prefix"),
    [
        # Matches and transpositions counted by hand.
        ("MARTHA", "MARHTA", (6 / 6 + 6 / 6 + 5 / 6) / 3, 3),
        ("DIXON", "DICKSONX", (4 / 5 + 4 / 8 + 4 / 4) / 3, 2),
        ("DWAYNE", "DUANE", (4 / 6 + 4 / 5 + 4 / 4) / 3, 1),
        ("a", "b", 0.0, 0),
        ("abcd", "xyaz", 0.0, 0),  # the a is one place too far
        ("abcd", "xayz", (1 / 4 + 1 / 4 + 1) / 3, 0),
        ("abcdefgh", "abcdefgx", (7 / 8 + 7 / 8 + 1) / 3, 4),
    ],
)
def test_jaro_winkler(a: str, b: str, jaro: float, prefix: int) -> None:
    expected = jaro + 0.1 * prefix * (1 - jaro)
    assert call("jaroWinkler", a, b) == pytest.approx(expected, abs=1e-15)


WORDS = st.text("abc", max_size=7)


@given(WORDS, WORDS)
def test_jaro_winkler_lies_between_0_and_1_and_is_1_only_for_equal_strings(a: str, b: str) -> None:
    likeness = call("jaroWinkler", a, b)
    assert 0 <= likeness <= 1
    assert (likeness == 1) == (a == b)


@given(WORDS, WORDS)
def test_edit_distance_is_that_of_its_definition(a: str, b: str) -> None:
    @cache
    def distance(x: str, y: str) -> int:
        if not x or not y:
            return len(x) + len(y)
        return min(
            distance(x[1:], y) + 1,
            distance(x, y[1:]) + 1,
            distance(x[1:], y[1:]) + (x[0] != y[0]),
        )

    assert call("editDistance", a, b) == distance(a, b)


@given(st.text(), st.text(min_size=1, max_size=3))
def test_join_undoes_split(text: str, separator: str) -> None:
    assert call("join", call("split", text, separator), separator) == text


@given(st.text(max_size=20), st.data())
def test_a_string_is_its_substrings_one_after_the_other(text: str, data: st.DataObject) -> None:
    cut = data.draw(st.integers(0, len(text)))
    parts = call("substring", text, 0, cut), call("substring", text, cut, len(text))
    assert call("concat", *parts) == text
    assert call("concat", parts) == text
