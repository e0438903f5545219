"""Making matrices and taking them apart; rows and columns count from 0, and ranges include both ends.

A matrix without rows has no columns either: `zeros(0, 3)` is 0×0.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import numpy.typing as npt

from noumena.model.functions.limits import check_range, check_size
from noumena.model.library import Builtin
from noumena.model.types import INTEGER, MATRIX, REAL, Signature
from noumena.model.values import Matrix


def filled(name: str, entry: float) -> Callable[..., Matrix]:
    """The function that makes a matrix with all entries the same; with one argument it is square."""

    def fill(rows: int, columns: int | None = None) -> Matrix:
        width = rows if columns is None else columns
        _check_counts(name, rows, width)
        return Matrix(((entry,) * width,) * rows)

    return fill


def eye(rows: int, columns: int | None = None) -> Matrix:
    """The matrix with 1 on the diagonal and 0 elsewhere; with one argument it is square."""
    width = rows if columns is None else columns
    _check_counts("eye", rows, width)
    return Matrix.of(np.eye(rows, width))


def _check_counts(name: str, rows: int, columns: int) -> None:
    if rows < 0 or columns < 0:
        raise ValueError(f"{name}: a matrix cannot be {rows}×{columns}; both counts must be at least 0")
    check_size(name, rows * columns)
    check_size(name, max(rows, columns))  # rows without entries take room too


def repmat(matrix: Matrix, down: int, across: int) -> Matrix:
    """The matrix repeated as a block, so many times downwards and across."""
    if down < 0 or across < 0:
        raise ValueError(f"repmat: the counts are {down} and {across} but they must be at least 0")
    _check_counts("repmat", matrix.shape[0] * down, matrix.shape[1] * across)
    return Matrix([row * across for row in matrix.rows] * down)


def to_matrix(matrix: Matrix) -> Matrix:
    """The matrix itself: arrays of numbers are made matrices on the way to every function of a matrix."""
    return matrix


def submat(matrix: Matrix, row1: int, column1: int, row2: int, column2: int) -> Matrix:
    """The entries in rows row1 to row2 and columns column1 to column2."""
    check_range(row1, row2, matrix.shape[0], "row")
    check_range(column1, column2, matrix.shape[1], "column")
    return Matrix(row[column1 : column2 + 1] for row in matrix.rows[row1 : row2 + 1])


def getrows(matrix: Matrix, first: int, last: int) -> Matrix:
    """The rows first to last."""
    check_range(first, last, matrix.shape[0], "row")
    return Matrix(matrix.rows[first : last + 1])


def getrow(matrix: Matrix, row: int) -> Matrix:
    """One row, a matrix of one row."""
    return getrows(matrix, row, row)


def getcols(matrix: Matrix, first: int, last: int) -> Matrix:
    """The columns first to last."""
    check_range(first, last, matrix.shape[1], "column")
    return Matrix(row[first : last + 1] for row in matrix.rows)


def getcol(matrix: Matrix, column: int) -> Matrix:
    """One column, a matrix of one column."""
    return getcols(matrix, column, column)


def vstack(*matrices: Matrix) -> Matrix:
    """The matrices one below the other; they have the same number of columns."""
    widths = [m.shape[1] for m in matrices]
    if len(set(widths)) > 1:
        raise ValueError(f"vstack: the matrices must have the same number of columns, not {_listed(widths)}")
    check_size("vstack", sum(m.shape[0] for m in matrices) * widths[0])
    return Matrix(row for m in matrices for row in m.rows)


def hstack(*matrices: Matrix) -> Matrix:
    """The matrices side by side; they have the same number of rows."""
    heights = [m.shape[0] for m in matrices]
    if len(set(heights)) > 1:
        raise ValueError(f"hstack: the matrices must have the same number of rows, not {_listed(heights)}")
    check_size("hstack", sum(m.shape[1] for m in matrices) * heights[0])
    return Matrix(np.hstack([m.array for m in matrices]).tolist())


def _listed(numbers: list[int]) -> str:
    return ", ".join(map(str, numbers[:-1])) + f" and {numbers[-1]}"


def column_of_numbers(*numbers: float) -> Matrix:
    """A matrix of one column."""
    return Matrix((x,) for x in numbers)


def row_of_numbers(*numbers: float) -> Matrix:
    """A matrix of one row."""
    return Matrix((numbers,))


def transpose(matrix: Matrix) -> Matrix:
    """The matrix with rows and columns exchanged."""
    return Matrix(zip(*matrix.rows, strict=True))


def diag(matrix: Matrix) -> Matrix:
    """Of a vector the square matrix with it on the diagonal; of another matrix its diagonal, as a column."""
    if 1 in matrix.shape:
        return _diagonal_matrix("diag", matrix.array.flatten())
    return Matrix((row[i],) for i, row in enumerate(matrix.rows[: matrix.shape[1]]))


def diagmat(matrix: Matrix) -> Matrix:
    """Of a vector the square matrix with it on the diagonal; of a square matrix itself with 0 off the diagonal."""
    rows, columns = matrix.shape
    if 1 in matrix.shape:
        return _diagonal_matrix("diagmat", matrix.array.flatten())
    if rows != columns:
        raise ValueError(f"diagmat needs a vector or a square matrix, not {rows}×{columns}")
    return _diagonal_matrix("diagmat", matrix.array.diagonal())


def _diagonal_matrix(name: str, values: npt.NDArray[np.float64]) -> Matrix:
    check_size(name, values.size**2)
    return Matrix.of(np.diag(values))


_MATRICES = Signature((MATRIX,), MATRIX, variadic=True)
_NUMBERS = Signature((REAL,), MATRIX, variadic=True)
_ONE_COUNT = Signature((INTEGER,), MATRIX)
_TWO_COUNTS = Signature((INTEGER, INTEGER), MATRIX)
_WHOLE = Signature((MATRIX,), MATRIX)
_PICK_ONE = Signature((MATRIX, INTEGER), MATRIX)
_PICK_TWO = Signature((MATRIX, INTEGER, INTEGER), MATRIX)
_CONSTRUCTORS = {"eye": eye, "zeros": filled("zeros", 0.0), "ones": filled("ones", 1.0)}

FUNCTIONS: tuple[Builtin, ...] = (
    *(Builtin(name, _ONE_COUNT, function) for name, function in _CONSTRUCTORS.items()),
    *(Builtin(name, _TWO_COUNTS, function) for name, function in _CONSTRUCTORS.items()),
    Builtin("repmat", _PICK_TWO, repmat),
    Builtin("toMatrix", _WHOLE, to_matrix),
    Builtin("submat", Signature((MATRIX, INTEGER, INTEGER, INTEGER, INTEGER), MATRIX), submat),
    Builtin("getrow", _PICK_ONE, getrow),
    Builtin("getrows", _PICK_TWO, getrows),
    Builtin("getcol", _PICK_ONE, getcol),
    Builtin("getcols", _PICK_TWO, getcols),
    Builtin("vstack", _MATRICES, vstack),
    Builtin("vstack", _NUMBERS, column_of_numbers),
    Builtin("hstack", _MATRICES, hstack),
    Builtin("hstack", _NUMBERS, row_of_numbers),
    Builtin("transpose", _WHOLE, transpose),
    Builtin("trans", _WHOLE, transpose),
    Builtin("diag", _WHOLE, diag),
    Builtin("diagmat", _WHOLE, diagmat),
)
