"""What a user's Python code does with numbers, where compiled code would do otherwise.

Python raises where compiled code goes on: for a division by zero, a logarithm of 0, an overflow. Each function here
sets `w.beyond` instead and gives 0. Its caller then leaves the whole computation to Python, which knows what to say.
The conditions may be narrower than Python's, never wider.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from . import NATIVE, inlined
from .random import integer, uniform

if TYPE_CHECKING:
    from noumena.runtime.world import World

_INF = math.inf
_LARGEST_EXPONENT = 709.0
_WHOLE = 2.0**53


@inlined
def divided(w: World, a: float, b: float) -> float:
    """a / b."""
    if b == 0:
        w.beyond = 1
        return 0.0
    return a / b


@inlined
def floored(w: World, a: int, b: int) -> int:
    """a // b of integers."""
    if b == 0:
        w.beyond = 1
        return 0
    return a // b


@inlined
def modulo(w: World, a: int, b: int) -> int:
    """a % b of integers."""
    if b == 0:
        w.beyond = 1
        return 0
    return a % b


if NATIVE:

    @inlined
    def power(w: World, a: float, b: float) -> float:
        """a ** b of reals."""
        result = math.pow(a, b)
        if not -_INF < result < _INF:
            w.beyond = 1
            return 0.0
        return result

else:

    @inlined
    def power(w: World, a: float, b: float) -> float:
        """a ** b of reals."""
        try:
            result = math.pow(a, b)
        except (ValueError, OverflowError):
            result = _INF
        if not -_INF < result < _INF:
            w.beyond = 1
            return 0.0
        return result


@inlined
def whole(w: World, x: float) -> int:
    """int(x) of a real."""
    if not -_WHOLE < x < _WHOLE:
        w.beyond = 1
        return 0
    return int(x)


@inlined
def floor_of(w: World, x: float) -> int:
    """math.floor(x)."""
    if not -_WHOLE < x < _WHOLE:
        w.beyond = 1
        return 0
    return math.floor(x)


@inlined
def ceiling_of(w: World, x: float) -> int:
    """math.ceil(x)."""
    if not -_WHOLE < x < _WHOLE:
        w.beyond = 1
        return 0
    return math.ceil(x)


@inlined
def log_of(w: World, x: float) -> float:
    """math.log(x)."""
    if not x > 0.0:
        w.beyond = 1
        return 0.0
    return math.log(x)


@inlined
def log1p_of(w: World, x: float) -> float:
    """math.log1p(x)."""
    if not x > -1.0:
        w.beyond = 1
        return 0.0
    return math.log1p(x)


@inlined
def exp_of(w: World, x: float) -> float:
    """math.exp(x)."""
    if not x < _LARGEST_EXPONENT:
        w.beyond = 1
        return 0.0
    return math.exp(x)


@inlined
def expm1_of(w: World, x: float) -> float:
    """math.expm1(x)."""
    if not x < _LARGEST_EXPONENT:
        w.beyond = 1
        return 0.0
    return math.expm1(x)


@inlined
def sqrt_of(w: World, x: float) -> float:
    """math.sqrt(x)."""
    if not x >= 0.0:
        w.beyond = 1
        return 0.0
    return math.sqrt(x)


@inlined
def sin_of(w: World, x: float) -> float:
    """math.sin(x)."""
    if not -_INF < x < _INF:
        w.beyond = 1
        return 0.0
    return math.sin(x)


@inlined
def cos_of(w: World, x: float) -> float:
    """math.cos(x)."""
    if not -_INF < x < _INF:
        w.beyond = 1
        return 0.0
    return math.cos(x)


@inlined
def lgamma_of(w: World, x: float) -> float:
    """math.lgamma(x)."""
    if not 0.0 < x < 1e300:
        w.beyond = 1
        return 0.0
    return math.lgamma(x)


@inlined
def uniform_between(w: World, low: float, high: float) -> float:
    """rng.uniform(low, high)."""
    width = high - low
    if not 0.0 <= width < _INF:
        w.beyond = 1
        return 0.0
    return low + width * uniform(w)


@inlined
def integer_between(w: World, low: int, high: int) -> int:
    """rng.integers(low, high)."""
    if high <= low:
        w.beyond = 1
        return 0
    return low + integer(w, high - low)
