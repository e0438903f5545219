"""Parameters and values at and around the limits of the families, and some in the middle."""

from __future__ import annotations

import itertools
import math
import random
from typing import Any

from hypothesis import strategies as st

from noumena.compiler.families import NATIVE_FAMILIES
from noumena.distributions import BUILT_IN
from noumena.model.library import ParameterError

MOST = 8000

LIMITS = [0.0, 5e-324, 1e-100, 1e-17, 1.0, 250.0, 1000.0, 1e16, 1e18, 1e100]
MIDDLE = [1e-9, 0.05, 0.3, 0.5, 0.98, 2.5, 12.0, 80.0, 1e5]
BEYOND = [math.nextafter(x, end) for x in LIMITS for end in (-math.inf, math.inf)]
SIZES = [*LIMITS, *MIDDLE, *BEYOND, 1e308, math.inf]
REALS = [*SIZES, *(-x for x in SIZES), math.nan]
INTEGERS = [
    *(0, 1, 2, 3, 9, 40, 1000, 10**6, 2**31, 2**53 + 1, 10**16, 2**62, 2**63 - 2, 2**63 - 1),
    *(-1, -2, -7, -(10**6), -(2**62), -(2**63) + 1, -(2**63)),
]


def grid(name: str) -> list[tuple[Any, ...]]:
    """Parameters of a family, good and bad: all combinations, or some drawn at random where these are too many."""
    kinds = NATIVE_FAMILIES[name].parameters
    axes = [INTEGERS if kind == "i" else REALS for kind in kinds]
    every = math.prod(map(len, axes))
    if every <= MOST:
        return list(itertools.product(*axes))
    chosen = random.Random(name)
    return [tuple(chosen.choice(axis) for axis in axes) for _ in range(MOST)]


def good_grid(name: str, count: int) -> list[tuple[Any, ...]]:
    """Parameters that the family takes, at most so many."""
    good = [parameters for parameters in grid(name) if accepts(name, parameters)]
    return random.Random(name).sample(good, min(count, len(good)))


def parameters_of(name: str) -> st.SearchStrategy[tuple[Any, ...]]:
    """Parameters of a family, at its limits more often than chance would have it."""
    integers = st.sampled_from(INTEGERS) | st.integers(-(2**63), 2**63 - 1) | st.integers(0, 100)
    reals = st.sampled_from(REALS) | st.floats() | st.floats(0.0, 1.0) | st.floats(-100.0, 100.0)
    return st.tuples(*(integers if kind == "i" else reals for kind in NATIVE_FAMILIES[name].parameters))


def values_of(name: str) -> st.SearchStrategy[Any]:
    """Values to ask a family for."""
    if NATIVE_FAMILIES[name].result == "i":
        return st.sampled_from(INTEGERS) | st.integers(-(2**63), 2**63 - 1) | st.integers(-3, 200)
    return st.sampled_from(REALS) | st.floats() | st.floats(-100.0, 100.0)


def accepts(name: str, parameters: tuple[Any, ...]) -> bool:
    """Whether the family itself takes the parameters."""
    try:
        log_prob(name, 0, parameters)
    except ParameterError:
        return False
    return True


def log_prob(name: str, value: Any, parameters: tuple[Any, ...]) -> float:
    """The log probability that the family itself gives; for BooleanDistrib 0 is false and 1 true."""
    if name == "BooleanDistrib" and value in (0, 1):
        value = bool(value)
    return BUILT_IN[name].log_prob(value, *parameters)
