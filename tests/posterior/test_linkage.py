"""Sparse average linkage against merging on the full matrix."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest

from noumena.posterior.linkage import average_linkage, joined, numbered


def merged(matrix: np.ndarray, least: float) -> list[float]:
    """The similarities of the merges, each time over all pairs of clusters."""
    clusters = [[i] for i in range(len(matrix))]
    heights = []
    while len(clusters) > 1:
        value, a, b = max(
            (matrix[np.ix_(x, y)].mean(), i, j) for (i, x), (j, y) in combinations(enumerate(clusters), 2)
        )
        if value <= least:
            break
        heights.append(float(value))
        clusters[a] = clusters[a] + clusters.pop(b)
    return heights


@pytest.mark.parametrize("seed", range(10))
@pytest.mark.parametrize("least", [0.0, 0.3])
def test_merges_are_those_of_the_full_matrix(seed: int, least: float) -> None:
    random = np.random.default_rng(seed)
    upper = np.triu(np.where(random.random((12, 12)) < 0.4, random.random((12, 12)), 0.0), 1)
    first, second = np.nonzero(upper)
    merges = average_linkage(12, first, second, upper[first, second], least)
    np.testing.assert_allclose([merge.similarity for merge in merges], merged(upper + upper.T, least), rtol=1e-12)
    # Each merge joins two clusters.
    labels = joined(12, [(merge.one, merge.other) for merge in merges])
    assert len(set(labels.tolist())) == 12 - len(merges)


def test_no_pairs() -> None:
    assert average_linkage(3, [], [], []) == []
    np.testing.assert_array_equal(joined(3, []), [0, 1, 2])


def test_parts_are_numbered_by_their_first_item() -> None:
    np.testing.assert_array_equal(joined(6, [(5, 1), (4, 3), (1, 4)]), [0, 1, 2, 1, 1, 1])
    np.testing.assert_array_equal(numbered([7, 2, 7, 0]), [0, 1, 0, 2])
