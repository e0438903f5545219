"""Which citations are of one publication: the clusters of the estimate, the probabilities of pairs, what is in doubt.

The estimate is the partition of least expected Binder's loss. Where all samples keep what a person has decided, so does
it: no move of one item would improve it, and a pair that is always together, or never, would give such a move.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from noumena.posterior.partition_estimates import binder_estimate
from noumena.posterior.partitions import PartitionSamples

FLOOR = 0.01
"""Pairs of a smaller probability are not told, unless the estimate has them together."""
DOUBT = 0.05
"""A pair is in doubt if its probability is this far from 0 and from 1."""


class Cluster(NamedTuple):
    """Citations, counted from 0, and the share of samples in which exactly these are of one publication."""

    members: tuple[int, ...]
    probability: float


class Pair(NamedTuple):
    """Two citations, first < second, with the probability of one publication, and whether the estimate says so."""

    first: int
    second: int
    probability: float
    together: bool


@dataclass(frozen=True)
class Clustering:
    """The estimate: clusters with the largest first, the number of each citation's cluster, and pairs in order."""

    clusters: tuple[Cluster, ...]
    labels: tuple[int, ...]
    pairs: tuple[Pair, ...]


class Question(NamedTuple):
    """A pair in doubt that stands for others: `others` pairs would ask the same."""

    pair: Pair
    others: int


def clustering(samples: PartitionSamples) -> Clustering:
    """The estimate from samples."""
    estimate = binder_estimate(samples).labels
    groups: defaultdict[int, list[int]] = defaultdict(list)
    for item, label in enumerate(estimate.tolist()):
        groups[label].append(item)
    ordered = sorted(groups.values(), key=lambda group: (-len(group), group[0]))
    shares = samples.clusters()
    clusters = tuple(Cluster(tuple(group), shares.get(tuple(group), 0.0)) for group in ordered)
    labels = np.empty(samples.items, np.int64)
    for number, cluster in enumerate(clusters):
        labels[list(cluster.members)] = number
    return Clustering(clusters, tuple(labels.tolist()), _pairs(samples, labels.tolist()))


def _pairs(samples: PartitionSamples, labels: Sequence[int]) -> tuple[Pair, ...]:
    """All pairs that are together in some sample, as far as they are worth telling.

    Two citations that are in one cluster of the estimate but in no sample are left out: of them there is no pair.
    """
    similarity = samples.similarity()
    rows = zip(similarity.first.tolist(), similarity.second.tolist(), similarity.probability.tolist(), strict=True)
    pairs = (Pair(one, other, share, labels[one] == labels[other]) for one, other, share in rows)
    return tuple(pair for pair in pairs if pair.probability >= FLOOR or pair.together)


def typical_members(found: Clustering) -> list[int]:
    """For each cluster the citation that is most surely of the same publication as the others."""
    ties = _ties(found)
    return [max(cluster.members, key=lambda item: (ties[item], -item)) for cluster in found.clusters]


def questions(found: Clustering) -> list[Question]:
    """What a person might decide, the most doubtful first, each thing once.

    Between two clusters, and between one citation and the rest of its cluster, the pair that is nearest to 1/2 asks for
    all others.
    """
    ties = _ties(found)
    asked: dict[tuple[int, int], list[Pair]] = {}
    doubtful = (pair for pair in found.pairs if DOUBT <= pair.probability <= 1.0 - DOUBT)
    for pair in sorted(doubtful, key=lambda pair: (abs(pair.probability - 0.5), pair.first, pair.second)):
        if pair.together:
            loose = min(pair.first, pair.second, key=lambda item: (ties[item], -item))
            key = -1, loose
        else:
            one, other = found.labels[pair.first], found.labels[pair.second]
            key = min(one, other), max(one, other)
        asked.setdefault(key, []).append(pair)
    return [Question(pairs[0], len(pairs) - 1) for pairs in asked.values()]


def _ties(found: Clustering) -> list[float]:
    """For each citation the sum of its probabilities with the others of its cluster."""
    ties = [0.0] * len(found.labels)
    for pair in found.pairs:
        if pair.together:
            ties[pair.first] += pair.probability
            ties[pair.second] += pair.probability
    return ties
