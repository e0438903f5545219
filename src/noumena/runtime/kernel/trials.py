"""Trials that succeed or fail: Bernoulli, BooleanDistrib, Binomial, Geometric, BoundedGeometric.

For each family: whether it takes the parameters, the log probability of a value, and a draw. The last two are for
parameters that it takes.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from . import jit
from .parameters import is_natural, is_probability
from .random import centred, exponential, flip, uniform
from .stirling import log_binomial_term

if TYPE_CHECKING:
    from noumena.runtime.world import World

_SMALLEST_CHANCE = 1e-17
_FEW = 10.0
"""Below this mean the successes are drawn one by one."""


@jit
def valid_bernoulli(p: float) -> bool:
    """Whether 0 <= p <= 1."""
    return is_probability(p)


@jit
def log_bernoulli(k: int, p: float) -> float:
    """ln p for k = 1, ln(1 - p) for k = 0."""
    if k == 1 and p > 0.0:
        return math.log(p)
    if k == 0 and p < 1.0:
        return math.log1p(-p)
    return -math.inf


@jit
def sample_bernoulli(w: World, p: float) -> int:
    """1 with probability p, else 0."""
    return 1 if flip(w, p) else 0


@jit
def valid_boolean_distrib(p: float) -> bool:
    """Whether 0 <= p <= 1."""
    return is_probability(p)


@jit
def log_boolean_distrib(value: int, p: float) -> float:
    """ln p for true, which is 1; ln(1 - p) for false, which is 0."""
    return log_bernoulli(value, p)


@jit
def sample_boolean_distrib(w: World, p: float) -> int:
    """True, which is 1, with probability p; else false, which is 0."""
    return sample_bernoulli(w, p)


@jit
def valid_binomial(n: int, p: float) -> bool:
    """Whether n >= 0 and 0 <= p <= 1."""
    return is_natural(n) and is_probability(p)


@jit
def log_binomial(k: int, n: int, p: float) -> float:
    """ln(C(n, k) p^k (1 - p)^(n - k)), for k = 0, …, n."""
    if not 0 <= k <= n:
        return -math.inf
    return log_binomial_term(float(n), float(k), float(n - k), p, 1.0 - p)


@jit
def sample_binomial(w: World, n: int, p: float) -> int:
    """The number of successes in n trials; the rarer outcome is the one that is counted."""
    if p > 0.5:
        return n - _rarer(w, n, 1.0 - p)
    return _rarer(w, n, p)


@jit
def _rarer(w: World, n: int, p: float) -> int:
    if p == 0.0:
        return 0
    if n * p < _FEW:
        return _few_successes(w, n, p)
    return _many_successes(w, n, p)


@jit
def _few_successes(w: World, n: int, p: float) -> int:
    """One success after the other: the number of failures before each is geometric; 0 < p <= 1/2."""
    rate = -math.log1p(-p)
    successes = 0
    left = n
    while True:
        failures = exponential(w) / rate
        if failures >= left:  # It may be infinite: it is compared before it is rounded.
            return successes
        successes += 1
        left -= 1 + int(failures)


@jit
def _many_successes(w: World, n: int, p: float) -> int:
    """By transformed rejection, Hörmann's algorithm BTRS; p <= 1/2 and n p >= 10.

    The proposal is the function x(u) = (2 a / (1/2 - |u|) + b) u + c of a uniform u, rounded down, which resembles
    the inverse of the cumulative distribution; its slope is nearly a / (1/2 - |u|)^2 + b.
    """
    size, q = float(n), 1.0 - p
    deviation = math.sqrt(size * p * q)
    b = 1.15 + 2.53 * deviation
    a = -0.0873 + 0.0248 * b + 0.01 * p
    c = size * p + 0.5
    mode = float(math.floor((size + 1.0) * p))
    log_most = log_binomial_term(size, mode, size - mode, p, q)
    ceiling = (2.83 + 5.1 / b) * deviation
    always = 0.92 - 4.2 / b
    while True:
        u, v = centred(w), 1.0 - uniform(w)
        edge = 0.5 - abs(u)
        k = (2.0 * a / edge + b) * u + c
        if not 0.0 <= k < size + 1.0:
            continue
        k = float(math.floor(k))
        if edge >= 0.07 and v <= always:
            return int(k)
        log_height = math.log(v * ceiling / (a / (edge * edge) + b))
        if log_height <= log_binomial_term(size, k, size - k, p, q) - log_most:
            return int(k)


@jit
def valid_geometric(a: float) -> bool:
    """Whether 1e-17 <= a <= 1; smaller chances would lead to draws beyond 64 bits."""
    return _SMALLEST_CHANCE <= a <= 1.0


@jit
def log_geometric(n: int, a: float) -> float:
    """ln(a (1 - a)^n), for n = 0, 1, …."""
    if n < 0:
        return -math.inf
    if a == 1.0:
        return 0.0 if n == 0 else -math.inf
    return math.log(a) + n * math.log1p(-a)


@jit
def sample_geometric(w: World, a: float) -> int:
    """An exponential variable of rate -ln(1 - a), rounded down."""
    if a == 1.0:
        return 0
    return int(exponential(w) / -math.log1p(-a))


@jit
def valid_bounded_geometric(a: float, bound: int) -> bool:
    """Whether 1e-17 <= a <= 1 and bound >= 0."""
    return valid_geometric(a) and is_natural(bound)


@jit
def log_bounded_geometric(n: int, a: float, bound: int) -> float:
    """ln(a (1 - a)^n / (1 - (1 - a)^(bound + 1))), for n = 0, …, bound."""
    if n > bound:
        return -math.inf
    return log_geometric(n, a) - math.log(_mass_up_to(bound, a))


@jit
def sample_bounded_geometric(w: World, a: float, bound: int) -> int:
    """The inverse of the cumulative distribution, at a uniform variable."""
    if a == 1.0:
        return 0
    kept = _mass_up_to(bound, a)
    return min(int(math.log1p(-uniform(w) * kept) / math.log1p(-a)), bound)


@jit
def _mass_up_to(bound: int, a: float) -> float:
    # bound + 1 may be too large for an integer of 64 bits.
    return 1.0 if a == 1.0 else -math.expm1((float(bound) + 1.0) * math.log1p(-a))
