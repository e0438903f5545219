"""Values and parameters at the edge: well-defined answers, as the formulas say."""

from __future__ import annotations

import itertools
import math
from unittest.mock import create_autospec

import numpy as np
import pytest
import scipy.stats as st

from noumena.distributions import BUILT_IN
from noumena.model.values import MapValue, Matrix, Value
from tests.distributions.examples import EXAMPLES, column, row
from tests.distributions.goodness import Example

INF, NAN = math.inf, math.nan


def log_prob(name: str, value: Value, *parameters: Value) -> float:
    return BUILT_IN[name].log_prob(value, *parameters)


@pytest.mark.parametrize(
    ("a", "b", "at_zero", "at_one"),
    [
        (0.5, 0.5, INF, INF),
        (0.5, 2, INF, -INF),
        (1, 1, 0.0, 0.0),
        (1, 3, math.log(3), -INF),
        (4, 1, -INF, math.log(4)),
        (2, 2, -INF, -INF),
        (1, 1e15, math.log(1e15), -INF),
    ],
)
def test_beta_at_its_ends(a: float, b: float, at_zero: float, at_one: float) -> None:
    assert log_prob("Beta", 0, a, b) == pytest.approx(at_zero)
    assert log_prob("Beta", 1.0, a, b) == pytest.approx(at_one)
    assert log_prob("Beta", -1e-9, a, b) == log_prob("Beta", 1.0 + 1e-9, a, b) == -INF


def test_dirichlet_at_its_ends() -> None:
    assert log_prob("Dirichlet", row(0, 0.4, 0.6), row(0.5, 2, 2)) == INF
    assert log_prob("Dirichlet", row(0, 0.4, 0.6), row(2, 2, 2)) == -INF
    assert log_prob("Dirichlet", row(0, 0, 1), row(2, 0.5, 2)) == -INF
    # With alpha = 1 there, the density at 0 is its limit.
    assert log_prob("Dirichlet", row(0, 0, 1), row(1, 1, 3)) == pytest.approx(math.log(4 * 3))
    near = log_prob("Dirichlet", row(1e-14, 0.4, 0.6), row(1, 2, 3))
    assert log_prob("Dirichlet", row(0, 0.4, 0.6), row(1, 2, 3)) == pytest.approx(near)


def test_gamma_at_zero() -> None:
    assert log_prob("Gamma", 0, 0.5, 2) == INF
    assert log_prob("Gamma", 0, 1, 2) == pytest.approx(math.log(2))
    assert log_prob("Gamma", 0, 1.5, 2) == -INF
    assert log_prob("Gamma", -1.0, 0.5, 2) == -INF
    assert log_prob("InvGamma", 0, 3, 2) == -INF
    assert log_prob("Exponential", 0, 2) == pytest.approx(math.log(2))


def test_gem_at_its_ends() -> None:
    assert log_prob("GEM", column(1), 2, 1) == 0.0
    assert log_prob("GEM", column(0.5, 0.5, 0), 0.5, 3) == INF
    assert log_prob("GEM", column(0.5, 0.5, 0), 2, 3) == -INF
    assert log_prob("GEM", column(0.5, 0.5, 0), 1, 3) == pytest.approx(math.log(2))
    assert log_prob("GEM", column(1, 0, 0), 3, 3) == -INF


def test_values_that_are_no_proportions() -> None:
    for name, parameters in (("Dirichlet", (column(2, 2),)), ("GEM", (2, 2))):
        assert log_prob(name, column(0.4, 0.6), *parameters) > -INF
        assert log_prob(name, column(0.4, 0.7), *parameters) == -INF
        assert log_prob(name, column(-0.1, 1.1), *parameters) == -INF
        assert log_prob(name, column(0.2, 0.3, 0.5), *parameters) == -INF
        assert log_prob(name, row(0.4, 0.6), *parameters) == -INF


