"""The weights of features by state, and the scores that they give to a text."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from noumena.domains.citations.reading.chain import Array
from noumena.domains.citations.reading.features import Features
from noumena.domains.citations.reading.states import STATES, may_follow

ALWAYS = "1"
"""The feature that every word and every gap has."""
_FORBIDDEN = np.where(may_follow(), 0.0, -np.inf)


@dataclass(frozen=True, slots=True)
class Weights:
    """The number of each feature of words and of gaps, and its weights: for each state, and for each two states."""

    words: dict[str, int]
    gaps: dict[str, int]
    node: Array
    edge: Array

    def __post_init__(self) -> None:
        """Refuse weights that are not one row for each feature, or not finite."""
        if ALWAYS not in self.words or ALWAYS not in self.gaps:
            raise ValueError(f"the feature {ALWAYS!r} is missing, which every word and gap has")
        for what, numbers, weights, shape in (
            ("words", self.words, self.node, (STATES,)),
            ("gaps", self.gaps, self.edge, (STATES, STATES)),
        ):
            if weights.shape != (len(numbers), *shape) or sorted(numbers.values()) != [*range(len(numbers))]:
                raise ValueError(f"{len(numbers)} features of {what} have weights of shape {weights.shape}")
            if not np.isfinite(weights).all():
                raise ValueError(f"the weights of features of {what} are not all finite")

    def scores(self, features: Features) -> tuple[Array, Array]:
        """The scores `node` and `edge` of a text with at least one word, as `chain.py` has them."""
        node = summed(self.node, *numbered(features.words, self.words))
        edge = summed(self.edge, *numbered(features.gaps, self.gaps)) if features.gaps else self.edge[:0]
        return node, edge + _FORBIDDEN


Numbers = NDArray[np.int64]


def numbered(named: Sequence[Sequence[str]], numbers: dict[str, int]) -> tuple[Numbers, Numbers]:
    """The numbers of the known features of all places in a row, and where those of each place begin."""
    found = [[numbers[name] for name in names if name in numbers] for names in named]
    begins = np.cumsum([0, *(len(row) for row in found[:-1])])
    return np.array([number for row in found for number in row], dtype=np.int64), begins.astype(np.int64)


def summed(weights: Array, numbers: Numbers, begins: Numbers) -> Array:
    """The sum of the weights of each place; each has at least one feature."""
    answer: Array = np.add.reduceat(weights[numbers], begins, axis=0)
    return answer


def forbidden() -> Array:
    """0 for states that may follow each other, and minus infinity for the others."""
    return _FORBIDDEN
