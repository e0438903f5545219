"""Samples brought together by value, and which of the values are atoms."""

from __future__ import annotations

import math
from typing import NamedTuple

from noumena.inference.result import Marginal
from noumena.model.values import Timestep, Value
from noumena.posterior.plain import holds_reals, order


class Group(NamedTuple):
    """All samples of one value: how many they are, their weights summed, and the squares of their weights summed."""

    value: Value
    samples: int
    weight: float
    squares: float


def groups_of(marginal: Marginal) -> list[Group]:
    """The samples by value, those of weight 0 left out."""
    found: dict[Value, list[float]] = {}
    for value, weight in zip(marginal.values, marginal.weights.tolist(), strict=True):
        if weight > 0.0:
            key = value if value == value else math.nan  # NaN differs from itself, but one object is found again
            found.setdefault(key, []).append(weight)
    return [
        Group(value, len(weights), math.fsum(weights), math.fsum(w * w for w in weights))
        for value, weights in found.items()
    ]


def atoms_of(groups: list[Group], sampled: bool) -> list[Group]:
    """The values of positive probability: numbers ascending, others with the most probable first.

    Two samples of a density never agree. So what holds reals and was sampled once is taken for a draw from a density;
    what occurred more than once, or holds no reals, is an atom.
    """
    atoms = [g for g in groups if not sampled or g.samples > 1 or not holds_reals(g.value)]
    if all(g.value is None or isinstance(g.value, Timestep) or is_number(g.value) for g in atoms):
        return sorted(atoms, key=lambda g: order(g.value))
    return sorted(atoms, key=lambda g: (-g.weight, order(g.value)))


def is_number(value: Value) -> bool:
    """Whether a value is an integer or a real."""
    return isinstance(value, int | float) and not isinstance(value, bool)
