"""How often each of several outcomes occurs in a number of trials."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

import numpy as np

from noumena.distributions.family import IMPOSSIBLE, Family
from noumena.distributions.parameters import natural, weight_vector
from noumena.distributions.reading import as_integer
from noumena.distributions.stirling import log_multinomial_term
from noumena.model.types import INTEGER, MATRIX, ArrayType, Signature
from noumena.model.values import Value

_MOST_VALUES = 100_000

_Parameters = tuple[int, tuple[float, ...]]


class Multinomial(Family[_Parameters]):
    """Multinomial(n, weights): the counts of each outcome in n trials; weights need not sum to 1.

    P(k_1, …, k_m) = n! prod (p_i^k_i / k_i!) for counts of sum n, with p_i = weights_i / sum of weights.
    The support is given as None when it has more than 100 000 values.
    """

    name = "Multinomial"
    signatures = (Signature((INTEGER, MATRIX), ArrayType(INTEGER)),)

    def _read(self, n: Value, weights: Value) -> _Parameters:
        return natural("n", n), weight_vector("weights", weights)

    def _draw(self, rng: np.random.Generator, parameters: _Parameters) -> tuple[int, ...]:
        left, probabilities = parameters
        counts = [0] * len(probabilities)
        for position, (p, later) in enumerate(zip(probabilities, _sums_after(probabilities), strict=True)):
            if p > 0.0:
                counts[position] = int(rng.binomial(left, p / (p + later)))
                left -= counts[position]
        return tuple(counts)

    def _log(self, value: Value, parameters: _Parameters) -> float:
        n, probabilities = parameters
        if not isinstance(value, tuple) or len(value) != len(probabilities):
            return IMPOSSIBLE
        counts = [count for count in map(as_integer, value) if count is not None and count >= 0]
        if len(counts) < len(value) or sum(counts) != n:
            return IMPOSSIBLE
        return log_multinomial_term(counts, probabilities)

    def _values(self, parameters: _Parameters) -> Sequence[tuple[int, ...]] | None:
        n, probabilities = parameters
        possible = [p > 0.0 for p in probabilities]
        outcomes = sum(possible)
        if outcomes > 1 and n * outcomes > _MOST_VALUES:  # The binomial below may be too large to compute.
            return None
        if math.comb(n + outcomes - 1, outcomes - 1) > _MOST_VALUES:
            return None
        return list(_compositions(n, possible))


def _sums_after(numbers: Sequence[float]) -> list[float]:
    sums = [0.0] * len(numbers)
    for i in range(len(numbers) - 1, 0, -1):
        sums[i - 1] = sums[i] + numbers[i]
    return sums


def _compositions(n: int, possible: Sequence[bool]) -> Iterator[tuple[int, ...]]:
    """The ways to write n as an ordered sum of counts, where only possible outcomes (at least one) have any."""
    if not any(possible[1:]):
        yield (n,) + (0,) * (len(possible) - 1)
        return
    for first in range(n + 1) if possible[0] else (0,):
        for rest in _compositions(n - first, possible[1:]):
            yield (first, *rest)