def test_values_of_another_shape() -> None:
    unit = Matrix([[1, 0], [0, 1]])
    for name, spread in (("MultivarGaussian", unit), ("PrecisionGaussian", unit), ("DiagGaussian", row(1, 1))):
        assert log_prob(name, column(0, 0), column(0, 0), spread) == pytest.approx(-math.log(2 * math.pi))
        assert log_prob(name, row(0, 0), column(0, 0), spread) == -INF
        assert log_prob(name, column(0, 0, 0), column(0, 0), spread) == -INF
        assert log_prob(name, 0.0, column(0, 0), spread) == -INF
    assert log_prob("PrecisionGaussian", column(0, 0), 0, 1) == -INF
    assert log_prob("UniformVector", row(0.5, 0.5), 0, 1, 0, 1) == -INF
    assert log_prob("InverseWishart", Matrix([[1.0]]), unit, 4) == -INF
    assert log_prob("InverseWishart", Matrix([[1, 0.2], [0.1, 1]]), unit, 4) == -INF
    assert log_prob("InverseWishart", Matrix([[1, 2], [2, 1]]), unit, 4) == -INF
    assert log_prob("Multinomial", (1, 2), 3, row(1, 1)) > -INF
    for counts in [(1, 1), (1, 1, 1), (-1, 4), (1.5, 1.5), 3, None]:
        assert log_prob("Multinomial", counts, 3, row(1, 1)) == -INF
    assert log_prob("Multinomial", (1, 2), 3, row(0, 1)) == -INF


def test_arrays_stand_for_matrices() -> None:
    assert log_prob("Discrete", 1, (1, 3)) == pytest.approx(math.log(0.75))
    assert log_prob("Dirichlet", (0.5, 0.5), (1, 1)) == pytest.approx(0.0)
    covariance = ((1.0, 0.0), (0.0, 1.0))
    assert log_prob("MultivarGaussian", ((0,), (0,)), ((0,), (0,)), covariance) == pytest.approx(-math.log(2 * math.pi))
    drawn = BUILT_IN["MultivarGaussian"].sample(np.random.default_rng(0), (0, 0), covariance)
    assert drawn.shape == (1, 2)


@pytest.mark.parametrize("example", [e for e in EXAMPLES if e.name != "Categorical"], ids=str)
def test_values_off_every_support(example: Example) -> None:
    for value in (NAN, INF, -INF, 10**400, object(), None, row(NAN, 0), column(INF, 1)):
        assert log_prob(example.name, value, *example.parameters) == -INF, value


def test_null_is_a_value_of_categorical_only_as_a_key() -> None:
    assert log_prob("Categorical", None, MapValue({None: 1, 2: 3})) == pytest.approx(math.log(0.25))
    assert log_prob("Categorical", None, MapValue({1: 1, 2: 3})) == -INF


def test_integers_may_stand_for_reals_and_whole_reals_for_integers() -> None:
    assert log_prob("Gaussian", 2, 0, 1) == log_prob("Gaussian", 2.0, 0.0, 1.0)
    assert log_prob("Poisson", 2.0, 3) == log_prob("Poisson", np.int64(2), 3) == log_prob("Poisson", 2, 3)
    assert log_prob("Poisson", 2.5, 3) == -INF


def test_booleans_are_not_numbers() -> None:
    assert log_prob("Bernoulli", True, 0.5) == log_prob("Gaussian", True, 0, 1) == -INF
    assert log_prob("BooleanDistrib", 1, 0.5) == -INF


@pytest.mark.parametrize(
    ("name", "parameters", "value"),
    [
        ("Bernoulli", (0,), 0),
        ("Bernoulli", (1,), 1),
        ("BooleanDistrib", (0,), False),
        ("BooleanDistrib", (1,), True),
        ("Binomial", (9, 0), 0),
        ("Binomial", (9, 1), 9),
        ("Binomial", (0, 0.5), 0),
        ("NegativeBinomial", (3, 0), 0),
        ("Poisson", (0,), 0),
        ("Geometric", (1,), 0),
        ("BoundedGeometric", (1, 5), 0),
        ("BoundedGeometric", (0.3, 0), 0),
        ("UniformInt", (7, 7), 7),
        ("Multinomial", (0, row(1, 2)), (0, 0)),
        ("Multinomial", (4, row(0, 1)), (0, 4)),
        ("StringEditModel", ("abc", 0, 0, 0), "abc"),
        ("StringEditModel", ("abc", 0, 1, 0), ""),
    ],
)
def test_one_value_only(name: str, parameters: tuple[Value, ...], value: Value) -> None:
    family = BUILT_IN[name]
    assert family.sample(np.random.default_rng(0), *parameters) == value
    assert family.log_prob(value, *parameters) == pytest.approx(0.0, abs=1e-15)
    support = family.support(*parameters)
    assert support is None or list(itertools.islice(support, 2)) == [value]


