"""Normal distributions cut off: TruncatedNormal to an interval, HalfNormal at 0."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from noumena.distributions.family import IMPOSSIBLE, RealFamily
from noumena.distributions.gaussian import log_gaussian
from noumena.distributions.normal_integral import log_centre_piece, log_tail_piece
from noumena.distributions.parameters import interval, positive, real
from noumena.model.types import REAL, Signature
from noumena.model.values import Value

_ROOT_TWO_PI = math.sqrt(2.0 * math.pi)


class _Truncation(NamedTuple):
    mean: float
    deviation: float
    lo: float
    hi: float

    @property
    def mode(self) -> float:
        """The point of the interval nearest to the mean."""
        return min(max(self.mean, self.lo), self.hi)


class TruncatedNormal(RealFamily[_Truncation]):
    """TruncatedNormal(mean, variance, lo, hi), also TruncatedGauss: a Gaussian variable given that lo <= x <= hi.

    p(x) = exp(-(x - mean)^2 / (2 variance)) / integral of the same from lo to hi. Both are taken relative to their
    value at the mode, the point of the interval nearest to the mean, so that any tail of the Gaussian may be meant.
    Drawn by rejection, with a proposal that is accepted at least two times out of five.
    """

    name = "TruncatedNormal"
    signatures = (Signature((REAL, REAL, REAL, REAL), REAL),)

    def _read(self, mean: Value, variance: Value, lo: Value, hi: Value) -> _Truncation:
        return _Truncation(real("mean", mean), math.sqrt(positive("variance", variance)), *interval(lo, hi))

    def _draw(self, rng: np.random.Generator, parameters: _Truncation) -> float:
        mean, deviation, lo, hi = parameters
        width = (hi - lo) / deviation
        if lo < mean < hi:
            x = mean + deviation * _draw_around(rng, (lo - mean) / deviation, width)
        elif mean <= lo:
            x = lo + deviation * _draw_beyond(rng, (lo - mean) / deviation, width)
        else:
            x = hi - deviation * _draw_beyond(rng, (mean - hi) / deviation, width)
        return min(max(x, lo), hi)

    def _log(self, value: float, parameters: _Truncation) -> float:
        mean, deviation, lo, hi = parameters
        if not lo <= value <= hi:
            return IMPOSSIBLE
        mode = parameters.mode
        if lo < mean < hi:
            log_integral = log_centre_piece((mean - lo) / deviation, (hi - mean) / deviation)
        else:
            log_integral = log_tail_piece(abs(mode - mean) / deviation, (hi - lo) / deviation)
        # (x - mean)^2 - (mode - mean)^2 without the cancellation of its two squares.
        fall = (value - mode) / deviation * (((value - mean) + (mode - mean)) / deviation)
        return -0.5 * fall - math.log(deviation) - log_integral


class HalfNormal(RealFamily[float]):
    """HalfNormal(variance): the size of a Gaussian(0, variance) variable.

    p(x) = 2 exp(-x^2 / (2 variance)) / sqrt(2 pi variance) for x >= 0.
    """

    name = "HalfNormal"
    signatures = (Signature((REAL,), REAL),)

    def _read(self, variance: Value) -> float:
        return math.sqrt(positive("variance", variance))

    def _draw(self, rng: np.random.Generator, deviation: float) -> float:
        return abs(deviation * rng.standard_normal())

    def _log(self, value: float, deviation: float) -> float:
        return math.log(2.0) + log_gaussian(value, 0.0, deviation) if value >= 0.0 else IMPOSSIBLE


def _draw_around(rng: np.random.Generator, start: float, width: float) -> float:
    """A standard normal z given start <= z <= start + width, an interval that holds 0."""
    while True:
        if width < _ROOT_TWO_PI:
            z = start + width * rng.random()
            if rng.random() <= math.exp(-0.5 * z * z):
                return z
        else:
            z = rng.standard_normal()
            if start <= z <= start + width:
                return z


def _draw_beyond(rng: np.random.Generator, start: float, width: float) -> float:
    """z - start for a standard normal z given start <= z <= start + width, start >= 0.

    The density falls as exp(-start s - s^2/2). Where it falls little the proposal is uniform, else exponential with
    the rate that is accepted most often.
    """
    if width * (start + 0.5 * width) <= 1.0:
        while True:
            s = width * rng.random()
            if rng.random() <= math.exp(-s * (start + 0.5 * s)):
                return s
    rate = 0.5 * (start + math.hypot(start, 2.0))
    while True:
        s = rng.standard_exponential() / rate
        excess = s - (rate - start)
        if s <= width and rng.random() <= math.exp(-0.5 * excess * excess):
            return s
