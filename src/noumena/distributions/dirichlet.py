"""Proportions: Beta of two parts, Dirichlet of any number."""

from __future__ import annotations

import math
import sys
from collections.abc import Sequence

import numpy as np

from noumena.distributions.family import IMPOSSIBLE, RealFamily, VectorFamily
from noumena.distributions.parameters import positive, positive_vector
from noumena.distributions.reading import Vector
from noumena.distributions.stirling import log_multinomial_term
from noumena.model.types import MATRIX, REAL, Signature
from noumena.model.values import Matrix, Value

_TINY = sys.float_info.min
_BELOW_ONE = math.nextafter(1.0, 0.0)

SUM_TOLERANCE = 1e-9
"""How far the sum of proportions may be from 1 through rounding."""


class Beta(RealFamily[tuple[float, float]]):
    """Beta(a, b): p(x) = x^(a - 1) (1 - x)^(b - 1) / B(a, b) for 0 <= x <= 1, B(a, b) = G(a) G(b) / G(a + b).

    G is the gamma function. Draws lie between the smallest float and the largest below 1: at 0 and 1 the density
    may be infinite.
    """

    name = "Beta"
    signatures = (Signature((REAL, REAL), REAL),)

    def _read(self, a: Value, b: Value) -> tuple[float, float]:
        return positive("a", a), positive("b", b)

    def _draw(self, rng: np.random.Generator, parameters: tuple[float, float]) -> float:
        return min(max(rng.beta(*parameters), _TINY), _BELOW_ONE)

    def _log(self, value: float, parameters: tuple[float, float]) -> float:
        if not 0.0 <= value <= 1.0:
            return IMPOSSIBLE
        return _log_dirichlet((value, 1.0 - value), parameters)


class Dirichlet(VectorFamily[Vector]):
    """Dirichlet(alpha): proportions x_1, …, x_K of sum 1, a row or a column like alpha.

    p(x) = G(sum alpha_i) prod x_i^(alpha_i - 1) / G(alpha_i), a density of the first K - 1 proportions; G is the
    gamma function. Drawn as independent Gamma(alpha_i, 1) variables divided by their sum, in logarithms since
    those of small alpha_i would underflow. Proportions too small for a float are given as the smallest float.
    """

    name = "Dirichlet"
    signatures = (Signature((MATRIX,), MATRIX),)

    def _read(self, alpha: Value) -> Vector:
        return positive_vector("alpha", alpha)

    def _draw(self, rng: np.random.Generator, alpha: Vector) -> Matrix:
        logs = [_log_gamma_draw(rng, a) for a in alpha.entries]
        largest = max(logs)
        parts = [math.exp(log - largest) for log in logs]
        total = sum(parts)
        return alpha.like(max(part / total, _TINY) for part in parts)

    def _log(self, value: Vector, alpha: Vector) -> float:
        if value.column != alpha.column or len(value.entries) != len(alpha.entries) or not are_proportions(value):
            return IMPOSSIBLE
        return _log_dirichlet(value.entries, alpha.entries)


def are_proportions(vector: Vector) -> bool:
    """Whether the entries are at least 0 and sum to 1, up to rounding."""
    return min(vector.entries) >= 0.0 and abs(sum(vector.entries) - 1.0) <= SUM_TOLERANCE


def _log_gamma_draw(rng: np.random.Generator, shape: float) -> float:
    # If G is Gamma(shape + 1, 1) and E exponential, then G exp(-E / shape) is Gamma(shape, 1).
    return math.log(rng.standard_gamma(shape + 1.0)) - rng.standard_exponential() / shape


def _log_dirichlet(parts: Sequence[float], alpha: Sequence[float]) -> float:
    """The log density at parts of sum 1; where some are 0, its limit as they go there, or -inf if it has none."""
    present = [(part, a) for part, a in zip(parts, alpha, strict=True) if part > 0.0]
    absent = [a for part, a in zip(parts, alpha, strict=True) if part == 0.0]
    if any(a != 1.0 for a in absent):
        return IMPOSSIBLE if max(absent) > 1.0 else math.inf
    total = sum(a for _, a in present)
    term = log_multinomial_term([a for _, a in present], [part for part, _ in present])
    ratios = sum(math.log(a) - math.log(part) for part, a in present)
    # A part of 0 has alpha = 1, a factor of 1 in the product; each raises the argument of G(sum alpha_i) by one.
    steps = sum(math.log(total + i) for i in range(len(absent)))
    return term + ratios - math.log(total) + steps
