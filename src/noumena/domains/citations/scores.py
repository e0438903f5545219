"""How well clusters of citations agree with the truth, and whether probabilities of pairs mean what they say.

Pairs are counted by the sizes of clusters and of their intersections, never listed: the work is linear in the records,
and in the pairs that are given a probability.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from noumena.posterior.partitions import Similarity

BINS = 10


@dataclass(frozen=True, slots=True)
class Scores:
    """Found clusters beside true ones: numbers of clusters and of pairs of records in one cluster."""

    true_clusters: int
    found_clusters: int
    exact_clusters: int
    true_pairs: int
    found_pairs: int
    common_pairs: int

    @property
    def accuracy(self) -> float:
        """The percentage of true clusters that were found exactly: the same records, no more and no fewer."""
        return 100.0 * self.exact_clusters / self.true_clusters

    @property
    def precision(self) -> float:
        """The share of found pairs that are true; 1 if no pair was found, as then none of them is wrong."""
        return self.common_pairs / self.found_pairs if self.found_pairs else 1.0

    @property
    def recall(self) -> float:
        """The share of true pairs that were found; 1 if there are none, as then none is missing."""
        return self.common_pairs / self.true_pairs if self.true_pairs else 1.0

    @property
    def f1(self) -> float:
        """The harmonic mean 2·common/(true + found) of precision and recall; 1 if there are no pairs at all."""
        pairs = self.true_pairs + self.found_pairs
        return 2.0 * self.common_pairs / pairs if pairs else 1.0


def scores(found: Sequence[Hashable], truth: Sequence[Hashable]) -> Scores:
    """The scores of found clusters; both sequences have a label for each record, and equal labels are one cluster."""
    _check(len(found), len(truth))
    sizes, true_sizes = Counter(found), Counter(truth)
    common = Counter(zip(found, truth, strict=True))
    return Scores(
        len(true_sizes),
        len(sizes),
        sum(size == sizes[mine] == true_sizes[its] for (mine, its), size in common.items()),
        _pairs(true_sizes.values()),
        _pairs(sizes.values()),
        _pairs(common.values()),
    )


def average_accuracy(clusters: Mapping[tuple[int, ...], float], truth: Sequence[Hashable]) -> float:
    """The accuracy that samples have on average, in percent, from the probability of each cluster.

    A cluster is the sorted tuple of its records, counted from 0, as in `PartitionSamples.clusters`. The average over
    samples is the average over true clusters of the probability that exactly this cluster is there.
    """
    _check(len(truth), len(truth))
    members: dict[Hashable, list[int]] = {}
    for record, label in enumerate(truth):
        members.setdefault(label, []).append(record)
    return 100.0 * sum(clusters.get(tuple(records), 0.0) for records in members.values()) / len(members)


@dataclass(frozen=True, slots=True)
class Bin:
    """The pairs whose probability is in [low, high), or [low, high] for the last bin."""

    low: float
    high: float
    pairs: int
    mean_probability: float | None
    share_true: float | None


@dataclass(frozen=True, slots=True)
class Reliability:
    """Ten bins of pairs with a probability; where the two shares of a bin are near, probabilities can be trusted.

    `brier` is the mean of (p - y)², y being 1 for a true pair and 0 for another, over the pairs that have a
    probability, or None if none has. `missed` are true pairs without one. `brier_of_all` is the mean over all pairs of
    records, where a pair without a probability has p = 0; None if there is only one record.
    """

    bins: tuple[Bin, ...]
    pairs: int
    missed: int
    brier: float | None
    brier_of_all: float | None


def reliability(similarity: Similarity, truth: Sequence[Hashable]) -> Reliability:
    """The reliability of probabilities of pairs; each pair may be given once, and records are counted from 0."""
    _check(len(truth), len(truth))
    first, second, probability = similarity
    if np.any(first >= second) or np.any(first < 0) or np.any(second >= len(truth)):
        raise ValueError(f"a pair must be two records of {len(truth)}, the first before the second")
    if not np.all((probability >= 0.0) & (probability <= 1.0)):
        raise ValueError("a probability of a pair is not between 0 and 1")
    codes: dict[Hashable, int] = {}
    numbers = np.array([codes.setdefault(label, len(codes)) for label in truth])
    is_true = (numbers[first] == numbers[second]).astype(np.float64)
    squares = float(np.sum((probability - is_true) ** 2))
    missed = _pairs(Counter(truth).values()) - int(is_true.sum())
    everything = len(truth) * (len(truth) - 1) // 2
    place = np.minimum((probability * BINS).astype(np.int64), BINS - 1)
    counts = np.bincount(place, minlength=BINS).tolist()
    sums = np.bincount(place, weights=probability, minlength=BINS).tolist()
    trues = np.bincount(place, weights=is_true, minlength=BINS).tolist()
    bins = tuple(
        Bin(b / BINS, (b + 1) / BINS, n, sums[b] / n if n else None, trues[b] / n if n else None)
        for b, n in enumerate(counts)
    )
    brier = squares / len(first) if len(first) else None
    return Reliability(bins, len(first), missed, brier, (squares + missed) / everything if everything else None)


def _pairs(sizes: Iterable[int]) -> int:
    return sum(size * (size - 1) // 2 for size in sizes)


def _check(found: int, true: int) -> None:
    if found != true:
        raise ValueError(f"there are {found} records with a found cluster, but {true} with a true one")
    if not true:
        raise ValueError("there are no records to score")
