"""Terms by Stirling's formula against exact integers and plain gamma functions."""

from __future__ import annotations

import math
from fractions import Fraction

import pytest

from noumena.distributions.stirling import deviance, log_multinomial_term, log_poisson_term, stirling_error


@pytest.mark.parametrize("n", [1, 2, 15, 16, 17, 100, 1000])
def test_the_error_of_stirlings_formula(n: int) -> None:
    approximation = (n + 0.5) * math.log(n) - n + 0.5 * math.log(2 * math.pi)
    assert approximation + stirling_error(n) == pytest.approx(math.log(math.factorial(n)), rel=1e-14, abs=1e-14)


def test_the_two_branches_of_the_error_meet() -> None:
    assert stirling_error(math.nextafter(16.0, 0.0)) == pytest.approx(stirling_error(16.0), abs=1e-13)


@pytest.mark.parametrize("x", [1e-80, 0.3, 4.0, 1e5])
@pytest.mark.parametrize("ratio", [1e-9, 0.4999, 0.5001, 1.0, 1.9999, 2.0001, 1e9])
def test_deviance(x: float, ratio: float) -> None:
    mean = x / ratio
    expected = x * (math.log(ratio) - 1.0 + 1.0 / ratio)
    assert deviance(x, mean, math.log(mean)) == pytest.approx(expected, rel=1e-9, abs=1e-11 * x)


def test_deviance_is_precise_close_to_the_mean() -> None:
    """x^2/2 - x^3/6 per unit of mean, by the first terms of its series."""
    mean, excess = 1e15, 1e6
    expected = excess**2 / (2 * mean) - excess**3 / (6 * mean**2)
    assert deviance(mean + excess, mean, math.log(mean)) == pytest.approx(expected, abs=1e-9)


@pytest.mark.parametrize(("n", "k"), [(10, 3), (400, 0), (400, 399), (5000, 2100)])
def test_multinomial_term_against_exact_integers(n: int, k: int) -> None:
    exact = math.comb(n, k) * Fraction(1, 4) ** k * Fraction(3, 4) ** (n - k)
    expected = math.log(exact.numerator) - math.log(exact.denominator)
    assert log_multinomial_term((k, n - k), (0.25, 0.75)) == pytest.approx(expected, abs=1e-11)


def test_poisson_term_of_real_arguments() -> None:
    for x in (1e-9, 0.5, 3.7, 90.5):
        for mean in (1e-5, 1.0, 77.0):
            expected = x * math.log(mean) - mean - math.lgamma(x + 1)
            assert log_poisson_term(x, mean, math.log(mean)) == pytest.approx(expected, abs=1e-11)


def test_terms_of_nothing() -> None:
    assert log_poisson_term(0.0, 3.0, math.log(3.0)) == -3.0
    assert log_multinomial_term((0, 0), (0.5, 0.5)) == 0.0
    assert log_multinomial_term((1, 0), (0.0, 1.0)) == -math.inf


def test_a_mean_that_underflows_is_known_by_its_logarithm() -> None:
    assert log_poisson_term(2.0, 0.0, -2000.0) == pytest.approx(-4000.0 - math.log(2.0))
