"""Functions of the library that are a few words of native code, and when they are.

Where the condition fails, the function itself is called: it knows what to say of a division by zero or an overflow.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from noumena.model.functions import FUNCTIONS, operators, scalars, time
from noumena.model.types import INTEGER, REAL, Type

_SMALL = "-HUGE < {0} < HUGE and -HUGE < {1} < HUGE"


@dataclass(frozen=True, slots=True)
class NativeFunction:
    """The text of a function of words `{0}` and `{1}`, and the condition under which it holds; None for always."""

    text: str
    condition: str | None = None
    nullable: bool = False


_BY_FUNCTION: Mapping[Callable[..., Any], NativeFunction] = {
    operators.add_integers: NativeFunction("{0} + {1}", _SMALL),
    operators.subtract_integers: NativeFunction("{0} - {1}", _SMALL),
    operators.multiply_integers: NativeFunction("{0} * {1}", "abs(float({0}) * float({1})) < 9e18"),
    operators.divide_integers: NativeFunction("quotient({0}, {1})", "{1} != 0 and {0} > -HUGE"),
    operators.remainder_of_integers: NativeFunction("remainder({0}, {1})", "{1} != 0 and {0} > -HUGE"),
    operators.negate_integer: NativeFunction("-{0}", "{0} > -HUGE"),
    operators.divide_reals: NativeFunction("{0} / {1}", "{1} != 0.0"),
    time.later: NativeFunction("{0} + {1} if {0} + {1} >= 0 else NULL", _SMALL, True),
    time.earlier: NativeFunction("{0} - {1} if {0} - {1} >= 0 else NULL", _SMALL, True),
    time.elapsed: NativeFunction("{0} - {1}"),
    time.previous: NativeFunction("{0} - 1 if {0} > 0 else NULL", None, True),
    time.following: NativeFunction("{0} + 1", "{0} < HUGE"),
    scalars.successor: NativeFunction("{0} + 1", "{0} < HUGE"),
    scalars.predecessor: NativeFunction("{0} - 1", "{0} > -HUGE"),
    scalars.absolute_integer: NativeFunction("abs({0})", "{0} > -HUGE"),
}

_BY_TYPE: Mapping[tuple[Callable[..., Any], Type], NativeFunction] = {
    (operator.add, REAL): NativeFunction("{0} + {1}"),
    (operator.sub, REAL): NativeFunction("{0} - {1}"),
    (operator.mul, REAL): NativeFunction("{0} * {1}"),
    (operator.neg, REAL): NativeFunction("-{0}"),
    (abs, REAL): NativeFunction("abs({0})"),
    **{
        (function, type_): NativeFunction(f"1 if {{0}} {symbol} {{1}} else 0")
        for function, symbol in ((operator.lt, "<"), (operator.le, "<="), (operator.gt, ">"), (operator.ge, ">="))
        for type_ in (INTEGER, REAL)
    },
    **{
        (function, type_): NativeFunction(f"{name}({{0}}, {{1}})")
        for function, name in ((scalars.smaller, "min"), (scalars.larger, "max"))
        for type_ in (INTEGER, REAL)
    },
}

_REAL_FUNCTIONS: Mapping[str, NativeFunction] = {
    "sin": NativeFunction("math.sin({0})", "abs({0}) < INF"),
    "cos": NativeFunction("math.cos({0})", "abs({0}) < INF"),
    "exp": NativeFunction("math.exp({0})", "-INF < {0} < 700.0"),
    "log": NativeFunction("math.log({0})", "0.0 < {0} < INF"),
    "sqrt": NativeFunction("math.sqrt({0})", "0.0 <= {0} < INF"),
}
_BY_NAME = {
    b.implementation: _REAL_FUNCTIONS[name]
    for name in _REAL_FUNCTIONS
    for b in FUNCTIONS[name]
    if b.signature.parameters == (REAL,)
}


def native_function(function: Callable[..., Any], argument: Type) -> NativeFunction | None:
    """The native text of a function whose arguments are of a type, if it has one."""
    return _BY_FUNCTION.get(function) or _BY_NAME.get(function) or _BY_TYPE.get((function, argument))
