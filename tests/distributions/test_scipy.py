"""Log probabilities agree with SciPy's on a grid, from ordinary parameters to extreme ones."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import pytest
import scipy.stats as st

from noumena.distributions import BUILT_IN
from noumena.model.values import Matrix, Value
from tests.distributions.examples import COVARIANCE, PRECISION, column, entries_of, row

REALS = [-1e6, -37.5, -3.0, -1.0, -1e-3, 0.0, 1e-9, 0.25, 0.5, 1.0, 2.5, 7.0, 40.0, 1e3, 1e8]
UNIT = [1e-200, 1e-12, 0.01, 0.3, 0.5, 0.77, 0.999, 1.0 - 1e-12]
COUNTS = [-2, -1, 0, 1, 2, 3, 5, 8, 13, 40, 100, 1000, 10**6]

Case = tuple[str, tuple[Value, ...], Callable[[Any], Any], Sequence[Any]]


def gaussian_pairs() -> list[Case]:
    return [("Gaussian", (m, v), st.norm(m, v**0.5).logpdf, REALS) for m in (0, -3.5, 1e6) for v in (1, 0.01, 400.0)]


CASES: list[Case] = [
    *gaussian_pairs(),
    *[("Bernoulli", (p,), st.bernoulli(p).logpmf, COUNTS) for p in (0.0, 0.3, 1.0)],
    *[
        ("Beta", (a, b), st.beta(a, b).logpdf, [*REALS, *UNIT])
        for a, b in ((0.4, 0.9), (1, 1), (1, 3), (2, 1), (2.5, 80), (300, 7000))
    ],
    *[
        ("Binomial", (n, p), st.binom(n, p).logpmf, COUNTS)
        for n, p in ((0, 0.4), (1, 0.2), (10, 0.0), (10, 1.0), (100, 0.7), (2000, 0.01), (10**6, 0.4))
    ],
    *[("Cauchy", (m, s), st.cauchy(m, s).logpdf, REALS) for m, s in ((0, 1), (-5, 0.02), (3, 1e4))],
    *[("Exponential", (r,), st.expon(scale=1 / r).logpdf, REALS) for r in (0.001, 1, 70.0)],
    *[
        ("Gamma", (a, r), st.gamma(a, scale=1 / r).logpdf, [x for x in REALS if x != 0.0])
        for a, r in ((0.3, 2), (1, 0.5), (3, 1e-3), (50, 20), (1e5, 1e5))
    ],
    *[("Geometric", (a,), st.geom(a, loc=-1).logpmf, COUNTS) for a in (1e-4, 0.3, 0.999)],
    *[("HalfNormal", (v,), st.halfnorm(scale=v**0.5).logpdf, REALS) for v in (0.04, 1, 100)],
    *[("InvGamma", (a, s), st.invgamma(a, scale=s).logpdf, REALS) for a, s in ((0.3, 2), (3, 0.01), (60, 100))],
    # Far out SciPy's underflows.
    *[("Laplace", (m, s), st.laplace(m, s).logpdf, REALS[1:-2]) for m, s in ((0, 1), (4, 0.2))],
    *[("LogNormal", (m, v), st.lognorm(v**0.5, scale=np.exp(m)).logpdf, REALS) for m, v in ((0, 1), (3, 0.2))],
    *[
        ("NegativeBinomial", (r, p), st.nbinom(r, 1 - p).logpmf, COUNTS)
        for r, p in ((1, 0.5), (0.3, 0.9), (40, 0.2), (1000, 0.99))
    ],
    *[("Poisson", (m,), st.poisson(m).logpmf, COUNTS) for m in (1e-3, 0.7, 6, 50, 1e6)],
    *[("PrecisionGaussian", (m, t), st.norm(m, t**-0.5).logpdf, REALS) for m, t in ((0, 1), (2, 0.01))],
    *[
        ("StudentT", (df, m, s), st.t(df, m, s).logpdf, REALS)
        for df, m, s in ((0.5, 0, 1), (1, 2, 3), (7.5, -1, 0.2), (190, 0, 1), (210, 0, 1), (1e4, 0, 10))
    ],
    *[("StudentT", (df,), st.t(df).logpdf, REALS) for df in (0.5, 4)],
    *[("UniformInt", (lo, hi), st.randint(lo, hi + 1).logpmf, COUNTS) for lo, hi in ((-1, 40), (3, 3))],
    *[("UniformReal", (lo, hi), st.uniform(lo, hi - lo).logpdf, REALS) for lo, hi in ((-3, 7), (0.25, 0.5))],
]


@pytest.mark.parametrize(("name", "parameters", "expected", "values"), CASES)
def test_numbers(name: str, parameters: tuple[Value, ...], expected: Callable[[Any], Any], values: list[Any]) -> None:
    for value in values:
        found = BUILT_IN[name].log_prob(value, *parameters)
        assert found == pytest.approx(float(expected(value)), rel=1e-9, abs=1e-9), value


TRUNCATIONS = [
    (mean, variance, lo, hi)
    for mean in (0, 2.5)
    for variance in (1, 0.09)
    for lo, hi in ((-1, 2), (0, 0.001), (2.5, 60), (6, 7), (-30, -3), (-1e6, 1e6), (8, 8.5), (-2, 2.5))
]


@pytest.mark.parametrize("parameters", TRUNCATIONS)
def test_truncated_normal(parameters: tuple[float, float, float, float]) -> None:
    mean, variance, lo, hi = parameters
    deviation = variance**0.5
    expected = st.truncnorm((lo - mean) / deviation, (hi - mean) / deviation, mean, deviation)
    for value in [lo, hi, lo - 0.1, hi + 0.1, *np.linspace(lo, hi, 9).tolist(), lo + 1e-4]:
        found = BUILT_IN["TruncatedNormal"].log_prob(value, *parameters)
        # SciPy's own tails are good to about 1e-8.
        assert found == pytest.approx(float(expected.logpdf(value)), rel=1e-7, abs=1e-7), value


@pytest.mark.parametrize(("mean", "variance"), [(0, 1), (3, 0.04), (-2, 2), (10, 4)])
def test_rounded_log_normal(mean: float, variance: float) -> None:
    expected = st.lognorm(variance**0.5, scale=np.exp(mean))
    for n in range(200):
        mass = expected.cdf(n + 0.5) - expected.cdf(max(0.0, n - 0.5))
        if mass > 1e-6:  # the difference of the two has few digits below
            found = BUILT_IN["RoundedLogNormal"].log_prob(n, mean, variance)
            assert found == pytest.approx(float(np.log(mass)), abs=1e-8), n


@pytest.mark.parametrize("alpha", [(1.0, 1.0, 1.0), (0.3, 2.0, 5.0), (400.0, 3000.0, 10.0)])
@pytest.mark.parametrize("point", [(0.2, 0.3, 0.5), (0.01, 0.98, 0.01), (0.1, 0.895, 0.005)])
@pytest.mark.parametrize("build", [row, column])
def test_dirichlet(alpha: tuple[float, ...], point: tuple[float, ...], build: Callable[..., Matrix]) -> None:
    found = BUILT_IN["Dirichlet"].log_prob(build(*point), build(*alpha))
    assert found == pytest.approx(st.dirichlet(alpha).logpdf(point), rel=1e-10, abs=1e-10)


@pytest.mark.parametrize("counts", [(0, 0, 5), (1, 3, 1), (5, 0, 0)])
def test_multinomial(counts: tuple[int, ...]) -> None:
    found = BUILT_IN["Multinomial"].log_prob(counts, 5, row(2, 6, 2))
    assert found == pytest.approx(st.multinomial(5, [0.2, 0.6, 0.2]).logpmf(counts), rel=1e-12)


@pytest.mark.parametrize("point", [(0, 0), (1, 2), (-7, 30.0)])
@pytest.mark.parametrize("build", [row, column])
def test_vector_gaussians(point: tuple[float, float], build: Callable[..., Matrix]) -> None:
    mean, value = build(1, 2), build(*point)
    expected = st.multivariate_normal([1, 2], COVARIANCE.array).logpdf(point)
    assert BUILT_IN["MultivarGaussian"].log_prob(value, mean, COVARIANCE) == pytest.approx(expected)
    assert BUILT_IN["PrecisionGaussian"].log_prob(value, mean, PRECISION) == pytest.approx(expected)
    independent = st.multivariate_normal([1, 2], np.diag([0.4, 9.0])).logpdf(point)
    assert BUILT_IN["DiagGaussian"].log_prob(value, mean, build(0.4, 9)) == pytest.approx(independent)
    isotropic = st.multivariate_normal([1, 2], np.diag([0.4, 0.4])).logpdf(point)
    assert BUILT_IN["IsotropicMultivarGaussian"].log_prob(value, mean, 0.4) == pytest.approx(isotropic)


@pytest.mark.parametrize("freedom", [2.5, 3, 40])
@pytest.mark.parametrize("size", [1, 2, 3])
def test_inverse_wishart(size: int, freedom: float) -> None:
    rng = np.random.default_rng(size)
    roots = rng.standard_normal((2, size, 5))
    scale, value = (root @ root.T for root in roots)
    found = BUILT_IN["InverseWishart"].log_prob(Matrix.of(value), Matrix.of(scale), freedom)
    assert found == pytest.approx(float(st.invwishart(freedom, scale).logpdf(value)))


def test_gem_of_two_weights_is_a_beta() -> None:
    for first in UNIT:
        found = BUILT_IN["GEM"].log_prob(column(first, 1.0 - first), 2.7, 2)
        assert found == pytest.approx(float(st.beta(1, 2.7).logpdf(first)), rel=1e-9)


def test_uniform_vector() -> None:
    value = BUILT_IN["UniformVector"].sample(np.random.default_rng(0), 0, 2, 5, 9)
    assert value.shape == (2, 1)
    first, second = entries_of(value)
    expected = float(st.uniform(0, 2).logpdf(first) + st.uniform(5, 4).logpdf(second))
    assert BUILT_IN["UniformVector"].log_prob(value, 0, 2, 5, 9) == pytest.approx(expected)
