"""Making matrices, taking them apart, their entries, and files of them."""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from noumena.model.functions import matrix_files
from noumena.model.values import Matrix, Value
from tests.model.functions.calling import call, error_of, same

INF, NAN = math.inf, math.nan
SQUARE = Matrix([[1, 2], [3, 4]])
WIDE = Matrix([[1, 2, 3], [4, 5, 6]])
ROW, COLUMN = Matrix([[5, 6]]), Matrix([[7], [8]])
EMPTY = Matrix([])


@pytest.mark.parametrize(
    ("name", "arguments", "expected"),
    [
        ("eye", (2,), Matrix([[1, 0], [0, 1]])),
        ("eye", (2, 3), Matrix([[1, 0, 0], [0, 1, 0]])),
        ("eye", (0,), EMPTY),
        ("zeros", (2,), Matrix([[0, 0], [0, 0]])),
        ("zeros", (1, 3), Matrix([[0, 0, 0]])),
        ("zeros", (0, 3), EMPTY),
        ("ones", (2,), Matrix([[1, 1], [1, 1]])),
        ("ones", (3, 1), Matrix([[1], [1], [1]])),
        ("repmat", (ROW, 2, 2), Matrix([[5, 6, 5, 6], [5, 6, 5, 6]])),
        ("repmat", (ROW, 0, 2), EMPTY),
        ("repmat", (EMPTY, 2**62, 2**62), EMPTY),
        ("toMatrix", ((1, 2.5),), Matrix([[1, 2.5]])),
        ("toMatrix", (((1, 2), (3, 4)),), SQUARE),
        ("toMatrix", (SQUARE,), SQUARE),
        ("toMatrix", ((1, None),), None),
        ("toMatrix", (((1, 2), None),), None),
        ("toMatrix", (((1, 2), (3, None)),), None),
        ("submat", (WIDE, 0, 1, 1, 2), Matrix([[2, 3], [5, 6]])),
        ("submat", (WIDE, 1, 0, 1, 0), Matrix([[4]])),
        ("getrow", (WIDE, 1), Matrix([[4, 5, 6]])),
        ("getrows", (WIDE, 0, 1), WIDE),
        ("getcol", (WIDE, 2), Matrix([[3], [6]])),
        ("getcols", (WIDE, 1, 2), Matrix([[2, 3], [5, 6]])),
        ("vstack", (SQUARE,), SQUARE),
        ("vstack", (SQUARE, ROW, ROW), Matrix([[1, 2], [3, 4], [5, 6], [5, 6]])),
        ("vstack", (1, 2.5), Matrix([[1], [2.5]])),
        ("vstack", ((1, 2), (3, 4)), SQUARE),
        ("hstack", (SQUARE, COLUMN), Matrix([[1, 2, 7], [3, 4, 8]])),
        ("hstack", (1, 2.5), Matrix([[1, 2.5]])),
        ("transpose", (WIDE,), Matrix([[1, 4], [2, 5], [3, 6]])),
        ("trans", (ROW,), Matrix([[5], [6]])),
        ("diag", (ROW,), Matrix([[5, 0], [0, 6]])),
        ("diag", (COLUMN,), Matrix([[7, 0], [0, 8]])),
        ("diag", (SQUARE,), Matrix([[1], [4]])),
        ("diag", (WIDE,), Matrix([[1], [5]])),
        ("diag", (call("transpose", WIDE),), Matrix([[1], [5]])),
        ("diagmat", (ROW,), Matrix([[5, 0], [0, 6]])),
        ("diagmat", (SQUARE,), Matrix([[1, 0], [0, 4]])),
        ("numrows", (WIDE,), 2),
        ("numcols", (WIDE,), 3),
        ("colsum", (WIDE,), Matrix([[5, 7, 9]])),
        ("rowsum", (WIDE,), Matrix([[6], [15]])),
        ("matsum", (WIDE,), 21.0),
        ("accu", (WIDE,), 21.0),
        ("sum", (WIDE,), 21.0),
        ("sum", (((1, 2), (3, 4)),), 10.0),
        ("sum", (Matrix([[INF, -INF]]),), NAN),
        ("sum", (EMPTY,), 0.0),
        ("min", (WIDE,), 1.0),
        ("max", (WIDE,), 6.0),
        ("max", (Matrix([[NAN, 1]]),), NAN),
        ("min", (EMPTY,), None),
        ("max", (EMPTY,), None),
        ("abs", (Matrix([[-1, 2]]),), Matrix([[1, 2]])),
        ("exp", (Matrix([[0, 1000]]),), Matrix([[1, INF]])),
        ("log", (Matrix([[1, INF]]),), Matrix([[0, INF]])),
    ],
)
def test_result(name: str, arguments: tuple[Value, ...], expected: Value) -> None:
    assert same(call(name, *arguments), expected)


