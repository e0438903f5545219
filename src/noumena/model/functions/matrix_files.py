"""Matrices from text files."""

from __future__ import annotations

from pathlib import Path

from noumena.model.functions.limits import MOST_ELEMENTS, check_size
from noumena.model.functions.matrices import getcols, getrows
from noumena.model.library import Builtin
from noumena.model.types import INTEGER, MATRIX, STRING, Signature
from noumena.model.values import Matrix

LONGEST_FILE = 10 * MOST_ELEMENTS
"""The most characters of a matrix file."""


def load_real_matrix(
    file: str,
    row1: int | None = None,
    row2: int | None = None,
    column1: int | None = None,
    column2: int | None = None,
) -> Matrix:
    """The matrix in a text file: a line for each row, numbers apart by white space or commas; empty lines do not count.

    With `row1` it is that row alone, with `row2` the rows from `row1` to `row2`, and with all the entries in those
    rows and in the columns from `column1` to `column2`.
    """
    matrix = _read(file)
    if row1 is None:
        return matrix
    rows = getrows(matrix, row1, row1 if row2 is None else row2)
    return rows if column1 is None or column2 is None else getcols(rows, column1, column2)


def _read(file: str) -> Matrix:
    try:
        with Path(file).open(encoding="utf-8") as handle:
            text = handle.read(LONGEST_FILE + 1)
    except OSError as error:
        raise ValueError(f"loadRealMatrix: cannot read {file!r}: {error.strerror}") from None
    except ValueError:  # not UTF-8, or a path that no file can have
        raise ValueError(f"loadRealMatrix: cannot read {file!r}: it is not a text file") from None
    if len(text) > LONGEST_FILE:
        raise ValueError(f"loadRealMatrix: {file!r} has more than {LONGEST_FILE} characters")
    return _parse(file, text)


def _parse(file: str, text: str) -> Matrix:
    rows: list[list[float]] = []
    for number, line in enumerate(text.splitlines(), start=1):
        words = line.replace(",", " ").split()
        try:
            row = [float(word) for word in words]
        except ValueError:
            raise ValueError(f"loadRealMatrix: line {number} of {file!r} must hold numbers only: {line!r}") from None
        if row and rows and len(row) != len(rows[0]):
            raise ValueError(
                f"loadRealMatrix: line {number} of {file!r} has {len(row)} numbers but the first row has {len(rows[0])}"
            )
        if row:
            rows.append(row)
            check_size("loadRealMatrix", len(rows) * len(row))
    return Matrix(rows)


FUNCTIONS: tuple[Builtin, ...] = tuple(
    Builtin("loadRealMatrix", Signature((STRING, *(INTEGER,) * numbers), MATRIX), load_real_matrix)
    for numbers in (0, 1, 2, 4)
)
