"""The words of outlets, and the numbers of publications: volume, pages, the number of a report."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod

import numpy as np

from noumena.domains.citations.text_model.formats import UNKNOWN, Formats
from noumena.domains.citations.text_model.words import Background


class _Bag(ABC):
    """A string of tokens with a space between them; each is drawn by itself.

    There is none with probability `none`, else k with (1 - `more`) `more`^(k-1).
    """

    none: float
    more: float

    def __init__(self, formats: Formats) -> None:
        self._background = Background(formats)

    def log_prob(self, bag: str) -> float:
        """ln P(bag)."""
        if bag == "":
            return math.log(self.none)
        tokens = bag.split(" ")
        number = math.log((1.0 - self.none) * (1.0 - self.more)) + (len(tokens) - 1) * math.log(self.more)
        return number + sum(self._log_token(token) for token in tokens)

    def sample(self, rng: np.random.Generator) -> str:
        """A bag."""
        if rng.random() < self.none:
            return ""
        return " ".join(self._draw_token(rng) for _ in range(rng.geometric(1.0 - self.more)))

    @abstractmethod
    def _log_token(self, token: str) -> float: ...

    @abstractmethod
    def _draw_token(self, rng: np.random.Generator) -> str: ...


class WordsPrior(_Bag):
    """The words of an outlet, "proceedings machine learning": those of citations that say nothing of a publication."""

    none, more = 0.1, 0.85

    def _log_token(self, token: str) -> float:
        return self._background.ln_word(token, UNKNOWN)

    def _draw_token(self, rng: np.random.Generator) -> str:
        return self._background.draw_word(rng, UNKNOWN, first=False)


class NumbersPrior(_Bag):
    """Numbers that go with a publication, "27 1209 30"."""

    none, more = 0.4, 0.6

    def _log_token(self, token: str) -> float:
        return self._background.ln_number(token) if token.isascii() and token.isdigit() else -math.inf

    def _draw_token(self, rng: np.random.Generator) -> str:
        return self._background.draw_number(rng)


def joined(words: str, numbers: str) -> str:
    """The words of an outlet and the numbers of a publication as one bag."""
    return f"{words} {numbers}".strip()
