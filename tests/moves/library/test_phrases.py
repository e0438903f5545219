"""Phrases about candidates: what is drawn has the probability that is charged, and all candidates are gone through."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

import noumena as nm
from noumena.moves.candidates import FIELDS
from noumena.moves.library.phrases import CANDIDATE, NEARNESS, each_candidate, made_with, proposer_text
from noumena.moves.library.written import compiled_text

GROUPED = nm.Candidates.from_groups([[0, 1, 4], [1, 2], [2, 1], [0, 1, 2, 5], [7, 5]])
ALL = f"""\
def all(self, x):
    found = []
{"".join(f"    {line}" for line in each_candidate("found.append(y)").splitlines(keepends=True))}
    return found
"""
MADE = compiled_text("T", proposer_text("T", "Tries.", 0.5, made_with(FIELDS) + CANDIDATE + NEARNESS + ALL))["T"](
    **GROUPED.arrays()
)


class Fixed:
    """Gives the numbers that it is told, and notes of how many each was drawn."""

    def __init__(self, *numbers: int) -> None:
        self.numbers, self.probability = list(numbers), 1.0

    def integer(self, n: int) -> int:
        chosen = self.numbers.pop(0)
        assert chosen < n
        self.probability /= int(n)
        return chosen


@pytest.mark.parametrize("x", GROUPED.paired.tolist())
def test_a_candidate_is_drawn_with_the_probability_that_is_charged(x: int) -> None:
    found: Counter[int] = Counter()
    probabilities: dict[int, float] = {}
    groups = GROUPED.own[GROUPED.own_starts[x] : GROUPED.own_starts[x + 1]].tolist()
    for i, group in enumerate(groups):
        for j in range(int(GROUPED.starts[group + 1] - GROUPED.starts[group]) - 1):
            rng = Fixed(i, j)
            y = int(MADE.candidate(rng, x))
            probabilities[y] = probabilities.get(y, 0.0) + rng.probability
            found[y] += 1
    assert sorted(found) == GROUPED.of(x)
    assert sum(probabilities.values()) == pytest.approx(1.0, abs=1e-15)
    for y in set(range(GROUPED.number + 2)) - {x}:
        assert MADE.nearness(x, y) == pytest.approx(probabilities.get(y, 0.0), abs=1e-15)
    assert Counter(map(int, MADE.all(x))) == found


def test_a_move_without_data_is_made_without() -> None:
    made: Any = compiled_text("T", proposer_text("T", "Tries.", 0.5, made_with([]) + ALL))["T"]()
    assert made.share == 0.5
