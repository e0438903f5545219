"""Samples brought together by value, and which of the values are atoms or numbers."""

from __future__ import annotations

import math
from collections import Counter
from itertools import accumulate
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from noumena.inference.result import Marginal
from noumena.model.values import Timestep, Value
from noumena.posterior.plain import holds_reals, order
from noumena.posterior.weighted import Floats


class Group(NamedTuple):
    """All samples of one value: how many they are, their weights summed, and the squares of their weights summed.

    `occasions` counts samples of a Markov chain that follow each other as one: it may just not have moved.
    """

    value: Value
    samples: int
    weight: float
    squares: float
    occasions: int


class Numbers(NamedTuple):
    """Different numbers, as they are and as floats, with weights that sum to 1 and the sums of squares of weights."""

    values: list[float]
    floats: Floats
    weights: Floats
    squares: Floats


def groups_of(marginal: Marginal) -> list[Group]:
    """The samples by value, those of weight 0 left out."""
    found: dict[Value, list[float]] = {}
    again: Counter[Value] = Counter()
    starts = {0, *accumulate(marginal.chain_lengths)}
    before: Value = None
    for i, (value, weight) in enumerate(zip(marginal.values, marginal.weights.tolist(), strict=True)):
        if weight > 0.0:
            found.setdefault(_key(value), []).append(weight)
            again[_key(value)] += bool(marginal.chain_lengths) and i not in starts and value == before
        before = value
    return [
        Group(value, len(w), math.fsum(w), math.fsum(x * x for x in w), len(w) - again[value])
        for value, w in found.items()
    ]


def positions_of(marginal: Marginal, groups: list[Group]) -> npt.NDArray[np.int64]:
    """For each sample the position of its group; no sample may have weight 0."""
    places = {group.value: i for i, group in enumerate(groups)}
    return np.fromiter((places[_key(value)] for value in marginal.values), np.int64, len(marginal.values))


def atoms_of(groups: list[Group], sampled: bool) -> list[Group]:
    """The values of positive probability: numbers ascending, others with the most probable first.

    Two draws from a density never agree. So what holds reals and was met on one occasion is taken for a draw from a
    density; what was met on several, or holds no reals, is an atom.
    """
    atoms = [g for g in groups if not sampled or g.occasions > 1 or not holds_reals(g.value)]
    if all(g.value is None or isinstance(g.value, Timestep) or is_number(g.value) for g in atoms):
        return sorted(atoms, key=lambda g: order(g.value))
    return sorted(atoms, key=lambda g: (-g.weight, order(g.value)))


def numbers_of(groups: list[Group]) -> Numbers | None:
    """The values that are not null, if there are any and all of them are numbers."""
    groups = [g for g in groups if g.value is not None]
    if not groups or not all(is_number(g.value) for g in groups):
        return None
    total = math.fsum(g.weight for g in groups)
    return Numbers(
        [g.value for g in groups],
        np.array([g.value for g in groups], dtype=float),
        np.array([g.weight for g in groups]) / total,
        np.array([g.squares for g in groups]) / total**2,
    )


def is_number(value: Value) -> bool:
    """Whether a value is an integer or a real."""
    return isinstance(value, int | float) and not isinstance(value, bool)


def _key(value: Value) -> Value:
    """The value, or one certain NaN for any: NaN differs from itself, but one object is found again."""
    return value if value == value else math.nan
