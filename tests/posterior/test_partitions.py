"""Samples of partitions: shares of pairs and of clusters, against counting every sample."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import numpy as np
import pytest

from noumena.posterior.partitions import Numbers, PartitionSamples


def counted(rows: Numbers) -> tuple[dict[tuple[int, int], float], dict[tuple[int, ...], float]]:
    """The shares of pairs and of clusters, from each sample on its own."""
    pairs: Counter[tuple[int, int]] = Counter()
    clusters: Counter[tuple[int, ...]] = Counter()
    for row in rows:
        for label in np.unique(row):
            members = tuple(np.flatnonzero(row == label).tolist())
            clusters[members] += 1
            pairs.update(combinations(members, 2))
    return {p: n / len(rows) for p, n in pairs.items()}, {c: n / len(rows) for c, n in clusters.items()}


def walk(random: np.random.Generator, items: int, steps: int, renamed: bool) -> Numbers:
    """A chain that moves one item now and then, now and then splits off or merges, and stays where it is else."""
    labels = random.integers(items, size=items)
    rows = []
    for _ in range(steps):
        kind = random.random()
        if kind < 0.3:
            labels[random.integers(items)] = random.integers(items)
        elif kind < 0.4:
            labels[labels == labels[random.integers(items)]] = random.integers(items)
        rows.append(random.permutation(100)[labels] if renamed and random.random() < 0.5 else labels.copy())
    return np.array(rows)


@pytest.mark.parametrize("renamed", [False, True])
@pytest.mark.parametrize("seed", range(5))
def test_shares_are_those_of_counting(seed: int, renamed: bool) -> None:
    rows = walk(np.random.default_rng(seed), 9, 120, renamed)
    samples = PartitionSamples.of(rows)
    pairs, clusters = counted(rows)
    similarity = samples.similarity()
    found = zip(similarity.first.tolist(), similarity.second.tolist(), strict=True)
    assert dict(zip(found, similarity.probability.tolist(), strict=True)) == pairs
    assert samples.clusters() == clusters
    assert samples.total == 120


def test_many_changes_of_pairs_are_summed_on_the_way(monkeypatch: pytest.MonkeyPatch) -> None:
    rows = walk(np.random.default_rng(7), 12, 200, False)
    whole = PartitionSamples.of(rows).similarity()
    monkeypatch.setattr("noumena.posterior.partitions._MOST_KEPT", 5)
    for kept, summed in zip(whole, PartitionSamples.of(rows).similarity(), strict=True):
        np.testing.assert_array_equal(kept, summed)


def test_equal_samples_can_be_added_at_once() -> None:
    samples = PartitionSamples(3)
    samples.add([5, 5, -1], times=3)
    samples.add(np.array([1, 2, 2], np.uint8))
    assert samples.clusters() == {(0, 1): 0.75, (2,): 0.75, (0,): 0.25, (1, 2): 0.25}


def test_samples_that_stay_the_same_or_change_names_leave_no_changes() -> None:
    samples = PartitionSamples.of([[0, 0, 1], [0, 0, 1], [4, 4, 0], [1, 1, 0], [1, 0, 0]])
    assert [change.time for change in samples.changes] == [0, 4]


def test_only_the_clusters_of_what_moves_are_looked_at() -> None:
    labels = np.arange(2000) // 2
    samples = PartitionSamples(2000)
    samples.add(labels)
    for k in range(1, 500):
        moved = labels.copy()
        moved[0] = k
        samples.add(moved)
    assert max(change.items.size for change in samples.changes[1:]) <= 6
    assert samples.similarity().first.size == 1000 + 2 * 499


def test_one_item() -> None:
    samples = PartitionSamples.of([[3]])
    assert samples.clusters() == {(0,): 1.0}
    assert samples.similarity().first.size == 0


def test_given_labels_may_change_after_they_were_added() -> None:
    labels = np.array([0, 0])
    samples = PartitionSamples(2)
    samples.add(labels)
    labels[1] = 1
    samples.add(labels)
    assert samples.clusters() == {(0, 1): 0.5, (0,): 0.5, (1,): 0.5}


def test_shares_of_pairs_are_anew_after_another_sample() -> None:
    samples = PartitionSamples.of([[0, 0]])
    assert samples.similarity().probability.tolist() == [1.0]
    samples.add([0, 1])
    assert samples.similarity().probability.tolist() == [0.5]


def test_what_is_no_sample_is_refused() -> None:
    with pytest.raises(ValueError, match="a partition needs at least one item, not 0"):
        PartitionSamples(0)
    samples = PartitionSamples(2)
    with pytest.raises(ValueError, match="there are no samples of the partition"):
        samples.similarity()
    with pytest.raises(ValueError, match="there are no samples of the partition"):
        samples.clusters()
    with pytest.raises(ValueError, match="there are no samples of the partition"):
        PartitionSamples.of([])
    with pytest.raises(ValueError, match=r"an integer for each of 2 items, not int64 of shape \(3,\)"):
        samples.add([1, 2, 3])
    with pytest.raises(ValueError, match=r"an integer for each of 2 items, not float64 of shape \(2,\)"):
        samples.add([1.0, 2.0])
    with pytest.raises(ValueError, match="a sample is added at least once, not 0 times"):
        samples.add([1, 2], times=0)
