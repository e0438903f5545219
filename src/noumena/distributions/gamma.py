"""Positive reals: Gamma, its reciprocal InvGamma, and Exponential."""

from __future__ import annotations

import math
import sys

import numpy as np

from noumena.distributions.family import IMPOSSIBLE, RealFamily
from noumena.distributions.parameters import positive
from noumena.distributions.stirling import log_poisson_term
from noumena.model.types import REAL, Signature
from noumena.model.values import Value

_TINY, _HUGE = sys.float_info.min, sys.float_info.max


class Gamma(RealFamily[tuple[float, float]]):
    """Gamma(shape, rate): p(x) = rate^shape x^(shape - 1) exp(-rate x) / GammaFunction(shape) for x >= 0.

    A draw too small for a float (common when the shape is near 0) is given as the smallest float, not as 0: there
    the density may be infinite.
    """

    name = "Gamma"
    signatures = (Signature((REAL, REAL), REAL),)

    def _read(self, shape: Value, rate: Value) -> tuple[float, float]:
        return positive("shape", shape), positive("rate", rate)

    def _draw(self, rng: np.random.Generator, parameters: tuple[float, float]) -> float:
        shape, rate = parameters
        return max(rng.standard_gamma(shape) / rate, _TINY)

    def _log(self, value: float, parameters: tuple[float, float]) -> float:
        shape, rate = parameters
        if value > 0.0:
            return _log_gamma_density(value, shape, rate * value, math.log(rate) + math.log(value))
        if value < 0.0 or shape > 1.0:
            return IMPOSSIBLE
        return math.log(rate) if shape == 1.0 else math.inf


class InvGamma(RealFamily[tuple[float, float]]):
    """InvGamma(shape, scale): p(x) = scale^shape x^(-shape - 1) exp(-scale / x) / GammaFunction(shape) for x > 0.

    A draw too large for a float is given as the largest float.
    """

    name = "InvGamma"
    signatures = (Signature((REAL, REAL), REAL),)

    def _read(self, shape: Value, scale: Value) -> tuple[float, float]:
        return positive("shape", shape), positive("scale", scale)

    def _draw(self, rng: np.random.Generator, parameters: tuple[float, float]) -> float:
        shape, scale = parameters
        return min(scale / max(rng.standard_gamma(shape), _TINY), _HUGE)

    def _log(self, value: float, parameters: tuple[float, float]) -> float:
        shape, scale = parameters
        if value <= 0.0:
            return IMPOSSIBLE
        return _log_gamma_density(value, shape, scale / value, math.log(scale) - math.log(value))


class Exponential(RealFamily[float]):
    """Exponential(rate): p(x) = rate exp(-rate x) for x >= 0."""

    name = "Exponential"
    signatures = (Signature((REAL,), REAL),)

    def _read(self, rate: Value) -> float:
        return positive("rate", rate)

    def _draw(self, rng: np.random.Generator, rate: float) -> float:
        return rng.standard_exponential() / rate

    def _log(self, value: float, rate: float) -> float:
        return math.log(rate) - rate * value if value >= 0.0 else IMPOSSIBLE


def _log_gamma_density(x: float, shape: float, exponent: float, log_exponent: float) -> float:
    """ln(exponent^shape exp(-exponent) / (x GammaFunction(shape))), which both densities are."""
    return math.log(shape) - math.log(x) + log_poisson_term(shape, exponent, log_exponent)
