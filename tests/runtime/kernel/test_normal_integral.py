"""Integrals of the normal density agree with those of the distributions."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from noumena.distributions import normal_integral as reference
from noumena.runtime.kernel.normal_integral import QUADRATURE
from tests.runtime.worlds import BACKENDS, module

STARTS = [-1e50, -40.0, -3.0, -0.5, -1e-12, 0.0, 1e-12, 0.7, 5.0, 29.9, 30.0, 1e3, 1e50]
WIDTHS = [1e-60, 1e-9, 0.01, 0.4, 1.0, 6.0, 1e3, 1e60]


def test_the_nodes_and_weights_are_those_of_gauss_and_legendre() -> None:
    nodes, weights = np.polynomial.legendre.leggauss(12)
    assert np.allclose(np.array(QUADRATURE), np.column_stack([nodes[6:], weights[6:]]), rtol=0.0, atol=1e-15)


@pytest.mark.parametrize("backend", BACKENDS)
def test_upper_tails(backend: str) -> None:
    tail = module(backend, "normal_integral").log_upper_tail
    for x in STARTS:
        assert tail(x) == pytest.approx(reference.log_upper_tail(x), rel=1e-13)


@pytest.mark.parametrize("backend", BACKENDS)
def test_intervals(backend: str) -> None:
    interval = module(backend, "normal_integral").log_interval
    for start, width in itertools.product(STARTS, WIDTHS):
        assert interval(start, width) == pytest.approx(reference.log_interval(start, width), rel=1e-13)
