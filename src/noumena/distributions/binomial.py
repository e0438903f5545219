"""Numbers of successes: Binomial in a number of trials, NegativeBinomial before a number of failures."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Sequence

import numpy as np

from noumena.distributions.family import IMPOSSIBLE, CountFamily
from noumena.distributions.parameters import natural, positive, probability, real_between, refusal
from noumena.distributions.stirling import log_multinomial_term
from noumena.model.types import INTEGER, REAL, Signature
from noumena.model.values import Value

_LARGEST_MEAN = 1e16
"""Keeps the draws of NegativeBinomial within 64 bits."""


class Binomial(CountFamily[tuple[int, float]]):
    """Binomial(n, p): the number of successes in n trials of probability p.

    P(k) = C(n, k) p^k (1 - p)^(n - k) for k = 0, …, n.
    """

    name = "Binomial"
    signatures = (Signature((INTEGER, REAL), INTEGER),)

    def _read(self, n: Value, p: Value) -> tuple[int, float]:
        return natural("n", n), probability("p", p)

    def _draw(self, rng: np.random.Generator, parameters: tuple[int, float]) -> int:
        return int(rng.binomial(*parameters))

    def _log(self, value: int, parameters: tuple[int, float]) -> float:
        n, p = parameters
        if value > n:
            return IMPOSSIBLE
        return log_multinomial_term((value, n - value), (p, 1.0 - p))

    def _values(self, parameters: tuple[int, float]) -> Sequence[int]:
        n, p = parameters
        if p in (0.0, 1.0):
            return [n if p else 0]
        return range(n + 1)


class NegativeBinomial(CountFamily[tuple[float, float]]):
    """NegativeBinomial(r, p): the number of successes, each of probability p, before the r-th failure.

    P(k) = C(k + r - 1, k) p^k (1 - p)^r for k = 0, 1, …; r > 0 need not be an integer, p < 1. Drawn as a Poisson
    count whose mean is Gamma(r, (1 - p) / p).
    """

    name = "NegativeBinomial"
    signatures = (Signature((REAL, REAL), INTEGER),)

    def _read(self, r: Value, p: Value) -> tuple[float, float]:
        failures, chance = positive("r", r), real_between("p", p, 0.0, 1.0)
        if chance == 1.0:
            raise refusal("p", p, "must be less than 1")
        if failures * chance / (1.0 - chance) > _LARGEST_MEAN:
            raise refusal("r", r, "must keep the mean r p / (1 - p) at most 1e16")
        return failures, chance

    def _draw(self, rng: np.random.Generator, parameters: tuple[float, float]) -> int:
        r, p = parameters
        return int(rng.poisson(rng.standard_gamma(r) * p / (1.0 - p)))

    def _log(self, value: int, parameters: tuple[float, float]) -> float:
        r, p = parameters
        if value == 0:
            return r * math.log1p(-p)
        return math.log(r) - math.log(value + r) + log_multinomial_term((value, r), (p, 1.0 - p))

    def _values(self, parameters: tuple[float, float]) -> Iterable[int]:
        return itertools.count() if parameters[1] > 0.0 else [0]
