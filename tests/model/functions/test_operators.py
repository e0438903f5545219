"""Arithmetic, comparison and indexing: exact results, errors, and the law of integer division."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from noumena.model.values import MapValue, Matrix, Timestep, Value
from tests.model.functions.calling import call, error_of, same

INF, NAN = math.inf, math.nan
LARGEST, SMALLEST = 2**63 - 1, -(2**63)
SQUARE = Matrix([[1, 2], [3, 4]])
ROW, COLUMN = Matrix([[5, 6]]), Matrix([[7], [8]])


@pytest.mark.parametrize(
    ("symbol", "arguments", "expected"),
    [
        ("+", (2, 3), 5),
        ("+", (2, 3.5), 5.5),
        ("+", (1e308, 1e308), INF),
        ("+", (INF, -INF), NAN),
        ("+", ("ab", "cd"), "abcd"),
        ("+", (Timestep(3), 4), Timestep(7)),
        ("+", (Timestep(3), -4), None),
        ("+", (SQUARE, SQUARE), Matrix([[2, 4], [6, 8]])),
        ("+", (ROW, (1, 1)), Matrix([[6, 7]])),
        ("+", (LARGEST, 0), LARGEST),
        ("-", (2, 3), -1),
        ("-", (2.5, 3), -0.5),
        ("-", (Timestep(3), 3), Timestep(0)),
        ("-", (Timestep(3), 4), None),
        ("-", (Timestep(3), Timestep(5)), -2),
        ("-", (SQUARE, SQUARE), Matrix([[0, 0], [0, 0]])),
        ("*", (4, -3), -12),
        ("*", (4, 0.5), 2.0),
        ("*", (1e200, -1e200), -INF),
        ("*", (SQUARE, COLUMN), Matrix([[23], [53]])),
        ("*", (2, SQUARE), Matrix([[2, 4], [6, 8]])),
        ("*", (SQUARE, 0.5), Matrix([[0.5, 1], [1.5, 2]])),
        ("/", (7, 2), 3),
        ("/", (-7, 2), -3),
        ("/", (7, -2), -3),
        ("/", (-7, -2), 3),
        ("/", (7, 2.0), 3.5),
        ("/", (1e308, 1e-10), INF),
        ("/", (SQUARE, 2), Matrix([[0.5, 1], [1.5, 2]])),
        ("%", (7, 3), 1),
        ("%", (-7, 3), -1),
        ("%", (7, -3), 1),
        ("%", (SMALLEST, -1), 0),
        ("%", (7.5, -2.0), 1.5),
        ("%", (-7.5, 2), -1.5),
        ("%", (INF, 2.0), NAN),
        ("%", (3.0, INF), 3.0),
        ("^", (2, 3), 8.0),
        ("^", (2, -1), 0.5),
        ("^", (-8, 3.0), -512.0),
        ("^", (10.0, 400.0), INF),
        ("^", (-10.0, 401.0), -INF),
        ("^", (-10.0, 400.0), INF),
        ("^", (-0.1, -401.0), -INF),
        ("neg", (3,), -3),
        ("neg", (0.0,), -0.0),
        ("neg", (SQUARE,), Matrix([[-1, -2], [-3, -4]])),
        ("<", (2, 3), True),
        ("<", (3, 3), False),
        ("<=", (3, 3.0), True),
        ("<=", (NAN, NAN), False),
        (">", (Timestep(10), Timestep(9)), True),
        (">", ("b", "abc"), True),
        (">", ("B", "a"), False),
        (">=", ("a", "a"), True),
        (">=", (Timestep(1), Timestep(2)), False),
        ("[]", ((10, 20, 30), 2), 30),
        ("[]", (((1, 2), (3, 4)), 1), (3, 4)),
        ("[]", ((None, 1), 0), None),
        ("[]", ("word", 3), "d"),
        ("[]", (MapValue({"a": 1}), "a"), 1),
        ("[]", (MapValue({"a": 1}), "b"), None),
        ("[]", (Matrix([[1, 2, 3], [4, 5, 6]]), 0), 1.0),
        ("[]", (Matrix([[1, 2, 3], [4, 5, 6]]), 1), 4.0),
        ("[]", (Matrix([[1, 2, 3], [4, 5, 6]]), 4), 3.0),
        ("[]", (Matrix([[1, 2, 3], [4, 5, 6]]), 1, 2), 6.0),
        ("[]", (((1, 2), (3, 4)), 1, 0), 3.0),
    ],
)
def test_result(symbol: str, arguments: tuple[Value, ...], expected: Value) -> None:
    assert same(call(symbol, *arguments), expected)


@pytest.mark.parametrize(
    ("symbol", "arguments", "message"),
    [
        ("+", (LARGEST, 1), "9223372036854775807 + 1 does not fit a 64-bit integer"),
        ("-", (SMALLEST, 1), "-9223372036854775808 - 1 does not fit a 64-bit integer"),
        ("*", (2**32, 2**31), "4294967296 * 2147483648 does not fit a 64-bit integer"),
        ("/", (SMALLEST, -1), "-9223372036854775808 / -1 does not fit a 64-bit integer"),
        ("neg", (SMALLEST,), "-(-9223372036854775808) does not fit a 64-bit integer"),
        ("+", (Timestep(LARGEST), 1), "@9223372036854775807 + 1 does not fit a 64-bit integer"),
        ("-", (Timestep(LARGEST), -1), "@9223372036854775807 - -1 does not fit a 64-bit integer"),
        ("/", (1, 0), "division by zero"),
        ("/", (1.0, 0.0), "division by zero"),
        ("/", (SQUARE, 0), "division by zero"),
        ("%", (1, 0), "division by zero"),
        ("%", (1.0, -0.0), "division by zero"),
        ("^", (0, -1), "0 ^ -1: division by zero"),
        ("^", (-8.0, 0.5), "-8 ^ 0.5: a negative number can only be raised to a whole power"),
        ("+", ("a" * 6_000_000, "b" * 6_000_000), "+: the result would have 12000000 elements, more than 10000000"),
        ("+", (SQUARE, ROW), "+ needs matrices of the same shape, not 2×2 and 1×2"),
        ("-", (ROW, COLUMN), "- needs matrices of the same shape, not 1×2 and 2×1"),
        (
            "*",
            (SQUARE, ROW),
            "* needs as many columns on the left as rows on the right, not matrices 2×2 and 1×2",
        ),
        (
            "*",
            (Matrix([[1.0]] * 4000), Matrix([[1.0] * 4000])),
            "*: the result would have 16000000 elements, more than 10000000",
        ),
        ("[]", (tuple(range(10)), 12), "index 12 is outside 0…9"),
        ("[]", (tuple(range(10)), -1), "index -1 is outside 0…9"),
        ("[]", ((), 0), "index 0 is outside an empty range"),
        ("[]", ("word", 4), "index 4 is outside 0…3"),
        ("[]", (SQUARE, 4), "index 4 is outside 0…3"),
        ("[]", (SQUARE, 2, 0), "row 2 is outside 0…1"),
        ("[]", (SQUARE, 0, -1), "column -1 is outside 0…1"),
    ],
)
def test_error(symbol: str, arguments: tuple[Value, ...], message: str) -> None:
    assert error_of(symbol, *arguments) == message


INTEGERS = st.integers(SMALLEST, LARGEST) | st.integers(-20, 20)


@given(INTEGERS, INTEGERS.filter(bool))
def test_quotient_and_remainder_give_back_the_dividend(a: int, b: int) -> None:
    if (a, b) == (SMALLEST, -1):
        return
    quotient, remainder = call("/", a, b), call("%", a, b)
    assert a == quotient * b + remainder
    assert abs(remainder) < abs(b)
    assert remainder == 0 or (remainder < 0) == (a < 0)


@given(st.integers(-1000, 1000), st.integers(-1000, 1000).filter(bool))
def test_the_remainder_of_reals_is_that_of_integers(a: int, b: int) -> None:
    assert call("%", float(a), float(b)) == call("%", a, b)


@given(st.lists(st.integers(0, 3), min_size=1), st.lists(st.integers(0, 3), min_size=1))
def test_strings_compare_letter_by_letter(a: list[int], b: list[int]) -> None:
    # Digits stand in the order of their characters, and lists compare as strings should.
    assert call("<", "".join(map(str, a)), "".join(map(str, b))) == (a < b)


@given(st.integers(1, 5), st.integers(1, 5))
def test_linear_index_runs_down_the_columns(rows: int, columns: int) -> None:
    matrix = Matrix([[10 * i + j for j in range(columns)] for i in range(rows)])
    in_columns = [call("[]", matrix, k) for k in range(rows * columns)]
    assert in_columns == [call("[]", matrix, i, j) for j in range(columns) for i in range(rows)]
