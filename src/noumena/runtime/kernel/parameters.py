"""Which parameters a distribution takes: the limits of the families of the language."""

from __future__ import annotations

from . import jit

LARGEST_REAL = 1e100
SMALLEST_POSITIVE = 1e-100
LARGEST_INTEGER = 2**63 - 1


@jit
def is_real(x: float) -> bool:
    """Whether x is a number of at most 1e100 in size."""
    return -LARGEST_REAL <= x <= LARGEST_REAL


@jit
def is_positive(x: float) -> bool:
    """Whether x is a number from 1e-100 to 1e100."""
    return SMALLEST_POSITIVE <= x <= LARGEST_REAL


@jit
def is_probability(p: float) -> bool:
    """Whether p is a number from 0 to 1."""
    return 0.0 <= p <= 1.0


@jit
def is_natural(n: int) -> bool:
    """Whether n is an integer from 0 to 2^63 - 1."""
    return 0 <= n <= LARGEST_INTEGER


@jit
def is_interval(lo: float, hi: float) -> bool:
    """Whether lo and hi are reals, hi more than lo by at least 1e-100."""
    return is_real(lo) and is_real(hi) and hi - lo >= SMALLEST_POSITIVE
