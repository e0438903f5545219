"""Statistics of weighted samples against their definitions, computed term by term."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from noumena.posterior import weighted

samples = st.lists(
    st.tuples(st.integers(-20, 20), st.floats(0.01, 10.0)),
    min_size=1,
    max_size=30,
).map(lambda pairs: ([x for x, _ in pairs], [w / math.fsum(v for _, v in pairs) for _, w in pairs]))


@given(samples)
def test_moments_and_errors_are_the_sums_of_their_definitions(drawn: tuple[list[int], list[float]]) -> None:
    values, weights = drawn
    arrays = np.array(values, dtype=float), np.array(weights)
    mean = math.fsum(w * x for x, w in zip(values, weights, strict=True))
    variance = math.fsum(w * (x - mean) ** 2 for x, w in zip(values, weights, strict=True))
    error = math.sqrt(math.fsum(w**2 * (x - mean) ** 2 for x, w in zip(values, weights, strict=True)))
    assert weighted.mean(*arrays) == pytest.approx(mean, abs=1e-12)
    assert weighted.standard_deviation(*arrays) == pytest.approx(math.sqrt(variance), abs=1e-6)
    assert weighted.error_of_mean(*arrays, arrays[1] ** 2) == pytest.approx(error, abs=1e-6)


@given(samples, st.floats(0.001, 0.999))
def test_a_quantile_is_the_least_value_that_reaches_its_level(
    drawn: tuple[list[int], list[float]], level: float
) -> None:
    values, weights = drawn
    found = weighted.quantile(values, np.array(weights), level)
    reached = math.fsum(w for x, w in zip(values, weights, strict=True) if x <= found)
    below = math.fsum(w for x, w in zip(values, weights, strict=True) if x < found)
    assert found in values
    assert reached >= level - 1e-9
    assert below < level


def test_quantiles_of_ten_tenths_are_not_spoilt_by_rounding() -> None:
    tenths = np.full(10, 0.1)
    for k in range(1, 11):
        assert weighted.quantile(list(range(1, 11)), tenths, k / 10) == k


def test_a_quantile_of_integers_is_an_integer() -> None:
    assert type(weighted.quantile([3, 1, 2], np.array([0.2, 0.5, 0.3]), 0.5)) is int


@given(samples, st.integers(-20, 20))
def test_the_error_of_a_probability_is_the_sum_of_its_definition(
    drawn: tuple[list[int], list[float]], value: int
) -> None:
    values, weights = drawn
    p = math.fsum(w for x, w in zip(values, weights, strict=True) if x == value)
    expected = math.sqrt(math.fsum(w**2 * ((x == value) - p) ** 2 for x, w in zip(values, weights, strict=True)))
    here = math.fsum(w**2 for x, w in zip(values, weights, strict=True) if x == value)
    found = weighted.error_of_probability(p, here, math.fsum(w**2 for w in weights))
    assert found == pytest.approx(expected, abs=1e-7)


def test_with_equal_weights_the_error_is_the_binomial_one() -> None:
    n, k = 50, 20
    error = weighted.error_of_probability(k / n, k / n**2, 1 / n)
    assert error == pytest.approx(math.sqrt(0.4 * 0.6 / n), rel=1e-12)


def test_effective_samples_count_equal_weights_once_each_and_tiny_ones_not_at_all() -> None:
    assert weighted.effective_samples(np.full(8, 1 / 8)) == pytest.approx(8.0)
    assert weighted.effective_samples(np.array([0.5, 0.5, 1e-12])) == pytest.approx(2.0)
    assert weighted.effective_samples(np.array([0.8, 0.2])) == pytest.approx(1 / (0.64 + 0.04))


def test_equal_values_have_no_deviation_at_all() -> None:
    weights = np.array([0.1, 0.2, 0.3, 0.4])
    assert weighted.mean(np.full(4, 0.3), weights) == 0.3
    assert weighted.standard_deviation(np.full(4, 0.3), weights) == 0.0


def test_infinite_values_give_infinite_or_undefined_moments_without_a_fuss() -> None:
    weights = np.array([0.5, 0.5])
    assert weighted.mean(np.array([1.0, math.inf]), weights) == math.inf
    assert weighted.mean(np.array([math.inf, 1.0]), weights) == math.inf
    assert math.isnan(weighted.mean(np.array([-math.inf, math.inf]), weights))
    assert math.isnan(weighted.standard_deviation(np.array([1.0, math.inf]), weights))