def test_countable_supports_are_iterators_from_zero() -> None:
    for name, parameters in [
        ("Poisson", (3,)),
        ("Geometric", (0.5,)),
        ("NegativeBinomial", (2, 0.5)),
        ("RoundedLogNormal", (1, 1)),
    ]:
        support = BUILT_IN[name].support(*parameters)
        assert support is not None
        assert list(itertools.islice(support, 4)) == [0, 1, 2, 3]


def test_the_support_of_a_large_multinomial_is_not_enumerated() -> None:
    assert BUILT_IN["Multinomial"].support(10**15, row(1, 1)) is None
    assert BUILT_IN["Multinomial"].support(60, row(1, 1, 1, 1, 1)) is None


@pytest.mark.parametrize("mean", [1e6, 1e12, 1e17])
def test_counts_around_a_huge_mean_look_normal(mean: float) -> None:
    """Five deviations around the mean; the skewness of the Poisson is 1/sqrt(mean), so is the tolerance."""
    deviation = math.sqrt(mean)
    for z in (-5, -1, 0, 2, 5):
        expected = st.norm(mean, deviation).logpdf(int(mean) + int(z * deviation))
        found = log_prob("Poisson", int(mean) + int(z * deviation), mean)
        assert found == pytest.approx(expected, abs=30 / deviation + 1e-6)
        n = int(2 * mean)
        found = log_prob("Binomial", int(mean) + int(z * deviation), n, 0.5)
        expected = st.norm(mean, math.sqrt(0.5 * mean)).logpdf(int(mean) + int(z * deviation))
        assert found == pytest.approx(expected, abs=700 / mean + 1e-6)


def test_draws_of_tiny_shapes_have_a_finite_density() -> None:
    rng = np.random.default_rng(0)
    for name, parameters in [
        ("Gamma", (1e-3, 1e-3)),
        ("InvGamma", (1e-3, 1e-3)),
        ("Beta", (1e-3, 1e-3)),
        ("Dirichlet", (row(1e-3, 1e-3, 1e-3),)),
        ("GEM", (1e-3, 5)),
        ("StudentT", (1e-3,)),
    ]:
        for _ in range(100):
            value = BUILT_IN[name].sample(rng, *parameters)
            assert math.isfinite(log_prob(name, value, *parameters)), name


def test_a_draw_that_rounding_leaves_over_is_the_last_outcome_with_weight() -> None:
    """With the largest draw below 1 the probabilities, each rounded, may sum to less."""
    greatest = create_autospec(np.random.Generator)
    greatest.random.return_value = math.nextafter(1.0, 0.0)
    for outcomes in range(1, 60):
        assert BUILT_IN["Discrete"].sample(greatest, (0, *[1] * outcomes, 0)) == outcomes


def test_a_negative_binomial_of_rare_successes_is_nearly_poisson() -> None:
    for k in (0, 3, 12):
        found = log_prob("NegativeBinomial", k, 1e90, 5e-90)
        assert found == pytest.approx(log_prob("Poisson", k, 5.0))


def test_far_values_of_heavy_tails() -> None:
    """ln p of the Cauchy falls as -2 ln x, far beyond where x^2 is a float."""
    far, farther = log_prob("Cauchy", 1e170, 0, 1), log_prob("Cauchy", 1e300, 0, 1)
    assert far - farther == pytest.approx(260 * math.log(10))
    assert log_prob("StudentT", 1e300, 1) == pytest.approx(farther)
