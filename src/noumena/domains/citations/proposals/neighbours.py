"""Which citations may be of the same publication: those whose texts share many and rare words."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
from numba import njit

LEAST_ALIKE = 0.12
MOST_NEIGHBOURS = 25
ANY_NEIGHBOUR = 0.3
MOST_REACHED = 5_000
"""How many texts are looked at for each, at most about; rare words lead to them first."""
_WORDS = re.compile(r"[a-z]{2,}|[0-9]{2,}")

Integers = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]


class Neighbours(NamedTuple):
    """The neighbours of c are `near[first[c]:first[c + 1]]`; `alike` is the cosine of their words.

    `chance` is how often each of them is picked, those that are more alike more often (`picked`).
    """

    first: Integers
    near: Integers
    alike: Floats
    chance: Floats


def neighbours(texts: Sequence[str], same: Sequence[tuple[int, int]] = ()) -> Neighbours:
    """Neighbours by the cosine Σ w² / √(Σ w² Σ w²) of their words, w = ln(1 + n/frequency).

    Each text chooses those most alike; who is chosen is a neighbour of who chose it. Texts are reached by the words
    that they share, the rarest first, as long as there are not more than `MOST_REACHED`. So the time is in proportion
    to the number of texts, and citations of a publication that a tenth of all cite still find each other. Those of whom
    a person has said that they are the `same` are neighbours too, and wholly alike.
    """
    words = [sorted(set(_WORDS.findall(text))) for text in texts]
    frequency = Counter(word for held in words for word in held)
    number = {word: w for w, word in enumerate(sorted(frequency))}
    begin = _starts([len(held) for held in words])
    word = np.array([number[held] for row in words for held in row], np.int64)
    holding = np.argsort(word, kind="stable")
    times = np.bincount(word, minlength=len(number))
    # Logarithms of the library of mathematics, word by word: those of arrays may differ in the last digit.
    square = np.array([math.log1p(len(texts) / count) ** 2 for count in times.tolist()])
    holders = np.repeat(np.arange(len(texts)), np.diff(begin))[holding]
    chosen, alike = _compiled(begin, word, _starts(times), holders, square, MOST_REACHED)
    return _both_ways(chosen, alike, same)


def _chosen(
    begin: Integers, word: Integers, first: Integers, holders: Integers, square: Floats, reach: int
) -> tuple[Integers, Floats]:
    """For each text the others that are most like it, -1 where there are no more, and how alike they are.

    The words of text c are `word[begin[c]:begin[c + 1]]`, in order, and w is held by `holders[first[w]:first[w + 1]]`.
    """
    texts = len(begin) - 1
    chosen, alike = np.full((texts, MOST_NEIGHBOURS), -1), np.zeros((texts, MOST_NEIGHBOURS))
    length, seen = np.ones(texts), np.full(texts, -1)
    for c in range(texts):
        total = 0.0
        for i in range(begin[c], begin[c + 1]):
            total += square[word[i]]
        length[c] = np.sqrt(total) if total > 0.0 else 1.0
    shared = np.zeros(len(square), np.bool_)
    for c in range(texts):
        held = word[begin[c] : begin[c + 1]]
        shared[held] = True
        seen[c] = c
        room = reach
        for w in held[np.argsort(first[held + 1] - first[held], kind="mergesort")]:
            number = first[w + 1] - first[w]
            if number > room:
                break
            room -= number
            for d in holders[first[w] : first[w + 1]]:
                if seen[d] == c:
                    continue
                seen[d] = c
                total = 0.0
                for i in range(begin[d], begin[d + 1]):
                    if shared[word[i]]:
                        total += square[word[i]]
                likeness = total / (length[c] * length[d])
                if likeness < LEAST_ALIKE:
                    continue
                # The best are kept in order; of those that are equally alike the first.
                place = MOST_NEIGHBOURS
                while place > 0 and (
                    chosen[c, place - 1] < 0
                    or alike[c, place - 1] < likeness
                    or (alike[c, place - 1] == likeness and chosen[c, place - 1] > d)
                ):
                    place -= 1
                if place < MOST_NEIGHBOURS:
                    for k in range(MOST_NEIGHBOURS - 1, place, -1):
                        chosen[c, k], alike[c, k] = chosen[c, k - 1], alike[c, k - 1]
                    chosen[c, place], alike[c, place] = d, likeness
        shared[held] = False
    return chosen, alike


_compiled: Callable[..., Any] = njit(cache=True)(_chosen)


def _both_ways(chosen: Integers, alike: Floats, same: Sequence[tuple[int, int]]) -> Neighbours:
    """Neighbours are those whom a text has chosen, those who have chosen it, and those of whom it is said."""
    texts = len(chosen)
    c, place = np.nonzero(chosen >= 0)
    d, values = chosen[c, place], np.minimum(1.0, alike[c, place])
    told = np.array(same, np.int64).reshape(-1, 2)
    pairs = np.concatenate(
        [told[:, 0] * texts + told[:, 1], told[:, 1] * texts + told[:, 0], c * texts + d, d * texts + c]
    )
    likeness = np.concatenate([np.ones(2 * len(told)), values, values])
    keys, where = np.unique(pairs, return_index=True)  # of equal ones the first, which is what somebody has said
    first, alike = _starts(np.bincount(keys // max(1, texts), minlength=texts)), likeness[where]
    return Neighbours(first, keys % max(1, texts), alike, picked(first, alike))


def picked(first: Integers, alike: Floats) -> Floats:
    """How often each neighbour of a citation is picked: with `ANY_NEIGHBOUR` all alike, else by the cube of its cosine.

    What is most alike is most often the same: of 25 neighbours each by itself would be tried too seldom.
    """
    sizes, cubes = np.diff(first), alike**3
    of = np.repeat(np.arange(len(sizes)), sizes)
    total = np.bincount(of, weights=cubes, minlength=len(sizes))[of]
    chance: Floats = ANY_NEIGHBOUR / sizes[of] + (1.0 - ANY_NEIGHBOUR) * cubes / total
    return chance


def _starts(sizes: npt.ArrayLike) -> Integers:
    """Where each of some runs of these sizes begins, and where the last one ends."""
    return np.concatenate([[0], np.cumsum(sizes)]).astype(np.int64)
