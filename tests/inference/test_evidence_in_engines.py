"""Evidence of every form gives the same answer in exact enumeration and likelihood weighting, in whatever order."""

from __future__ import annotations

import math

import pytest

from noumena.inference.enumeration import enumerate_exactly
from noumena.inference.likelihood_weighting import likelihood_weighting
from noumena.model.diagnostics import RunError
from tests.asking import deviations, distribution, problem

SCALED = "random Integer K ~ UniformInt(0, 2); random Real Y ~ Gaussian(0, 1);"
SWITCHED = "random Boolean B ~ BooleanDistrib(0.5);"
WALK = "random Real X ~ Gaussian(0, 1); random Real W ~ Gaussian(X, 1); random Real Same ~ X;"


def normal(x: float, variance: float = 1.0) -> float:
    return math.exp(-0.5 * x * x / variance) / math.sqrt(2 * math.pi * variance)


# Fixed seed; 300 samples at 6 standard errors: a false alarm in these 12 cases has probability below 1e-6.
@pytest.mark.parametrize(
    ("text", "weights"),
    [
        (SCALED + "obs K * Y = 1.0; query K;", {1: normal(1), 2: normal(0.5) / 2}),
        (SCALED + "obs Y * K = 1.0; query K;", {1: normal(1), 2: normal(0.5) / 2}),
        (SCALED + "obs Y + K = 1.0; query K;", {0: normal(1), 1: normal(0), 2: normal(1)}),
        (SCALED + "obs K - Y = 1.0; query K;", {0: normal(1), 1: normal(0), 2: normal(1)}),
        (SCALED + "obs exp(Y) * (K + 1) = 1.0; query K;", {k: normal(math.log(k + 1)) for k in range(3)}),
        (
            SWITCHED + "random Real Y ~ if B then Gaussian(0, 1) else Gaussian(0.1, 1); obs Y = 60.0; query B;",
            {True: math.exp(-5.995), False: 1.0},
        ),
        (
            SWITCHED + "random Boolean Y(Integer i) ~ if B then BooleanDistrib(0.3) else BooleanDistrib(0.299);"
            "obs Y(i) = true for Integer i : i > 0 & i <= 650; query B;",
            {True: 1.0, False: (0.299 / 0.3) ** 650},
        ),
        (
            SWITCHED + "random Real Y(Integer i) ~ if B then Gaussian(0, 0.0001) else Gaussian(0, 0.000101);"
            "obs Y(i) = 0.0 for Integer i : i > 0 & i <= 250; query B;",
            {True: 1.01**125, False: 1.0},
        ),
        (
            "random Integer N ~ UniformInt(0, 1);" + SWITCHED + "type T; #T ~ if B then N; obs #T = 0; query B;",
            {True: 0.5, False: 1.0},
        ),
        (
            SWITCHED + "random Integer P ~ if B then 2; random Integer Y ~ UniformInt(0, P);"
            "random Integer X ~ UniformInt(0, 1); obs X * Y = 0; query X;",
            {0: 1.0, 1: 1 / 3},
        ),
        (
            SWITCHED + "random Real X ~ if B then Gaussian(0, 1) else 1.0; random Real Same ~ X;"
            "random Real W ~ Gaussian(X, 1); obs W = 0.5; obs Same = 1.0; query B;",
            {False: 1.0},
        ),
        ("random Integer N ~ UniformInt(0, 3); obs sqrt(N) = 0.0; query N;", {0: 1.0}),
    ],
)
def test_posterior(text: str, weights: dict[object, float]) -> None:
    exact = {value: weight / sum(weights.values()) for value, weight in weights.items()}
    asked = problem(text)
    (marginal,) = enumerate_exactly(asked).marginals
    assert distribution(marginal) == pytest.approx(exact, abs=1e-9)
    (sampled,) = likelihood_weighting(asked, 300, 1).marginals
    assert all(abs(deviation) < 6.0 for deviation, _ in deviations(sampled, exact).values())


def test_the_evidence_may_be_less_probable_than_any_float() -> None:
    result = enumerate_exactly(problem("random Real Y ~ Gaussian(0, 1); obs Y = 60.0; query Y;"))
    assert result.log_evidence == pytest.approx(-1800.0 - 0.5 * math.log(2 * math.pi))


def test_a_bound_on_lost_mass_survives_improbable_evidence() -> None:
    text = """random Integer N ~ Poisson(1); random Boolean Y(Integer i) ~ BooleanDistrib(0.4 + 0.1 / (1 + N));
    obs Y(i) = true for Integer i : i > 0 & i <= 60; query N;"""
    result = enumerate_exactly(problem(text))
    assert result.log_evidence is not None
    assert result.log_evidence < -40.0
    assert result.lost_mass is not None
    assert 0.0 < result.lost_mass <= 1e-9


@pytest.mark.parametrize(
    "evidence",
    [
        "obs W = 0.5; obs X + 1.0 = 2.0;",
        "obs X + 1.0 = 2.0; obs W = 0.5;",
        "obs W + 0.0 = 0.5; obs X + 1.0 = 2.0;",
        "obs W = 0.5; obs Same = 1.0;",
        "obs Same + W = 1.5; obs Same = 1.0;",
    ],
)
def test_the_order_of_real_evidence_does_not_matter(evidence: str) -> None:
    result = enumerate_exactly(problem(WALK + evidence + "query W < X;"))
    assert distribution(result.marginals[0]) == {True: 1.0}
    assert result.log_evidence == pytest.approx(math.log(normal(1.0) * normal(0.5)))


@pytest.mark.parametrize("term", ["X + W", "W + X"])
def test_a_sum_of_dependent_reals_is_solved_from_either_side(term: str) -> None:
    # X + W is normal with mean 0 and variance 1·4 + 1 = 5.
    result = likelihood_weighting(problem(f"{WALK} obs {term} = 1.0; query X > 0.4;"), 4_000, 1)
    assert result.log_evidence == pytest.approx(math.log(normal(1.0, 5.0)), abs=0.05)
    assert distribution(result.marginals[0])[True] == pytest.approx(0.5, abs=0.05)


@pytest.mark.parametrize("engine", [enumerate_exactly, lambda asked: likelihood_weighting(asked, 10, 1)])
def test_a_cycle_through_evidence_is_printed(engine: object) -> None:
    assert callable(engine)
    with pytest.raises(RunError, match="in a circle: X → X"):
        engine(problem("random Integer X ~ X + 1; obs X = 3; query X;"))
