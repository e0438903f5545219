"""What Python code of a user may call, as functions of generated code, and what is known of their results."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from noumena.compiler.python_source import Refused

WIDEST = 61
"""Integers of so many bits are words that are not null."""
EXACT = 53
"""Integers of so many bits are reals too."""


@dataclass(frozen=True, slots=True)
class Number:
    """What is known of a number: a truth value "b", an integer "i" of at most so many bits, or a real "r"."""

    kind: Literal["b", "i", "r"]
    bits: int = 0

    def __post_init__(self) -> None:
        if self.bits > WIDEST:
            raise Refused("an integer may grow beyond 64 bits")


TRUTH = Number("b", 1)
REAL_NUMBER = Number("r")


def whole_number(bits: int) -> Number:
    """An integer of so many bits."""
    return Number("i", bits)


def joined(first: Number, second: Number) -> Number:
    """What is known of a number that is one of two."""
    kind = max(first.kind, second.kind, key="bir".index)
    return REAL_NUMBER if kind == "r" else Number(kind, max(first.bits, second.bits))


@dataclass(frozen=True, slots=True)
class Called:
    """A function of reals: its name in generated code, whether it is given the world, and its result."""

    name: str
    takes_world: bool
    result: Number = REAL_NUMBER


def _guarded(name: str) -> Called:
    return Called(name, True)


OF_ONE_REAL: Mapping[Callable[..., Any], Called] = {
    math.log: _guarded("log_of"),
    math.log1p: _guarded("log1p_of"),
    math.exp: _guarded("exp_of"),
    math.expm1: _guarded("expm1_of"),
    math.sqrt: _guarded("sqrt_of"),
    math.sin: _guarded("sin_of"),
    math.cos: _guarded("cos_of"),
    math.lgamma: _guarded("lgamma_of"),
    math.floor: Called("floor_of", True, Number("i", EXACT)),
    math.ceil: Called("ceiling_of", True, Number("i", EXACT)),
    math.atan: Called("math.atan", False),
    math.tanh: Called("math.tanh", False),
    math.erf: Called("math.erf", False),
    math.erfc: Called("math.erfc", False),
    math.fabs: Called("math.fabs", False),
    math.isnan: Called("math.isnan", False, TRUTH),
    math.isinf: Called("math.isinf", False, TRUTH),
    math.isfinite: Called("math.isfinite", False, TRUTH),
}
"""Functions of Python's module `math`; what raises in Python is guarded."""

HELPERS = (
    "ceiling_of",
    "cos_of",
    "divided",
    "exp_of",
    "expm1_of",
    "floor_of",
    "floored",
    "integer_between",
    "lgamma_of",
    "log1p_of",
    "log_of",
    "modulo",
    "power",
    "sin_of",
    "sqrt_of",
    "uniform_between",
    "whole",
)
"""The functions of `kernel/python_arithmetic`."""
TAKEN_NAMES = frozenset((*HELPERS, "w", "math", "uniform", "abs", "min", "max", "int", "float", "bool", "range", "INF"))
"""Names of generated code that a user's own names must not hide."""


def own_name(name: str) -> str:
    """A user's name in generated code, where it must not hide what is called there."""
    return f"{name}_" if name.rstrip("_") in TAKEN_NAMES else name
