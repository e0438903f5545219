"""Python distributions and functions that programs of `tests/programs` ask for by name (`//! python: …`)."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

# The distributions that the paper's Fig. 1 leaves to the reader, as small as they can be.


class SmallNumber:
    """1, 2 or 3, each with probability 1/3."""

    def sample(self, rng: np.random.Generator) -> int:
        return int(rng.integers(1, 4))

    def log_prob(self, value: int) -> float:
        return -math.log(3) if 1 <= value <= 3 else -math.inf

    def support(self) -> Sequence[int]:
        return [1, 2, 3]


class Word:
    """One of two given words, each with probability 1/2."""

    words = ("ada", "bob")

    def sample(self, rng: np.random.Generator) -> str:
        return self.words[int(rng.integers(2))]

    def log_prob(self, value: str) -> float:
        return -math.log(2) if value in self.words else -math.inf

    def support(self) -> Sequence[str]:
        return self.words


class TitleWord(Word):
    """One of two titles."""

    words = ("logic", "chance")


class Copied:
    """A string as it is, or in capitals, each with probability 1/2; its strings are all in small letters."""

    def sample(self, rng: np.random.Generator, text: str) -> str:
        return text.upper() if rng.random() < 0.5 else text

    def log_prob(self, value: str, text: str) -> float:
        return -math.log(2) if value in (text, text.upper()) else -math.inf

    def support(self, text: str) -> Sequence[str]:
        return [text, text.upper()]


class Joined:
    """Two strings with a comma between them, or with a blank where the comma is forgotten (probability 1/4)."""

    def sample(self, rng: np.random.Generator, first: str, rest: str) -> str:
        return f"{first} {rest}" if rng.random() < 0.25 else f"{first}, {rest}"

    def log_prob(self, value: str, first: str, rest: str) -> float:
        chances = {f"{first}, {rest}": 0.75, f"{first} {rest}": 0.25}
        return math.log(chances[value]) if value in chances else -math.inf

    def support(self, first: str, rest: str) -> Sequence[str]:
        return [f"{first}, {rest}", f"{first} {rest}"]


# Distributions of other programs.


class Die:
    """`Die[k]`: a number from 1 to k, 6 unless given, each with the same chance."""

    def __init__(self, sides: int = 6) -> None:
        if sides < 1:
            raise ValueError(f"a die has sides, not {sides} of them")
        self.sides = sides

    def sample(self, rng: np.random.Generator) -> int:
        return int(rng.integers(1, self.sides + 1))

    def log_prob(self, value: int) -> float:
        return -math.log(self.sides) if 1 <= value <= self.sides else -math.inf

    def support(self) -> Sequence[int]:
        return range(1, self.sides + 1)


class Undefined(Die):
    """A distribution with a mistake in it: its log probability is not a number."""

    def log_prob(self, value: int) -> float:
        return math.nan


class Raising(Die):
    """A distribution with a mistake in it: it raises an exception."""

    def log_prob(self, value: int) -> float:
        raise KeyError(value)


class Unnormalised(Die):
    """A distribution with a mistake in it: its probabilities are above 1."""

    def log_prob(self, value: int) -> float:
        return 0.5


class Worded(Die):
    """A distribution with a mistake in it: it gives no number as log probability."""

    def log_prob(self, value: int) -> Any:
        return "likely"


class Mistyped(Die):
    """A distribution that gives strings where the model needs integers."""

    def sample(self, rng: np.random.Generator) -> Any:
        return "six"

    def support(self) -> Any:
        return ["six"]


# Functions.


def twice(x: int) -> int:
    return 2 * x


def initial(text: str) -> str:
    return text[:1]


def guess(x):  # type: ignore[no-untyped-def]  # what the programs with it are about
    return x


def careless(x: int) -> float:
    return 1 / x


DISTRIBUTIONS: dict[str, Any] = {
    "NumResearchersPrior": SmallNumber,
    "NamePrior": Word,
    "NumPublicationsPrior": SmallNumber,
    "TitlePrior": TitleWord,
    "NumAuthorsPrior": SmallNumber,
    "TitleObsModel": Copied,
    "AuthorObsModel": Copied,
    "AuthJoinModel": Joined,
    "FormatModel": Joined,
    "Die": Die,
    "LoadedDie": Die(2),
    "Undefined": Undefined,
    "Raising": Raising,
    "Unnormalised": Unnormalised,
    "Worded": Worded,
    "Mistyped": Mistyped,
}
"""Distributions by the name that programs give them."""

FUNCTIONS: dict[str, Callable[..., Any]] = {
    "Twice": twice,
    "Initial": initial,
    "Guess": guess,
    "Careless": careless,
}
"""Fixed functions by the name that programs give them."""
