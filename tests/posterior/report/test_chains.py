"""What is drawn of chains: series, traces and ranks."""

from __future__ import annotations

import math

import numpy as np
import pytest

from noumena.model.types import BOOLEAN, INTEGER, REAL, STRING
from noumena.posterior.report.ranks import rank_shares, ranks
from noumena.posterior.report.series import series_of
from noumena.posterior.report.traces import trace
from tests.pages import Page
from tests.posterior.making import answer, chain_answer


def test_numbers_are_drawn_as_they_are() -> None:
    series = series_of(chain_answer([[3, 1, 7, 9], [8, 4, 5, 6]]))
    assert series is not None
    assert series.values.tolist() == [[3, 1, 7, 9], [8, 4, 5, 6]]
    assert series.ranks.tolist() == [[1, 0, 5, 7], [6, 2, 3, 4]]
    assert (series.share_of, series.few) == (None, False)


def test_few_numbers_are_drawn_by_their_mean_so_far() -> None:
    series = series_of(chain_answer([[1, 2, 3, 2]]))
    assert series is not None
    assert series.few
    assert series.running.tolist() == [[1, 1.5, 2, 2]]


def test_of_truth_the_share_of_true_is_drawn() -> None:
    series = series_of(chain_answer([[False, True, False, False]], BOOLEAN))
    assert series is not None
    assert series.share_of == "true"
    assert series.running[0].tolist() == pytest.approx([0, 0.5, 1 / 3, 0.25])


def test_of_other_values_the_most_probable_is_drawn() -> None:
    series = series_of(chain_answer([["a", "b", "b", None]], STRING))
    assert series is not None
    assert series.share_of == '"b"'
    assert series.values.tolist() == [[0, 1, 1, 0]]


def test_null_is_no_number() -> None:
    series = series_of(chain_answer([[1.5, None, 2.5, 3.5]], REAL))
    assert series is not None
    assert np.isnan(series.values[0, 1])


def test_without_chains_there_is_no_series() -> None:
    assert series_of(answer([1, 2, 3])) is None


def test_ranks_of_equal_chains_are_even() -> None:
    series = series_of(chain_answer([[1, 2, 3, 4], [4, 3, 2, 1]]))
    assert series is not None
    assert rank_shares(series, 4).tolist() == [[1, 1, 1, 1], [1, 1, 1, 1]]


def test_ranks_of_chains_apart_are_at_the_ends() -> None:
    series = series_of(chain_answer([[1, 2, 3, 4], [5, 6, 7, 8]]))
    assert series is not None
    assert rank_shares(series, 2).tolist() == [[2, 0], [0, 2]]


def test_equal_draws_share_their_ranks() -> None:
    # Of the ranks 0 to 7, value 1 has 0 to 3 (three of chain 1, one of chain 2), value 2 the rest.
    series = series_of(chain_answer([[1, 1, 1, 2], [1, 2, 2, 2]]))
    assert series is not None
    assert rank_shares(series, 4).tolist() == [[1.5, 1.5, 0.5, 0.5], [0.5, 0.5, 1.5, 1.5]]


def test_the_shares_of_each_bin_sum_to_the_number_of_chains() -> None:
    rng = np.random.default_rng(5)
    series = series_of(chain_answer(rng.poisson(2, (3, 101)).tolist()))
    assert series is not None
    assert rank_shares(series, 7).sum(axis=0) == pytest.approx(np.full(7, 3))


def test_a_trace_keeps_the_least_and_largest_of_each_stretch() -> None:
    values = [5.0 + 0.001 * k for k in range(1000)]
    values[503], values[777] = -40.0, 90.0
    series = series_of(chain_answer([values], REAL))
    assert series is not None
    made = trace(series, "x", 20)
    (line,) = (path for path in Page(made).all("path") if path["class"] == "l c0")
    points = (line["d"] or "").removeprefix("M").replace("l", " ").replace("-", " -").split()
    downs = np.cumsum([int(p) for p in points[1::2]])
    assert len(downs) <= 22
    assert (downs.min(), downs.max()) == (16, 220)  # top and bottom of the panel, in halves


def test_a_trace_is_broken_where_there_is_no_number() -> None:
    series = series_of(chain_answer([[1.5, 2.5, None, 3.5, None, 4.5, 5.5]], REAL))
    assert series is not None
    (line,) = (path for path in Page(trace(series, "x", 50)).all("path") if path["class"] == "l c0")
    assert (line["d"] or "").count("M") == 3
    assert "h0" in (line["d"] or "")  # a single number is a dot


def test_the_band_of_ranks_narrows_with_effective_samples() -> None:
    series = series_of(chain_answer(np.random.default_rng(1).normal(size=(4, 500)).tolist(), REAL))
    assert series is not None

    def height(effective: float | None) -> float:
        bands = [path["d"] or "" for path in Page(ranks(series, effective, "x")).all("path") if path["class"] == "v"]
        return float(bands[0].split("v")[1].split("h")[0]) if bands else 0.0

    assert height(None) == 0.0
    assert 0.0 < height(20_000) < height(2_000)


def test_integers_beyond_floats_have_ranks() -> None:
    series = series_of(chain_answer([[10**30, 1], [2, 3]], INTEGER))
    assert series is not None
    assert series.ranks.tolist() == [[3, 0], [1, 2]]


def test_infinite_numbers_are_left_out_of_a_trace() -> None:
    series = series_of(chain_answer([[0.5, math.inf, -math.inf, 1.5]], REAL))
    assert series is not None
    assert not series.few
    assert Page(trace(series, "x", 50)).values("data-tip") == ["chain 1: mean 1"]
