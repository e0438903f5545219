"""The family of models that both benchmarks belong to, and worlds of it.

There are n ~ Poisson(rate) objects, each of one of `kinds` kinds, uniformly. Each observation picks an object
uniformly and shows its kind with probability `faithful`, otherwise a kind drawn uniformly. The urn is the member with
two kinds; the citations are the member with hundreds.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[Any]
"""An array whose element type is said where it is made: compiled code needs no more."""


@dataclass(frozen=True)
class Problem:
    """A model of the family with its evidence: `seen[d]` is the kind that observation d shows."""

    name: str
    rate: float
    kinds: int
    faithful: float
    seen: npt.NDArray[np.int64]

    @property
    def miss(self) -> float:
        """p(shown | another kind) = (1 - faithful) / kinds."""
        return (1.0 - self.faithful) / self.kinds

    @property
    def hit(self) -> float:
        """p(shown | that kind) = faithful + (1 - faithful) / kinds."""
        return self.faithful + self.miss

    @property
    def most(self) -> int:
        """A number of objects that the prior exceeds with probability below 1e-30; tables end there."""
        return int(self.rate + 20.0 * np.sqrt(self.rate) + 100.0)


@dataclass(frozen=True)
class World:
    """An abstract state: n, and for each object in use (0 … m-1, in order of first use) its kind.

    `owner[d]` is the object of observation d. Objects that nobody observes have no kind: they are not part of the
    state.
    """

    number: int
    owner: npt.NDArray[np.int64]
    kind: npt.NDArray[np.int64]

    @property
    def used(self) -> int:
        """m, the number of objects in use."""
        return len(self.kind)

    def key(self) -> tuple[int, tuple[int, ...], tuple[int, ...]]:
        """The state as a hashable value, equal for equal states."""
        return self.number, tuple(self.owner.tolist()), tuple(self.kind.tolist())


def canonical(number: int, owner: Array, kind_of: Array) -> World:
    """The world in which observation d has object owner[d], whatever the objects' labels are."""
    labels, first, inverse = np.unique(owner, return_index=True, return_inverse=True)
    order = np.argsort(first)
    rank = np.empty(len(labels), dtype=np.int64)
    rank[order] = np.arange(len(labels))
    return World(number, rank[inverse], np.asarray(kind_of, dtype=np.int64)[labels[order]])


def simulate(
    name: str, rate: float, kinds: int, faithful: float, observations: int, seed: int, number: int | None = None
) -> tuple[Problem, World]:
    """Evidence drawn from the model, and the world it was drawn from.

    There are `number` objects; if not given, Poisson(rate), and then that world is an exact draw from the posterior.
    """
    random = np.random.default_rng(seed)
    number = max(1, int(random.poisson(rate))) if number is None else number
    kind = random.integers(kinds, size=number)
    owner = random.integers(number, size=observations)
    copied = random.random(observations) < faithful
    seen = np.where(copied, kind[owner], random.integers(kinds, size=observations))
    return Problem(name, rate, kinds, faithful, seen), canonical(number, owner, kind)


def grouped(problem: Problem) -> World:
    """A start for any evidence: one object for each kind that was seen, shared by all who show it."""
    values, owner = np.unique(problem.seen, return_inverse=True)
    return canonical(max(len(values), round(problem.rate)), owner, values)
