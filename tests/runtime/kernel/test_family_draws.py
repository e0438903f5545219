"""Draws of the kernels follow the probabilities of the families, for ordinary and for extreme parameters.

A test fails when its p-value is below `FALSE_ALARM`; seeds are fixed, so that it fails always or never.
"""

from __future__ import annotations

import math
import sys
import zlib
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numba
import numpy as np
import pytest
import scipy.stats

from noumena.compiler.families import NATIVE_FAMILIES
from noumena.model.values import Value
from tests.distributions.examples import DISCRETE, REAL
from tests.distributions.goodness import FALSE_ALARM, Example, RealExample, fit
from tests.runtime.kernel.family_grids import accepts, good_grid
from tests.runtime.worlds import BACKENDS, kernel, typed, world

NAMES = sorted(NATIVE_FAMILIES)
DRAWS = 3000
MANY = 3_000_000


def draws(backend: str, name: str, parameters: tuple[Any, ...], count: int, seed: int = 1) -> list[Any]:
    """Draws of a kernel that are always the same."""
    made, sample = world(backend, zlib.crc32(repr((name, parameters, seed)).encode())), kernel(backend, name).sample
    return [sample(made, *typed(name, parameters)) for _ in range(count)]


@dataclass(frozen=True)
class KernelExample(Example):
    """An example whose draws are those of the kernel."""

    def draws(self, count: int, stream: int) -> list[Value]:
        drawn = draws("native", self.name, self.parameters, count, stream)
        return [bool(value) for value in drawn] if self.name == "BooleanDistrib" else drawn


@dataclass(frozen=True)
class RealKernelExample(RealExample):
    """An example of a density whose draws are those of the kernel."""

    def draws(self, count: int, stream: int) -> list[Value]:
        return draws("native", self.name, self.parameters, count, stream)


EXAMPLES: list[Example] = [
    *(KernelExample(e.name, e.parameters) for e in DISCRETE if e.name in NATIVE_FAMILIES),
    *(RealKernelExample(e.name, e.parameters, e.low, e.high) for e in REAL if e.name in NATIVE_FAMILIES),
    # What those of the families leave out: each way of drawing, and both sides of where one gives way to the next.
    KernelExample("Binomial", (30, 0.3)),
    KernelExample("Binomial", (40, 0.3)),
    KernelExample("Binomial", (20, 0.5)),
    KernelExample("Binomial", (21, 0.5)),
    KernelExample("Binomial", (1000, 0.6)),
    KernelExample("Binomial", (10**6, 2e-6)),
    KernelExample("Binomial", (10**15, 3e-15)),
    KernelExample("BoundedGeometric", (0.3, 10**18)),
    KernelExample("Geometric", (0.002,)),
    KernelExample("NegativeBinomial", (40, 0.7)),
    KernelExample("NegativeBinomial", (1e12, 4e-12)),
    KernelExample("Poisson", (0.01,)),
    KernelExample("Poisson", (9.99,)),
    KernelExample("Poisson", (10,)),
    KernelExample("Poisson", (11.5,)),
    KernelExample("Poisson", (1000,)),
    RealKernelExample("Beta", (0.3, 4), 0, 1),
    RealKernelExample("Beta", (90, 20), 0, 1),
    RealKernelExample("Gamma", (1, 3), 0),
    RealKernelExample("Gamma", (1.2, 3), 0),
    RealKernelExample("Gamma", (2000, 3), 0),
    RealKernelExample("InvGamma", (0.8, 1), 0),
    RealKernelExample("StudentT", (12, 0, 1)),
]


@pytest.mark.parametrize("example", EXAMPLES, ids=str)
def test_draws_follow_the_probabilities(example: Example) -> None:
    assert fit(example) > FALSE_ALARM


def test_every_kernel_has_an_example() -> None:
    assert {example.name for example in EXAMPLES} == set(NATIVE_FAMILIES)


@dataclass(frozen=True)
class Extreme:
    """Parameters for which no sum or integral can be had, and a function of the draws whose distribution is known."""

    name: str
    parameters: tuple[Any, ...]
    seen: Callable[[Any], float]
    cumulative: Callable[[float], float]

    def __str__(self) -> str:
        return f"{self.name}{self.parameters}"


def standardised(name: str, parameters: tuple[Any, ...], mean: float, variance: float) -> Extreme:
    """A distribution that is nearly normal."""
    deviation = math.sqrt(variance)
    return Extreme(name, parameters, lambda x: (x - mean) / deviation, scipy.stats.norm.cdf)


EXTREMES = [
    standardised("Poisson", (1e9,), 1e9, 1e9),
    standardised("Poisson", (1e15,), 1e15, 1e15),
    standardised("Poisson", (1e18,), 1e18, 1e18),
    standardised("Binomial", (10**10, 0.3), 3e9, 2.1e9),
    standardised("Binomial", (10**18, 0.9), 9e17, 9e16),
    standardised("Binomial", (2**63 - 1, 0.5), 2.0**62, 2.0**61),
    standardised("NegativeBinomial", (1e12, 0.5), 1e12, 2e12),
    standardised("Gamma", (1e12, 2.0), 5e11, 2.5e11),
    standardised("Gamma", (1e20, 1.0), 1e20, 1e20),
    standardised("Beta", (1e14, 1e14), 0.5, 0.125e-14),
    standardised("StudentT", (1e9, 3.0, 2.0), 3.0, 4.0),
    standardised("TruncatedNormal", (3.0, 4.0, -1e99, 1e99), 3.0, 4.0),
    Extreme("Gamma", (0.02, 1.0), lambda x: x, scipy.stats.gamma(0.02).cdf),
    Extreme("Geometric", (1e-17,), lambda k: k * 1e-17, scipy.stats.expon.cdf),
    Extreme("BoundedGeometric", (1e-12, 10**6), lambda k: k / 1e6, scipy.stats.uniform.cdf),
    Extreme("UniformInt", (-(2**62), 2**62 - 2), lambda k: k / 2**62, scipy.stats.uniform(-1.0, 2.0).cdf),
    Extreme("TruncatedNormal", (0.0, 1.0, 1e3, 1e99), lambda x: (x - 1e3) * 1e3, scipy.stats.expon.cdf),
    Extreme("StudentT", (0.1, 0.0, 1.0), lambda x: x, scipy.stats.t(0.1).cdf),
    Extreme("InvGamma", (0.05, 1.0), lambda x: x, scipy.stats.invgamma(0.05).cdf),
    Extreme("Beta", (0.01, 2.0), lambda x: x, scipy.stats.beta(0.01, 2.0).cdf),
]


