"""One partition for many: the one that is nearest to the samples on average, by either of two losses.

* Binder's loss of c against C is the number of pairs that are together in one of them and apart in the other. Its mean
  over the samples is Σ (1 - 2·s_ij) over the pairs together in c, plus Σ s_ij over all pairs, where s_ij is the share
  of samples in which i and j are together.
* The variation of information is (1/n)·(Σ g(|A|) + Σ g(|B|) - 2·Σ g(|A∩B|)) with g(k) = k·ln k, over clusters A of c
  and B of C, in nats. Its mean depends on c by Σ over its clusters of g(|A|) - 2·Σ_S p_S·g(|A∩S|), where S are all sets
  that are a cluster in some sample and p_S is the share of samples in which they are. No bound stands in for it.

Both are sums over clusters, and no best partition needs to join items between which no chain of pairs was ever
together; so each part of the items is solved on its own. There, two starts are improved, the best of the samples and
average linkage at 1/2: an item at a time goes where the loss is least, until none gains.

What is guaranteed: no single move of an item improves the estimate, and it is as good as average linkage and as every
sample that was tried. All are, unless they are so many and so large that it would take long: then those that are
most frequent in their part. What is not guaranteed: that it is the best of all partitions.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

import numpy as np
import numpy.typing as npt

from noumena.posterior.linkage import Numbers, average_linkage, joined, numbered
from noumena.posterior.partition_losses import BinderLoss, Part, VariationLoss
from noumena.posterior.partitions import Floats, PartitionSamples

_GAIN = 1e-10
"""A gain below this is rounding."""
_WORK = 20_000_000
"""How many numbers may be looked at when the samples of one part are tried."""


@dataclass(frozen=True)
class Estimate:
    """A partition, with labels 0, 1, … in the order of their first items, and its mean loss against the samples."""

    labels: Numbers
    loss: float


class Loss(Protocol):
    """The part of a mean loss that depends on the partition, for one part of the items."""

    work: int
    """How many numbers `of` looks at."""

    def of(self, labels: Numbers) -> float:
        """The loss of a partition; labels are below the number of items."""

    def begin(self, labels: Numbers) -> None:
        """Take this partition for the moves to come; it is not changed."""

    def costs(self, item: int) -> tuple[Numbers, Floats]:
        """The clusters that may be good for an item, a new one among them, and what its being there costs."""

    def move(self, item: int, label: int) -> None:
        """Put the item there."""

    @property
    def labels(self) -> Numbers:
        """The partition as it is now."""


def binder_estimate(samples: PartitionSamples) -> Estimate:
    """The partition of least mean Binder's loss that was found: pairs that it has wrong, on average."""
    labels, loss = _estimate(samples, BinderLoss)
    return Estimate(labels, loss + float(samples.similarity().probability.sum()))


def variation_estimate(samples: PartitionSamples) -> Estimate:
    """The partition of least mean variation of information that was found, in nats."""
    labels, loss = _estimate(samples, VariationLoss)
    sizes = np.array([group.size for group in samples.members], np.float64)
    mean_information = float(np.sum(samples.cluster_shares() * sizes * np.log(sizes)))
    # Rounding may leave a little below 0 where all samples are equal.
    return Estimate(labels, max(0.0, (loss + mean_information) / samples.items))


def _estimate(samples: PartitionSamples, kind: Callable[[Part], Loss]) -> tuple[Numbers, float]:
    labels = np.arange(samples.items)
    total = 0.0
    for part in parts_of(samples):
        loss = kind(part)
        tried = part.partitions[: max(1, _WORK // loss.work)]
        best = min(tried, key=loss.of)
        merges = average_linkage(part.items.size, part.first, part.second, part.similarity, 0.5)
        linked = joined(part.items.size, [(merge.one, merge.other) for merge in merges])
        found = [_improved(loss, start) for start in (best, linked)]
        chosen = min(found, key=loss.of)
        labels[part.items] = part.items[chosen]
        total += loss.of(chosen)
    return numbered(labels.tolist()), total


def _improved(loss: Loss, start: Numbers) -> Numbers:
    """The partition after moves of single items, until none gains; each gains, so there is an end."""
    loss.begin(start)
    is_better = True
    while is_better:
        is_better = False
        for item in range(start.size):
            labels, costs = loss.costs(item)
            here = float(costs[labels == loss.labels[item]][0])
            best = int(np.argmin(costs))
            if costs[best] < here - _GAIN:
                loss.move(item, int(labels[best]))
                is_better = True
    return loss.labels.copy()


def parts_of(samples: PartitionSamples) -> list[Part]:
    """The parts of two or more items that chains of pairs hold together, with all that is known of each."""
    similarity = samples.similarity()
    part_of = joined(samples.items, zip(similarity.first.tolist(), similarity.second.tolist(), strict=True))
    sizes = np.bincount(part_of)
    place = np.zeros(samples.items, np.int64)
    order = np.argsort(part_of, kind="stable")
    begins = np.concatenate([[0], np.cumsum(sizes)])
    place[order] = np.arange(samples.items) - begins[part_of[order]]
    pair_order = _grouped(part_of[similarity.first], sizes.size)
    shares = samples.cluster_shares()
    big = [k for k, group in enumerate(samples.members) if group.size > 1]
    set_order = _grouped(np.array([part_of[samples.members[k][0]] for k in big], np.int64), sizes.size)
    partitions = _partitions(samples, part_of, sizes)
    parts = []
    for number in np.flatnonzero(sizes > 1).tolist():
        pairs = pair_order[number]
        sets = [big[k] for k in set_order[number].tolist()]
        parts.append(
            Part(
                order[begins[number] : begins[number + 1]],
                place[similarity.first[pairs]],
                place[similarity.second[pairs]],
                similarity.probability[pairs],
                [place[samples.members[k]] for k in sets],
                shares[sets],
                partitions[number],
            )
        )
    return parts


def _grouped(labels: Numbers, count: int) -> list[Numbers]:
    """For each label below `count` the places where it stands."""
    order = np.argsort(labels, kind="stable")
    return np.split(order, np.cumsum(np.bincount(labels, minlength=count))[:-1])


def _partitions(samples: PartitionSamples, part_of: Numbers, sizes: Numbers) -> list[list[Numbers]]:
    """For each part the partitions of it that were sampled, the most frequent first."""
    order = _grouped(part_of, sizes.size)
    times: list[dict[bytes, int]] = [{} for _ in range(sizes.size)]
    clusters = np.full(samples.items, -1, np.int64)

    def count(number: int, time: int) -> None:
        key = clusters[order[number]].tobytes()
        times[number][key] = times[number].get(key, 0) + time

    for change in samples.changes:
        touched = np.unique(part_of[change.items])
        touched = touched[sizes[touched] > 1].tolist()
        for number in touched if change.time else ():
            count(number, change.time)
        clusters[change.items] = change.clusters
        for number in touched:
            count(number, -change.time)
    for number in np.flatnonzero(sizes > 1).tolist():
        count(number, samples.total)
    return [
        [_local(np.frombuffer(key, np.int64)) for key in sorted(found, key=found.__getitem__, reverse=True)]
        for found in times
    ]


def _local(clusters: npt.NDArray[np.int64]) -> Numbers:
    return np.unique(clusters, return_inverse=True)[1]
