"""Inverses, determinants and decompositions of matrices, whose entries must be finite."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

import numpy as np
import numpy.typing as npt

from noumena.model.functions.limits import plain
from noumena.model.library import Builtin
from noumena.model.types import INTEGER, MATRIX, REAL, Signature
from noumena.model.values import Matrix

Array = npt.NDArray[np.float64]
Result = TypeVar("Result", float, int, Matrix)


def _on_array(name: str, function: Callable[[Array], Result]) -> Callable[[Matrix], Result]:
    """The function on a matrix, after a check that its entries are finite."""

    @np.errstate(all="ignore")
    def on_matrix(matrix: Matrix) -> Result:
        array = matrix.array
        for strange in array[~np.isfinite(array)]:
            raise ValueError(f"{name}: all entries must be finite, but one is {plain(strange)}")
        try:
            return function(array)
        except np.linalg.LinAlgError:
            raise ValueError(f"{name}: the computation did not converge") from None

    return on_matrix


def _check_square(name: str, array: Array) -> None:
    rows, columns = array.shape
    if rows != columns:
        raise ValueError(f"{name} needs a square matrix, not {rows}×{columns}")


def _inverse(array: Array) -> Matrix:
    """The matrix whose product with this one is the identity."""
    _check_square("inv", array)
    try:
        return Matrix.of(np.linalg.inv(array))
    except np.linalg.LinAlgError:
        raise ValueError("inv of a singular matrix") from None


def _determinant(array: Array) -> float:
    _check_square("det", array)
    return float(np.linalg.det(array))


def _log_determinant(array: Array) -> float:
    """The logarithm of the determinant, which must be positive; it does not overflow where the determinant would."""
    _check_square("logdet", array)
    sign, logarithm = np.linalg.slogdet(array)
    if sign <= 0:
        raise ValueError(
            f"logdet of a matrix with {'zero' if sign == 0 else 'negative'} determinant: it must be positive"
        )
    return float(logarithm)


def _trace(array: Array) -> float:
    """The sum of the diagonal."""
    _check_square("trace", array)
    return float(np.trace(array))


def _norm(array: Array) -> float:
    """The largest singular value, which of a vector is its Euclidean length."""
    if 1 in array.shape:
        return float(np.hypot.reduce(array.flatten()))
    return float(np.linalg.norm(array, 2)) if array.size else 0.0


def _rank(array: Array) -> int:
    """The number of independent rows, up to rounding."""
    return int(np.linalg.matrix_rank(array)) if array.size else 0


def _cholesky(array: Array) -> Matrix:
    """The upper triangular R with positive diagonal and R' R equal to the matrix, symmetric and positive definite.

    Symmetry is asked for up to rounding: 1e-9 of the largest entry.
    """
    _check_square("chol", array)
    if np.allclose(array, array.T, rtol=0, atol=1e-9 * np.abs(array).max(initial=0)):
        try:
            return Matrix.of(np.linalg.cholesky(array).T)
        except np.linalg.LinAlgError:
            pass
    raise ValueError("chol needs a symmetric and positive definite matrix")


def _pseudo_inverse(array: Array) -> Matrix:
    """The pseudo-inverse of Moore and Penrose."""
    return Matrix.of(np.linalg.pinv(array))


def _condition(array: Array) -> float:
    """The ratio of the largest to the smallest singular value, infinite for a singular matrix."""
    if not array.size:
        raise ValueError("cond of an empty matrix")
    return float(np.linalg.cond(array))


_TO_MATRIX = Signature((MATRIX,), MATRIX)
_TO_REAL = Signature((MATRIX,), REAL)

FUNCTIONS: tuple[Builtin, ...] = (
    Builtin("inv", _TO_MATRIX, _on_array("inv", _inverse)),
    Builtin("det", _TO_REAL, _on_array("det", _determinant)),
    Builtin("logdet", _TO_REAL, _on_array("logdet", _log_determinant)),
    Builtin("trace", _TO_REAL, _on_array("trace", _trace)),
    Builtin("norm", _TO_REAL, _on_array("norm", _norm)),
    Builtin("rank", Signature((MATRIX,), INTEGER), _on_array("rank", _rank)),
    Builtin("chol", _TO_MATRIX, _on_array("chol", _cholesky)),
    Builtin("pinv", _TO_MATRIX, _on_array("pinv", _pseudo_inverse)),
    Builtin("cond", _TO_REAL, _on_array("cond", _condition)),
)