@pytest.mark.parametrize("extreme", EXTREMES, ids=str)
def test_draws_of_extreme_parameters(extreme: Extreme) -> None:
    assert accepts(extreme.name, extreme.parameters)
    drawn = draws("native", extreme.name, extreme.parameters, DRAWS)
    levels = [extreme.cumulative(extreme.seen(value)) for value in drawn]
    assert scipy.stats.kstest(levels, scipy.stats.uniform.cdf).pvalue > FALSE_ALARM


@numba.njit
def histogram(sample: Any, made: Any, parameters: tuple[Any, ...], edges: Any) -> Any:
    """How many draws there are up to the first edge, up to the second, …, and beyond the last."""
    counts = np.zeros(len(edges) + 1, np.int64)
    for _ in range(MANY):
        counts[np.searchsorted(edges, sample(made, *parameters))] += 1
    return counts


@pytest.mark.parametrize(
    ("name", "parameters", "exact"),
    [
        ("Poisson", (10.0,), scipy.stats.poisson(10.0)),
        ("Poisson", (100.0,), scipy.stats.poisson(100.0)),
        ("Binomial", (21, 0.5), scipy.stats.binom(21, 0.5)),
        ("Binomial", (1000, 0.3), scipy.stats.binom(1000, 0.3)),
        ("Gamma", (1.0, 1.0), scipy.stats.gamma(1.0)),
        ("Gamma", (1e9, 1.0), scipy.stats.gamma(1e9)),
    ],
)
def test_many_draws_by_rejection(name: str, parameters: tuple[Any, ...], exact: Any) -> None:
    """A wrong constant of these methods may leave an error that a few thousand draws do not show."""
    edges = np.unique(exact.ppf(np.concatenate([[1e-5, 1e-4, 1e-3], np.linspace(0.01, 0.99, 99), [0.999, 0.9999]])))
    counts = histogram(kernel("native", name).sample, world("native", 1), parameters, edges)
    expected = MANY * np.diff([0.0, *exact.cdf(edges), 1.0])
    assert scipy.stats.chisquare(counts, expected).pvalue > FALSE_ALARM


@pytest.mark.parametrize("name", NAMES)
def test_both_backends_draw_the_same(name: str) -> None:
    for parameters in [*good_grid(name, 40), *(e.parameters for e in EXAMPLES if e.name == name)]:
        plain, native = (draws(backend, name, parameters, 20) for backend in BACKENDS)
        assert [type(x) for x in plain] == [type(x) for x in native]
        assert type(plain[0]) is (int if NATIVE_FAMILIES[name].result == "i" else float)
        if NATIVE_FAMILIES[name].result == "i":
            assert plain == native
        else:
            # Logarithms of two libraries may differ in their last digit.
            assert plain == pytest.approx(native, rel=1e-9)


@pytest.mark.parametrize("name", NAMES)
def test_draws_have_a_finite_log_probability(name: str) -> None:
    functions = kernel("native", name)
    for parameters in good_grid(name, 150):
        for value in draws("native", name, parameters, 10):
            assert math.isfinite(functions.log(value, *parameters)), (parameters, value)


@pytest.mark.parametrize("backend", BACKENDS)
def test_counts_too_large_for_64_bits_are_the_largest(backend: str) -> None:
    drawn = draws(backend, "RoundedLogNormal", (250.0, 1e-9), 20)
    assert drawn == [2**63 - 1] * 20


@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize(("name", "parameters"), [("StudentT", (1e-100,)), ("InvGamma", (1e-100, 1.0))])
def test_reals_too_large_for_a_float_are_the_largest(name: str, parameters: tuple[Any, ...], backend: str) -> None:
    assert all(1e300 < abs(x) < math.inf for x in draws(backend, name, parameters, 20))


@pytest.mark.parametrize("backend", BACKENDS)
def test_reals_around_the_largest_float(backend: str) -> None:
    """With 1e-3 degrees of freedom the logarithms of the draws are around 1000, that of the largest float is 710."""
    drawn = draws(backend, "StudentT", (1e-3,), 200)
    assert all(math.isfinite(x) for x in drawn)
    assert {x for x in drawn if abs(x) > 1e308} == {-sys.float_info.max, sys.float_info.max}


def test_proportions_are_never_at_the_ends() -> None:
    for a, b in [(1e-3, 1e-3), (1e100, 1e-100), (1e-100, 1e100), (1e-100, 1e-100), (1e100, 1.0)]:
        assert all(0.0 < x < 1.0 for x in draws("native", "Beta", (a, b), 50))
    chosen = draws("native", "Beta", (1e-100, 3e-100), DRAWS)
    assert scipy.stats.binomtest(sum(x > 0.5 for x in chosen), DRAWS, 0.25).pvalue > FALSE_ALARM
