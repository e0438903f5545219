"""One trial with two outcomes: Bernoulli on {0, 1} and BooleanDistrib on {false, true}."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from noumena.distributions.family import IMPOSSIBLE, CountFamily, Family
from noumena.distributions.parameters import probability
from noumena.model.types import BOOLEAN, INTEGER, REAL, Signature
from noumena.model.values import Value


class Bernoulli(CountFamily[float]):
    """Bernoulli(p) on {0, 1}: P(1) = p, P(0) = 1 - p."""

    name = "Bernoulli"
    signatures = (Signature((REAL,), INTEGER),)

    def _read(self, p: Value) -> float:
        return probability("p", p)

    def _draw(self, rng: np.random.Generator, p: float) -> int:
        return int(rng.random() < p)

    def _log(self, value: int, p: float) -> float:
        return _log_outcome(value == 1, p) if value <= 1 else IMPOSSIBLE

    def _values(self, p: float) -> Sequence[int]:
        return [int(outcome) for outcome in _outcomes(p)]


class BooleanDistrib(Family[float]):
    """BooleanDistrib(p) on {false, true}: P(true) = p, P(false) = 1 - p."""

    name = "BooleanDistrib"
    signatures = (Signature((REAL,), BOOLEAN),)

    def _read(self, p: Value) -> float:
        return probability("p", p)

    def _draw(self, rng: np.random.Generator, p: float) -> bool:
        return rng.random() < p

    def _log(self, value: Value, p: float) -> float:
        return _log_outcome(value, p) if type(value) is bool else IMPOSSIBLE

    def _values(self, p: float) -> Sequence[bool]:
        return _outcomes(p)


def _log_outcome(outcome: bool, p: float) -> float:
    if outcome:
        return math.log(p) if p > 0.0 else IMPOSSIBLE
    return math.log1p(-p) if p < 1.0 else IMPOSSIBLE


def _outcomes(p: float) -> list[bool]:
    return [outcome for outcome in (False, True) if _log_outcome(outcome, p) > IMPOSSIBLE]
