"""The time that canopies take, from 10³ to 10⁵ texts: it should be near to in proportion to them.

A text has eight words, drawn so that some are common and most are rare. It has two noisy copies, in which one word may
be another one. What is found is the share of texts both copies of which are among its candidates.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from time import thread_time

import numpy as np

import noumena as nm
from benchmarks.measure import SEED

SIZES = (1_000, 10_000, 100_000)
COPIES = 3
WORDS = 8
NOISE = 0.6
"""The probability that a copy has another word."""


@dataclass(frozen=True)
class CanopyTime:
    """What canopies of so many texts took, and what came of it."""

    size: int
    seconds: float
    groups: int
    largest: int
    found: float


def texts(size: int) -> list[str]:
    """Texts, each followed by its copies; the words grow in number with the texts, as they do in languages."""
    random = np.random.default_rng(SEED)
    vocabulary = 10 * size
    made = []
    for _ in range(-(-size // COPIES)):
        words = np.minimum(20 * random.pareto(0.8, WORDS), vocabulary).astype(np.int64)
        for _ in range(COPIES):
            copy = words.copy()
            if random.random() < NOISE:
                copy[random.integers(WORDS)] = random.integers(vocabulary)
            made.append(" ".join(f"w{word}" for word in copy.tolist()))
    return made[:size]


def canopy_times(sizes: Sequence[int] = SIZES) -> list[CanopyTime]:
    """Each size once."""
    results = []
    for size in sizes:
        given = texts(size)
        begun = thread_time()
        made = nm.canopies(given)
        seconds = thread_time() - begun
        whole = range(0, size - COPIES + 1, COPIES)
        found = sum(set(made.of(x)) >= set(range(x + 1, x + COPIES)) for x in whole) / len(whole)
        groups = np.diff(made.starts)
        results.append(CanopyTime(size, seconds, len(groups), int(groups.max(initial=0)), found))
    return results
