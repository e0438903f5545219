"""Gaussian vectors, by covariance, by precision, or with independent entries.

The mean is a row or a column, and so is the result.
"""

from __future__ import annotations

import math

import numpy as np

from noumena.distributions.family import IMPOSSIBLE, Family, VectorFamily
from noumena.distributions.gaussian import log_gaussian
from noumena.distributions.parameters import (
    Factor,
    positive,
    positive_definite,
    positive_vector,
    real,
    refusal,
    vector,
)
from noumena.distributions.reading import Vector, as_real, as_vector
from noumena.distributions.stirling import HALF_LOG_TWO_PI
from noumena.model.types import MATRIX, REAL, Signature
from noumena.model.values import Matrix, Value


class MultivarGaussian(VectorFamily[tuple[Vector, Factor]]):
    """MultivarGaussian(mean, covariance), for a mean of d entries and a symmetric positive definite covariance C.

    p(x) = exp(-(x - mean)' C^-1 (x - mean) / 2) / sqrt((2 pi)^d det C).
    """

    name = "MultivarGaussian"
    signatures = (Signature((MATRIX, MATRIX), MATRIX),)

    def _read(self, mean: Value, covariance: Value) -> tuple[Vector, Factor]:
        return _mean_and_factor(mean, "covariance", covariance)

    def _draw(self, rng: np.random.Generator, parameters: tuple[Vector, Factor]) -> Matrix:
        mean, covariance = parameters
        return _shifted(mean, covariance.lower @ rng.standard_normal(len(mean.entries)))

    def _log(self, value: Vector, parameters: tuple[Vector, Factor]) -> float:
        mean, covariance = parameters
        if not _alike(value, mean):
            return IMPOSSIBLE
        z = covariance.inverse @ np.subtract(value.entries, mean.entries)
        return _log_standard(z) - 0.5 * covariance.log_determinant


class PrecisionGaussian(Family[tuple[Vector | float, Factor | float]]):
    """PrecisionGaussian(mean, precision): a Gaussian by P, the inverse of its covariance; a real or a vector.

    p(x) = exp(-(x - mean)' P (x - mean) / 2) sqrt(det P / (2 pi)^d).
    """

    name = "PrecisionGaussian"
    signatures = (Signature((REAL, REAL), REAL), Signature((MATRIX, MATRIX), MATRIX))
    density = True

    def _read(self, mean: Value, precision: Value) -> tuple[Vector | float, Factor | float]:
        if isinstance(mean, Matrix | tuple):
            return _mean_and_factor(mean, "precision", precision)
        return real("mean", mean), 1.0 / math.sqrt(positive("precision", precision))

    def _draw(self, rng: np.random.Generator, parameters: tuple[Vector | float, Factor | float]) -> Matrix | float:
        match parameters:
            case Vector() as mean, Factor() as precision:
                return _shifted(mean, precision.inverse.T @ rng.standard_normal(len(mean.entries)))
            case float() as mean, float() as deviation:
                return mean + deviation * rng.standard_normal()
        raise AssertionError("the mean and the precision are both reals or both matrices")

    def _log(self, value: Value, parameters: tuple[Vector | float, Factor | float]) -> float:
        match parameters:
            case Vector() as mean, Factor() as precision:
                x = as_vector(value)
                if x is None or not _alike(x, mean):
                    return IMPOSSIBLE
                z = precision.lower.T @ np.subtract(x.entries, mean.entries)
                return _log_standard(z) + 0.5 * precision.log_determinant
            case float() as mean, float() as deviation:
                number = as_real(value)
                return IMPOSSIBLE if number is None else log_gaussian(number, mean, deviation)
        raise AssertionError("the mean and the precision are both reals or both matrices")


class DiagGaussian(VectorFamily[tuple[Vector, tuple[float, ...]]]):
    """DiagGaussian(mean, variances), also MultivarGaussianIndep: independent entries with a variance each.

    p(x) = product of the densities of x_i under Gaussian(mean_i, variances_i).
    """

    name = "DiagGaussian"
    signatures = (Signature((MATRIX, MATRIX), MATRIX),)

    def _read(self, mean: Value, variances: Value) -> tuple[Vector, tuple[float, ...]]:
        centre, spread = vector("mean", mean), positive_vector("variances", variances)
        if len(centre.entries) != len(spread.entries):
            raise refusal("variances", variances, f"must have {len(centre.entries)} entries, like the mean")
        return centre, tuple(map(math.sqrt, spread.entries))

    def _draw(self, rng: np.random.Generator, parameters: tuple[Vector, tuple[float, ...]]) -> Matrix:
        mean, deviations = parameters
        return mean.like(m + d * rng.standard_normal() for m, d in zip(mean.entries, deviations, strict=True))

    def _log(self, value: Vector, parameters: tuple[Vector, tuple[float, ...]]) -> float:
        mean, deviations = parameters
        if not _alike(value, mean):
            return IMPOSSIBLE
        return sum(map(log_gaussian, value.entries, mean.entries, deviations))


class IsotropicMultivarGaussian(DiagGaussian):
    """IsotropicMultivarGaussian(mean, scale): independent entries of variance `scale`.

    p(x) = exp(-|x - mean|^2 / (2 scale)) / (2 pi scale)^(d/2).
    """

    name = "IsotropicMultivarGaussian"
    signatures = (Signature((MATRIX, REAL), MATRIX),)

    def _read(self, mean: Value, scale: Value) -> tuple[Vector, tuple[float, ...]]:
        centre = vector("mean", mean)
        return centre, (math.sqrt(positive("scale", scale)),) * len(centre.entries)


def _mean_and_factor(mean: Value, name: str, matrix: Value) -> tuple[Vector, Factor]:
    centre, factor = vector("mean", mean), positive_definite(name, matrix)
    size = len(centre.entries)
    if factor.lower.shape[0] != size:
        raise refusal(name, matrix, f"must have {size} rows and columns, for a mean of {size} entries")
    return centre, factor


def _alike(value: Vector, mean: Vector) -> bool:
    return value.column == mean.column and len(value.entries) == len(mean.entries)


def _shifted(mean: Vector, deviation: np.ndarray) -> Matrix:
    return mean.like(np.add(mean.entries, deviation).tolist())


def _log_standard(z: np.ndarray) -> float:
    """The log density of independent Gaussian(0, 1) entries."""
    with np.errstate(over="ignore"):
        squares = float(z @ z)
    return IMPOSSIBLE if math.isnan(squares) else -0.5 * squares - len(z) * HALF_LOG_TWO_PI
