"""Tables of letters: the probability of the next sign, given the sign that was written before it."""

from __future__ import annotations

from bisect import bisect
from collections.abc import Mapping
from itertools import accumulate

import numpy as np
from numpy.typing import NDArray

from noumena.domains.citations.normal_form import SIGNS
from noumena.domains.citations.text_model.alphabet import ALPHABET, CODES, LETTERS, Codes

TITLE, NAME, SIGN = 0, 1, 2
"""The tables: signs put into titles, letters of names, and signs between the words of a title."""
START = len(ALPHABET)
"""The row of a table that stands for no sign before."""
_PRIOR = 0.5


class Letters:
    """The tables that nodes of a graph write by.

    Each is p(sign | sign before) from counts of pairs of signs, smoothed by (count + 5 p(sign)) / (sum + 5), where
    p(sign) is smoothed in the same way with 1/2 for each sign that the table may write.
    """

    def __init__(self, titles: Mapping[str, int], names: Mapping[str, int]) -> None:
        commons = {sign: 4.0 if sign in " -:,." else 0.5 for sign in SIGNS if sign != " "}
        self.tables = np.stack([pair_table(titles, ALPHABET), pair_table(names, LETTERS), _fixed_table(commons)])
        self._sums: dict[tuple[int, int], list[float]] = {}

    def draw(self, rng: np.random.Generator, table: int, before: str) -> str:
        """A sign drawn from a table, after the sign `before` (empty: none)."""
        row = CODES[before] if before else START
        if (table, row) not in self._sums:
            self._sums[table, row] = list(accumulate(self.tables[table, row]))
        sums = self._sums[table, row]
        return ALPHABET[bisect(sums, rng.random() * sums[-1])]

    def along(self, codes: Codes) -> NDArray[np.float64]:
        """The probability, by each table, of each sign of a text after the one before it."""
        before = np.concatenate([[START], codes[:-1]]) if codes.size else codes
        along: NDArray[np.float64] = np.ascontiguousarray(self.tables[:, before, codes])
        return along


def pair_table(pairs: Mapping[str, int], allowed: str) -> NDArray[np.float64]:
    """p(sign | sign before) from counts of pairs, for the allowed signs only; the last row is for no sign before."""
    counts = np.zeros((len(ALPHABET) + 1, len(ALPHABET)))
    for pair, count in pairs.items():
        if pair[-1] in allowed:
            counts[CODES[pair[0]] if len(pair) == 2 else START, CODES[pair[-1]]] += count
    mask = np.array([sign in allowed for sign in ALPHABET])
    single = counts.sum(axis=0) + _PRIOR * mask
    smoothed = counts + 5.0 * single / single.sum()
    table: NDArray[np.float64] = smoothed / smoothed.sum(axis=1, keepdims=True)
    return table


def _fixed_table(weights: Mapping[str, float]) -> NDArray[np.float64]:
    row = np.array([weights.get(sign, 0.0) for sign in ALPHABET])
    return np.tile(row / row.sum(), (len(ALPHABET) + 1, 1))
