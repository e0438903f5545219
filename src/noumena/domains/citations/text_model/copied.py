"""What stands after a title is copied from what is known of the publication: its words, and its numbers, in order.

A row of k tokens is copied one after the other. The next word that is written is token m ≥ j with probability
κ(1 - ρ) ρ^(m - j), where all before j have been copied or passed over; it is any of the row with ι/k; it stands
*aside*, with a share of its own (the year among numbers, names among words); or it is none of these and comes from the
background. After a copied word κ is larger and ρ smaller than after others: who copies goes on copying.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from noumena.domains.citations.text_model.alphabet import Codes
from noumena.domains.citations.text_model.graph_sum import Vector
from noumena.domains.citations.text_model.noise import Noise
from noumena.domains.citations.text_model.text_view import Chances, TextView
from noumena.domains.citations.text_model.words import drawn

_FRESH, _COPYING = 0, 1


class Habit(NamedTuple):
    """κ and ρ after a token that was not copied, and at the start; both after one that was; and ι."""

    copied: tuple[float, float]
    passed: tuple[float, float]
    jumped: float


def habits(noise: Noise) -> tuple[Habit, Habit]:
    """How words are copied, and numbers."""
    words = (noise.word_copied, noise.word_copied_on), (noise.word_passed, noise.word_passed_on)
    numbers = (noise.number_copied, noise.number_copied_on), (noise.number_passed, noise.number_passed_on)
    return Habit(*words, noise.copied_anywhere), Habit(*numbers, noise.copied_anywhere)


class Written(NamedTuple):
    """One way to write a token: the row is copied at `at`, goes on from `to`, and the token comes of it by `chance`."""

    at: int
    to: int
    chance: float


@dataclass(frozen=True)
class Row:
    """Tokens that are copied in order: how many, and of each token that may be written all ways to write it."""

    size: int
    ways: dict[str, list[Written]]


NOTHING = Row(0, {})


def words_row(words: list[str], cut: float) -> Row:
    """Words, each of which is cut short with `cut`: to 1 to n - 1 of its n letters, each number alike."""
    ways: dict[str, list[Written]] = {}
    for at, word in enumerate(words):
        short = cut if len(word) > 1 else 0.0
        ways.setdefault(word, []).append(Written(at, at + 1, 1.0 - short))
        for size in range(1, len(word)):
            ways.setdefault(word[:size], []).append(Written(at, at + 1, short / (len(word) - 1)))
    return Row(len(words), ways)


def numbers_row(numbers: list[str], joined: float) -> Row:
    """Numbers, of which two that follow each other are written as one with `joined`."""
    ways: dict[str, list[Written]] = {}
    for at, number in enumerate(numbers):
        last = at + 1 == len(numbers)
        ways.setdefault(number, []).append(Written(at, at + 1, 1.0 if last else 1.0 - joined))
    for at, pair in enumerate(pairwise(numbers)):
        ways.setdefault("".join(pair), []).append(Written(at, at + 2, joined))
    return Row(len(numbers), ways)


@dataclass(frozen=True)
class Aside:
    """Tokens that stand beside a row, and how often."""

    share: float
    chances: Chances


NONE_ASIDE = Aside(0.0, {})


def copied_ln(
    view: TextView, symbol: int, row: Row, habit: Habit, aside: Aside, first: Vector, later: Vector
) -> Vector:
    """ln P(all tokens of a symbol from i on), for each i from 0 to n, given that they are of this symbol.

    `first` and `later` are ln of the background of the token at each place, if it is the first or a later one; they may
    have several rows (kinds), and so has the answer then.
    """
    starts, at, to, chance = _ways_along(view, symbol, row)
    beside = np.zeros(len(view.codes))
    if aside.chances:
        beside = aside.share * view.chances(aside.chances)
    share = aside.share if aside.chances else 0.0
    arguments = (*habit, view.runs.symbol, symbol, row.size, starts, at, to, chance, share, beside)
    answer: Vector = _compiled(*arguments, np.atleast_2d(first), np.atleast_2d(later))
    return answer if first.ndim > 1 else answer[0]


def _ways_along(view: TextView, symbol: int, row: Row) -> tuple[Codes, Codes, Codes, Vector]:
    """The ways to write the token at place i are those from `starts[i]` to `starts[i + 1]`."""
    counts = np.zeros(len(view.codes) + 1, np.int64)
    found: list[Written] = []
    for i, token in view.tokens_of(symbol):
        ways = row.ways.get(token)
        if ways is not None:
            counts[i + 1] = len(ways)
            found += ways
    at, to, chance = zip(*found, strict=True) if found else ((), (), ())
    return counts.cumsum(), np.array(at, np.int64), np.array(to, np.int64), np.array(chance, np.float64)


def _along(
    copied: tuple[float, float],
    passed: tuple[float, float],
    jumped: float,
    symbols: Codes,
    symbol: int,
    size: int,
    starts: Codes,
    at: Codes,
    to: Codes,
    chance: Vector,
    share: float,
    beside: Vector,
    first: NDArray[np.float64],
    later: NDArray[np.float64],
) -> NDArray[np.float64]:
    kinds, n = first.shape
    answer = np.zeros((kinds, n + 1))
    jumped = jumped if size > 0 else 0.0
    far = np.empty((2, size + 1))  # ρ^d
    for mode in range(2):
        far[mode, 0] = 1.0
        for d in range(size):
            far[mode, d + 1] = far[mode, d] * passed[mode]
    for kind in range(kinds):
        after, now = np.ones((2, size + 1)), np.ones((2, size + 1))  # of tokens after this one, and with it
        ln_after, ln_now = 0.0, 0.0
        for i in range(n - 1, -1, -1):
            if symbols[i] != symbol:
                answer[kind, i] = answer[kind, i + 1]
                continue
            if i + 1 == n or symbols[i + 1] != symbol:  # the last place of a token
                after[:] = now
                ln_after = ln_now
            only_background = starts[i] == starts[i + 1] and beside[i] == 0.0
            # Of a token that only the background can write the logarithm is taken apart, as it may be below any float.
            ln_first = first[kind, i] if only_background else 0.0
            ln_later = later[kind, i] if only_background else 0.0
            any_of_row = 0.0
            for w in range(starts[i], starts[i + 1]):
                any_of_row += jumped / size * chance[w] * after[_COPYING, to[w]]
            # A rest that begins here has copied nothing yet.
            total = any_of_row
            for w in range(starts[i], starts[i + 1]):
                step = copied[_FRESH] * (1.0 - passed[_FRESH]) * far[_FRESH, at[w]]
                total += step * chance[w] * after[_COPYING, to[w]]
            left = 1.0 - jumped - copied[_FRESH] * (1.0 - far[_FRESH, size])
            total += left * np.exp(first[kind, i] - ln_first) * after[_FRESH, 0]
            total = (1.0 - share) * total + beside[i] * after[_FRESH, 0]
            answer[kind, i] = ln_after + ln_first + np.log(total)
            if i > 0 and symbols[i - 1] == symbol:
                continue  # no whole token: only a rest can begin here
            largest = 0.0
            background = np.exp(later[kind, i] - ln_later)
            for mode in range(2):
                for j in range(size + 1):
                    total = any_of_row
                    for w in range(starts[i], starts[i + 1]):
                        if at[w] >= j:
                            step = copied[mode] * (1.0 - passed[mode]) * far[mode, at[w] - j]
                            total += step * chance[w] * after[_COPYING, to[w]]
                    left = 1.0 - jumped - copied[mode] * (1.0 - far[mode, size - j])
                    total += left * background * after[_FRESH, j]
                    now[mode, j] = (1.0 - share) * total + beside[i] * after[mode, j]
                    largest = max(largest, now[mode, j])
            now /= largest
            ln_now = ln_after + ln_later + np.log(largest)
    return answer


_compiled: Callable[..., Any] = njit(cache=True, error_model="numpy")(_along)


class Copyist:
    """Writes tokens from a row and what stands aside, and remembers where it is."""

    def __init__(self, row: Row, habit: Habit, aside: Aside) -> None:
        self._row, self._habit, self._aside = row, habit, aside
        self._next, self._mode = 0, _FRESH

    def draw(self, rng: np.random.Generator) -> str | None:
        """The next token, or None if it comes from the background."""
        if self._aside.chances and rng.random() < self._aside.share:
            return drawn(rng, self._aside.chances)
        at, size = self._at(rng), self._row.size
        if not 0 <= at < size:
            self._mode = _FRESH
            return None
        ways = {(token, way.to): way.chance for token, held in self._row.ways.items() for way in held if way.at == at}
        tokens = list(ways)
        token, self._next = tokens[int(rng.choice(len(tokens), p=np.array(list(ways.values()))))]
        self._mode = _COPYING
        return token

    def _at(self, rng: np.random.Generator) -> int:
        """Which token of the row is copied; one that is not there if none is."""
        u, size = rng.random(), self._row.size
        if size == 0:
            return -1
        if u < self._habit.jumped:
            return int(rng.integers(size))
        if u < self._habit.jumped + self._habit.copied[self._mode]:
            return self._next + int(rng.geometric(1.0 - self._habit.passed[self._mode])) - 1
        return -1
