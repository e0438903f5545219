"""Where publications appeared: words of the venue, and numbers: volume, pages, the number of a report."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Iterable
from itertools import pairwise

import numpy as np

from noumena.domains.citations.text_model.copied_whole import NumberCounts
from noumena.domains.citations.text_model.formats import UNKNOWN
from noumena.domains.citations.text_model.word_pairs import START, WordPairs
from noumena.domains.citations.text_model.words import Background


class _Bag(ABC):
    """A string of tokens with a space between them; each may depend on the one before, or on `START`."""

    def __init__(self, background: Background) -> None:
        self._background = background

    def log_prob(self, bag: str) -> float:
        """ln P(bag)."""
        tokens = bag.split(" ") if bag else []
        ln = self._log_number(len(tokens))
        return ln + sum(self._log_token(token, before) for before, token in pairwise([START, *tokens]))

    def sample(self, rng: np.random.Generator) -> str:
        """A bag."""
        tokens = [START]
        for _ in range(self._draw_number(rng)):
            tokens.append(self._draw_token(rng, tokens[-1]))
        return " ".join(tokens[1:])

    @abstractmethod
    def _log_number(self, number: int) -> float:
        """ln P(number of tokens)."""

    @abstractmethod
    def _draw_number(self, rng: np.random.Generator) -> int: ...

    @abstractmethod
    def _log_token(self, token: str, before: str) -> float: ...

    @abstractmethod
    def _draw_token(self, rng: np.random.Generator, before: str) -> str: ...


class WordsPrior(_Bag):
    """The words of a venue, "proceedings machine learning", which follow each other as in the venues at hand.

    There are none with probability `none`, else k with (1 - `more`) `more`^(k-1).
    """

    none, more = 0.9, 0.9

    def __init__(self, background: Background, venues: Iterable[str] = ()) -> None:
        super().__init__(background)
        rows = (list(filter(str.isalpha, venue.split())) for venue in venues)
        self._pairs = WordPairs((list(pairwise([START, *words])) for words in rows), background.tilt)

    def _log_number(self, number: int) -> float:
        if number == 0:
            return math.log(self.none)
        return math.log((1.0 - self.none) * (1.0 - self.more)) + (number - 1) * math.log(self.more)

    def _draw_number(self, rng: np.random.Generator) -> int:
        return 0 if rng.random() < self.none else int(rng.geometric(1.0 - self.more))

    def _log_token(self, token: str, before: str) -> float:
        return self._pairs.ln(token, before, UNKNOWN, self._background.ln_word(token, UNKNOWN))

    def _draw_token(self, rng: np.random.Generator, before: str) -> str:
        word = self._pairs.drawn(rng, before, UNKNOWN)
        return self._background.draw_listed(rng, UNKNOWN, first=False) if word is None else word


class NumbersPrior(_Bag):
    """Numbers that go with a publication, "27 1209 30", as many as citations have after the title."""

    def __init__(self, background: Background, counts: NumberCounts) -> None:
        super().__init__(background)
        self._counts = counts

    def _log_number(self, number: int) -> float:
        return self._counts.ln(number)

    def _draw_number(self, rng: np.random.Generator) -> int:
        return self._counts.draw(rng)

    def _log_token(self, token: str, before: str) -> float:
        return self._background.ln_number(token) if token.isascii() and token.isdigit() else -math.inf

    def _draw_token(self, rng: np.random.Generator, before: str) -> str:
        return self._background.draw_number(rng)


def joined(words: str, numbers: str) -> str:
    """The words of a venue and the numbers of a publication as one bag."""
    return f"{words} {numbers}".strip()
