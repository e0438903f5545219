"""Logarithms of whole numbers and of factorials, from tables where they are small.

Numbers of objects are mostly small, and these logarithms are most of what a move on them computes.
"""

from __future__ import annotations

import math

from . import inlined
from .tables import constant, place

TABLED = 1024
_LOGS = constant([-math.inf, *(math.log(n) for n in range(1, TABLED))])
_LOG_FACTORIALS = constant([math.lgamma(n + 1.0) for n in range(TABLED)])


@inlined
def log_whole(n: int) -> float:
    """ln n, for n >= 0; that of 0 is -inf."""
    return _LOGS[place(n)] if n < TABLED else math.log(n)


@inlined
def log_factorial(n: int) -> float:
    """ln n!, for n >= 0."""
    return _LOG_FACTORIALS[place(n)] if n < TABLED else math.lgamma(n + 1.0)
