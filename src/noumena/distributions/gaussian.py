"""The normal distribution on the reals, and those of its exponential: Gaussian, LogNormal, RoundedLogNormal."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable

import numpy as np

from noumena.distributions.family import IMPOSSIBLE, CountFamily, RealFamily
from noumena.distributions.normal_integral import log_interval, log_upper_tail
from noumena.distributions.parameters import SMALLEST_POSITIVE, positive, real, real_between
from noumena.distributions.stirling import HALF_LOG_TWO_PI
from noumena.model.types import INTEGER, REAL, Signature
from noumena.model.values import Value

_MeanAndDeviation = tuple[float, float]


class Gaussian(RealFamily[_MeanAndDeviation]):
    """Gaussian(mean, variance), also UnivarGaussian.

    p(x) = exp(-(x - mean)^2 / (2 variance)) / sqrt(2 pi variance).
    """

    name = "Gaussian"
    signatures = (Signature((REAL, REAL), REAL),)

    def _read(self, mean: Value, variance: Value) -> _MeanAndDeviation:
        return real("mean", mean), math.sqrt(positive("variance", variance))

    def _draw(self, rng: np.random.Generator, parameters: _MeanAndDeviation) -> float:
        mean, deviation = parameters
        return mean + deviation * rng.standard_normal()

    def _log(self, value: float, parameters: _MeanAndDeviation) -> float:
        return log_gaussian(value, *parameters)


class LogNormal(RealFamily[_MeanAndDeviation]):
    """LogNormal(mean, variance): the exponential of a Gaussian(mean, variance) variable.

    p(x) = exp(-(ln x - mean)^2 / (2 variance)) / (x sqrt(2 pi variance)) for x > 0.
    """

    name = "LogNormal"
    signatures = (Signature((REAL, REAL), REAL),)

    def _read(self, mean: Value, variance: Value) -> _MeanAndDeviation:
        return _exponent(mean, variance)

    def _draw(self, rng: np.random.Generator, parameters: _MeanAndDeviation) -> float:
        mean, deviation = parameters
        return math.exp(mean + deviation * rng.standard_normal())

    def _log(self, value: float, parameters: _MeanAndDeviation) -> float:
        if value <= 0.0:
            return IMPOSSIBLE
        log = math.log(value)
        return log_gaussian(log, *parameters) - log


class RoundedLogNormal(CountFamily[_MeanAndDeviation]):
    """RoundedLogNormal(mean, variance): a LogNormal(mean, variance) variable rounded to the nearest integer.

    P(0) = Phi(z(1/2)) and P(n) = Phi(z(n + 1/2)) - Phi(z(n - 1/2)) for n = 1, 2, …, where z(x) = (ln x - mean) /
    sqrt(variance) and Phi is the cumulative distribution of Gaussian(0, 1).
    """

    name = "RoundedLogNormal"
    signatures = (Signature((REAL, REAL), INTEGER),)

    def _read(self, mean: Value, variance: Value) -> _MeanAndDeviation:
        return _exponent(mean, variance)

    def _draw(self, rng: np.random.Generator, parameters: _MeanAndDeviation) -> int:
        mean, deviation = parameters
        return math.floor(math.exp(mean + deviation * rng.standard_normal()) + 0.5)

    def _log(self, value: int, parameters: _MeanAndDeviation) -> float:
        mean, deviation = parameters
        if value == 0:
            return log_upper_tail((mean - math.log(0.5)) / deviation)
        below = value - 0.5
        return log_interval((math.log(below) - mean) / deviation, math.log1p(1.0 / below) / deviation)

    def _values(self, parameters: _MeanAndDeviation) -> Iterable[int]:
        return itertools.count()


def log_gaussian(x: float, mean: float, deviation: float) -> float:
    """The log density of a Gaussian with this standard deviation."""
    z = (x - mean) / deviation
    return -0.5 * z * z - math.log(deviation) - HALF_LOG_TWO_PI


def _exponent(mean: Value, variance: Value) -> _MeanAndDeviation:
    """The parameters of a Gaussian exponent, so limited that its exponential is always a positive float."""
    deviation = math.sqrt(real_between("variance", variance, SMALLEST_POSITIVE, 1000.0))
    return real_between("mean", mean, -250.0, 250.0), deviation
