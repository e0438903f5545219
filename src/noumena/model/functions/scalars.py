"""Functions of single numbers.

Where a function is not defined the error says what its argument must be; where the result is too large for a real it
is infinite, with its sign.
"""

from __future__ import annotations

import math
from collections.abc import Callable

from noumena.model.functions.limits import fit, plain
from noumena.model.library import Builtin
from noumena.model.types import INTEGER, REAL, STRING, TIMESTEP, Signature
from noumena.model.values import Value

RealFunction = Callable[[float], float]


def _signed_infinity(x: float) -> float:
    return math.copysign(math.inf, x)


def _checked(
    name: str, function: RealFunction, requirement: str, overflow: RealFunction = _signed_infinity
) -> RealFunction:
    """The function with a sentence for arguments outside its domain, and an infinity for results too large."""

    def checked(x: float) -> float:
        try:
            return function(x)
        except OverflowError:
            return overflow(x)
        except ValueError:
            raise ValueError(f"{name} of {plain(x)}: the argument must {requirement}") from None

    return checked


def power(base: float, exponent: float) -> float:
    """base^exponent, as a real; a negative base needs a whole exponent."""
    try:
        return math.pow(base, exponent)
    except OverflowError:
        return -math.inf if base < 0 and exponent % 2 == 1 else math.inf
    except ValueError:
        if base == 0:
            raise ValueError(f"0 ^ {plain(exponent)}: division by zero") from None
        raise ValueError(
            f"{plain(base)} ^ {plain(exponent)}: a negative number can only be raised to a whole power"
        ) from None


def _to_integer(name: str, function: Callable[[float], int]) -> Callable[[float], int]:
    def rounded(x: float) -> int:
        if not math.isfinite(x):
            raise ValueError(f"{name} of {plain(x)}: the argument must be finite")
        return fit(function(x), name + " of {}", plain(x))

    return rounded


def round_half_up(x: float) -> int:
    """The nearest integer, and of two equally near the larger: round(2.5) = 3, round(-2.5) = -2.

    It compares x - floor(x) with a half, as floor(x + 0.5) is wrong for the number just below a half.
    """
    below = math.floor(x)
    return below + 1 if x - below >= 0.5 else below


def _unchanged(n: int) -> int:
    return n


def absolute_integer(n: int) -> int:
    """|n|."""
    return fit(abs(n), "abs of {}", n)


def sign_of_integer(n: int) -> int:
    """-1, 0 or 1."""
    return (n > 0) - (n < 0)


def sign_of_real(x: float) -> float:
    """-1, 0 or 1 as a real, and NaN of NaN."""
    return x if x == 0 or math.isnan(x) else math.copysign(1.0, x)


def successor(n: int) -> int:
    """n + 1, the `Succ` of natural numbers."""
    return fit(n + 1, "Succ of {}", n)


def predecessor(n: int) -> int:
    """n - 1."""
    return fit(n - 1, "Pred of {}", n)


def smaller(a: Value, b: Value) -> Value:
    """The smaller of two values; NaN if either is NaN, so that the order of the arguments does not matter."""
    return a if a != a or a <= b else b


def larger(a: Value, b: Value) -> Value:
    """The larger of two values; NaN if either is NaN."""
    return a if a != a or a >= b else b


_FINITE = "be finite"
_REAL_FUNCTIONS: dict[str, RealFunction] = {
    "sin": _checked("sin", math.sin, _FINITE),
    "cos": _checked("cos", math.cos, _FINITE),
    "tan": _checked("tan", math.tan, _FINITE),
    "asin": _checked("asin", math.asin, "lie between -1 and 1"),
    "acos": _checked("acos", math.acos, "lie between -1 and 1"),
    "atan": math.atan,
    "sinh": _checked("sinh", math.sinh, _FINITE),
    "cosh": _checked("cosh", math.cosh, _FINITE, overflow=lambda x: math.inf),
    "tanh": math.tanh,
    "exp": _checked("exp", math.exp, _FINITE),
    "log": _checked("log", math.log, "be positive"),
    "log10": _checked("log10", math.log10, "be positive"),
    "sqrt": _checked("sqrt", math.sqrt, "be at least 0"),
    "gamma": _checked("gamma", math.gamma, "be positive or not whole"),
    "lgamma": _checked("lgamma", math.lgamma, "be positive or not whole"),
}

_ROUNDINGS: dict[str, Callable[[float], int]] = {"floor": math.floor, "ceil": math.ceil, "round": round_half_up}

ORDERED = (INTEGER, REAL, TIMESTEP, STRING)
"""The types whose values have an order, Integer before Real so that integers stay integers."""

_ONE_REAL = Signature((REAL,), REAL)
_TWO_REALS = Signature((REAL, REAL), REAL)
_ONE_INTEGER = Signature((INTEGER,), INTEGER)

FUNCTIONS: tuple[Builtin, ...] = (
    *(Builtin(name, _ONE_REAL, function) for name, function in _REAL_FUNCTIONS.items()),
    *(Builtin(name, _ONE_INTEGER, _unchanged) for name in _ROUNDINGS),
    *(Builtin(name, Signature((REAL,), INTEGER), _to_integer(name, f)) for name, f in _ROUNDINGS.items()),
    Builtin("abs", _ONE_INTEGER, absolute_integer),
    Builtin("abs", _ONE_REAL, abs),
    Builtin("sign", _ONE_INTEGER, sign_of_integer),
    Builtin("sign", _ONE_REAL, sign_of_real),
    Builtin("atan2", _TWO_REALS, math.atan2),
    Builtin("pow", _TWO_REALS, power),
    *(Builtin("min", Signature((type_, type_), type_), smaller) for type_ in ORDERED),
    *(Builtin("max", Signature((type_, type_), type_), larger) for type_ in ORDERED),
    Builtin("Succ", _ONE_INTEGER, successor),
    Builtin("Pred", _ONE_INTEGER, predecessor),
)
