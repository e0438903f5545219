"""Numbers of failures before the first success: Geometric, and BoundedGeometric up to a bound."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Sequence

import numpy as np

from noumena.distributions.family import IMPOSSIBLE, CountFamily
from noumena.distributions.parameters import natural, real_between
from noumena.model.types import INTEGER, REAL, Signature
from noumena.model.values import Value

_SMALLEST_CHANCE = 1e-17
"""Keeps the draws within 64 bits."""


class Geometric(CountFamily[float]):
    """Geometric(a): P(n) = a (1 - a)^n for n = 0, 1, ….

    Drawn as a rounded down exponential variable of rate -ln(1 - a).
    """

    name = "Geometric"
    log_concave = True
    signatures = (Signature((REAL,), INTEGER),)

    def _read(self, a: Value) -> float:
        return real_between("a", a, _SMALLEST_CHANCE, 1.0)

    def _draw(self, rng: np.random.Generator, a: float) -> int:
        return 0 if a == 1.0 else int(rng.standard_exponential() / -math.log1p(-a))

    def _log(self, value: int, a: float) -> float:
        return _log_geometric(value, a)

    def _values(self, a: float) -> Iterable[int]:
        return [0] if a == 1.0 else itertools.count()


class BoundedGeometric(CountFamily[tuple[float, int]]):
    """BoundedGeometric(a, bound): the geometric distribution given that n is at most `bound`.

    P(n) = a (1 - a)^n / (1 - (1 - a)^(bound + 1)) for n = 0, …, bound. Drawn by inverting the cumulative distribution.
    """

    name = "BoundedGeometric"
    signatures = (Signature((REAL, INTEGER), INTEGER),)

    def _read(self, a: Value, bound: Value) -> tuple[float, int]:
        return real_between("a", a, _SMALLEST_CHANCE, 1.0), natural("bound", bound)

    def _draw(self, rng: np.random.Generator, parameters: tuple[float, int]) -> int:
        a, bound = parameters
        if a == 1.0:
            return 0
        kept = _mass_up_to(bound, a)
        return min(int(math.log1p(-rng.random() * kept) / math.log1p(-a)), bound)

    def _log(self, value: int, parameters: tuple[float, int]) -> float:
        a, bound = parameters
        if value > bound:
            return IMPOSSIBLE
        return _log_geometric(value, a) - math.log(_mass_up_to(bound, a))

    def _values(self, parameters: tuple[float, int]) -> Sequence[int]:
        a, bound = parameters
        return [0] if a == 1.0 else range(bound + 1)


def _log_geometric(n: int, a: float) -> float:
    if a == 1.0:
        return 0.0 if n == 0 else IMPOSSIBLE
    return math.log(a) + n * math.log1p(-a)


def _mass_up_to(bound: int, a: float) -> float:
    return 1.0 if a == 1.0 else -math.expm1((bound + 1) * math.log1p(-a))
