"""The recorded answers that are kept of a chain: as words, one column for each query."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

MOST_KEPT = 100_000
"""Draws of a query that are kept at most, of all chains together."""

Column = npt.NDArray[Any]


class Kept:
    """The answers of one chain; those of a query are integers or reals."""

    def __init__(self, queries: int) -> None:
        self.samples = 0
        self._columns: list[list[Column]] = [[] for _ in range(queries)]

    @classmethod
    def of(cls, columns: Sequence[Column], samples: int) -> Kept:
        """So many samples, given as a column for each query."""
        made = cls(len(columns))
        made.add(samples, columns)
        return made

    def add(self, samples: int, columns: Sequence[Column]) -> None:
        """Adds samples, given as a column for each query."""
        self.samples += samples
        for column, more in zip(self._columns, columns, strict=True):
            column.append(more)

    def columns(self) -> list[Column]:
        """All answers, a column for each query."""
        return [np.concatenate(column) if column else np.zeros(0, np.int64) for column in self._columns]

    def answers(self, query: int) -> list[Any]:
        """The words that a query had in the samples."""
        words: list[Any] = np.concatenate(self._columns[query]).tolist() if self._columns[query] else []
        return words

    def thinned(self, every: int) -> Kept:
        """A copy with every so-many-th of the samples, those before the first of them left out."""
        return Kept.of([column[every - 1 :: every] for column in self.columns()], self.samples // every)
