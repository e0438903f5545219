"""The priors of names: surname, first given name, and middle initials, each a variable of its own.

A researcher's `Given` is the first given name in full (`stuart`, `jean-pierre`), or a single letter (`s`) for one who
is only ever written with an initial; `Middle` is the initials after it (``, `j`, `j k`). An initial that is seen in a
citation is then a shortened form of a full name in most cases, and the name itself in few: how few is counted as
well.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from noumena.domains.citations.normal_form import NAME_LETTERS, NAME_SIGNS
from noumena.domains.citations.spelling import SpelledTable, TableCounts, drawn

GIVEN_SIGNS = NAME_SIGNS.replace(" ", "")
"""Given names have no space inside: what comes after it is a middle name."""
_SMOOTHING = 0.1
"""How often each letter counts as seen among middle initials, beyond what was seen, and any number of them."""


@dataclass(frozen=True, slots=True)
class MiddleCounts:
    """How many names have 0, 1, 2 … middle initials, and how often each letter is one."""

    numbers: tuple[int, ...]
    letters: Mapping[str, int]


class SurnamePrior:
    """A distribution of surnames in the form of `normal_form.name_form`: common ones from a table, others spelled.

    P(name) = (n(name) − d) / N + λ S(name), as `SpelledTable` says; a name of the table may also be spelled.
    """

    signs = NAME_SIGNS

    def __init__(self, counts: TableCounts) -> None:
        self.table = SpelledTable(counts, NAME_LETTERS, self.signs)

    def log_prob(self, name: object) -> float:
        """ln P(name), or minus infinity for what is not in the form of such names."""
        return min(0.0, self.table.log_prob(name)) if isinstance(name, str) else -math.inf

    def sample(self, rng: np.random.Generator) -> str:
        """A name drawn at random."""
        return self.table.sample(rng)


class GivenPrior(SurnamePrior):
    """A distribution of first given names, without spaces; a single letter is for one who uses an initial only."""

    signs = GIVEN_SIGNS


class MiddlePrior:
    """A distribution of middle initials: letters with a space between them, or the empty string.

    P(l₁ … l_k) = P(k) × product of P(l), with P(k) = (names with k + s 2^-(k+1)) / (names + s) and
    P(l) = (n(l) + s) / (N + 26 s). Both sum to 1.
    """

    def __init__(self, counts: MiddleCounts) -> None:
        if any(n < 0 for n in (*counts.numbers, *counts.letters.values())) or not set(counts.letters) <= {
            *NAME_LETTERS
        }:
            raise ValueError("middle initials are single letters a-z, and counts of them are not below 0")
        self.numbers = counts.numbers
        self.names = sum(counts.numbers)
        total = sum(counts.letters.values()) + _SMOOTHING * len(NAME_LETTERS)
        self.letters = {letter: (counts.letters.get(letter, 0) + _SMOOTHING) / total for letter in NAME_LETTERS}

    def log_prob(self, initials: object) -> float:
        """ln P(initials), or minus infinity for what is not letters with single spaces between them."""
        if not isinstance(initials, str):
            return -math.inf
        letters = initials.split(" ") if initials else []
        if not self.letters.keys() >= set(letters):
            return -math.inf
        return self.log_number(len(letters)) + sum(math.log(self.letters[a]) for a in letters)

    def log_number(self, number: int) -> float:
        """ln P(k): of a name to have so many middle initials."""
        seen = self.numbers[number] if number < len(self.numbers) else 0
        log_names = math.log(self.names + _SMOOTHING)
        if seen == 0:  # in logarithms, for any number
            return math.log(_SMOOTHING) - (number + 1) * math.log(2.0) - log_names
        return math.log(seen + _SMOOTHING * 0.5 ** (number + 1)) - log_names

    def sample(self, rng: np.random.Generator) -> str:
        """Initials drawn at random."""
        u = rng.random() * (self.names + _SMOOTHING)
        is_seen = u < self.names
        number = (
            int(np.searchsorted(np.cumsum(self.numbers), u, side="right")) if is_seen else int(rng.geometric(0.5)) - 1
        )
        sums = np.cumsum(list(self.letters.values())).tolist()
        return " ".join(drawn(list(self.letters), sums, rng.random()) for _ in range(number))
