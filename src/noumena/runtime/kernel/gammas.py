"""Positive reals and proportions made of gamma variables: Exponential, Gamma, InvGamma, Beta.

For each family: whether it takes the parameters, the log density at a value, and a draw. The last two are for
parameters that it takes.
"""

from __future__ import annotations

import math
import sys
from typing import TYPE_CHECKING

from . import jit
from .parameters import is_positive
from .random import exponential, normal, uniform
from .stirling import log_binomial_term, log_poisson_term

if TYPE_CHECKING:
    from noumena.runtime.world import World

_TINY, _HUGE = sys.float_info.min, sys.float_info.max
_BELOW_ONE = math.nextafter(1.0, 0.0)


@jit
def standard_gamma(w: World, shape: float) -> float:
    """A Gamma(shape, 1) variable, 0 where it is too small for a float; shape > 0."""
    if shape < 1.0:
        return math.exp(log_standard_gamma(w, shape))
    return _gamma_of_large_shape(w, shape)


@jit
def log_standard_gamma(w: World, shape: float) -> float:
    """The logarithm of a Gamma(shape, 1) variable, finite even where the variable is too small for a float.

    If G is Gamma(shape + 1, 1) and E exponential, then G exp(-E / shape) is Gamma(shape, 1).
    """
    return math.log(_gamma_of_large_shape(w, shape + 1.0)) - exponential(w) / shape


@jit
def _gamma_of_large_shape(w: World, shape: float) -> float:
    """The method of Marsaglia and Tsang: d (1 + t)^3 with d = shape - 1/3 and t normal, or refused; shape >= 1."""
    d = shape - 1.0 / 3.0
    deviation = 1.0 / (3.0 * math.sqrt(d))
    while True:
        x = normal(w)
        t = deviation * x
        if t <= -1.0:
            continue
        u = 1.0 - uniform(w)
        # The first test holds nearly always, and implies the second.
        if u < 1.0 - 0.0331 * x * x * x * x or math.log(u) < d * _log_acceptance(t):
            cube = (1.0 + t) * (1.0 + t) * (1.0 + t)
            return d * cube


@jit
def _log_acceptance(t: float) -> float:
    """x^2 / (2 d) + 1 - v + ln v with v = (1 + t)^3 and x^2 = 9 d t^2, without the terms in t and t^2 that cancel."""
    return 3.0 * (math.log1p(t) - t + 0.5 * t * t) - t * t * t


@jit
def valid_exponential(rate: float) -> bool:
    """Whether rate > 0."""
    return is_positive(rate)


@jit
def log_exponential(x: float, rate: float) -> float:
    """ln(rate exp(-rate x)), for x >= 0."""
    return math.log(rate) - rate * x if x >= 0.0 else -math.inf


@jit
def sample_exponential(w: World, rate: float) -> float:
    """A standard exponential variable divided by the rate."""
    return exponential(w) / rate


@jit
def valid_gamma(shape: float, rate: float) -> bool:
    """Whether shape > 0 and rate > 0."""
    return is_positive(shape) and is_positive(rate)


@jit
def log_gamma(x: float, shape: float, rate: float) -> float:
    """ln(rate^shape x^(shape - 1) exp(-rate x) / GammaFunction(shape)), for x >= 0; at 0 it may be infinite."""
    if x < 0.0 or not math.isfinite(x):
        return -math.inf
    if x > 0.0:
        return _log_density(x, shape, rate * x, math.log(rate) + math.log(x))
    if shape == 1.0:
        return math.log(rate)
    return -math.inf if shape > 1.0 else math.inf


@jit
def sample_gamma(w: World, shape: float, rate: float) -> float:
    """A standard gamma variable divided by the rate; never 0, where the density may be infinite."""
    return max(standard_gamma(w, shape) / rate, _TINY)


@jit
def valid_inv_gamma(shape: float, scale: float) -> bool:
    """Whether shape > 0 and scale > 0."""
    return is_positive(shape) and is_positive(scale)


@jit
def log_inv_gamma(x: float, shape: float, scale: float) -> float:
    """ln(scale^shape x^(-shape - 1) exp(-scale / x) / GammaFunction(shape)), for x > 0."""
    if x <= 0.0 or not math.isfinite(x):
        return -math.inf
    return _log_density(x, shape, scale / x, math.log(scale) - math.log(x))


@jit
def sample_inv_gamma(w: World, shape: float, scale: float) -> float:
    """The scale divided by a standard gamma variable; the largest float, if it is beyond."""
    return min(scale / max(standard_gamma(w, shape), _TINY), _HUGE)


@jit
def _log_density(x: float, shape: float, exponent: float, log_exponent: float) -> float:
    """ln(exponent^shape exp(-exponent) / (x GammaFunction(shape))), which both densities are."""
    return math.log(shape) - math.log(x) + log_poisson_term(shape, exponent, log_exponent)


@jit
def valid_beta(a: float, b: float) -> bool:
    """Whether a > 0 and b > 0."""
    return is_positive(a) and is_positive(b)


@jit
def log_beta(x: float, a: float, b: float) -> float:
    """ln(x^(a - 1) (1 - x)^(b - 1) / B(a, b)), for 0 <= x <= 1; at 0 and 1 its limit, which may be infinite."""
    if not 0.0 <= x <= 1.0:
        return -math.inf
    y = 1.0 - x
    if x == 0.0:
        return _log_beta_at_end(a, b)
    if y == 0.0:
        return _log_beta_at_end(b, a)
    ratios = (math.log(a) - math.log(x)) + (math.log(b) - math.log(y))
    return log_binomial_term(a + b, a, b, x, y) + ratios - math.log(a + b)


@jit
def _log_beta_at_end(absent: float, present: float) -> float:
    """The limit where the part with parameter `absent` goes to 0."""
    if absent == 1.0:
        return math.log(present)
    return -math.inf if absent > 1.0 else math.inf


@jit
def sample_beta(w: World, a: float, b: float) -> float:
    """The part of a Gamma(a, 1) variable in its sum with a Gamma(b, 1) variable; neither 0 nor 1.

    Variables of small shape are compared by their logarithms, since both may be too small for a float.
    """
    if a >= 1.0 and b >= 1.0:
        first, second = standard_gamma(w, a), standard_gamma(w, b)
        part = first / (first + second)
    else:
        lead = log_standard_gamma(w, a) - log_standard_gamma(w, b)
        smaller = math.exp(-abs(lead))
        part = (1.0 if lead >= 0.0 else smaller) / (1.0 + smaller)
    return min(max(part, _TINY), _BELOW_ONE)
