"""Integer division as the language has it: towards zero."""

from __future__ import annotations

from . import jit

HUGE = 2**61
"""Sums of two integers below this fit 64 bits."""


@jit
def quotient(a: int, b: int) -> int:
    """a / b without its fraction; b is not 0."""
    size = abs(a) // abs(b)
    return size if (a < 0) == (b < 0) else -size


@jit
def remainder(a: int, b: int) -> int:
    """a - (a / b) * b, of the sign of a; b is not 0."""
    size = abs(a) % abs(b)
    return -size if a < 0 else size
