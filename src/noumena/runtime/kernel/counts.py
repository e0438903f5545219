"""Counts without a bound: Poisson, NegativeBinomial, RoundedLogNormal.

For each family: whether it takes the parameters, the log probability of a value, and a draw. The last two are for
parameters that it takes.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from . import inlined, jit
from .gammas import standard_gamma
from .logarithms import TABLED, log_factorial
from .normal_integral import log_interval, log_upper_tail
from .normals import sample_log_normal, valid_log_normal
from .parameters import LARGEST_INTEGER, is_positive
from .random import centred, uniform
from .stirling import log_binomial_term, log_poisson_term

if TYPE_CHECKING:
    from noumena.runtime.world import World

_LARGEST_POISSON_MEAN = 1e18
_LARGEST_NEGATIVE_BINOMIAL_MEAN = 1e16
_LARGEST_TABLED_MEAN = 1e6
_FINEST_PARTS = 2.0**26
"""The rough parts of ln k! are multiples of 2^-26: see `log_tables`."""
_FEW = 10.0
"""Below this mean the events are drawn one by one."""


@inlined
def valid_poisson(mean: float) -> bool:
    """Whether 0 <= mean <= 1e18; the draws of larger ones would be beyond 64 bits."""
    return 0.0 <= mean <= _LARGEST_POISSON_MEAN


@inlined
def log_poisson(k: int, mean: float) -> float:
    """ln(mean^k exp(-mean) / k!), for k = 0, 1, …."""
    if k < 0:
        return -math.inf
    if mean == 0.0:
        return 0.0 if k == 0 else -math.inf
    if k < TABLED and mean < TABLED:
        return k * math.log(mean) - mean - log_factorial(k)
    return log_poisson_term(float(k), mean, math.log(mean))


@inlined
def tabled_poisson(w: World, k: int, mean: float) -> float:
    """The same from the tables of the world as far as they go, without cancellation in k ln(mean) - ln k!."""
    if not (0 <= k < w.tabled and 0.0 < mean < _LARGEST_TABLED_MEAN):
        return log_poisson(k, mean)
    log_mean = math.log(mean)
    rough = math.floor(log_mean * _FINEST_PARTS) / _FINEST_PARTS
    return (k * rough - w.log_factorial[k] - mean) + (k * (log_mean - rough) - w.log_factorial_rest[k])


@jit
def sample_poisson(w: World, mean: float) -> int:
    """The number of events up to time `mean`, when they are an exponential variable of rate 1 apart."""
    if mean >= _FEW:
        return _many_events(w, mean)
    # The times between events are -ln of uniform variables: their sum is compared by its exponential.
    end = math.exp(-mean)
    events = 0
    product = 1.0 - uniform(w)
    while product > end:
        events += 1
        product *= 1.0 - uniform(w)
    return events


@jit
def _many_events(w: World, mean: float) -> int:
    """By transformed rejection, Hörmann's algorithm PTRS; mean >= 10.

    The proposal is the function x(u) = (2 a / (1/2 - |u|) + b) u + c of a uniform u, rounded down, which resembles
    the inverse of the cumulative distribution; its slope is nearly a / (1/2 - |u|)^2 + b.
    """
    log_mean = math.log(mean)
    b = 0.931 + 2.53 * math.sqrt(mean)
    a = -0.059 + 0.02483 * b
    c = mean + 0.43
    ceiling = 1.1239 + 1.1328 / (b - 3.4)
    always = 0.9277 - 3.6224 / (b - 2.0)
    while True:
        u, v = centred(w), 1.0 - uniform(w)
        edge = 0.5 - abs(u)
        k = (2.0 * a / edge + b) * u + c
        if k < 0.0 or (edge < 0.013 and v > edge):
            continue
        k = float(math.floor(k))
        if edge >= 0.07 and v <= always:
            return int(k)
        log_height = math.log(v * ceiling / (a / (edge * edge) + b))
        if log_height <= log_poisson_term(k, mean, log_mean):
            return int(k)


@jit
def valid_negative_binomial(r: float, p: float) -> bool:
    """Whether r > 0, 0 <= p < 1 and the mean r p / (1 - p) is at most 1e16."""
    return is_positive(r) and 0.0 <= p < 1.0 and r * p / (1.0 - p) <= _LARGEST_NEGATIVE_BINOMIAL_MEAN


@jit
def log_negative_binomial(k: int, r: float, p: float) -> float:
    """ln(C(k + r - 1, k) p^k (1 - p)^r), for k = 0, 1, …."""
    if k < 0:
        return -math.inf
    if k == 0:
        return r * math.log1p(-p)
    n = k + r
    return math.log(r) - math.log(n) + log_binomial_term(n, float(k), r, p, 1.0 - p)


@jit
def sample_negative_binomial(w: World, r: float, p: float) -> int:
    """A Poisson count whose mean is a Gamma(r, (1 - p) / p) variable."""
    return sample_poisson(w, standard_gamma(w, r) * p / (1.0 - p))


@jit
def valid_rounded_log_normal(mean: float, variance: float) -> bool:
    """Whether -250 <= mean <= 250 and 1e-100 <= variance <= 1000."""
    return valid_log_normal(mean, variance)


@jit
def log_rounded_log_normal(n: int, mean: float, variance: float) -> float:
    """ln(Phi(z(n + 1/2)) - Phi(z(n - 1/2))), for n = 0, 1, …, with z(x) = (ln x - mean) / sqrt(variance).

    For n = 0 the second term is 0. Phi is the cumulative distribution of a standard normal variable.
    """
    if n < 0:
        return -math.inf
    deviation = math.sqrt(variance)
    if n == 0:
        return log_upper_tail((mean - math.log(0.5)) / deviation)
    below = n - 0.5
    return log_interval((math.log(below) - mean) / deviation, math.log1p(1.0 / below) / deviation)


@jit
def sample_rounded_log_normal(w: World, mean: float, variance: float) -> int:
    """A LogNormal variable rounded to the nearest integer; the largest of 64 bits, if it is beyond."""
    x = sample_log_normal(w, mean, variance) + 0.5
    return int(x) if x < float(LARGEST_INTEGER) else LARGEST_INTEGER
