"""A world of one real variable with a density in closed form, in which a written move is tried without an engine."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy import stats

from noumena.moves.library.written import LibraryMove
from tests.moves.library.trying import table_of


class OneVariable:
    """The variable X, which a move sees as a function, as the world and as random numbers."""

    def __init__(self, x: float, log_density: Callable[[float], float], random: np.random.Generator) -> None:
        self.X, self._x, self._old, self._log, self._random = self, x, x, log_density, random

    def free(self) -> bool:
        return True

    def __getitem__(self, index: object) -> float:
        return self._x

    def __setitem__(self, index: object, value: float) -> None:
        self._x = value

    def weigh(self, trial: int) -> float:
        ratio = self._log(self._x) - self._log(self._old)
        self._x = self._old
        return ratio

    def uniform(self) -> float:
        return float(self._random.random())

    def normal(self) -> float:
        return float(self._random.standard_normal())

    def integer(self, n: int) -> int:
        return int(self._random.integers(n))

    def step(self, propose: Callable[..., float]) -> float:
        """The value after one step, accepted or not."""
        log_q = propose(self, self)
        ratio = self._log(self._x) - self._log(self._old) + log_q if log_q > -math.inf else -math.inf
        if ratio < 0.0 and math.log(1.0 - self._random.random()) > ratio:
            self._x = self._old
        self._old = self._x
        return self._x


@dataclass(frozen=True)
class Law:
    """A law as `scipy` has it, and its log density but for a constant in plain numbers, which are faster."""

    whole: Any
    log_density: Callable[[float], float]


def evenness(
    move: LibraryMove, model: str, law: Law, number: int = 5000, steps: int = 2, start: float | None = None
) -> float:
    """The p-value that values have a law after some steps: chi-square of 20 classes, all alike.

    They have it before too, unless all begin at one value.
    """
    propose = move.proposer(table_of(model)).propose
    random = np.random.default_rng(7)
    found = []
    for drawn in law.whole.rvs(size=number, random_state=random):
        world = OneVariable(float(drawn) if start is None else start, law.log_density, random)
        found.append([world.step(propose) for _ in range(steps)][-1])
    classes = np.minimum(20 * law.whole.cdf(np.array(found)), 19).astype(int)
    return float(stats.chisquare(np.bincount(classes, minlength=20)).pvalue)
