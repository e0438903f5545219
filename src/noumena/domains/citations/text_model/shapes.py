"""Shapes: how words, numbers and signs follow each other, whichever words and numbers they are."""

from __future__ import annotations

from bisect import bisect
from collections.abc import Mapping
from itertools import accumulate

import numpy as np
from numpy.typing import NDArray

from noumena.domains.citations.normal_form import SIGNS
from noumena.domains.citations.text_model.alphabet import EDGE, NUMBER, SYMBOLS, WORD

NAMES = "EWN" + SIGNS
"""How symbols are written in counts: E for an edge, W for a word, N for a number, a sign as itself."""
_PRIOR = 2.0


class Shapes:
    """A chain of symbols in which each depends on the two before it.

    p(s | a, b) is (count(a, b, s) + 2 p(s | b)) / (count(a, b) + 2), and p(s | b) and p(s) are smoothed alike. A word
    never follows a word, nor a number a number, so a text has one shape only. If `bounded`, the chain is not empty and
    ends in a sign: what comes next may begin with a letter.
    """

    def __init__(self, counts: Mapping[str, int], bounded: bool) -> None:
        triples = np.zeros((SYMBOLS, SYMBOLS, SYMBOLS))
        for triple, count in counts.items():
            a, b, s = (NAMES.index(name) for name in triple)
            triples[a, b, s] += count
        pairs = triples.sum(axis=0)
        single = pairs.sum(axis=0) + 1.0 / SYMBOLS
        single[EDGE] += 1.0  # without any counts the chain still ends
        pairs += _PRIOR * single / single.sum()
        pairs /= pairs.sum(axis=1, keepdims=True)
        triples += _PRIOR * pairs
        triples[:, WORD, WORD] = triples[:, NUMBER, NUMBER] = 0.0
        if bounded:
            triples[:, [EDGE, WORD, NUMBER], EDGE] = 0.0
        probabilities = triples / triples.sum(axis=2, keepdims=True)
        with np.errstate(divide="ignore"):
            self.ln: NDArray[np.float64] = np.log(probabilities)
        self._sums = [[list(accumulate(row)) for row in block] for block in probabilities]

    def draw(self, rng: np.random.Generator, before: int, last: int) -> int:
        """The symbol after two others; EDGE is the end."""
        sums = self._sums[before][last]
        return bisect(sums, rng.random() * sums[-1])
