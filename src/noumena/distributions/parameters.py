"""Checks of parameters: each gives the parameter ready for use, or raises `ParameterError`.

Reals are at most 1e100 in size and positive ones at least 1e-100, so that no formula of this folder overflows or
divides by zero; integers fit 64 bits.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from noumena.distributions.reading import Vector, as_integer, as_matrix, as_real, as_vector
from noumena.model.library import ParameterError
from noumena.model.values import Matrix, Value

LARGEST_REAL = 1e100
SMALLEST_POSITIVE = 1e-100
LARGEST_INTEGER = 2**63 - 1


def refusal(name: str, value: Value, requirement: str) -> ParameterError:
    """The error to raise for a parameter out of range."""
    try:
        return ParameterError(name, value, requirement)
    except ValueError:  # Python refuses to print integers of thousands of digits.
        return ParameterError(name, "(too long to show)", requirement)


def real(name: str, value: Value) -> float:
    """A finite number."""
    number = as_real(value)
    if number is None or abs(number) > LARGEST_REAL:
        raise refusal(name, value, "must be a number between -1e100 and 1e100")
    return number


def positive(name: str, value: Value) -> float:
    """A number above 0."""
    number = as_real(value)
    if number is None or not SMALLEST_POSITIVE <= number <= LARGEST_REAL:
        raise refusal(name, value, "must be positive (from 1e-100 to 1e100)")
    return number


def real_between(name: str, value: Value, least: float, most: float) -> float:
    """A number of a closed interval."""
    number = as_real(value)
    if number is None or not least <= number <= most:
        raise refusal(name, value, f"must be a number from {least:g} to {most:g}")
    return number


def probability(name: str, value: Value) -> float:
    """A number from 0 to 1."""
    return real_between(name, value, 0.0, 1.0)


def integer(name: str, value: Value) -> int:
    """An integer of 64 bits."""
    number = as_integer(value)
    if number is None or abs(number) > LARGEST_INTEGER:
        raise refusal(name, value, "must be an integer of less than 2^63 in size")
    return number


def integer_between(name: str, value: Value, least: int, most: int) -> int:
    """An integer from `least` to `most`."""
    number = as_integer(value)
    if number is None or not least <= number <= most:
        raise refusal(name, value, f"must be an integer from {least} to {most}")
    return number


def natural(name: str, value: Value) -> int:
    """An integer from 0 up."""
    number = as_integer(value)
    if number is None or not 0 <= number <= LARGEST_INTEGER:
        raise refusal(name, value, "must be an integer from 0 up, less than 2^63")
    return number


def text(name: str, value: Value) -> str:
    """A string."""
    if not isinstance(value, str):
        raise refusal(name, value, "must be a string")
    return value


def interval(low: Value, high: Value) -> tuple[float, float]:
    """The ends `lo` and `hi` of an interval that is more than a point."""
    lo, hi = real("lo", low), real("hi", high)
    if not hi - lo >= SMALLEST_POSITIVE:
        raise refusal("hi", high, f"must be greater than lo = {lo}")
    return lo, hi


def vector(name: str, value: Value) -> Vector:
    """A row or column of numbers."""
    read = as_vector(value)
    if read is None or max(map(abs, read.entries)) > LARGEST_REAL:
        raise refusal(name, value, "must be a row or a column of numbers between -1e100 and 1e100")
    return read


def positive_vector(name: str, value: Value) -> Vector:
    """A row or column of positive numbers."""
    read = as_vector(value)
    if read is None or min(read.entries) < SMALLEST_POSITIVE or max(read.entries) > LARGEST_REAL:
        raise refusal(name, value, "must be a row or a column of positive numbers (from 1e-100 to 1e100)")
    return read


def normalised(name: str, value: Value, weights: tuple[Value, ...]) -> tuple[float, ...]:
    """The weights divided by their sum; `value` is the parameter they come from."""
    numbers = [number for number in map(as_real, weights) if number is not None]
    largest = max(numbers, default=0.0)
    if len(numbers) < len(weights) or largest <= 0 or min(numbers) < 0:
        raise refusal(name, value, "must have finite weights of at least 0, not all 0")
    scaled = [number / largest for number in numbers]
    total = sum(scaled)
    return tuple(number / total for number in scaled)


def weight_vector(name: str, value: Value) -> tuple[float, ...]:
    """The normalised weights of a row or column."""
    read = as_vector(value)
    return normalised(name, value, () if read is None else read.entries)


class Factor(NamedTuple):
    """A symmetric positive definite matrix A = L Lᵀ by its Cholesky factor L, with 1/L and ln det A."""

    lower: npt.NDArray[np.float64]
    inverse: npt.NDArray[np.float64]
    log_determinant: float


def factorise(matrix: npt.NDArray[np.float64]) -> Factor | None:
    """The Cholesky factor of a matrix, or None if it is not symmetric and positive definite.

    Differences of 1e-9 of the largest entry count as rounding.
    """
    if matrix.shape[0] != matrix.shape[1]:
        return None
    with np.errstate(all="ignore"):
        if not float(np.abs(matrix - matrix.T).max()) <= 1e-9 * float(np.abs(matrix).max()):
            return None
        try:
            lower = np.asarray(np.linalg.cholesky(matrix), dtype=np.float64)
            inverse = np.asarray(np.linalg.inv(lower), dtype=np.float64)
        except np.linalg.LinAlgError:
            return None
        if not (np.isfinite(lower).all() and np.isfinite(inverse).all()):
            return None
        return Factor(lower, inverse, 2.0 * float(np.log(lower.diagonal()).sum()))


def positive_definite(name: str, value: Value) -> Factor:
    """A symmetric positive definite matrix."""
    factor = _factor(value) if isinstance(value, Matrix) else _factor_of(value)
    if factor is None:
        raise refusal(name, value, "must be a symmetric positive definite matrix of numbers between -1e100 and 1e100")
    return factor


def _factor_of(value: Value) -> Factor | None:
    array = as_matrix(value)
    return None if array is None or float(np.abs(array).max()) > LARGEST_REAL else factorise(array)


# A model calls a family many times with the same covariance.
_factor = lru_cache(maxsize=256)(_factor_of)
