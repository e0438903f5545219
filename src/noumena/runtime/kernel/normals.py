"""Normal variables and what is made of one: Gaussian, PrecisionGaussian, HalfNormal, LogNormal, TruncatedNormal.

For each family: whether it takes the parameters, the log density at a value, and a draw. The last two are for
parameters that it takes.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from . import jit
from .normal_integral import log_centre_piece, log_tail_piece
from .parameters import SMALLEST_POSITIVE, is_interval, is_positive, is_real
from .random import exponential, normal, uniform
from .stirling import HALF_LOG_TWO_PI

if TYPE_CHECKING:
    from noumena.runtime.world import World

_ROOT_TWO_PI = math.sqrt(2.0 * math.pi)
_LARGEST_EXPONENT = 250.0
_LARGEST_VARIANCE = 1000.0


@jit
def valid_gaussian(mean: float, variance: float) -> bool:
    """Whether the mean is a real and variance > 0."""
    return is_real(mean) and is_positive(variance)


@jit
def log_gaussian(x: float, mean: float, variance: float) -> float:
    """ln(exp(-(x - mean)^2 / (2 variance)) / sqrt(2 pi variance))."""
    return _log_by_deviation(x, mean, math.sqrt(variance))


@jit
def sample_gaussian(w: World, mean: float, variance: float) -> float:
    """The mean and a standard normal variable times the standard deviation."""
    return mean + math.sqrt(variance) * normal(w)


@jit
def valid_precision_gaussian(mean: float, precision: float) -> bool:
    """Whether the mean is a real and precision > 0."""
    return is_real(mean) and is_positive(precision)


@jit
def log_precision_gaussian(x: float, mean: float, precision: float) -> float:
    """ln(exp(-precision (x - mean)^2 / 2) sqrt(precision / (2 pi)))."""
    return _log_by_deviation(x, mean, 1.0 / math.sqrt(precision))


@jit
def sample_precision_gaussian(w: World, mean: float, precision: float) -> float:
    """The mean and a standard normal variable divided by the root of the precision."""
    return mean + 1.0 / math.sqrt(precision) * normal(w)


@jit
def valid_half_normal(variance: float) -> bool:
    """Whether variance > 0."""
    return is_positive(variance)


@jit
def log_half_normal(x: float, variance: float) -> float:
    """ln(2 exp(-x^2 / (2 variance)) / sqrt(2 pi variance)), for x >= 0."""
    return math.log(2.0) + _log_by_deviation(x, 0.0, math.sqrt(variance)) if x >= 0.0 else -math.inf


@jit
def sample_half_normal(w: World, variance: float) -> float:
    """The size of a Gaussian(0, variance) variable."""
    return abs(math.sqrt(variance) * normal(w))


@jit
def valid_log_normal(mean: float, variance: float) -> bool:
    """Whether -250 <= mean <= 250 and 1e-100 <= variance <= 1000, so that every draw is a positive float."""
    return -_LARGEST_EXPONENT <= mean <= _LARGEST_EXPONENT and SMALLEST_POSITIVE <= variance <= _LARGEST_VARIANCE


@jit
def log_log_normal(x: float, mean: float, variance: float) -> float:
    """ln(exp(-(ln x - mean)^2 / (2 variance)) / (x sqrt(2 pi variance))), for x > 0."""
    if x <= 0.0 or not math.isfinite(x):
        return -math.inf
    log = math.log(x)
    return _log_by_deviation(log, mean, math.sqrt(variance)) - log


@jit
def sample_log_normal(w: World, mean: float, variance: float) -> float:
    """The exponential of a Gaussian(mean, variance) variable."""
    return math.exp(sample_gaussian(w, mean, variance))


@jit
def valid_truncated_normal(mean: float, variance: float, lo: float, hi: float) -> bool:
    """Whether the mean is a real, variance > 0 and lo < hi."""
    return is_real(mean) and is_positive(variance) and is_interval(lo, hi)


@jit
def log_truncated_normal(x: float, mean: float, variance: float, lo: float, hi: float) -> float:
    """ln of exp(-(x - mean)^2 / (2 variance)) over its integral from lo to hi, for lo <= x <= hi.

    Both are taken relative to their value at the mode, the point of the interval nearest to the mean.
    """
    if not lo <= x <= hi:
        return -math.inf
    deviation = math.sqrt(variance)
    mode = min(max(mean, lo), hi)
    if lo < mean < hi:
        log_integral = log_centre_piece((mean - lo) / deviation, (hi - mean) / deviation)
    else:
        log_integral = log_tail_piece(abs(mode - mean) / deviation, (hi - lo) / deviation)
    # (x - mean)^2 - (mode - mean)^2 without the cancellation of its two squares.
    fall = (x - mode) / deviation * (((x - mean) + (mode - mean)) / deviation)
    return -0.5 * fall - math.log(deviation) - log_integral


@jit
def sample_truncated_normal(w: World, mean: float, variance: float, lo: float, hi: float) -> float:
    """A Gaussian(mean, variance) variable given that it lies between lo and hi, by rejection."""
    deviation = math.sqrt(variance)
    width = (hi - lo) / deviation
    if lo < mean < hi:
        x = mean + deviation * _draw_around(w, (lo - mean) / deviation, width)
    elif mean <= lo:
        x = lo + deviation * _draw_beyond(w, (lo - mean) / deviation, width)
    else:
        x = hi - deviation * _draw_beyond(w, (mean - hi) / deviation, width)
    return min(max(x, lo), hi)


@jit
def _draw_around(w: World, start: float, width: float) -> float:
    """A standard normal z given start <= z <= start + width, an interval that holds 0."""
    while True:
        if width < _ROOT_TWO_PI:
            z = start + width * uniform(w)
            if uniform(w) <= math.exp(-0.5 * z * z):
                return z
        else:
            z = normal(w)
            if start <= z <= start + width:
                return z


@jit
def _draw_beyond(w: World, start: float, width: float) -> float:
    """z - start for a standard normal z given start <= z <= start + width, start >= 0.

    The density falls as exp(-start s - s^2/2). Where it falls little the proposal is uniform, else exponential with
    the rate that is accepted most often.
    """
    if width * (start + 0.5 * width) <= 1.0:
        while True:
            s = width * uniform(w)
            if uniform(w) <= math.exp(-s * (start + 0.5 * s)):
                return s
    rate = 0.5 * (start + math.hypot(start, 2.0))
    while True:
        s = exponential(w) / rate
        excess = s - (rate - start)
        if s <= width and uniform(w) <= math.exp(-0.5 * excess * excess):
            return s


@jit
def _log_by_deviation(x: float, mean: float, deviation: float) -> float:
    if not math.isfinite(x):
        return -math.inf
    z = (x - mean) / deviation
    return -0.5 * z * z - math.log(deviation) - HALF_LOG_TWO_PI
