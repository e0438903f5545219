"""Counts of rare events."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable

import numpy as np

from noumena.distributions.family import IMPOSSIBLE, CountFamily
from noumena.distributions.parameters import real_between
from noumena.distributions.stirling import log_poisson_term
from noumena.model.types import INTEGER, REAL, Signature
from noumena.model.values import Value

LARGEST_MEAN = 1e18
"""Keeps the draws within 64 bits."""


class Poisson(CountFamily[float]):
    """Poisson(lambda): P(k) = lambda^k exp(-lambda) / k! for k = 0, 1, …; with lambda = 0 always 0."""

    name = "Poisson"
    log_concave = True
    signatures = (Signature((REAL,), INTEGER),)

    def _read(self, mean: Value) -> float:
        return real_between("lambda", mean, 0.0, LARGEST_MEAN)

    def _draw(self, rng: np.random.Generator, mean: float) -> int:
        return int(rng.poisson(mean))

    def _log(self, value: int, mean: float) -> float:
        if mean == 0.0:
            return 0.0 if value == 0 else IMPOSSIBLE
        return log_poisson_term(float(value), mean, math.log(mean))

    def _values(self, mean: float) -> Iterable[int]:
        return itertools.count() if mean > 0.0 else [0]
