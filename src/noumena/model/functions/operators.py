"""Arithmetic, comparison and indexing, keyed by the operator's symbol.

Integers divide toward zero and their remainder has the sign of the dividend, so a == (a / b) * b + a % b. Reals follow
IEEE arithmetic except that dividing by zero is an error. `^` always gives a real.
"""

from __future__ import annotations

import math
import operator

import numpy as np

from noumena.model.functions.limits import check_index, check_size, fit
from noumena.model.functions.scalars import ORDERED, power
from noumena.model.functions.time import earlier, elapsed, later
from noumena.model.library import Builtin
from noumena.model.types import (
    BOOLEAN,
    INTEGER,
    MATRIX,
    REAL,
    STRING,
    TIMESTEP,
    ArrayType,
    MapType,
    Signature,
    Type,
    TypeVariable,
)
from noumena.model.values import MapValue, Matrix, Value


def add_integers(a: int, b: int) -> int:
    """The sum, which must fit 64 bits."""
    return fit(a + b, "{} + {}", a, b)


def subtract_integers(a: int, b: int) -> int:
    """The difference, which must fit 64 bits."""
    return fit(a - b, "{} - {}", a, b)


def multiply_integers(a: int, b: int) -> int:
    """The product, which must fit 64 bits."""
    return fit(a * b, "{} * {}", a, b)


def negate_integer(n: int) -> int:
    """-n, which must fit 64 bits."""
    return fit(-n, "-({})", n)


def divide_integers(a: int, b: int) -> int:
    """The quotient without its fraction: 7 / 2 = 3, -7 / 2 = -3."""
    if b == 0:
        raise ValueError("division by zero")
    quotient = abs(a) // abs(b)
    return fit(quotient if (a < 0) == (b < 0) else -quotient, "{} / {}", a, b)


def remainder_of_integers(a: int, b: int) -> int:
    """a - (a / b) * b, of the sign of a: 7 % -2 = 1, -7 % 2 = -1."""
    if b == 0:
        raise ValueError("division by zero")
    size = abs(a) % abs(b)
    return -size if a < 0 else size


def divide_reals(a: float, b: float) -> float:
    """The quotient."""
    if b == 0:
        raise ValueError("division by zero")
    return a / b


def remainder_of_reals(a: float, b: float) -> float:
    """a - n b for n = a / b without its fraction, of the sign of a; NaN for an infinite a."""
    if b == 0:
        raise ValueError("division by zero")
    return math.fmod(a, b) if math.isfinite(a) else math.nan


def join_strings(a: str, b: str) -> str:
    """The second string put after the first."""
    check_size("+", len(a) + len(b))
    return a + b


def _shape(matrix: Matrix) -> str:
    rows, columns = matrix.shape
    return f"{rows}×{columns}"


def _check_same_shape(symbol: str, a: Matrix, b: Matrix) -> None:
    if a.shape != b.shape:
        raise ValueError(f"{symbol} needs matrices of the same shape, not {_shape(a)} and {_shape(b)}")


@np.errstate(all="ignore")
def add_matrices(a: Matrix, b: Matrix) -> Matrix:
    """The sums of the entries of two matrices of the same shape."""
    _check_same_shape("+", a, b)
    return Matrix.of(a.array + b.array)


@np.errstate(all="ignore")
def subtract_matrices(a: Matrix, b: Matrix) -> Matrix:
    """The differences of the entries of two matrices of the same shape."""
    _check_same_shape("-", a, b)
    return Matrix.of(a.array - b.array)


@np.errstate(all="ignore")
def multiply_matrices(a: Matrix, b: Matrix) -> Matrix:
    """The matrix product: a has as many columns as b has rows."""
    if a.shape[1] != b.shape[0]:
        raise ValueError(
            f"* needs as many columns on the left as rows on the right, not matrices {_shape(a)} and {_shape(b)}"
        )
    check_size("*", a.shape[0] * b.shape[1])
    return Matrix.of(a.array @ b.array)


@np.errstate(all="ignore")
def scale_matrix(factor: float, matrix: Matrix) -> Matrix:
    """Each entry times the factor."""
    return Matrix.of(factor * matrix.array)


def matrix_scaled(matrix: Matrix, factor: float) -> Matrix:
    """Each entry times the factor."""
    return scale_matrix(factor, matrix)


