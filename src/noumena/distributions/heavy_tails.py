"""Real variables that stray further than Gaussian ones: Laplace, StudentT, Cauchy."""

from __future__ import annotations

import math
import sys

import numpy as np

from noumena.distributions.family import RealFamily
from noumena.distributions.parameters import positive, real
from noumena.model.types import REAL, Signature
from noumena.model.values import Value

_HUGE = sys.float_info.max


class Laplace(RealFamily[tuple[float, float]]):
    """Laplace(mean, scale): p(x) = exp(-|x - mean| / scale) / (2 scale).

    Drawn as the difference of two exponential variables.
    """

    name = "Laplace"
    signatures = (Signature((REAL, REAL), REAL),)

    def _read(self, mean: Value, scale: Value) -> tuple[float, float]:
        return real("mean", mean), positive("scale", scale)

    def _draw(self, rng: np.random.Generator, parameters: tuple[float, float]) -> float:
        mean, scale = parameters
        return mean + scale * (rng.standard_exponential() - rng.standard_exponential())

    def _log(self, value: float, parameters: tuple[float, float]) -> float:
        mean, scale = parameters
        return -abs(value - mean) / scale - math.log(2.0 * scale)


class StudentT(RealFamily[tuple[float, float, float]]):
    """StudentT(df, location, scale), or StudentT(df) with location 0 and scale 1.

    p(x) = G((df + 1)/2) / (G(df/2) sqrt(pi df) scale) (1 + z^2/df)^(-(df + 1)/2) with z = (x - location) / scale; G is
    the gamma function. Draws too large for a float are given as the largest float.
    """

    name = "StudentT"
    signatures = (Signature((REAL,), REAL), Signature((REAL, REAL, REAL), REAL))

    def _read(self, df: Value, location: Value = 0.0, scale: Value = 1.0) -> tuple[float, float, float]:
        return positive("df", df), real("location", location), positive("scale", scale)

    def _draw(self, rng: np.random.Generator, parameters: tuple[float, float, float]) -> float:
        df, location, scale = parameters
        return _finite(location + scale * _finite(rng.standard_t(df)))

    def _log(self, value: float, parameters: tuple[float, float, float]) -> float:
        df, location, scale = parameters
        constant = _log_gamma_half_step(0.5 * df) - 0.5 * math.log(math.pi * df) - math.log(scale)
        return constant - 0.5 * (df + 1.0) * _log_one_plus_square(value - location, scale * math.sqrt(df))


class Cauchy(RealFamily[tuple[float, float]]):
    """Cauchy(location, scale): p(x) = 1 / (pi scale (1 + z^2)) with z = (x - location) / scale.

    Draws too large for a float are given as the largest float.
    """

    name = "Cauchy"
    signatures = (Signature((REAL, REAL), REAL),)

    def _read(self, location: Value, scale: Value) -> tuple[float, float]:
        return real("location", location), positive("scale", scale)

    def _draw(self, rng: np.random.Generator, parameters: tuple[float, float]) -> float:
        location, scale = parameters
        return _finite(location + scale * rng.standard_cauchy())

    def _log(self, value: float, parameters: tuple[float, float]) -> float:
        location, scale = parameters
        return -math.log(math.pi * scale) - _log_one_plus_square(value - location, scale)


def _finite(x: float) -> float:
    return min(max(x, -_HUGE), _HUGE)


def _log_one_plus_square(distance: float, unit: float) -> float:
    """ln(1 + (distance / unit)^2), where the square may be too large for a float."""
    z = abs(distance) / unit
    if z < 1e10:
        return math.log1p(z * z)
    return 2.0 * (math.log(abs(distance)) - math.log(unit))


def _log_gamma_half_step(a: float) -> float:
    """ln(G(a + 1/2) / G(a)); for large a, where both are huge, by a series."""
    if a < 100.0:
        return math.lgamma(a + 0.5) - math.lgamma(a)
    y = 1.0 / (a * a)
    return 0.5 * math.log(a) - (1 / 8 - (1 / 192 - y / 640) * y) / a
