"""Diagnostics of chains against formulas written out, and against laws known beforehand."""

from __future__ import annotations

import math
import subprocess
import sys

import numpy as np
import pytest
from scipy import stats

from noumena.posterior.diagnostics import Diagnosis, error_of_mean, errors_of_many, even, of_indicator, of_numbers
from noumena.posterior.weighted import Floats
from tests.posterior.making import autoregressive


def halves(draws: Floats) -> Floats:
    half = draws.shape[1] // 2
    return np.concatenate([draws[:, :half], draws[:, -half:]])


def potential_reduction(chains: Floats) -> float:
    """√((W (n − 1)/n + B) / W): W the mean variance within chains of n draws, B the variance of their means."""
    draws = chains.shape[1]
    within = float(np.mean([np.var(chain, ddof=1) for chain in chains]))
    return math.sqrt((within * (draws - 1) / draws + float(np.var(chains.mean(axis=1), ddof=1))) / within)


def normalised(draws: Floats) -> Floats:
    """The normal quantiles of (rank − 3/8) / (number + 1/4)."""
    ranks = stats.rankdata(draws).reshape(draws.shape)
    return np.asarray(stats.norm.ppf((ranks - 0.375) / (draws.size + 0.25)))


@pytest.mark.parametrize("draws", [50, 51])
@pytest.mark.parametrize("shift", [0.0, 1.0])
@pytest.mark.parametrize("scale", [1.0, 4.0])
@pytest.mark.parametrize("step", [1e-9, 1.0])
def test_rhat_is_that_of_the_ranks_or_of_their_spread(draws: int, shift: float, scale: float, step: float) -> None:
    series = np.random.default_rng(3).normal(size=(4, draws)) * [[1.0], [1.0], [1.0], [scale]]
    series = np.round(np.add(series, [[0.0], [0.0], [0.0], [shift]]) / step) * step  # a large step makes ties
    split = halves(series)
    folded = np.abs(split - np.median(split))
    expected = max(potential_reduction(normalised(s)) for s in (split, folded))
    assert of_numbers(series).rhat == pytest.approx(expected, abs=1e-10)


@pytest.mark.parametrize("correlation", [0.0, 0.5, 0.9])
def test_effective_samples_and_errors_follow_the_law_of_an_autoregressive_chain(correlation: float) -> None:
    """In theory n (1 − ρ) / (1 + ρ); other seeds scatter by 4.5 % (errors by 2.4 %): a false alarm below 1e-6."""
    series = autoregressive(correlation, 4, 20_000, seed=1)
    expected = series.size * (1.0 - correlation) / (1.0 + correlation)
    found = of_numbers(series)
    assert found.ess == pytest.approx(expected, rel=0.25)
    assert found.mcse == pytest.approx(1.0 / math.sqrt(expected), rel=0.12)
    assert found.rhat == pytest.approx(1.0, abs=0.01)


def test_an_indicator_is_diagnosed_as_the_numbers_0_and_1_are() -> None:
    for threshold in (0.0, 1.0, -2.0):
        series = autoregressive(0.7, 4, 501, seed=2) > threshold
        assert of_indicator(series) == pytest.approx(of_numbers(series.astype(float)), rel=1e-9)


def test_chains_that_stay_apart_have_a_large_rhat_and_few_effective_samples() -> None:
    apart = np.add(autoregressive(0.0, 4, 500, seed=4), [[0.0], [0.0], [0.0], [5.0]])
    found = of_numbers(apart)
    assert found.rhat is not None
    assert found.rhat > 1.4
    assert found.ess is not None
    assert found.ess < 10


def test_chains_that_never_move_have_an_infinite_rhat() -> None:
    stuck = np.repeat([[1.0], [2.0], [3.0], [4.0]], 50, axis=1)
    assert of_numbers(stuck).rhat == math.inf
    assert of_indicator(stuck == 1.0).rhat == math.inf
    assert of_indicator(stuck == 1.0).ess == pytest.approx(4.0, abs=1.0)


def test_one_chain_has_no_rhat() -> None:
    series = autoregressive(0.0, 1, 500, seed=5)
    found = of_numbers(series)
    assert found.rhat is None
    assert found.ess == pytest.approx(500, rel=0.3)
    assert of_indicator(series > 0.0).rhat is None


