"""Average linkage on sparse similarities: pairs that are not given have similarity 0 and cost nothing.

The similarity of two clusters is the mean over the pairs of their items. The two most similar are merged again and
again. A merge is never more similar than those before it, so a partition at a threshold is what the merges above it
make; two parts that no given pair joins are never compared.
"""

from __future__ import annotations

from collections.abc import Iterable
from heapq import heapify, heappop, heappush
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

Numbers = npt.NDArray[np.int64]


class Merge(NamedTuple):
    """The clusters that two items are in become one; `similarity` is that of the clusters."""

    one: int
    other: int
    similarity: float


def average_linkage(
    items: int, first: npt.ArrayLike, second: npt.ArrayLike, similarity: npt.ArrayLike, least: float = 0.0
) -> list[Merge]:
    """The merges of average linkage with a similarity of more than `least`, in their order.

    The pairs (first[k], second[k]) must be different, each of two different items out of 0, …, items - 1; their
    similarities must be positive. The work is about m·log m for m pairs if clusters are small.
    """
    sums: list[dict[int, float]] = [{} for _ in range(items)]
    for one, other, value in zip(*(np.asarray(x).tolist() for x in (first, second, similarity)), strict=True):
        sums[one][other] = sums[other][one] = value
    sizes = [1] * items
    queue = [(-value, one, other) for one, row in enumerate(sums) for other, value in row.items() if one < other]
    heapify(queue)
    merges: list[Merge] = []
    while queue and -queue[0][0] > least:
        negative, one, other = heappop(queue)
        # What was said of clusters that have changed since then is out of date.
        total = sums[one].get(other)
        if total is None or total / (sizes[one] * sizes[other]) != -negative:
            continue
        merges.append(Merge(one, other, -negative))
        if len(sums[one]) < len(sums[other]):
            one, other = other, one
        sizes[one] += sizes[other]
        del sums[one][other], sums[other][one]
        for third, value in sums[other].items():
            sums[one][third] = sums[one].get(third, 0.0) + value
            del sums[third][other]
        sums[other] = {}
        for third, value in sums[one].items():
            sums[third][one] = value
            heappush(queue, (-value / (sizes[one] * sizes[third]), min(one, third), max(one, third)))
    return merges


def joined(items: int, pairs: Iterable[tuple[int, int]]) -> Numbers:
    """For each item the number of its part, when all these pairs are joined; parts count from 0 by their first item."""
    parents = list(range(items))

    def root(item: int) -> int:
        while parents[item] != item:
            parents[item] = parents[parents[item]]
            item = parents[item]
        return item

    for one, other in pairs:
        parents[root(one)] = root(other)
    return numbered([root(item) for item in range(items)])


def numbered(labels: Iterable[int]) -> Numbers:
    """The same partition with labels 0, 1, … in the order in which clusters first appear."""
    seen: dict[int, int] = {}
    return np.array([seen.setdefault(label, len(seen)) for label in labels], np.int64)
