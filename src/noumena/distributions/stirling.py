"""Terms of the Poisson and multinomial distributions without cancellation, for arguments of any size.

`lgamma` of large arguments loses all its digits in differences: ln p of a count near 1e15 would be wrong in the
first place. Stirling's formula, with its error as a series, takes the large parts out by hand:
ln x! = (x + 1/2) ln x - x + ln(2 pi)/2 + stirling_error(x).
"""

from __future__ import annotations

import math
from collections.abc import Sequence

HALF_LOG_TWO_PI = 0.5 * math.log(2.0 * math.pi)


def stirling_error(x: float) -> float:
    """ln x! less Stirling's approximation, for real x > 0."""
    if x < 16.0:
        return math.lgamma(x + 1.0) - (x + 0.5) * math.log(x) + x - HALF_LOG_TWO_PI
    y = 1.0 / (x * x)
    return (1 / 12 - (1 / 360 - (1 / 1260 - (1 / 1680 - y / 1188) * y) * y) * y) / x


def deviance(x: float, mean: float, log_mean: float) -> float:
    """x ln(x / mean) - x + mean, which is at least 0; `log_mean` is ln(mean) even where `mean` underflows."""
    if x == 0.0:
        return mean
    if 0.5 * mean <= x <= 2.0 * mean:
        return x * math.log1p((x - mean) / mean) - (x - mean)
    return x * (math.log(x) - log_mean) - x + mean


def log_poisson_term(x: float, mean: float, log_mean: float) -> float:
    """ln(mean^x exp(-mean) / x!) for real x >= 0; `log_mean` is ln(mean)."""
    if x == 0.0:
        return -mean
    return -_log_root(x) - stirling_error(x) - deviance(x, mean, log_mean)


def log_multinomial_term(counts: Sequence[float], probabilities: Sequence[float]) -> float:
    """ln(n! prod p_i^x_i / x_i!) for real counts x_i >= 0 of sum n, and probabilities p_i of sum 1."""
    n = float(sum(counts))
    if n == 0.0:
        return 0.0
    log_n = math.log(n)
    result = _log_root(n) + stirling_error(n)
    for x, p in zip(map(float, counts), probabilities, strict=True):
        if x == 0.0:
            result -= n * p
        elif p == 0.0:
            return -math.inf
        else:
            result -= _log_root(x) + stirling_error(x) + deviance(x, n * p, log_n + math.log(p))
    return result


def _log_root(x: float) -> float:
    return HALF_LOG_TWO_PI + 0.5 * math.log(x)