@pytest.mark.parametrize(
    ("name", "arguments", "message"),
    [
        ("zeros", (-1,), "zeros: a matrix cannot be -1×-1; both counts must be at least 0"),
        ("eye", (2, -3), "eye: a matrix cannot be 2×-3; both counts must be at least 0"),
        ("ones", (4000,), "ones: the result would have 16000000 elements, more than 10000000"),
        ("zeros", (10**9, 0), "zeros: the result would have 1000000000 elements, more than 10000000"),
        ("eye", (10**12, 10**6), f"eye: the result would have {10**18} elements, more than 10000000"),
        ("repmat", (ROW, 10**9, 1), "repmat: the result would have 2000000000 elements, more than 10000000"),
        ("repmat", (ROW, -1, 2), "repmat: the counts are -1 and 2 but they must be at least 0"),
        ("submat", (WIDE, 0, 0, 2, 1), "row 2 is outside 0…1"),
        ("submat", (WIDE, 0, 2, 1, 1), "column 1 comes before column 2: give the smaller first"),
        ("getrow", (WIDE, 2), "row 2 is outside 0…1"),
        ("getrow", (EMPTY, 0), "row 0 is outside an empty range"),
        ("getrows", (WIDE, 1, 0), "row 0 comes before row 1: give the smaller first"),
        ("getcol", (WIDE, -1), "column -1 is outside 0…2"),
        ("getcols", (WIDE, 0, 3), "column 3 is outside 0…2"),
        ("vstack", (WIDE, SQUARE), "vstack: the matrices must have the same number of columns, not 3 and 2"),
        ("hstack", (ROW, SQUARE, ROW), "hstack: the matrices must have the same number of rows, not 1, 2 and 1"),
        ("diagmat", (WIDE,), "diagmat needs a vector or a square matrix, not 2×3"),
        ("diag", (Matrix([[1] * 4000]),), "diag: the result would have 16000000 elements, more than 10000000"),
        ("diagmat", (Matrix([[1] * 4000]),), "diagmat: the result would have 16000000 elements, more than 10000000"),
        ("log", (Matrix([[1, -2]]),), "log of a matrix with the entry -2: all entries must be positive"),
    ],
)
def test_error(name: str, arguments: tuple[Value, ...], message: str) -> None:
    assert error_of(name, *arguments) == message


