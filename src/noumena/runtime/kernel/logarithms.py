"""Logarithms of whole numbers and of factorials, from tables: those of the world, or constant ones.

Numbers of objects are mostly small, and these logarithms are most of what a move on them computes. The tables of a
world (`runtime/log_tables`) grow with its numbers.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from noumena.runtime.faults import Full

from . import inlined
from .flags import FULL_LOGARITHMS
from .tables import constant, place

if TYPE_CHECKING:
    from noumena.runtime.world import World

TABLED = 1024
_LOG_FACTORIALS = constant([math.lgamma(n + 1.0) for n in range(TABLED)])


@inlined
def log_factorial(n: int) -> float:
    """ln n!, for n >= 0."""
    return _LOG_FACTORIALS[place(n)] if n < TABLED else math.lgamma(n + 1.0)


@inlined
def log_whole(w: World, n: int) -> float:
    """ln n, for n >= 0; that of 0 is -inf."""
    return w.log[n] if n < w.tabled else math.log(n)


@inlined
def room_for_number(w: World, n: int) -> None:
    """Makes sure that n is in the tables of the world; it is at most a million."""
    if n >= w.tabled:
        w.full = FULL_LOGARITHMS
        w.full_which = n
        raise Full


@inlined
def log_falling_change(w: World, x: int, n: int, m: int) -> float:
    """ln (x)_m / (n)_m, for x, n >= m that are both in the tables."""
    rough = (w.log_factorial[x] - w.log_factorial[n]) - (w.log_factorial[x - m] - w.log_factorial[n - m])
    rest = (w.log_factorial_rest[x] - w.log_factorial_rest[n]) - (
        w.log_factorial_rest[x - m] - w.log_factorial_rest[n - m]
    )
    return rough + rest
