"""Priors of numbers: of objects, of years and of kinds."""

from __future__ import annotations

import math
from itertools import accumulate

import numpy as np

from noumena.domains.citations.text_model.words import FIRST_YEAR, LAST_YEAR

UNKNOWN_YEAR = 0.06
"""The share of publications without a year: as many of Cora's citations have none."""
NEAR_YEAR, FURTHER = 0.85, 0.5
"""How often the year of a publication is drawn from those around that of its line of work, and how much less likely
each further year is than the one before."""
KIND_SHARES = (0.2, 0.3, 0.25, 0.15, 0.1)
"""Reports, papers in proceedings and in journals, books, and what is none of them."""


class Spread:
    """A number of which hardly anything is known: P(n) = 1/((k + 1)(k + 2)), k = n - least; P(N ≥ n) = 1/(k + 1)."""

    def log_prob(self, n: int, least: int) -> float:
        """ln P(n)."""
        more = n - least
        return -math.log(more + 1.0) - math.log(more + 2.0) if more >= 0 else -math.inf

    def sample(self, rng: np.random.Generator, least: int) -> int:
        """The n with 1/(k + 2) < u ≤ 1/(k + 1), for a uniform u."""
        return least + min(int(1.0 / (1.0 - rng.random())), 2**40) - 1


class YearPrior:
    """A year from 1900 to 2029, later ones more often: P(y) falls by half in 20 years; 0 if there is none."""

    def __init__(self) -> None:
        weights = {year: 0.5 ** ((LAST_YEAR - year) / 20.0) for year in range(FIRST_YEAR, LAST_YEAR + 1)}
        total = sum(weights.values())
        self._chances = {0: UNKNOWN_YEAR} | {y: (1.0 - UNKNOWN_YEAR) * w / total for y, w in weights.items()}
        self._years, self._sums = list(self._chances), list(accumulate(self._chances.values()))

    def log_prob(self, year: int) -> float:
        """ln P(year)."""
        return math.log(self._chances[year]) if year in self._chances else -math.inf

    def sample(self, rng: np.random.Generator) -> int:
        """A year."""
        at = int(np.searchsorted(self._sums, rng.random() * self._sums[-1], side="right"))
        return int(self._years[at])


class YearVariant:
    """The year of a publication, given that of its line of work: one near it, or any.

    P(y | e) is the prior with 1 - `NEAR_YEAR`, else proportional to `FURTHER`^|y - e| for the years that there are. Of
    a known e too, y is not known as often as in the prior; if e is not known, neither is y.
    """

    def __init__(self, years: YearPrior) -> None:
        self._years = years
        self._near = {era: self._around(era) for era in (0, *range(FIRST_YEAR, LAST_YEAR + 1))}

    def log_prob(self, year: int, era: int) -> float:
        """ln P(year | era)."""
        chance = NEAR_YEAR * self._near[era].get(year, 0.0)
        chance += (1.0 - NEAR_YEAR) * math.exp(self._years.log_prob(year))
        return math.log(chance) if chance > 0.0 else -math.inf

    def sample(self, rng: np.random.Generator, era: int) -> int:
        """A year."""
        if rng.random() >= NEAR_YEAR:
            return self._years.sample(rng)
        near = self._near[era]
        return int(rng.choice(list(near), p=list(near.values())))

    @staticmethod
    def _around(era: int) -> dict[int, float]:
        if not era:
            return {0: 1.0}
        weights = {year: FURTHER ** abs(year - era) for year in range(FIRST_YEAR, LAST_YEAR + 1)}
        known = (1.0 - UNKNOWN_YEAR) / sum(weights.values())
        return {0: UNKNOWN_YEAR} | {year: known * weight for year, weight in weights.items()}


class KindPrior:
    """The kind of a publication (`text_model/formats.py`), by fixed shares."""

    def log_prob(self, kind: int) -> float:
        """ln P(kind)."""
        return math.log(KIND_SHARES[kind]) if 0 <= kind < len(KIND_SHARES) else -math.inf

    def sample(self, rng: np.random.Generator) -> int:
        """A kind."""
        return int(rng.choice(len(KIND_SHARES), p=KIND_SHARES))
