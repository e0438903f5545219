"""The same density or mass on all of an interval: UniformInt, UniformReal.

For each family: whether it takes the parameters, the log probability of a value, and a draw. The last two are for
parameters that it takes.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from . import jit
from .parameters import LARGEST_INTEGER, is_interval
from .random import integer, uniform

if TYPE_CHECKING:
    from noumena.runtime.world import World


@jit
def valid_uniform_int(lo: int, hi: int) -> bool:
    """Whether -2^63 < lo <= hi < 2^63 and hi - lo < 2^63 - 1, without computing a difference beyond 64 bits."""
    if not -LARGEST_INTEGER <= lo <= hi <= LARGEST_INTEGER:
        return False
    if lo < 0:
        return hi < LARGEST_INTEGER + lo
    return hi - lo < LARGEST_INTEGER


@jit
def log_uniform_int(n: int, lo: int, hi: int) -> float:
    """-ln(hi - lo + 1), for n = lo, …, hi."""
    return -math.log(hi - lo + 1) if lo <= n <= hi else -math.inf


@jit
def sample_uniform_int(w: World, lo: int, hi: int) -> int:
    """An integer from lo to hi, all alike."""
    return lo + integer(w, hi - lo + 1)


@jit
def valid_uniform_real(lo: float, hi: float) -> bool:
    """Whether lo < hi are reals."""
    return is_interval(lo, hi)


@jit
def log_uniform_real(x: float, lo: float, hi: float) -> float:
    """-ln(hi - lo), for lo <= x <= hi."""
    return -math.log(hi - lo) if lo <= x <= hi else -math.inf


@jit
def sample_uniform_real(w: World, lo: float, hi: float) -> float:
    """A real number from lo to hi."""
    return min(lo + (hi - lo) * uniform(w), hi)
