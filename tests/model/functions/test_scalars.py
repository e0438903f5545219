"""Functions of single numbers."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from noumena.model.functions import CONSTANTS
from noumena.model.types import REAL
from noumena.model.values import Timestep, Value
from tests.model.functions.calling import call, error_of, same

INF, NAN = math.inf, math.nan
LARGEST, SMALLEST = 2**63 - 1, -(2**63)


@pytest.mark.parametrize(
    ("name", "arguments", "expected"),
    [
        ("sin", (0,), 0.0),
        ("cos", (0,), 1.0),
        ("tan", (0,), 0.0),
        ("asin", (1,), math.pi / 2),
        ("acos", (1,), 0.0),
        ("atan", (INF,), math.pi / 2),
        ("atan2", (1, -1), 3 * math.pi / 4),
        ("atan2", (-1, 0), -math.pi / 2),
        ("sinh", (0,), 0.0),
        ("sinh", (-1000,), -INF),
        ("cosh", (0,), 1.0),
        ("cosh", (-1000,), INF),
        ("tanh", (1000,), 1.0),
        ("exp", (0,), 1.0),
        ("exp", (1000,), INF),
        ("exp", (-1000,), 0.0),
        ("log", (1,), 0.0),
        ("log", (INF,), INF),
        ("log10", (1000,), 3.0),
        ("sqrt", (9,), 3.0),
        ("gamma", (5,), 24.0),
        ("gamma", (200,), INF),
        ("gamma", (-5e-324,), -INF),
        ("lgamma", (1,), 0.0),
        ("lgamma", (1e306,), INF),
        ("floor", (2.7,), 2),
        ("floor", (-2.1,), -3),
        ("floor", (LARGEST,), LARGEST),
        ("ceil", (2.1,), 3),
        ("ceil", (-2.7,), -2),
        ("ceil", (5,), 5),
        ("round", (2.5,), 3),
        ("round", (-2.5,), -2),
        ("round", (2.4,), 2),
        ("round", (-2.6,), -3),
        ("round", (0.49999999999999994,), 0),
        ("round", (LARGEST,), LARGEST),
        ("abs", (-3,), 3),
        ("abs", (-3.5,), 3.5),
        ("sign", (-3,), -1),
        ("sign", (0,), 0),
        ("sign", (7,), 1),
        ("sign", (-0.5,), -1.0),
        ("sign", (0.0,), 0.0),
        ("sign", (INF,), 1.0),
        ("sign", (NAN,), NAN),
        ("pow", (2, 10), 1024.0),
        ("min", (2, 3), 2),
        ("min", (2, 1.5), 1.5),
        ("min", (NAN, 1.0), NAN),
        ("min", (1.0, NAN), NAN),
        ("min", ("b", "a"), "a"),
        ("min", (Timestep(2), Timestep(1)), Timestep(1)),
        ("max", (2, 3), 3),
        ("max", (2, 1.5), 2.0),
        ("max", (NAN, 1.0), NAN),
        ("max", (1.0, NAN), NAN),
        ("max", ("b", "a"), "b"),
        ("max", (Timestep(2), Timestep(1)), Timestep(2)),
        ("Succ", (4,), 5),
        ("Pred", (4,), 3),
    ],
)
def test_result(name: str, arguments: tuple[Value, ...], expected: Value) -> None:
    assert same(call(name, *arguments), expected)


@pytest.mark.parametrize(
    ("name", "arguments", "message"),
    [
        ("sin", (INF,), "sin of inf: the argument must be finite"),
        ("cos", (-INF,), "cos of -inf: the argument must be finite"),
        ("tan", (INF,), "tan of inf: the argument must be finite"),
        ("asin", (1.5,), "asin of 1.5: the argument must lie between -1 and 1"),
        ("acos", (-2,), "acos of -2: the argument must lie between -1 and 1"),
        ("log", (-1,), "log of -1: the argument must be positive"),
        ("log", (0,), "log of 0: the argument must be positive"),
        ("log10", (0.0,), "log10 of 0: the argument must be positive"),
        ("sqrt", (-0.25,), "sqrt of -0.25: the argument must be at least 0"),
        ("gamma", (0,), "gamma of 0: the argument must be positive or not whole"),
        ("lgamma", (-3,), "lgamma of -3: the argument must be positive or not whole"),
        ("floor", (INF,), "floor of inf: the argument must be finite"),
        ("ceil", (NAN,), "ceil of nan: the argument must be finite"),
        ("round", (1e300,), "round of 1e+300 does not fit a 64-bit integer"),
        ("abs", (SMALLEST,), "abs of -9223372036854775808 does not fit a 64-bit integer"),
        ("Succ", (LARGEST,), "Succ of 9223372036854775807 does not fit a 64-bit integer"),
        ("Pred", (SMALLEST,), "Pred of -9223372036854775808 does not fit a 64-bit integer"),
        ("pow", (0, -2), "0 ^ -2: division by zero"),
        ("pow", (-1, 0.5), "-1 ^ 0.5: a negative number can only be raised to a whole power"),
    ],
)
def test_error(name: str, arguments: tuple[Value, ...], message: str) -> None:
    assert error_of(name, *arguments) == message


@given(st.floats(-1e15, 1e15))
def test_round_gives_the_nearest_integer_and_of_two_the_larger(x: float) -> None:
    nearest = call("round", x)
    assert abs(nearest - x) <= 0.5
    assert nearest - x != -0.5


@pytest.mark.parametrize("name", ["sin", "cos", "tan", "atan", "sinh", "cosh", "tanh", "exp", "log", "log10", "sqrt"])
def test_functions_are_those_of_their_name(name: str) -> None:
    for x in (0.1, 0.7, 1.9, 12.5):
        assert call(name, x) == getattr(math, name)(x)


def test_constants() -> None:
    assert set(CONSTANTS) == {"pi", "e"}
    assert CONSTANTS["pi"] == (REAL, 3.141592653589793)
    assert CONSTANTS["e"] == (REAL, 2.718281828459045)
