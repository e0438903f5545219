"""Functions of the entries of a matrix: their number, sums and extremes, and functions of each."""

from __future__ import annotations

import numpy as np

from noumena.model.functions.limits import plain
from noumena.model.library import Builtin
from noumena.model.types import INTEGER, MATRIX, REAL, Signature
from noumena.model.values import Matrix


def numrows(matrix: Matrix) -> int:
    """The number of rows."""
    return matrix.shape[0]


def numcols(matrix: Matrix) -> int:
    """The number of columns."""
    return matrix.shape[1]


@np.errstate(all="ignore")
def colsum(matrix: Matrix) -> Matrix:
    """The sums of the columns, a row."""
    return Matrix.of(matrix.array.sum(axis=0, keepdims=True))


@np.errstate(all="ignore")
def rowsum(matrix: Matrix) -> Matrix:
    """The sums of the rows, a column."""
    return Matrix.of(matrix.array.sum(axis=1, keepdims=True))


@np.errstate(all="ignore")
def matsum(matrix: Matrix) -> float:
    """The sum of all entries."""
    return float(matrix.array.sum())


def smallest_entry(matrix: Matrix) -> float | None:
    """The smallest entry, NaN if one is, and null if there are none."""
    array = matrix.array
    return float(array.min()) if array.size else None


def largest_entry(matrix: Matrix) -> float | None:
    """The largest entry, NaN if one is, and null if there are none."""
    array = matrix.array
    return float(array.max()) if array.size else None


def absolute(matrix: Matrix) -> Matrix:
    """The absolute value of each entry."""
    return Matrix.of(np.abs(matrix.array))


@np.errstate(all="ignore")
def exponential(matrix: Matrix) -> Matrix:
    """The exponential of each entry, infinite where it is too large."""
    return Matrix.of(np.exp(matrix.array))


def logarithm(matrix: Matrix) -> Matrix:
    """The natural logarithm of each entry, all of which are positive."""
    array = matrix.array
    for outside in array[array <= 0]:
        raise ValueError(f"log of a matrix with the entry {plain(outside)}: all entries must be positive")
    return Matrix.of(np.log(array))


_TO_MATRIX = Signature((MATRIX,), MATRIX)
_TO_REAL = Signature((MATRIX,), REAL)
_TO_INTEGER = Signature((MATRIX,), INTEGER)

FUNCTIONS: tuple[Builtin, ...] = (
    Builtin("numrows", _TO_INTEGER, numrows),
    Builtin("numcols", _TO_INTEGER, numcols),
    Builtin("colsum", _TO_MATRIX, colsum),
    Builtin("rowsum", _TO_MATRIX, rowsum),
    *(Builtin(name, _TO_REAL, matsum) for name in ("matsum", "accu", "sum")),
    Builtin("min", _TO_REAL, smallest_entry),
    Builtin("max", _TO_REAL, largest_entry),
    Builtin("abs", _TO_MATRIX, absolute),
    Builtin("exp", _TO_MATRIX, exponential),
    Builtin("log", _TO_MATRIX, logarithm),
)
