"""Inverses, determinants and decompositions."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from noumena.model.values import Matrix, Value
from tests.model.functions.calling import call, error_of

SQUARE = Matrix([[2, 0], [0, 4]])
WIDE = Matrix([[1, 2, 3], [4, 5, 6]])
SINGULAR = Matrix([[1, 2], [2, 4]])
EMPTY = Matrix([])


@pytest.mark.parametrize(
    ("name", "matrix", "expected"),
    [
        ("inv", SQUARE, Matrix([[0.5, 0], [0, 0.25]])),
        ("inv", EMPTY, EMPTY),
        ("det", SQUARE, 8.0),
        ("det", Matrix([[0, 1], [1, 0]]), -1.0),
        ("det", SINGULAR, 0.0),
        ("det", EMPTY, 1.0),
        ("logdet", Matrix([[1, 0], [0, 1]]), 0.0),
        ("trace", SQUARE, 6.0),
        ("norm", Matrix([[3, 4]]), 5.0),
        ("norm", Matrix([[3e200], [4e200]]), 5e200),
        ("norm", EMPTY, 0.0),
        ("rank", SQUARE, 2),
        ("rank", SINGULAR, 1),
        ("rank", WIDE, 2),
        ("rank", EMPTY, 0),
        ("chol", Matrix([[4, 2], [2, 5]]), Matrix([[2, 1], [0, 2]])),
        ("chol", Matrix([[4, 2], [2 + 1e-12, 5]]), Matrix([[2, 1], [0, 2]])),
        ("chol", EMPTY, EMPTY),
        ("cond", SQUARE, 2.0),
        ("cond", Matrix([[1, 0], [0, 0]]), math.inf),
    ],
)
def test_result(name: str, matrix: Matrix, expected: Value) -> None:
    result = call(name, matrix)
    assert type(result) is type(expected)
    if isinstance(expected, Matrix):
        assert result.shape == expected.shape
        assert result.array == pytest.approx(expected.array, rel=1e-11)
    else:
        assert result == pytest.approx(expected, rel=1e-14)


def test_results_that_are_hard_to_compute() -> None:
    assert call("logdet", call("*", 1e-200, call("eye", 3))) == pytest.approx(3 * math.log(1e-200))
    assert call("norm", SQUARE) == pytest.approx(4)
    assert call("pinv", SINGULAR).array == pytest.approx(SINGULAR.array / 25)


@pytest.mark.parametrize(
    ("name", "matrix", "message"),
    [
        ("inv", SINGULAR, "inv of a singular matrix"),
        ("inv", WIDE, "inv needs a square matrix, not 2×3"),
        ("det", WIDE, "det needs a square matrix, not 2×3"),
        ("logdet", WIDE, "logdet needs a square matrix, not 2×3"),
        ("logdet", SINGULAR, "logdet of a matrix with zero determinant: it must be positive"),
        ("logdet", Matrix([[-1]]), "logdet of a matrix with negative determinant: it must be positive"),
        ("trace", WIDE, "trace needs a square matrix, not 2×3"),
        ("chol", WIDE, "chol needs a square matrix, not 2×3"),
        ("chol", SINGULAR, "chol needs a symmetric and positive definite matrix"),
        ("chol", Matrix([[2, 1], [0.9, 2]]), "chol needs a symmetric and positive definite matrix"),
        ("cond", EMPTY, "cond of an empty matrix"),
        *(
            (name, Matrix([[1, 0], [0, math.nan]]), f"{name}: all entries must be finite, but one is nan")
            for name in ("inv", "det", "logdet", "trace", "norm", "rank", "chol", "pinv", "cond")
        ),
    ],
)
def test_error(name: str, matrix: Matrix, message: str) -> None:
    assert error_of(name, matrix) == message


def test_a_decomposition_that_does_not_converge(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(array: object) -> None:
        raise np.linalg.LinAlgError("SVD did not converge")

    monkeypatch.setattr(np.linalg, "pinv", fail)
    assert error_of("pinv", SQUARE) == "pinv: the computation did not converge"


Array = np.ndarray[tuple[int, int], np.dtype[np.float64]]
SQUARES = st.integers(1, 4).flatmap(lambda n: arrays(float, (n, n), elements=st.floats(-10, 10)))
OBLONGS = arrays(float, st.tuples(st.integers(1, 4), st.integers(1, 4)), elements=st.floats(-10, 10))


@given(SQUARES)
def test_square_matrices_as_numpy_has_them(array: Array) -> None:
    matrix = Matrix.of(array)
    with np.errstate(all="ignore"):  # subnormal entries make NumPy warn
        assert call("det", matrix) == pytest.approx(np.linalg.det(array))
        assert call("trace", matrix) == pytest.approx(np.trace(array))
        assume(np.linalg.cond(array) < 1e6)
        assert call("inv", matrix).array == pytest.approx(np.linalg.inv(array))
        if np.linalg.det(array) > 0:
            assert call("logdet", matrix) == pytest.approx(np.log(np.linalg.det(array)))


@given(OBLONGS)
def test_all_matrices_as_numpy_has_them(array: Array) -> None:
    matrix = Matrix.of(array)
    with np.errstate(all="ignore"):  # the pseudo-inverse of a subnormal number overflows, in NumPy as here
        assert call("norm", matrix) == pytest.approx(np.linalg.norm(array, 2))
        assert call("rank", matrix) == np.linalg.matrix_rank(array)
        assert call("pinv", matrix).array == pytest.approx(np.linalg.pinv(array))
        assert call("cond", matrix) == pytest.approx(np.linalg.cond(array))


@given(SQUARES)
def test_chol_gives_a_factor_above_the_diagonal(array: Array) -> None:
    matrix = Matrix.of(array.T @ array + np.eye(len(array)))
    factor = call("chol", matrix)
    assert (np.tril(factor.array, -1) == 0).all()
    assert call("*", call("transpose", factor), factor).array == pytest.approx(matrix.array)
