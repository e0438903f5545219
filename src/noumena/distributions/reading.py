"""Values read as numbers, vectors and matrices; None where a value is no such thing.

Arrays of numbers may stand for matrices, as everywhere in the language: `[1, 2]` is a row.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from noumena.model.values import Matrix, Value

_NUMBERS = (int, float, np.integer, np.floating)


def as_real(value: Value) -> float | None:
    """The value as a finite float, or None; a Boolean is no number."""
    if type(value) is not float:
        if type(value) is bool or not isinstance(value, _NUMBERS):
            return None
        try:
            value = float(value)
        except OverflowError:
            return None
    return value if math.isfinite(value) else None


def as_integer(value: Value) -> int | None:
    """The value as an int, or None; a real without a fraction counts as the integer it equals."""
    if type(value) is int:
        return value
    if type(value) is bool or not isinstance(value, _NUMBERS):
        return None
    if isinstance(value, float | np.floating):
        return int(value) if math.isfinite(value) and value == math.floor(value) else None
    return int(value)


class Vector(NamedTuple):
    """The entries of a matrix of one row or one column (of a 1 by 1 matrix: a column)."""

    entries: tuple[float, ...]
    column: bool

    def like(self, entries: Iterable[float]) -> Matrix:
        """The matrix with other entries and the same orientation."""
        return column(entries) if self.column else Matrix((entries,))


def column(entries: Iterable[float]) -> Matrix:
    """The matrix of one column with these entries."""
    return Matrix((entry,) for entry in entries)


def as_vector(value: Value) -> Vector | None:
    """The value as a vector of one or more finite numbers, or None."""
    rows = _rows(value)
    if rows is None:
        return None
    is_column = all(isinstance(row, tuple) and len(row) == 1 for row in rows)
    if not is_column and len(rows) > 1:
        return None
    entries = [as_real(entry) for entry in (_firsts(rows) if is_column else rows[0])]
    known = tuple(entry for entry in entries if entry is not None)
    return Vector(known, is_column) if known and len(known) == len(entries) else None


def as_matrix(value: Value) -> npt.NDArray[np.float64] | None:
    """The value as a two-dimensional array of finite numbers, or None."""
    rows = _rows(value)
    try:
        array = np.array(rows, dtype=float)
    except (TypeError, ValueError, OverflowError):
        return None
    return array if array.ndim == 2 and array.size > 0 and bool(np.isfinite(array).all()) else None


def _rows(value: Value) -> tuple[tuple[Value, ...], ...] | None:
    if isinstance(value, Matrix):
        return value.rows
    if not isinstance(value, tuple):
        return None
    return value if value and isinstance(value[0], tuple) else (value,)


def _firsts(rows: tuple[tuple[Value, ...], ...]) -> tuple[Value, ...]:
    return tuple(row[0] for row in rows)
