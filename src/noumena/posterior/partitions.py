"""Samples of a partition: which items are together how often, and which sets are clusters how often.

A chain changes a few clusters at a time, so only changes are kept: a sample that is as the one before costs a
comparison of its labels, another one costs in proportion to the clusters that are new in it. Whatever is asked for
later is computed from the changes. A pair that comes together when t samples have been counted, and is parted at
t′, was together in t′ - t of them; so a change of one item in a cluster of k touches k - 1 pairs, not k².
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

Numbers = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]

_MOST_KEPT = 1 << 20
"""How many changes of pairs are kept before they are summed."""


class Similarity(NamedTuple):
    """The pairs of items that were ever together, first < second, in order, and the share of samples they were so."""

    first: Numbers
    second: Numbers
    probability: Floats


class Change(NamedTuple):
    """From the sample with number `time` on (counted from 0), these items are in these clusters."""

    time: int
    items: Numbers
    clusters: Numbers


class PartitionSamples:
    """Samples of partitions of the items 0, 1, …, added one after another; of several chains one after the other.

    Every set of items that is a cluster in some sample has a number; `members` has its items in order.
    """

    def __init__(self, items: int) -> None:
        if items < 1:
            raise ValueError(f"a partition needs at least one item, not {items}")
        self.items = items
        self.total = 0
        """How many samples were added."""
        self.members: list[Numbers] = []
        self.changes: list[Change] = []
        self._numbers: dict[bytes, int] = {}
        self._labels = np.empty(0, np.int64)
        self._clusters = np.full(items, -1, np.int64)
        self._similarity: Similarity | None = None

    @classmethod
    def of(cls, rows: Iterable[npt.ArrayLike]) -> PartitionSamples:
        """The samples in the rows, of which there must be at least one."""
        samples: PartitionSamples | None = None
        for row in rows:
            labels = np.asarray(row)
            samples = samples or cls(labels.size)
            samples.add(labels)
        if samples is None:
            raise ValueError("there are no samples of the partition")
        return samples

    def add(self, labels: npt.ArrayLike, times: int = 1) -> None:
        """Count a sample, or `times` equal ones: items with equal labels, which are any integers, are in one cluster.

        What a label means may change from sample to sample; where it stays the same, adding is faster.
        """
        given = np.array(labels)
        if given.shape != (self.items,) or not np.issubdtype(given.dtype, np.integer):
            raise ValueError(
                f"a sample needs an integer for each of {self.items} items, not {given.dtype} of shape {given.shape}"
            )
        if times < 1:
            raise ValueError(f"a sample is added at least once, not {times} times")
        if not self.total:
            self._regroup(given, np.arange(self.items))
        elif not np.array_equal(given, self._labels):
            changed = given != self._labels
            regrouped = np.isin(given, given[changed]) | np.isin(self._labels, self._labels[changed])
            self._regroup(given, np.flatnonzero(regrouped))
        self._labels = given
        self._similarity = None
        self.total += times

    def _regroup(self, labels: npt.NDArray[np.integer], items: Numbers) -> None:
        """Note which of these items, all that share a label with one of them, are in another cluster than before."""
        new = self._clusters.copy()
        for group in _groups(items, labels[items]):
            key = group.tobytes()
            if key not in self._numbers:
                self._numbers[key] = len(self.members)
                self.members.append(group)
            new[group] = self._numbers[key]
        moved = np.flatnonzero(new != self._clusters)
        if moved.size:
            self.changes.append(Change(self.total, moved, new[moved]))
            self._clusters = new

    def clusters(self) -> dict[tuple[int, ...], float]:
        """The share of samples in which exactly this set of items is a cluster, for each that ever was."""
        shares = self.cluster_shares()
        return {tuple(group.tolist()): share for group, share in zip(self.members, shares.tolist(), strict=True)}

    def cluster_shares(self) -> Floats:
        """The same in the order of `members`."""
        self._check()
        times = np.zeros(len(self.members), np.int64)
        for change, before in self._replay():
            # A cluster that ends was there until now, one that begins was not; the last ones are there to the end.
            times[np.unique(before[before >= 0])] += change.time
            times[np.unique(change.clusters)] -= change.time
        times[np.unique(self._clusters)] += self.total
        shares: Floats = times / self.total
        return shares

    def similarity(self) -> Similarity:
        """The share of samples in which two items are together, for all pairs that ever were.

        It is remembered until another sample is added.
        """
        self._check()
        if self._similarity is None:
            self._similarity = self._summed()
        return self._similarity

    def _summed(self) -> Similarity:
        sums = _PairSums(self.items)
        for change, before in self._replay():
            if change.time:
                sums.add_across(change.items, before, change.clusters, change.time)
                sums.add_across(change.items, change.clusters, before, -change.time)
        everything = np.arange(self.items)
        sums.add_across(everything, self._clusters, everything, self.total)
        keys, times = sums.summed()
        return Similarity(keys // self.items, keys % self.items, times / self.total)

    def _replay(self) -> Iterator[tuple[Change, Numbers]]:
        """Each change with the clusters that its items were in before, -1 at the beginning."""
        clusters = np.full(self.items, -1, np.int64)
        for change in self.changes:
            yield change, clusters[change.items]
            clusters[change.items] = change.clusters

    def _check(self) -> None:
        if not self.total:
            raise ValueError("there are no samples of the partition")


class _PairSums:
    """Sums of numbers by pair of items; a pair is one number, first · items + second."""

    def __init__(self, items: int) -> None:
        self._items = items
        self._keys: list[Numbers] = []
        self._values: list[Numbers] = []
        self._kept = 0

    def add_across(self, items: Numbers, whole: Numbers, part: Numbers, value: int) -> None:
        """Adds the value to the pairs of items with the same `whole` and different `part`."""
        for group in _groups(np.arange(items.size), whole):
            parts = _groups(group, part[group])
            # Of two parts each pair is met once: those of one part, and those of all parts before it.
            for i in range(1, len(parts)):
                one = items[np.concatenate(parts[:i])]
                other = items[parts[i]]
                self._add(np.minimum.outer(one, other) * self._items + np.maximum.outer(one, other), value)

    def _add(self, keys: Numbers, value: int) -> None:
        self._keys.append(keys.ravel())
        self._values.append(np.full(keys.size, value))
        self._kept += keys.size
        if self._kept > _MOST_KEPT:
            keys, values = self.summed()
            self._keys, self._values, self._kept = [keys], [values], 0

    def summed(self) -> tuple[Numbers, Numbers]:
        """The pairs in order, and their sums where they are not 0."""
        if not self._keys:
            return np.empty(0, np.int64), np.empty(0, np.int64)
        keys, place = np.unique(np.concatenate(self._keys), return_inverse=True)
        sums = np.zeros(keys.size, np.int64)
        np.add.at(sums, place, np.concatenate(self._values))
        return keys[sums != 0], sums[sums != 0]


def _groups(items: Numbers, labels: npt.NDArray[np.integer]) -> list[Numbers]:
    """The items by label, each group in the order in which its items were given."""
    order = np.argsort(labels, kind="stable")
    ends = np.flatnonzero(np.diff(labels[order])) + 1
    return np.split(items[order], ends)
