"""Factorials, and terms of the Poisson and binomial distributions without cancellation.

The large parts of ln x! are taken out by hand:
ln x! = (x + 1/2) ln x - x + ln(2 pi)/2 + stirling_error(x).
"""

from __future__ import annotations

import math

from . import jit

HALF_LOG_TWO_PI = 0.5 * math.log(2.0 * math.pi)


@jit
def stirling_error(x: float) -> float:
    """ln x! less Stirling's approximation, for real x > 0."""
    if x < 16.0:
        return math.lgamma(x + 1.0) - (x + 0.5) * math.log(x) + x - HALF_LOG_TWO_PI
    y = 1.0 / (x * x)
    return (1 / 12 - (1 / 360 - (1 / 1260 - (1 / 1680 - y / 1188) * y) * y) * y) / x


@jit
def deviance(x: float, mean: float, log_mean: float) -> float:
    """x ln(x / mean) - x + mean, at least 0, for x > 0; `log_mean` is ln(mean) even where `mean` underflows."""
    if 0.5 * mean <= x <= 2.0 * mean:
        return x * math.log1p((x - mean) / mean) - (x - mean)
    return x * (math.log(x) - log_mean) - x + mean


@jit
def log_poisson_term(x: float, mean: float, log_mean: float) -> float:
    """ln(mean^x exp(-mean) / x!) for real x >= 0; `log_mean` is ln(mean)."""
    if x == 0.0:
        return -mean
    return -log_root(x) - stirling_error(x) - deviance(x, mean, log_mean)


@jit
def log_binomial_term(n: float, x: float, y: float, p: float, q: float) -> float:
    """ln(n! p^x q^y / (x! y!)) for real x, y >= 0 of sum n, and probabilities p, q of sum 1."""
    if n == 0.0:
        return 0.0
    log_n = math.log(n)
    whole = log_root(n) + stirling_error(n)
    return whole - _log_part(x, n, p, log_n) - _log_part(y, n, q, log_n)


@jit
def _log_part(x: float, n: float, p: float, log_n: float) -> float:
    """What an outcome of probability p, met x times in n, takes off; infinite if it cannot be met."""
    if x == 0.0:
        return n * p
    if p == 0.0:
        return math.inf
    return log_root(x) + stirling_error(x) + deviance(x, n * p, log_n + math.log(p))


@jit
def log_root(x: float) -> float:
    """ln sqrt(2 pi x), for x > 0."""
    return HALF_LOG_TWO_PI + 0.5 * math.log(x)
