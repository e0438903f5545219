"""The estimate of clusters, probabilities of pairs, and questions."""

from __future__ import annotations

import numpy as np
import pytest

from noumena.domains.citations.clusters import Cluster, Pair, Question, clustering, questions, typical_members
from noumena.posterior.partitions import PartitionSamples


def samples(*rows: tuple[list[int], int]) -> PartitionSamples:
    made = PartitionSamples(len(rows[0][0]))
    for labels, times in rows:
        made.add(labels, times)
    return made


def test_clusters_come_with_the_largest_first_and_their_probability() -> None:
    found = clustering(samples(([0, 1, 1, 2, 1], 70), ([0, 1, 1, 0, 2], 30)))
    assert found.clusters == (Cluster((1, 2, 4), 0.7), Cluster((0,), 0.7), Cluster((3,), 0.7))
    assert found.labels == (1, 0, 0, 2, 0)


def test_pairs_have_probabilities_in_order() -> None:
    found = clustering(samples(([0, 1, 1, 2, 1], 70), ([0, 1, 1, 0, 2], 30)))
    assert found.pairs == (
        Pair(0, 3, 0.3, False),
        Pair(1, 2, 1.0, True),
        Pair(1, 4, 0.7, True),
        Pair(2, 4, 0.7, True),
    )


def test_hardly_possible_pairs_are_left_out() -> None:
    found = clustering(samples(([0, 1, 2], 985), ([0, 0, 2], 10), ([0, 1, 1], 5)))
    assert found.pairs == (Pair(0, 1, 0.01, False),)


def test_an_estimate_that_is_no_sample_has_probability_0() -> None:
    found = clustering(samples(*(([0 if i != lone else 1 for i in range(5)], 1) for lone in range(5))))
    assert found.clusters == (Cluster((0, 1, 2, 3, 4), 0.0),)
    assert all(pair.probability == pytest.approx(0.6) for pair in found.pairs)


def test_what_all_samples_keep_the_estimate_keeps() -> None:
    rng = np.random.default_rng(8)
    for _ in range(40):
        made = PartitionSamples(8)
        for labels in rng.integers(0, 3, (12, 8)):
            labels[1] = labels[0]
            labels[2] = labels[3] + 3  # never together
            made.add(labels)
        found = clustering(made).labels
        assert found[0] == found[1]
        assert found[2] != found[3]


def test_typical_members_are_most_surely_with_the_others() -> None:
    found = clustering(samples(([0, 0, 0, 1], 6), ([2, 0, 0, 1], 4)))
    assert found.clusters[0].members == (0, 1, 2)
    assert typical_members(found) == [1, 3]


def test_questions_are_asked_once_and_the_most_doubtful_first() -> None:
    # 0, 1 with 2 at 0.4 (two pairs, one question); 3 loose from 4, 5 at 0.8 (two pairs); 6 and 7 are sure.
    rows = (([0, 0, 1, 2, 2, 2, 3, 3], 40), ([0, 0, 0, 2, 2, 2, 3, 3], 40), ([0, 0, 1, 5, 2, 2, 3, 3], 20))
    found = clustering(samples(*rows))
    assert questions(found) == [Question(Pair(0, 2, 0.4, False), 1), Question(Pair(3, 4, 0.8, True), 1)]


def test_what_is_nearly_certain_is_no_question() -> None:
    assert questions(clustering(samples(([0, 0, 1], 96), ([0, 1, 1], 4)))) == []
