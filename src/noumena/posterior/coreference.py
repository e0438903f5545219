"""Which arguments of a function have the same object as its value: probabilities of pairs, clusters, one partition.

An object without a name means nothing from one sample to the next. Which arguments share one does, so that all that is
said here is free of labels.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from noumena.posterior.partition_estimates import Estimate, binder_estimate, variation_estimate
from noumena.posterior.partitions import Floats, PartitionSamples


@dataclass(frozen=True)
class References:
    """What was recorded: for each draw and each of the `items` a label, equal for those with the same value.

    A null refers to nothing, so that its label is that of no other item.
    """

    items: tuple[str, ...]
    labels: npt.NDArray[np.int64]


class Cluster(NamedTuple):
    """Items that have the same value, and the probability that exactly these do."""

    items: tuple[str, ...]
    probability: float


class Pair(NamedTuple):
    """Two items, and the probability that they have the same value."""

    first: str
    second: str
    probability: float


class Partition(NamedTuple):
    """A partition of the items as an estimate, each cluster with its probability, and its mean loss."""

    clusters: tuple[Cluster, ...]
    loss: float


class Coreference:
    """The posterior of the partition that a function makes of its arguments.

    `items` are the arguments as they are written, and the order of rows and columns.
    """

    def __init__(self, function: str, references: References) -> None:
        self.function = function
        self.items = references.items
        self._samples = PartitionSamples.of(references.labels)

    @property
    def draws(self) -> int:
        """How many samples it rests on."""
        return self._samples.total

    def probability(self, first: str, second: str) -> float:
        """The probability that two items have the same value."""
        one, other = self._place(first), self._place(second)
        return float(self.matrix[one, other])

    @cached_property
    def matrix(self) -> Floats:
        """The posterior similarity matrix: the probability of each pair, with 1 on the diagonal."""
        found = np.eye(len(self.items))
        similarity = self._samples.similarity()
        found[similarity.first, similarity.second] = similarity.probability
        found[similarity.second, similarity.first] = similarity.probability
        return found

    def pairs(self) -> list[Pair]:
        """The pairs that were ever together, the most doubtful first: those with a probability near 1/2."""
        similarity = self._samples.similarity()
        rows = zip(*(part.tolist() for part in similarity), strict=True)
        found = [Pair(self.items[i], self.items[j], p) for i, j, p in rows]
        return sorted(found, key=lambda pair: abs(pair.probability - 0.5))

    def clusters(self) -> list[Cluster]:
        """Every set of items that was a cluster in some sample, the most probable first."""
        found = [Cluster(self._named(group), p) for group, p in self._samples.clusters().items()]
        return sorted(found, key=lambda cluster: (-cluster.probability, cluster.items))

    def estimate(self, loss: str = "variation") -> Partition:
        """The partition of least expected loss that a search finds.

        The loss is the "variation" of information, in nats, or "binder": the number of pairs that are wrong.
        """
        estimates = {"variation": variation_estimate, "binder": binder_estimate}
        if loss not in estimates:
            raise ValueError(f"there is no loss {loss!r}; the losses are {', '.join(map(repr, estimates))}")
        return self._partition(estimates[loss](self._samples))

    def _partition(self, estimate: Estimate) -> Partition:
        probabilities = self._samples.clusters()
        groups: dict[int, list[int]] = {}
        for item, label in enumerate(estimate.labels.tolist()):
            groups.setdefault(label, []).append(item)
        named = (Cluster(self._named(group), probabilities.get(tuple(group), 0.0)) for group in groups.values())
        return Partition(tuple(named), estimate.loss)

    def _named(self, group: Sequence[int]) -> tuple[str, ...]:
        return tuple(self.items[i] for i in group)

    def _place(self, item: str) -> int:
        if item not in self.items:
            raise KeyError(f"`{self.function}` has no value recorded for `{item}`")
        return self.items.index(item)

    def __repr__(self) -> str:
        return f"<Coreference by {self.function} of {len(self.items)} items in {self.draws:,} samples>"
