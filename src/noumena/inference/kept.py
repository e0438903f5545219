"""The recorded answers that are kept of a chain, as words, one column for each query; and ln p of the states."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

MOST_KEPT = 100_000
"""Draws of a query that are kept at most, of all chains together."""

Column = npt.NDArray[Any]


class Kept:
    """The answers of one chain, which of a query are integers or reals, and ln p of each state; NaN if not traced."""

    def __init__(self, queries: int) -> None:
        self.samples = 0
        self._columns: list[list[Column]] = [[] for _ in range(queries)]
        self._joint: list[Column] = []

    @classmethod
    def of(cls, columns: Sequence[Column], joint: Column) -> Kept:
        """Samples, given as a column for each query, and ln p of each."""
        made = cls(len(columns))
        made.add(len(joint), columns, joint)
        return made

    def add(self, samples: int, columns: Sequence[Column], joint: Column) -> None:
        """Adds samples, given as a column for each query, and ln p of each."""
        self.samples += samples
        self._joint.append(joint)
        for column, more in zip(self._columns, columns, strict=True):
            column.append(more)

    def columns(self) -> list[Column]:
        """All answers, a column for each query."""
        return [self.words(query) for query in range(len(self._columns))]

    def words(self, query: int) -> Column:
        """The words that a query had in the samples."""
        return np.concatenate(self._columns[query]) if self._columns[query] else np.zeros(0, np.int64)

    def answers(self, query: int) -> list[Any]:
        """The same as a list."""
        words: list[Any] = self.words(query).tolist()
        return words

    @property
    def log_joint(self) -> npt.NDArray[np.float64]:
        """ln p of the states of the samples."""
        return np.concatenate([np.zeros(0), *self._joint])

    def thinned(self, every: int) -> Kept:
        """A copy with every so-many-th of the samples, those before the first of them left out."""
        first = every - 1
        return Kept.of([column[first::every] for column in self.columns()], self.log_joint[first::every])