def test_what_tells_nothing_is_none() -> None:
    rng = np.random.default_rng(0)
    assert of_numbers(np.full((4, 100), 2.5)) == Diagnosis(None, None, None)
    assert of_indicator(np.ones((4, 100), dtype=bool)) == Diagnosis(None, None, None)
    assert of_numbers(rng.normal(size=(4, 3))) == Diagnosis(None, None, None)
    assert of_indicator(rng.normal(size=(4, 3)) > 0) == Diagnosis(None, None, None)
    assert of_numbers(np.empty((4, 0))) == Diagnosis(None, None, None)
    missing = rng.normal(size=(4, 100))
    missing[2, 7] = math.nan
    assert of_numbers(missing) == Diagnosis(None, None, None)


def test_infinite_draws_have_ranks_but_no_mean() -> None:
    series = autoregressive(0.0, 4, 100, seed=6)
    large = np.where(series > 2.0, 1e300, series)
    infinite = np.where(series > 2.0, math.inf, series)
    found = of_numbers(infinite)
    assert found.mcse is None
    assert found[:2] == pytest.approx(of_numbers(large)[:2])


@pytest.mark.parametrize("scale", [1e-200, 1e-9, 1e9, 1e200])
def test_the_error_of_the_mean_has_the_scale_of_the_draws(scale: float) -> None:
    series = autoregressive(0.5, 4, 200, seed=7)
    expected = error_of_mean(series)
    assert expected is not None
    assert error_of_mean(series * scale) == pytest.approx(expected * scale, rel=1e-9)


def test_a_draw_that_alternates_has_more_effective_samples_than_draws() -> None:
    found = of_indicator(np.tile([False, True], (4, 50)))
    assert found.ess is not None
    assert found.ess > 400


def test_errors_by_batch_means_follow_their_formula() -> None:
    rng = np.random.default_rng(8)
    positions = rng.integers(0, 4, size=(3, 30))  # batches of 5 draws, 6 in each chain
    batches = positions.reshape(18, 5)
    for value, error in enumerate(errors_of_many(positions, 4)):
        shares = (batches == value).mean(axis=1)
        assert error == pytest.approx(shares.std(ddof=1) / math.sqrt(18))


def test_batches_leave_out_what_does_not_fill_one() -> None:
    positions = np.array([[0, 1, 1, 1, 0, 0, 1]])  # batches of 2: 01 11 00, the last draw is left out
    assert errors_of_many(positions, 2) == pytest.approx([np.std([0.5, 0.0, 1.0], ddof=1) / math.sqrt(3)] * 2)


def test_values_that_are_not_met_have_no_error_by_batch_means() -> None:
    assert np.isnan(errors_of_many(np.zeros((2, 9), dtype=np.int64), 2)).tolist() == [False, True]
    assert np.isnan(errors_of_many(np.zeros((1, 1), dtype=np.int64), 1)).all()
    assert np.isnan(errors_of_many(np.zeros((2, 0), dtype=np.int64), 1)).all()


def test_batch_means_agree_with_spectral_errors() -> None:
    """Both estimate the same: the quotient is 0.98 with a standard deviation of 0.03 over seeds."""
    series = autoregressive(0.6, 4, 10_000, seed=9) > 1.0
    by_spectrum = of_indicator(series).mcse
    assert errors_of_many(series.astype(np.int64), 2) == pytest.approx([by_spectrum] * 2, rel=0.3)


@pytest.mark.parametrize(
    ("lengths", "expected"),
    [
        ((3, 3), [[0, 1, 2], [3, 4, 5]]),
        ((6,), [[0, 1, 2, 3, 4, 5]]),
        ((4, 3), [[0, 1, 2], [4, 5, 6]]),
        ((4, 0), [[0, 1, 2, 3]]),
        ((1, 5, 4), [[1, 2, 3, 4], [6, 7, 8, 9]]),
        ((4, 2), [[0, 1], [4, 5]]),
        ((0, 0), [[], []]),
    ],
)
def test_chains_of_different_lengths_are_cut_to_keep_most_draws(
    lengths: tuple[int, ...], expected: list[list[int]]
) -> None:
    assert even(np.arange(sum(lengths)), lengths).tolist() == expected


def test_the_library_is_imported_when_it_is_needed() -> None:
    code = "import sys, noumena, noumena.cli; sys.exit('arviz_stats' in sys.modules or 'scipy' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
