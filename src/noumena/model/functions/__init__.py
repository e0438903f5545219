"""The fixed functions, operators and constants of the language, as functions on values.

`FUNCTIONS` and `OPERATORS` give the overloads of a name or symbol in the order in which they are tried: the first
whose signature fits the argument types counts, so those for integers come before those for reals, and those for
arrays before those for matrices. `neg` is unary minus and `[]` is indexing.
"""

from __future__ import annotations

import math

from noumena.model.functions import (
    conversions,
    linear_algebra,
    matrices,
    matrix_entries,
    matrix_files,
    scalars,
    sets,
    strings,
    time,
)
from noumena.model.functions.conversions import render
from noumena.model.functions.operators import OPERATORS
from noumena.model.library import Builtin
from noumena.model.types import REAL, Type
from noumena.model.values import Value

__all__ = ["CONSTANTS", "FUNCTIONS", "OPERATORS", "render"]


def _by_name(*modules: tuple[Builtin, ...]) -> dict[str, tuple[Builtin, ...]]:
    overloads: dict[str, tuple[Builtin, ...]] = {}
    for builtin in (builtin for module in modules for builtin in module):
        overloads[builtin.name] = (*overloads.get(builtin.name, ()), builtin)
    return overloads


FUNCTIONS: dict[str, tuple[Builtin, ...]] = _by_name(
    scalars.FUNCTIONS,
    time.FUNCTIONS,
    strings.FUNCTIONS,
    sets.FUNCTIONS,
    conversions.FUNCTIONS,
    matrices.FUNCTIONS,
    matrix_entries.FUNCTIONS,
    matrix_files.FUNCTIONS,
    linear_algebra.FUNCTIONS,
)

CONSTANTS: dict[str, tuple[Type, Value]] = {"pi": (REAL, math.pi), "e": (REAL, math.e)}
