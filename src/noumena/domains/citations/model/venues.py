"""Where publications appeared: words of the venue, and numbers: volume, pages, the number of a report."""

from __future__ import annotations

import math
from collections.abc import Iterable
from itertools import pairwise

import numpy as np

from noumena.domains.citations.text_model.copied_whole import NumberCounts
from noumena.domains.citations.text_model.word_pairs import START, WordPairs
from noumena.domains.citations.text_model.words import Background


class WordsPrior:
    """The words of a venue given the kind, "proceedings machine learning", which follow each other as in those at hand.

    There are none with probability `none`, else k with (1 - `more`) `more`^(k-1). That words are of a kind is said here
    once, and not by each text again: those that copy the venue do not choose its words.
    """

    none, more = 0.9, 0.9

    def __init__(self, background: Background, venues: Iterable[str] = ()) -> None:
        self._background = background
        rows = (list(filter(str.isalpha, venue.split())) for venue in venues)
        self._pairs = WordPairs((list(pairwise([START, *words])) for words in rows), background.tilt)

    def log_prob(self, venue: str, kind: int) -> float:
        """ln P(venue | kind)."""
        words = venue.split(" ") if venue else []
        return self._log_number(len(words)) + sum(
            self._pairs.ln(word, before, kind, self._background.ln_word(word, kind))
            for before, word in pairwise([START, *words])
        )

    def sample(self, rng: np.random.Generator, kind: int) -> str:
        """The words of a venue."""
        words = [START]
        for _ in range(0 if rng.random() < self.none else int(rng.geometric(1.0 - self.more))):
            word = self._pairs.drawn(rng, words[-1], kind)
            words.append(self._background.draw_listed(rng, kind, first=False) if word is None else word)
        return " ".join(words[1:])

    def _log_number(self, number: int) -> float:
        if number == 0:
            return math.log(self.none)
        return math.log((1.0 - self.none) * (1.0 - self.more)) + (number - 1) * math.log(self.more)


class NumbersPrior:
    """Numbers that go with a publication, "27 1209 30", as many as citations have after the title."""

    def __init__(self, background: Background, counts: NumberCounts) -> None:
        self._background, self._counts = background, counts

    def log_prob(self, numbers: str) -> float:
        """ln P(numbers)."""
        held = numbers.split(" ") if numbers else []
        return self._counts.ln(len(held)) + sum(map(self._log_number, held))

    def sample(self, rng: np.random.Generator) -> str:
        """The numbers of a publication."""
        return " ".join(self._background.draw_number(rng) for _ in range(self._counts.draw(rng)))

    def _log_number(self, number: str) -> float:
        return self._background.ln_number(number) if number.isascii() and number.isdigit() else -math.inf
