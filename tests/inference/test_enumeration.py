"""Exact enumeration against the independent brute force, and what it refuses."""

from __future__ import annotations

import math

import pytest

from noumena.inference.budget import Budget, OutOfReach
from noumena.inference.enumeration import Enumeration, enumerate_exactly
from noumena.inference.result import no_progress
from noumena.model.diagnostics import RunError
from tests.asking import distribution, largest_error, model_problem, problem
from tests.oracles.brute_force import ORACLES, log_evidence

IN_REACH = sorted(set(ORACLES) - {"birthday"})


@pytest.mark.parametrize("name", IN_REACH)
def test_agrees_with_brute_force(name: str) -> None:
    exact = ORACLES[name]()
    result = enumerate_exactly(model_problem(name))
    assert [m.query.text for m in result.marginals] == list(exact)
    for marginal in result.marginals:
        assert largest_error(distribution(marginal), exact[marginal.query.text]) < 1e-9
    assert result.log_evidence == pytest.approx(log_evidence(name), abs=1e-8)
    assert result.lost_mass is None or result.lost_mass <= 1e-9


@pytest.mark.parametrize("name", ["m02_completion_draws_objects", "m05_names", "m10_generators", "urn_small"])
def test_forgetting_and_merging_change_no_answer(name: str) -> None:
    whole = Enumeration(model_problem(name), Budget(200_000, no_progress), 1e-13)
    states = whole.states(forget=False)
    assert math.log(math.fsum(s.weight for s in states)) == pytest.approx(log_evidence(name), abs=1e-9)


def test_merging_keeps_the_ten_draw_urn_small() -> None:
    run = Enumeration(model_problem("urn_alternating"), Budget(200_000, no_progress), 1e-13)
    assert len(run.states()) < 3_000


def test_a_long_chain_is_filtered_step_by_step() -> None:
    # The forward algorithm, in a few lines: two states, forty steps.
    text = """
    random Boolean S(Timestep t) ~ if t == @0 then BooleanDistrib(0.5)
      else if S(prev(t)) then BooleanDistrib(0.9) else BooleanDistrib(0.2);
    random Boolean O(Timestep t) ~ if S(t) then BooleanDistrib(0.7) else BooleanDistrib(0.1);
    obs O(t) = true for Timestep t : t <= @39; query S(@40);
    """
    p = 0.5
    for _ in range(40):
        met = 0.7 * p / (0.7 * p + 0.1 * (1 - p))
        p = 0.9 * met + 0.2 * (1 - met)
    visited: list[int] = []
    (marginal,) = enumerate_exactly(problem(text), progress=visited.append).marginals
    assert distribution(marginal)[True] == pytest.approx(p, abs=1e-12)
    assert len(visited) < 500


def test_a_model_beyond_the_budget_is_refused_with_its_estimate() -> None:
    visited: list[int] = []
    with pytest.raises(OutOfReach, match=r"would visit about 10\^\d+ states, over the budget of 200,000"):
        enumerate_exactly(model_problem("birthday"), progress=visited.append)
    assert len(visited) < 4_100


def test_a_small_budget_is_kept() -> None:
    with pytest.raises(OutOfReach, match="over the budget of 50"):
        enumerate_exactly(model_problem("urn_small"), budget=50)


def test_evidence_of_probability_zero_is_named() -> None:
    text = "random Integer x ~ UniformInt(1, 3);\nobs x = 5;\nquery x;"
    with pytest.raises(RunError, match=r"model.blog:2:1: error: this evidence has probability 0"):
        enumerate_exactly(problem(text))


def test_a_continuous_variable_is_refused_where_it_stands() -> None:
    text = "random Real x ~ Gaussian(0, 1);\nquery x > 0.0;"
    with pytest.raises(OutOfReach, match=r"model.blog:1:17: error: x ~ Gaussian is continuous"):
        enumerate_exactly(problem(text))


def test_a_continuous_variable_that_nothing_needs_is_no_obstacle() -> None:
    text = "random Real x ~ Gaussian(0, 1); random Boolean y ~ BooleanDistrib(0.3); query y;"
    (marginal,) = enumerate_exactly(problem(text)).marginals
    assert distribution(marginal) == pytest.approx({True: 0.3, False: 0.7})


def test_the_lost_mass_is_bounded_after_improbable_evidence() -> None:
    # p(E) is about 1e-12: the support of n must be cut off far below 1e-9 of the prior.
    text = "random Integer n ~ Poisson(4); random Integer k ~ Poisson(n); obs k = 40; query n;"
    result = enumerate_exactly(problem(text))
    assert result.log_evidence is not None
    assert result.log_evidence < -20
    assert result.lost_mass is not None
    assert result.lost_mass <= 1e-9
