"""Real variables that stray further than Gaussian ones: Laplace, StudentT, Cauchy.

For each family: whether it takes the parameters, the log density at a value, and a draw. The last two are for
parameters that it takes.
"""

from __future__ import annotations

import math
import sys
from typing import TYPE_CHECKING

from . import jit
from .gammas import log_standard_gamma
from .parameters import is_positive, is_real
from .random import centred, exponential, normal

if TYPE_CHECKING:
    from noumena.runtime.world import World

_HUGE = sys.float_info.max
_LOG_HUGE = math.log(_HUGE)


@jit
def valid_laplace(mean: float, scale: float) -> bool:
    """Whether the mean is a real and scale > 0."""
    return is_real(mean) and is_positive(scale)


@jit
def log_laplace(x: float, mean: float, scale: float) -> float:
    """ln(exp(-|x - mean| / scale) / (2 scale))."""
    if not math.isfinite(x):
        return -math.inf
    return -abs(x - mean) / scale - math.log(2.0 * scale)


@jit
def sample_laplace(w: World, mean: float, scale: float) -> float:
    """The mean and the difference of two exponential variables of this scale."""
    return mean + scale * (exponential(w) - exponential(w))


@jit
def valid_student_t(df: float, location: float, scale: float) -> bool:
    """Whether df > 0, the location is a real and scale > 0."""
    return is_positive(df) and is_real(location) and is_positive(scale)


@jit
def log_student_t(x: float, df: float, location: float, scale: float) -> float:
    """ln(G((df + 1)/2) / (G(df/2) sqrt(pi df) scale) (1 + z^2/df)^(-(df + 1)/2)), with z = (x - location) / scale.

    G is the gamma function.
    """
    if not math.isfinite(x):
        return -math.inf
    constant = _log_gamma_half_step(0.5 * df) - 0.5 * math.log(math.pi * df) - math.log(scale)
    return constant - 0.5 * (df + 1.0) * _log_one_plus_square(x - location, scale * math.sqrt(df))


@jit
def sample_student_t(w: World, df: float, location: float, scale: float) -> float:
    """A normal variable divided by the root of an independent Gamma(df/2, df/2) variable.

    Draws too large for a float are given as the largest float; hence the logarithms, for small df.
    """
    half = 0.5 * df
    z = normal(w)
    log_size = math.log(abs(z)) + 0.5 * (math.log(half) - log_standard_gamma(w, half))
    size = math.exp(log_size) if log_size < _LOG_HUGE else _HUGE
    return min(max(location + scale * math.copysign(size, z), -_HUGE), _HUGE)


@jit
def valid_cauchy(location: float, scale: float) -> bool:
    """Whether the location is a real and scale > 0."""
    return is_real(location) and is_positive(scale)


@jit
def log_cauchy(x: float, location: float, scale: float) -> float:
    """ln(1 / (pi scale (1 + z^2))), with z = (x - location) / scale."""
    if not math.isfinite(x):
        return -math.inf
    return -math.log(math.pi * scale) - _log_one_plus_square(x - location, scale)


@jit
def sample_cauchy(w: World, location: float, scale: float) -> float:
    """The location and `scale` times the ratio of the coordinates of a point drawn from a disc around 0."""
    while True:
        x, y = centred(w), centred(w)
        if x * x + y * y < 0.25:
            return location + scale * (x / y)


@jit
def _log_one_plus_square(distance: float, unit: float) -> float:
    """ln(1 + (distance / unit)^2), where the square may be too large for a float."""
    z = abs(distance) / unit
    if z < 1e10:
        return math.log1p(z * z)
    return 2.0 * (math.log(abs(distance)) - math.log(unit))


@jit
def _log_gamma_half_step(a: float) -> float:
    """ln(G(a + 1/2) / G(a)); for large a, where both are huge, by a series."""
    if a < 100.0:
        return math.lgamma(a + 0.5) - math.lgamma(a)
    y = 1.0 / (a * a)
    return 0.5 * math.log(a) - (1 / 8 - (1 / 192 - y / 640) * y) / a
