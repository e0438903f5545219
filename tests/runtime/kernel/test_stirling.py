"""Terms of factorials agree with those of the distributions, and with sums of logarithms."""

from __future__ import annotations

import itertools
import math

import pytest

from noumena.distributions import stirling as reference
from tests.runtime.worlds import BACKENDS, module

SIZES = [1e-100, 1e-9, 0.3, 1.0, 2.0, 15.9, 16.0, 100.5, 1e6, 1e15, 1e18]


@pytest.mark.parametrize("backend", BACKENDS)
def test_log_factorials(backend: str) -> None:
    log_factorial = module(backend, "logarithms").log_factorial
    for n in [0, 1, 2, 5, 20, 170, 1000, 1500]:
        assert log_factorial(n) == pytest.approx(math.log(math.factorial(n)), rel=1e-14)


@pytest.mark.parametrize("backend", BACKENDS)
def test_poisson_terms(backend: str) -> None:
    term = module(backend, "stirling").log_poisson_term
    for x, mean in itertools.product([0.0, *SIZES], SIZES):
        found = term(x, mean, math.log(mean))
        assert found == pytest.approx(reference.log_poisson_term(x, mean, math.log(mean)), rel=1e-13)


@pytest.mark.parametrize("backend", BACKENDS)
def test_binomial_terms(backend: str) -> None:
    term = module(backend, "stirling").log_binomial_term
    for x, y, p in itertools.product([0.0, *SIZES], [0.0, *SIZES], [0.0, 1e-9, 0.3, 0.5, 1.0]):
        found = term(x + y, x, y, p, 1.0 - p)
        assert found == pytest.approx(reference.log_multinomial_term((x, y), (p, 1.0 - p)), rel=1e-13)