@np.errstate(all="ignore")
def divide_matrix(matrix: Matrix, divisor: float) -> Matrix:
    """Each entry divided by the divisor."""
    if divisor == 0:
        raise ValueError("division by zero")
    return Matrix.of(matrix.array / divisor)


def negate_matrix(matrix: Matrix) -> Matrix:
    """Each entry with the other sign."""
    return Matrix.of(-matrix.array)


def element(sequence: tuple[Value, ...] | str, index: int) -> Value:
    """The element of an array, or the character of a string, at an index from 0."""
    check_index(index, len(sequence))
    return sequence[index]


def entry_in_columns(matrix: Matrix, index: int) -> float:
    """The entry at an index that runs down the first column, then the second, and so on."""
    rows, columns = matrix.shape
    check_index(index, rows * columns)
    return matrix.rows[index % rows][index // rows]


def entry(matrix: Matrix, row: int, column: int) -> float:
    """The entry in a row and a column, both counted from 0."""
    rows, columns = matrix.shape
    check_index(row, rows, "row")
    check_index(column, columns, "column")
    return matrix.rows[row][column]


def look_up(mapping: MapValue, key: Value) -> Value:
    """The value of a key in a map, null if there is none."""
    return mapping.entries.get(key)


_T, _K, _V = TypeVariable("T"), TypeVariable("K"), TypeVariable("V")


def _closed(type_: Type) -> Signature:
    """Two operands of a type, and the result too."""
    return Signature((type_, type_), type_)


def _comparison(symbol: str) -> tuple[Builtin, ...]:
    compare = {"<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge}[symbol]
    return tuple(Builtin(symbol, Signature((type_, type_), BOOLEAN), compare) for type_ in ORDERED)


OPERATORS: dict[str, tuple[Builtin, ...]] = {
    "+": (
        Builtin("+", _closed(INTEGER), add_integers),
        Builtin("+", _closed(REAL), operator.add),
        Builtin("+", Signature((TIMESTEP, INTEGER), TIMESTEP), later),
        Builtin("+", _closed(STRING), join_strings),
        Builtin("+", _closed(MATRIX), add_matrices),
    ),
    "-": (
        Builtin("-", _closed(INTEGER), subtract_integers),
        Builtin("-", _closed(REAL), operator.sub),
        Builtin("-", Signature((TIMESTEP, INTEGER), TIMESTEP), earlier),
        Builtin("-", Signature((TIMESTEP, TIMESTEP), INTEGER), elapsed),
        Builtin("-", _closed(MATRIX), subtract_matrices),
    ),
    "*": (
        Builtin("*", _closed(INTEGER), multiply_integers),
        Builtin("*", _closed(REAL), operator.mul),
        Builtin("*", _closed(MATRIX), multiply_matrices),
        Builtin("*", Signature((REAL, MATRIX), MATRIX), scale_matrix),
        Builtin("*", Signature((MATRIX, REAL), MATRIX), matrix_scaled),
    ),
    "/": (
        Builtin("/", _closed(INTEGER), divide_integers),
        Builtin("/", _closed(REAL), divide_reals),
        Builtin("/", Signature((MATRIX, REAL), MATRIX), divide_matrix),
    ),
    "%": (
        Builtin("%", _closed(INTEGER), remainder_of_integers),
        Builtin("%", _closed(REAL), remainder_of_reals),
    ),
    "^": (Builtin("^", _closed(REAL), power),),
    "neg": (
        Builtin("neg", Signature((INTEGER,), INTEGER), negate_integer),
        Builtin("neg", Signature((REAL,), REAL), operator.neg),
        Builtin("neg", Signature((MATRIX,), MATRIX), negate_matrix),
    ),
    **{symbol: _comparison(symbol) for symbol in ("<", "<=", ">", ">=")},
    "[]": (
        Builtin("[]", Signature((ArrayType(_T), INTEGER), _T), element),
        Builtin("[]", Signature((MapType(_K, _V), _K), _V), look_up),
        Builtin("[]", Signature((STRING, INTEGER), STRING), element),
        Builtin("[]", Signature((MATRIX, INTEGER), REAL), entry_in_columns),
        Builtin("[]", Signature((MATRIX, INTEGER, INTEGER), REAL), entry),
    ),
}
