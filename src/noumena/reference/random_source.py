"""Where random choices come from: drawn, replayed, or enumerated (a13).

Whatever makes random choices takes a source, so that the same code can be run for real, run again as it was, or run
once for every possible sequence of choices.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Protocol

import numpy as np

from noumena.model.library import Distribution
from noumena.model.values import Value


class RandomSource(Protocol):
    """Makes random choices."""

    def choose(self, distribution: Distribution, parameters: tuple[Value, ...]) -> Value:
        """A value of the distribution; raises `ParameterError` for parameters out of range."""


class Drawing:
    """Draws with a pseudo-random generator."""

    def __init__(self, rng: np.random.Generator) -> None:
        self.rng = rng

    def choose(self, distribution: Distribution, parameters: tuple[Value, ...]) -> Value:
        """A value drawn at random."""
        return distribution.sample(self.rng, *parameters)


class Replaying:
    """Makes the choices of an earlier run again, in their order."""

    def __init__(self, choices: Sequence[Value]) -> None:
        self._rest = iter(choices)

    def choose(self, distribution: Distribution, parameters: tuple[Value, ...]) -> Value:
        """The next recorded choice."""
        for value in self._rest:
            return value
        raise ValueError(f"the recorded choices end before a choice from {distribution.name}")


class Recording:
    """Passes choices on from another source and keeps them for `Replaying`."""

    def __init__(self, source: RandomSource) -> None:
        self._source = source
        self.choices: list[Value] = []

    def choose(self, distribution: Distribution, parameters: tuple[Value, ...]) -> Value:
        """The other source's choice."""
        self.choices.append(self._source.choose(distribution, parameters))
        return self.choices[-1]


class Enumerating:
    """Makes every possible sequence of choices, one in each run.

    `for _ in source.runs(): …` repeats its body once for each sequence; during a run `log_prob` is the logarithm of the
    probability of the choices so far. Every distribution must have a finite support.
    """

    def __init__(self) -> None:
        self.log_prob = 0.0
        self._options: list[list[tuple[Value, float]]] = []
        self._taken: list[int] = []
        self._depth = 0

    def runs(self) -> Iterator[None]:
        """One round for each sequence of choices, depth first."""
        while True:
            self.log_prob, self._depth = 0.0, 0
            yield
            while self._taken and self._taken[-1] + 1 == len(self._options[-1]):
                self._taken.pop()
                self._options.pop()
            if not self._taken:
                return
            self._taken[-1] += 1

    def choose(self, distribution: Distribution, parameters: tuple[Value, ...]) -> Value:
        """The choice that this run makes here."""
        if self._depth == len(self._taken):
            support = distribution.support(*parameters)
            if not isinstance(support, Sequence):
                raise ValueError(f"{distribution.name} has no finite support to enumerate")
            options = [(value, distribution.log_prob(value, *parameters)) for value in support]
            self._options.append([option for option in options if option[1] > -math.inf])
            self._taken.append(0)
        value, log_p = self._options[self._depth][self._taken[self._depth]]
        self._depth += 1
        self.log_prob += log_p
        return value
