"""Conversions and the BLOG text of values."""

from __future__ import annotations

import json
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from noumena.model.functions import render
from noumena.model.functions.conversions import to_real
from noumena.model.recursion import deep_recursion
from noumena.model.values import Application, Bag, Generated, Guaranteed, MapValue, Matrix, Timestep, Unused, Value
from tests.model.functions.calling import call, error_of, same

INF, NAN = math.inf, math.nan
LARGEST = 2**63 - 1
RED, BLUE = Guaranteed("Color", 0, "Red"), Guaranteed("Color", 1, "Blue")
BALL, LATER_BALL = (Generated(Application("Ball", 0, (RED,)), label) for label in (2, 10))


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (None, "null"),
        (True, "true"),
        (False, "false"),
        (12, "12"),
        (-3, "-3"),
        (1.0, "1.0"),
        (0.1, "0.1"),
        (1e300, "1e+300"),
        (INF, "inf"),
        (NAN, "nan"),
        ('say "hi"\\\n\t\x01 é', '"say \\"hi\\"\\\\\\n\\t\\u0001 é"'),
        (Timestep(3), "@3"),
        (RED, "Red"),
        (BALL, "Ball(Red)@2"),
        (Unused(BALL.application, 4), "4 other Ball"),
        ((1, 2), "[1, 2]"),
        (("a", None), '["a", null]'),
        (((1.5,), ()), "[[1.5], []]"),
        (Matrix([[1, 2], [3, 4.5]]), "[1, 2; 3, 4.5]"),
        (Matrix([[1, 2]]), "[1, 2]"),
        (Matrix([[1], [2]]), "[1; 2]"),
        (Matrix([]), "[]"),
        (Matrix([[], []]), "[]"),
        (Bag([]), "{}"),
        (Bag([10, 9, -1, 9]), "{-1, 9, 9, 10}"),
        (Bag([2.5, NAN, -INF]), "{-inf, 2.5, nan}"),
        (Bag([True, False]), "{false, true}"),
        (Bag(["b", "a", None]), '{"a", "b", null}'),
        (Bag([BLUE, RED]), "{Red, Blue}"),
        (Bag([LATER_BALL, BALL, Unused(BALL.application, 4)]), "{Ball(Red)@2, Ball(Red)@10, 4 other Ball}"),
        (Bag([Timestep(10), Timestep(9)]), "{@9, @10}"),
        (Bag([(2, 1), (1, 2)]), "{[1, 2], [2, 1]}"),
        (MapValue({BLUE: 0.7, RED: 0.3}), "{Red -> 0.3, Blue -> 0.7}"),
    ],
)
def test_render(value: Value, expected: str) -> None:
    assert render(value) == expected
    if value is not None and not isinstance(value, str) and "Ball" not in expected:
        assert call("toString", value) == expected


def test_to_string_leaves_quotes_only_inside() -> None:
    assert call("toString", 'a "b"') == 'a "b"'
    assert call("toString", ("a",)) == '["a"]'


@given(st.text())
def test_rendered_strings_read_back(text: str) -> None:
    rendered = render(text)
    assert json.loads(rendered) == text
    assert "\n" not in rendered


MEMBERS = st.integers() | st.floats() | st.text(max_size=3) | st.none() | st.sampled_from([RED, BALL, LATER_BALL, BLUE])


@given(st.lists(MEMBERS, max_size=6).flatmap(lambda members: st.tuples(st.just(members), st.permutations(members))))
def test_the_order_in_which_members_are_given_does_not_matter(orders: tuple[list[Value], list[Value]]) -> None:
    assert render(Bag(orders[0])) == render(Bag(orders[1]))


def test_a_value_nested_too_deeply_is_an_error() -> None:
    person: Value = None
    for _ in range(20_000):
        person = Generated(Application("Person", 0, (person,)), 1)
    with pytest.raises(ValueError, match=r"^toString of a value that is nested too deeply$"):
        render(person)
    with deep_recursion(), pytest.raises(ValueError, match=r"^toString of a value that is nested too deeply$"):
        render(person)


@pytest.mark.parametrize(
    ("name", "value", "expected"),
    [
        ("toInt", 3, 3),
        ("toInt", 2.9, 2),
        ("toInt", -2.9, -2),
        ("toInt", False, 0),
        ("toInt", True, 1),
        ("toInt", Timestep(4), 4),
        ("toInt", " -12 ", -12),
        ("toInt", BLUE, 1),
        ("toReal", 3, 3.0),
        ("toReal", 2.5, 2.5),
        ("toReal", True, 1.0),
        ("toReal", "1.5e3", 1500.0),
        ("toReal", "-inf", -INF),
        ("toReal", Matrix([[7]]), 7.0),
        ("toTimestep", 3, Timestep(3)),
        ("isEmptyString", "", True),
        ("isEmptyString", " ", False),
    ],
)
def test_result(name: str, value: Value, expected: Value) -> None:
    assert same(call(name, value), expected)


OTHERS = "it takes a number, a Boolean, a timestep, a string or a guaranteed object"


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [
        ("toInt", NAN, "toInt of nan: the argument must be finite"),
        ("toInt", -INF, "toInt of -inf: the argument must be finite"),
        ("toInt", 1e19, "toInt of 1e+19 does not fit a 64-bit integer"),
        ("toInt", "two", 'toInt of "two": the string must hold a whole number that fits 64 bits'),
        ("toInt", "1_000", 'toInt of "1_000": the string must hold a whole number that fits 64 bits'),
        ("toInt", str(2**63), f'toInt of "{2**63}": the string must hold a whole number that fits 64 bits'),
        ("toInt", BALL, f"toInt of Ball(Red)@2: {OTHERS}"),
        ("toString", BALL, "toString of an object that has no name"),
        ("toString", Bag([(BALL,)]), "toString of an object that has no name"),
        ("toString", MapValue({1: BALL}), "toString of an object that has no name"),
        ("toInt", Matrix([[1]]), f"toInt of [1]: {OTHERS}"),
        ("toReal", "one", 'toReal of "one": the string must hold a number'),
        ("toReal", "1_0", 'toReal of "1_0": the string must hold a number'),
        ("toReal", Matrix([[1, 2]]), "toReal needs a 1×1 matrix, not 1×2"),
        ("toTimestep", -1, "toTimestep of -1: the number must be at least 0"),
    ],
)
def test_error(name: str, value: Value, message: str) -> None:
    assert error_of(name, value) == message


def test_integers_beyond_all_reals_are_infinite() -> None:
    assert to_real(10**400) == INF
    assert to_real(-(10**400)) == -INF


@given(st.integers(-(2**63), LARGEST))
def test_integers_read_back_from_their_text(n: int) -> None:
    assert call("toInt", call("toString", n)) == n


@given(st.floats())
def test_reals_read_back_from_their_text(x: float) -> None:
    assert same(call("toReal", call("toString", x)), x)