@pytest.mark.parametrize("name", ["vstack", "hstack"])
def test_stacks_have_a_largest_size(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("noumena.model.functions.limits.MOST_ELEMENTS", 5)
    assert error_of(name, WIDE, WIDE) == f"{name}: the result would have 12 elements, more than 5"


MATRICES = arrays(float, st.tuples(st.integers(1, 4), st.integers(1, 4)), elements=st.floats(-1e6, 1e6))


@given(MATRICES)
def test_functions_are_those_of_numpy(array: np.ndarray[tuple[int, int], np.dtype[np.float64]]) -> None:
    matrix = Matrix.of(array)
    assert call("transpose", matrix) == Matrix.of(array.T)
    assert call("abs", matrix) == Matrix.of(np.abs(array))
    assert call("repmat", matrix, 2, 3) == Matrix.of(np.tile(array, (2, 3)))
    assert call("vstack", matrix, matrix) == Matrix.of(np.vstack([array, array]))
    assert call("hstack", matrix, matrix) == Matrix.of(np.hstack([array, array]))
    assert call("*", matrix, call("transpose", matrix)) == Matrix.of(array @ array.T)
    assert call("min", matrix) == array.min()
    assert call("max", matrix) == array.max()
    assert call("matsum", matrix) == pytest.approx(array.sum())
    assert call("exp", call("*", 1e-5, matrix)) == Matrix.of(np.exp(1e-5 * array))


@given(MATRICES)
def test_rows_and_columns_put_together_give_the_matrix(
    array: np.ndarray[tuple[int, int], np.dtype[np.float64]],
) -> None:
    matrix = Matrix.of(array)
    rows, columns = call("numrows", matrix), call("numcols", matrix)
    assert call("vstack", *(call("getrow", matrix, i) for i in range(rows))) == matrix
    assert call("hstack", *(call("getcol", matrix, j) for j in range(columns))) == matrix
    assert call("submat", matrix, 0, 0, rows - 1, columns - 1) == matrix


@pytest.fixture
def file(tmp_path: Path) -> str:
    path = tmp_path / "matrix.txt"
    path.write_text("1 2, 3\n\n4,5,\t6e0\n  7 8 -9\n", encoding="utf-8")
    return str(path)


@pytest.mark.parametrize(
    ("choice", "expected"),
    [
        ((), [[1, 2, 3], [4, 5, 6], [7, 8, -9]]),
        ((1,), [[4, 5, 6]]),
        ((1, 2), [[4, 5, 6], [7, 8, -9]]),
        ((0, 1, 1, 2), [[2, 3], [5, 6]]),
    ],
)
def test_matrices_from_files(file: str, choice: tuple[int, ...], expected: list[list[float]]) -> None:
    assert call("loadRealMatrix", file, *choice) == Matrix(expected)


def test_rows_that_a_file_lacks(file: str) -> None:
    assert error_of("loadRealMatrix", file, 3) == "row 3 is outside 0…2"
    assert error_of("loadRealMatrix", file, 0, 2, 1, 3) == "column 3 is outside 0…2"


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    missing = str(tmp_path / "missing.txt")
    assert error_of("loadRealMatrix", missing) == f"loadRealMatrix: cannot read {missing!r}: No such file or directory"
    assert error_of("loadRealMatrix", "a\0b") == "loadRealMatrix: cannot read 'a\\x00b': it is not a text file"
    binary = tmp_path / "binary"
    binary.write_bytes(b"\xff\xfe")
    assert (
        error_of("loadRealMatrix", str(binary)) == f"loadRealMatrix: cannot read {str(binary)!r}: it is not a text file"
    )


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("1 2\n3 x\n", "line 2 of {file!r} must hold numbers only: '3 x'"),
        ("1 2\n\n3\n", "line 3 of {file!r} has 1 numbers but the first row has 2"),
    ],
)
def test_files_without_a_matrix(tmp_path: Path, text: str, complaint: str) -> None:
    path = tmp_path / "matrix.txt"
    path.write_text(text, encoding="utf-8")
    assert error_of("loadRealMatrix", str(path)) == "loadRealMatrix: " + complaint.format(file=str(path))


def test_files_that_are_too_long(file: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("noumena.model.functions.limits.MOST_ELEMENTS", 8)
    assert error_of("loadRealMatrix", file) == "loadRealMatrix: the result would have 9 elements, more than 8"
    monkeypatch.setattr(matrix_files, "LONGEST_FILE", 10)
    assert error_of("loadRealMatrix", file) == f"loadRealMatrix: {file!r} has more than 10 characters"
