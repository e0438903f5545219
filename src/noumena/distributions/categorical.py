"""Outcomes with given weights: Categorical by a map, Discrete by position, CharDistrib by the letters of a string."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from noumena.distributions.family import IMPOSSIBLE, CountFamily, Family
from noumena.distributions.parameters import normalised, refusal, text, weight_vector
from noumena.model.types import INTEGER, MATRIX, REAL, STRING, MapType, Signature, TypeVariable
from noumena.model.values import MapValue, Value

_K = TypeVariable("K")


class Categorical(Family[dict[Value, float]]):
    """Categorical({k_1 -> w_1, …}): P(k_i) = w_i / sum of the weights. A key may be null."""

    name = "Categorical"
    signatures = (Signature((MapType(_K, REAL),), _K),)

    def _read(self, weights: Value) -> dict[Value, float]:
        if not isinstance(weights, MapValue):
            raise refusal("weights", weights, "must be a map from outcomes to weights")
        entries = weights.entries
        return dict(zip(entries, normalised("weights", weights, tuple(entries.values())), strict=True))

    def _draw(self, rng: np.random.Generator, probabilities: dict[Value, float]) -> Value:
        return list(probabilities)[_draw_position(rng, list(probabilities.values()))]

    def _log(self, value: Value, probabilities: dict[Value, float]) -> float:
        return _log_or_impossible(probabilities.get(value, 0.0))

    def _values(self, probabilities: dict[Value, float]) -> Sequence[Value]:
        return [key for key, p in probabilities.items() if p > 0.0]


class Discrete(CountFamily[tuple[float, ...]]):
    """Discrete(weights): P(i) = weights_i / sum of the weights, for i = 0, …, k - 1."""

    name = "Discrete"
    signatures = (Signature((MATRIX,), INTEGER),)

    def _read(self, weights: Value) -> tuple[float, ...]:
        return weight_vector("weights", weights)

    def _draw(self, rng: np.random.Generator, probabilities: tuple[float, ...]) -> int:
        return _draw_position(rng, probabilities)

    def _log(self, value: int, probabilities: tuple[float, ...]) -> float:
        return _log_or_impossible(probabilities[value]) if value < len(probabilities) else IMPOSSIBLE

    def _values(self, probabilities: tuple[float, ...]) -> Sequence[int]:
        return [i for i, p in enumerate(probabilities) if p > 0.0]


class CharDistrib(Family[str]):
    """CharDistrib(characters): each character of the string with the same chance.

    P(c) = (number of times c occurs) / (length of the string).
    """

    name = "CharDistrib"
    signatures = (Signature((STRING,), STRING),)

    def _read(self, characters: Value) -> str:
        if not text("characters", characters):
            raise refusal("characters", characters, "must have at least one character")
        return str(characters)

    def _draw(self, rng: np.random.Generator, characters: str) -> str:
        return characters[int(rng.integers(len(characters)))]

    def _log(self, value: Value, characters: str) -> float:
        if not isinstance(value, str) or len(value) != 1:
            return IMPOSSIBLE
        return _log_or_impossible(characters.count(value) / len(characters))

    def _values(self, characters: str) -> Sequence[str]:
        return list(dict.fromkeys(characters))


def _draw_position(rng: np.random.Generator, probabilities: Sequence[float]) -> int:
    """A position drawn with these probabilities of sum 1, up to rounding."""
    left = rng.random()
    last = 0
    for position, p in enumerate(probabilities):
        if p > 0.0:
            if left < p:
                return position
            left -= p
            last = position
    return last


def _log_or_impossible(p: float) -> float:
    return math.log(p) if p > 0.0 else IMPOSSIBLE
