"""Histograms: where the bins lie, what is in them, and how they are labelled."""

from __future__ import annotations

import math

import numpy as np
import pytest

from noumena.posterior.histogram import Bin, histogram, labels
from noumena.posterior.weighted import quantile


def test_bins_have_equal_width_and_hold_the_weights_between_their_edges() -> None:
    rng = np.random.default_rng(1)
    values, weights = rng.normal(size=1000), rng.exponential(size=1000)
    weights /= weights.sum()
    bins = histogram(values, weights)
    low, high = (quantile(values.tolist(), weights, level) for level in (0.01, 0.99))
    assert len(bins) == 10
    assert (bins[0].low, bins[-1].high) == (low, high)
    assert [b.high - b.low for b in bins] == pytest.approx([(high - low) / 10] * 10)
    for b in bins:
        inside = [w for x, w in zip(values, weights, strict=True) if b.low <= x < b.high or x == b.high == high]
        assert b.weight == pytest.approx(math.fsum(inside), abs=1e-12)


def test_one_far_value_does_not_squeeze_the_others_into_one_bin() -> None:
    values = np.append(np.arange(999.0), 1e12)
    assert histogram(values, np.full(1000, 1 / 1000))[-1].high < 1000


def test_weights_that_sum_to_less_than_1_are_kept() -> None:
    bins = histogram(np.arange(100.0), np.full(100, 0.001))
    assert math.fsum(b.weight for b in bins) == pytest.approx(0.1, abs=0.003)


def test_a_single_value_is_one_bin() -> None:
    assert histogram(np.array([2.5]), np.array([0.3])) == [Bin(2.5, 2.5, 0.3)]
    assert labels([Bin(2.5, 2.5, 0.3)], "…") == ["2.5000 … 2.5000"]


def test_infinite_values_are_left_out() -> None:
    bins = histogram(np.array([1.0, math.inf, 2.0, -math.inf]), np.full(4, 0.25))
    assert (bins[0].low, bins[-1].high) == (1.0, 2.0)
    assert math.fsum(b.weight for b in bins) == 0.5
    assert histogram(np.array([math.inf]), np.array([1.0])) == []


@pytest.mark.parametrize(
    ("bins", "expected"),
    [
        ([Bin(-0.5, 0.5, 1), Bin(0.5, 1.5, 1)], ["-0.5 … 0.5", " 0.5 … 1.5"]),
        ([Bin(100.0001, 100.0002, 1)], ["100.00010 … 100.00020"]),
        ([Bin(0, 2500, 1), Bin(2500, 5000, 1)], ["   0 … 2500", "2500 … 5000"]),
        ([Bin(0, 2e-12, 1)], ["    0 … 2e-12"]),
        ([Bin(1e12, 3e12, 1)], ["1e+12 … 3e+12"]),
    ],
)
def test_labels_tell_neighbours_apart(bins: list[Bin], expected: list[str]) -> None:
    found = labels(bins, "…")
    assert [" ".join(label.split()) for label in found] == [" ".join(label.split()) for label in expected]
    assert len({len(label) for label in found}) == 1
