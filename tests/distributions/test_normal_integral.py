"""Normal integrals against SciPy, and in tails so far that only their expansion is left."""

from __future__ import annotations

import math

import numpy as np
import pytest
import scipy.special
import scipy.stats

from noumena.distributions import BUILT_IN
from noumena.distributions.normal_integral import log_interval, log_tail_piece, log_upper_tail, mills_ratio


@pytest.mark.parametrize("x", [0.0, 1e-9, 0.3, 1.0, 5.0, 12.0, 29.999, 30.0, 30.001, 37.9, 80.0, 1e4, 1e100])
def test_mills_ratio(x: float) -> None:
    expected = math.sqrt(0.5 * math.pi) * scipy.special.erfcx(x / math.sqrt(2.0))
    assert mills_ratio(x) == pytest.approx(float(expected), rel=2e-13)


@pytest.mark.parametrize("x", [-50.0, -8.0, -1.0, 0.0, 0.5, 3.0, 20.0, 38.0, 60.0, 1e8])
def test_log_upper_tail(x: float) -> None:
    assert log_upper_tail(x) == pytest.approx(float(scipy.special.log_ndtr(-x)), rel=1e-12, abs=1e-300)


def quadrature(start: float, width: float) -> float:
    """The integral of exp(-start s - s^2/2) for s from 0 to width; beyond 12 there is nothing to speak of."""
    nodes, weights = np.polynomial.legendre.leggauss(60)
    pieces = np.linspace(0.0, min(width, 12.0), 61)
    half = 0.5 * (pieces[1] - pieces[0])
    s = (0.5 * (pieces[:-1] + pieces[1:]))[:, None] + half * nodes[None, :]
    return float((half * weights * np.exp(-s * (start + 0.5 * s))).sum())


@pytest.mark.parametrize("start", [-40.0, -9.0, -2.0, -0.5, 0.0, 0.1, 1.0, 4.0, 10.0, 35.0])
@pytest.mark.parametrize("width", [1e-12, 1e-6, 0.01, 0.2, 0.9, 1.5, 3.0, 20.0, 1000.0])
def test_log_interval(start: float, width: float) -> None:
    end = start + width
    if start < 0.0 < end:
        nearest, total = 0.0, quadrature(0.0, -start) + quadrature(0.0, end)
    else:
        nearest = min(abs(start), abs(end))
        total = quadrature(nearest, width)
    expected = math.log(total) - 0.5 * nearest**2 - 0.5 * math.log(2.0 * math.pi)
    assert log_interval(start, width) == pytest.approx(expected, rel=1e-12, abs=1e-12)


def test_a_far_tail_is_exponential() -> None:
    """Beyond a = 1e12 the normal density falls as exp(-a s), up to 1/a^2."""
    assert log_tail_piece(1e12, 1e6) == pytest.approx(-math.log(1e12))
    assert log_tail_piece(1e12, 1e-12) == pytest.approx(math.log((1.0 - math.exp(-1.0)) / 1e12))


def test_truncated_normal_in_far_tails() -> None:
    family = BUILT_IN["TruncatedNormal"]
    for distance in (50.0, 1e4, 1e12):
        expected = scipy.stats.expon(scale=1.0 / distance).logpdf
        for s in (0.0, 0.5, 2.0, 10.0):
            near = s / distance
            found = family.log_prob(distance + near, 0, 1, distance, 2 * distance)
            actual = (distance + near) - distance  # what of s / distance the sum could hold
            assert found == pytest.approx(float(expected(actual)), abs=60.0 / distance**2)
            mirrored = family.log_prob(-distance - near, 0, 1, -2 * distance, -distance)
            assert mirrored == pytest.approx(found)


def test_draws_in_a_far_tail_are_exponential() -> None:
    """Chance of a false alarm 1e-6, by Kolmogorov and Smirnov."""
    rng = np.random.default_rng(1)
    draws = [(BUILT_IN["TruncatedNormal"].sample(rng, 0, 1, 1000, 2000) - 1000) * 1000 for _ in range(2000)]
    assert scipy.stats.kstest(draws, scipy.stats.expon.cdf).pvalue > 1e-6
