"""Operations that can be undone: which operand gives a result, and how fast it changes with it."""

from __future__ import annotations

import math

from noumena.model.expressions import BuiltinCall
from noumena.model.functions import FUNCTIONS, OPERATORS
from noumena.model.types import INTEGER, REAL
from noumena.model.values import Value


def solve_operand(operator: str, known: float, target: float, unknown_is_left: bool) -> tuple[Value, float] | None:
    """The unknown operand that gives the target, and ln |d unknown / d target|; None if there is not exactly one."""
    integer = isinstance(known, int) and isinstance(target, int)
    match operator:
        case "+":
            return target - known, 0.0
        case "-":
            return (target + known if unknown_is_left else known - target), 0.0
        case "*" if not integer and known != 0.0:
            return target / known, -math.log(abs(known))
        case "/" if not integer and unknown_is_left and known != 0.0:
            return target * known, math.log(abs(known))
        case "/" if not integer and not unknown_is_left and known != 0.0 and target != 0.0:
            return known / target, math.log(abs(known)) - 2.0 * math.log(abs(target))
    return None


BINARY = ("+", "-", "*", "/")
UNARY = ("neg", "exp", "log", "sqrt")
_OPERATIONS = {
    builtin.implementation: name
    for name in (*BINARY, *UNARY, "size")
    for builtin in (*OPERATORS.get(name, ()), *FUNCTIONS.get(name, ()))
    # Strings and matrices have operators by the same names, which cannot be undone by arithmetic.
    if builtin.signature.result in (INTEGER, REAL)
}


def operation(term: BuiltinCall) -> str | None:
    """Which of the operations that can be solved a term applies; a function from Python may share a name with one."""
    return _OPERATIONS.get(term.builtin.implementation)


def is_number(value: Value) -> bool:
    """Whether a value is an integer or a real."""
    return isinstance(value, int | float)


def absorbs_zero(operator: str, zero_is_right: bool) -> bool:
    """Whether `0 * x` or `0 / x` is meant, which is 0 whatever number x is: an atom, though x has a density."""
    return operator == "*" or (operator == "/" and not zero_is_right)


def solve_unary(function: str, target: float) -> tuple[Value, float] | None:
    """The argument that gives the target, and ln |d argument / d target|; None if no argument does."""
    match function:
        case "neg":
            return -target, 0.0
        case "exp" if target > 0.0:
            return math.log(target), -math.log(target)
        case "log" if target < 700.0:
            return math.exp(target), target
        case "sqrt" if target > 0.0:
            return target * target, math.log(2.0 * target)
    return None
