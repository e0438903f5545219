"""Point estimates of partitions against brute force over all of them."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from math import log

import numpy as np
import pytest

from noumena.posterior import partition_estimates
from noumena.posterior.linkage import numbered
from noumena.posterior.partition_estimates import Estimate, binder_estimate, variation_estimate
from noumena.posterior.partitions import Numbers, PartitionSamples

KINDS = {"binder": binder_estimate, "variation": variation_estimate}


def all_partitions(items: int) -> Iterator[list[int]]:
    """Every partition, as labels that are numbered in the order of their first items."""
    if not items:
        yield []
        return
    for labels in all_partitions(items - 1):
        for label in range(max(labels, default=-1) + 2):
            yield [*labels, label]


def binder(a: Numbers, b: Numbers) -> float:
    return sum(bool((a[i] == a[j]) != (b[i] == b[j])) for i, j in combinations(range(len(a)), 2))


def variation(a: Numbers, b: Numbers) -> float:
    """The sum of two conditional entropies, by probabilities of labels."""
    total = 0.0
    for x in set(a.tolist()):
        for y in set(b.tolist()):
            both = float(np.mean((a == x) & (b == y)))
            if both:
                total -= both * (log(both / np.mean(a == x)) + log(both / np.mean(b == y)))
    return total


LOSSES = {"binder": binder, "variation": variation}
ALL = [np.array(labels) for labels in all_partitions(6)]


def mean_loss(kind: str, labels: Numbers, rows: Numbers) -> float:
    return float(np.mean([LOSSES[kind](labels, row) for row in rows]))


def random_rows(seed: int) -> Numbers:
    """Samples of a random posterior: around one partition with noise, or around several, or anything."""
    random = np.random.default_rng(seed)
    centres = random.integers(3, size=(1 + seed % 3, 6))
    noise = random.choice([0.2, 0.5, 1.0])
    rows = centres[random.integers(len(centres), size=8)]
    return np.where(random.random(rows.shape) < noise, random.integers(3, size=rows.shape), rows)


def test_there_are_203_partitions_of_six_items() -> None:
    assert len({tuple(labels.tolist()) for labels in ALL}) == 203


@pytest.mark.parametrize("kind", KINDS)
def test_estimates_against_all_partitions(kind: str) -> None:
    table = {(a.tobytes(), b.tobytes()): LOSSES[kind](a, b) for a in ALL for b in ALL}
    exact = 0
    for seed in range(60):
        rows = random_rows(seed)
        keys = [numbered(row.tolist()).tobytes() for row in rows]
        means = {labels.tobytes(): float(np.mean([table[labels.tobytes(), key] for key in keys])) for labels in ALL}
        estimate = KINDS[kind](PartitionSamples.of(rows))
        assert estimate.loss == pytest.approx(means[estimate.labels.tobytes()], abs=1e-12)
        assert estimate.loss <= min(means[key] for key in keys) + 1e-12
        exact += estimate.loss <= min(means.values()) + 1e-12
    # Moves may end beside the best. By variation, the starts without moves are the best for about three of four seeds.
    assert exact >= (60 if kind == "binder" else 54)


@pytest.mark.parametrize("kind", KINDS)
def test_parts_are_solved_on_their_own_and_put_together(kind: str) -> None:
    rows = np.array(
        [[0, 0, 1, 2, 2, 3], [0, 0, 0, 2, 3, 3], [0, 1, 1, 2, 2, 3], [0, 0, 1, 3, 2, 2], [0, 0, 1, 2, 2, 5]]
    )
    order = np.array([3, 0, 4, 1, 5, 2])
    shuffled = np.full((5, 8), 9)
    shuffled[:, 1:7] = rows[:, order]
    shuffled[:, 7] = 8
    estimate = KINDS[kind](PartitionSamples.of(shuffled))
    np.testing.assert_array_equal(estimate.labels, [0, 1, 2, 1, 2, 3, 4, 5])
    assert estimate.loss == pytest.approx(mean_loss(kind, estimate.labels, shuffled))


@pytest.mark.parametrize("kind", KINDS)
def test_equal_samples_are_the_estimate_without_loss(kind: str) -> None:
    estimate = KINDS[kind](PartitionSamples.of([[4, 4, 7, 4, 1]] * 3))
    np.testing.assert_array_equal(estimate.labels, [0, 0, 1, 0, 2])
    assert estimate.loss == pytest.approx(0.0, abs=1e-12)
    alone = KINDS[kind](PartitionSamples.of([[0]]))
    assert alone.labels.tolist() == [0]
    assert alone.loss == 0.0


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("seed", range(4))
def test_no_move_of_an_item_improves_a_larger_estimate(kind: str, seed: int) -> None:
    random = np.random.default_rng(seed)
    rows = np.where(random.random((7, 16)) < 0.6, random.integers(5, size=(7, 16)), random.integers(5, size=16))
    estimate: Estimate = KINDS[kind](PartitionSamples.of(rows))
    assert estimate.loss == pytest.approx(mean_loss(kind, estimate.labels, rows))
    for item in range(16):
        for label in range(int(estimate.labels.max()) + 2):
            other = estimate.labels.copy()
            other[item] = label
            assert mean_loss(kind, other, rows) >= estimate.loss - 1e-9


@pytest.mark.parametrize("kind", KINDS)
def test_few_samples_are_tried_where_there_is_much_work(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    rows = random_rows(4)
    whole = KINDS[kind](PartitionSamples.of(rows))
    monkeypatch.setattr(partition_estimates, "_WORK", 1)
    assert KINDS[kind](PartitionSamples.of(rows)).loss >= whole.loss


def test_partitions_of_a_part_come_with_the_most_frequent_first() -> None:
    (part,) = partition_estimates.parts_of(PartitionSamples.of([[0, 0, 5], [0, 1, 5], [2, 2, 5], [2, 2, 2], [1, 1, 4]]))
    assert [numbered(p.tolist()).tolist() for p in part.partitions] == [
        [0, 0, 1],
        [0, 1, 2],
        [0, 0, 0],
    ]
