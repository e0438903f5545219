"""The two losses of `partition_estimates.py` for one part of the items, with what the move of one item changes."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from noumena.posterior.linkage import Numbers
from noumena.posterior.partitions import Floats


@dataclass(frozen=True)
class Part:
    """Items that chains of pairs hold together; all else counts them from 0 within the part.

    `first`, `second` and `similarity` are the pairs that were ever together. `sets` are the clusters of two or more
    that were ever there, `shares` in which share of the samples. `partitions` were sampled, the most frequent first.
    """

    items: Numbers
    first: Numbers
    second: Numbers
    similarity: Floats
    sets: list[Numbers]
    shares: Floats
    partitions: list[Numbers]


class _Moving:
    """A partition of a part in which items move, the sizes of its clusters, and which items were ever together."""

    def __init__(self, part: Part) -> None:
        size = part.items.size
        begins = np.concatenate([part.first, part.second])
        order = np.argsort(begins, kind="stable")
        ends = np.concatenate([part.second, part.first])[order]
        values = np.concatenate([part.similarity, part.similarity])[order]
        cuts = np.cumsum(np.bincount(begins, minlength=size))[:-1]
        self._near: list[Numbers] = np.split(ends, cuts)
        self._similar: list[Floats] = np.split(values, cuts)
        self.labels = np.zeros(size, np.int64)
        self._sizes = np.zeros(size, np.int64)

    def begin(self, labels: Numbers) -> None:
        """Take this partition for the moves to come; it is not changed."""
        self.labels = labels.copy()
        self._sizes = np.bincount(labels, minlength=labels.size)

    def move(self, item: int, label: int) -> None:
        """Put the item there."""
        self._sizes[self.labels[item]] -= 1
        self._sizes[label] += 1
        self.labels[item] = label

    def _options(self, item: int) -> Numbers:
        """The item's own cluster, those of items that it was ever with, and an empty one if there is one.

        There is none if all items are alone; then its own is as good.
        """
        empty = np.flatnonzero(self._sizes == 0)[:1]
        return np.unique(np.concatenate([self.labels[self._near[item]], self.labels[item : item + 1], empty]))

    def _others(self, item: int, options: Numbers) -> Numbers:
        """How many items besides this one are in these clusters."""
        others: Numbers = self._sizes[options] - (options == self.labels[item])
        return others


class BinderLoss(_Moving):
    """Σ (1 - 2·s_ij) over the pairs that are together."""

    def __init__(self, part: Part) -> None:
        super().__init__(part)
        self._part = part
        self.work = part.first.size

    def of(self, labels: Numbers) -> float:
        """The loss of a partition; labels are below the number of items."""
        sizes = np.bincount(labels)
        together = labels[self._part.first] == labels[self._part.second]
        return float(np.sum(sizes * (sizes - 1) // 2) - 2.0 * np.sum(self._part.similarity[together]))

    def costs(self, item: int) -> tuple[Numbers, Floats]:
        """Of each cluster the pairs that the item makes with it: their number less twice their similarity."""
        options = self._options(item)
        near = np.bincount(self.labels[self._near[item]], self._similar[item], self.labels.size)
        return options, self._others(item, options) - 2.0 * near[options]


class VariationLoss(_Moving):
    """Σ g(|A|) - 2·Σ_S p_S·g(|A∩S|) over the clusters A, with g(k) = k·ln k."""

    def __init__(self, part: Part) -> None:
        super().__init__(part)
        size = part.items.size
        counts = np.arange(1, size + 1)
        self._g = np.concatenate([[0.0], counts * np.log(counts)])
        self._step = np.append(np.diff(self._g), 0.0)
        self._shares = part.shares
        self._items = np.concatenate(part.sets)
        self._sets = np.repeat(np.arange(len(part.sets)), [group.size for group in part.sets])
        order = np.argsort(self._items, kind="stable")
        cuts = np.cumsum(np.bincount(self._items, minlength=size))[:-1]
        self._sets_of: list[Numbers] = np.split(self._sets[order], cuts)
        self._common = np.zeros((0, size), np.int64)
        self.work = self._items.size + len(part.sets)

    def of(self, labels: Numbers) -> float:
        """The loss of a partition; labels are below the number of items."""
        width = int(labels.max()) + 1
        sizes = np.bincount(labels)
        common = np.bincount(self._sets * width + labels[self._items], minlength=self._shares.size * width)
        weighted = self._shares @ self._g[common].reshape(-1, width)
        return float(np.sum(self._g[sizes]) - 2.0 * np.sum(weighted))

    def begin(self, labels: Numbers) -> None:
        """Take this partition for the moves to come, and count what its clusters have in common with each set."""
        super().begin(labels)
        width = labels.size
        common = np.bincount(self._sets * width + labels[self._items], minlength=self._shares.size * width)
        self._common = common.reshape(-1, width).astype(np.int32)

    def move(self, item: int, label: int) -> None:
        """Put the item there."""
        sets = self._sets_of[item]
        self._common[sets, self.labels[item]] -= 1
        self._common[sets, label] += 1
        super().move(item, label)

    def costs(self, item: int) -> tuple[Numbers, Floats]:
        """Of each cluster g(k + 1) - g(k) of its size, less twice the mean of the same of what it has in common."""
        options = self._options(item)
        sets = self._sets_of[item]
        common = self._common[np.ix_(sets, options)] - (options == self.labels[item])
        gains = self._shares[sets] @ self._step[common]
        return options, self._step[self._others(item, options)] - 2.0 * gains
