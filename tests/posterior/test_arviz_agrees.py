"""Where we compute a diagnostic ourselves, or prepare draws for ArviZ, the figure is ArviZ's own to 1e-8."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from arviz_stats.base import array
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from noumena.model.types import INTEGER
from noumena.posterior.diagnostics import error_of_mean, of_indicator, of_numbers
from noumena.posterior.weighted import Floats
from tests.posterior.making import chain_answer

CLOSE = 1e-8


def arvizs(statistic: str, series: Floats, method: str) -> float:
    """The figure that ArviZ gives for an array of chains × draws."""
    stats: Any = array.array_stats
    with np.errstate(all="ignore"):
        return float(getattr(stats, statistic)(series, chain_axis=0, draw_axis=1, method=method))


@st.composite
def chains(draw: st.DrawFn) -> Floats:
    """From one to four chains of 4 to 41 draws, often with ties; some of the chains may be constant."""
    count, length = draw(st.integers(1, 4)), draw(st.integers(4, 41))
    size = draw(st.sampled_from([2, 3, 1000]))
    rng = np.random.default_rng(draw(st.integers(0, 2**32)))
    series = rng.integers(0, size, (count, length)).astype(np.float64)
    for k in range(count):
        if draw(st.integers(0, 4)) == 0:
            series[k] = series[k, 0]
    return series * draw(st.sampled_from([1.0, 0.125, 1e6])) + draw(st.sampled_from([0.0, -3.0]))


def same(ours: float | None, theirs: float) -> bool:
    """Whether the figures agree; ArviZ's NaN is our None."""
    if ours is None:
        return math.isnan(theirs)
    return math.isclose(ours, theirs, rel_tol=CLOSE, abs_tol=CLOSE) or ours == theirs


@given(chains())
@settings(max_examples=60, deadline=None)
def test_numbers_have_the_diagnostics_of_arviz(series: Floats) -> None:
    found = of_numbers(series)
    if (series == series.flat[0]).all():  # ArviZ says that all draws are effective, we say nothing
        assert found == (None, None, None)
        return
    assert same(found.ess, arvizs("ess", series, "bulk"))
    assert same(found.mcse, arvizs("mcse", series, "mean"))
    if len(series) == 1:
        assert found.rhat is None
    elif (series != series[:, :1]).any():
        assert same(found.rhat, arvizs("rhat", series, "rank"))
    else:
        assert found.rhat == math.inf


@given(chains())
@settings(max_examples=40, deadline=None)
def test_indicators_have_the_diagnostics_of_arviz(series: Floats) -> None:
    truth = series > np.median(series)
    assume(truth.any() and not truth.all())
    found = of_indicator(truth)
    numbers = truth.astype(np.float64)
    assert same(found.ess, arvizs("ess", numbers, "mean"))
    assert same(found.mcse, arvizs("mcse", numbers, "mean"))
    if len(numbers) > 1 and (numbers != numbers[:, :1]).any():
        assert same(found.rhat, arvizs("rhat", numbers, "split"))


def test_the_answer_of_a_query_has_the_figures_of_arviz() -> None:
    rng = np.random.default_rng(5)
    series = rng.integers(0, 6, (2, 33))
    found = chain_answer(series.tolist(), INTEGER)
    numbers = series.astype(np.float64)
    assert found.ess == pytest.approx(arvizs("ess", numbers, "bulk"), abs=CLOSE)
    assert found.rhat == pytest.approx(arvizs("rhat", numbers, "rank"), abs=CLOSE)
    assert found.mcse == pytest.approx(arvizs("mcse", numbers, "mean"), abs=CLOSE)
    assert error_of_mean(numbers) == found.mcse
