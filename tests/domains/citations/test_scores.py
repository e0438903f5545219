"""Scores of clusters and of probabilities, against listing all pairs."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest

from noumena.domains.citations.scores import average_accuracy, reliability, scores
from noumena.posterior.partitions import PartitionSamples, Similarity


def similarity(pairs: dict[tuple[int, int], float]) -> Similarity:
    return Similarity(
        np.array([i for i, _ in pairs], np.int64),
        np.array([j for _, j in pairs], np.int64),
        np.array(list(pairs.values()), np.float64),
    )


def pairs_of(labels: list[int]) -> set[tuple[int, int]]:
    return {(i, j) for i, j in combinations(range(len(labels)), 2) if labels[i] == labels[j]}


def test_an_example() -> None:
    score = scores(["a", "a", "b", "b", "c"], [1, 1, 2, 3, 3])
    assert (score.true_clusters, score.found_clusters, score.exact_clusters) == (3, 3, 1)
    assert score.accuracy == pytest.approx(100 / 3)
    assert (score.precision, score.recall, score.f1) == (0.5, 0.5, 0.5)


@pytest.mark.parametrize("seed", range(20))
def test_scores_are_those_of_listing_pairs_and_clusters(seed: int) -> None:
    random = np.random.default_rng(seed)
    found, truth = random.integers(1 + seed % 6, size=(2, 12)).tolist()
    score = scores(found, truth)
    mine, its = pairs_of(found), pairs_of(truth)
    assert (score.found_pairs, score.true_pairs, score.common_pairs) == (len(mine), len(its), len(mine & its))
    clusters = [{frozenset(i for i in range(12) if x[i] == x[k]) for k in range(12)} for x in (found, truth)]
    assert score.exact_clusters == len(clusters[0] & clusters[1])
    assert score.accuracy == pytest.approx(100 * score.exact_clusters / len(clusters[1]))
    if score.common_pairs:
        harmonic = 2 / (1 / score.precision + 1 / score.recall)
        assert score.f1 == pytest.approx(harmonic)


@pytest.mark.parametrize(
    ("found", "truth", "expected"),
    [
        ([0, 1, 2], [0, 1, 2], (100.0, 1.0, 1.0, 1.0)),
        ([0, 1, 2], [0, 0, 0], (0.0, 1.0, 0.0, 0.0)),
        ([0, 0, 0], [0, 1, 2], (0.0, 0.0, 1.0, 0.0)),
        ([5], [7], (100.0, 1.0, 1.0, 1.0)),
    ],
)
def test_where_there_are_no_pairs(found: list[int], truth: list[int], expected: tuple[float, ...]) -> None:
    score = scores(found, truth)
    assert (score.accuracy, score.precision, score.recall, score.f1) == expected


def test_pairs_of_large_clusters_are_not_listed() -> None:
    score = scores([0] * 2_000_000, [0] * 1_000_000 + [1] * 1_000_000)
    assert score.common_pairs == 1_000_000 * 999_999
    assert score.precision == pytest.approx(0.5, abs=1e-6)


def test_the_average_accuracy_is_that_of_the_samples() -> None:
    rows = np.random.default_rng(1).integers(3, size=(40, 5))
    truth = ["x", "y", "x", "z", "z"]
    mean = np.mean([scores(row.tolist(), truth).accuracy for row in rows])
    assert average_accuracy(PartitionSamples.of(rows).clusters(), truth) == pytest.approx(mean)


def test_reliability() -> None:
    truth = ["a", "a", "a", "b", "b"]
    given = {(0, 1): 1.0, (0, 2): 0.05, (0, 3): 0.0, (1, 3): 0.95, (2, 3): 0.3}
    table = reliability(similarity(given), truth)
    first, last = table.bins[0], table.bins[-1]
    assert (first.low, first.high, first.pairs, first.mean_probability, first.share_true) == (0.0, 0.1, 2, 0.025, 0.5)
    assert (last.low, last.high, last.pairs, last.share_true) == (0.9, 1.0, 2, 0.5)
    assert last.mean_probability == pytest.approx(0.975)
    assert [b.pairs for b in table.bins] == [2, 0, 0, 1, 0, 0, 0, 0, 0, 2]
    assert (table.bins[1].mean_probability, table.bins[1].share_true) == (None, None)
    squares = 0.95**2 + 0.95**2 + 0.3**2
    assert (table.pairs, table.missed) == (5, 2)
    assert table.brier == pytest.approx(squares / 5)
    assert table.brier_of_all == pytest.approx((squares + 2) / 10)


def test_reliability_of_nothing() -> None:
    none = reliability(similarity({}), ["a"])
    assert (none.pairs, none.missed, none.brier, none.brier_of_all) == (0, 0, None, None)
    assert reliability(similarity({}), ["a", "a"]).brier_of_all == 1.0


def test_what_cannot_be_scored_is_refused() -> None:
    with pytest.raises(ValueError, match="there are 1 records with a found cluster, but 2 with a true one"):
        scores([1], [1, 2])
    with pytest.raises(ValueError, match="there are no records to score"):
        scores([], [])
    with pytest.raises(ValueError, match="there are no records to score"):
        average_accuracy({}, [])
    with pytest.raises(ValueError, match="there are no records to score"):
        reliability(similarity({}), [])
    for pair in ((1, 0), (1, 1), (-1, 0), (0, 2)):
        with pytest.raises(ValueError, match="a pair must be two records of 2, the first before the second"):
            reliability(similarity({pair: 0.5}), ["a", "b"])
    for probability in (-0.1, 1.1, float("nan")):
        with pytest.raises(ValueError, match="a probability of a pair is not between 0 and 1"):
            reliability(similarity({(0, 1): probability}), ["a", "b"])
