"""Rejection against exact answers, within standard errors."""

from __future__ import annotations

import pytest

from noumena.inference.rejection import rejection
from noumena.model.diagnostics import RunError
from tests.asking import deviations, model_problem, problem
from tests.oracles.brute_force import ORACLES

# Evidence on continuous values is met with probability 0, and the long urns and the birthday too rarely.
DENSITIES = {"c49_gaussian_classes", "c50_linear_evidence", "c51_distribution_in_expression", "c52_gaussian_of_size"}
DENSITIES |= {"c53_gaussian_sources", "c54_fewest_densities", "m14_jacobian"}
RARE = {"urn_alternating", "urn_blue", "birthday", "birthday_small"}


# About 500 probabilities at 5 standard errors: a false alarm in one of about 3,000 choices of the seed.
@pytest.mark.parametrize("name", sorted(set(ORACLES) - DENSITIES - RARE))
def test_agrees_with_exact_answers(name: str) -> None:
    exact = ORACLES[name]()
    result = rejection(model_problem(name), samples=150, seed=11)
    for marginal in result.marginals:
        for value, (deviation, _) in deviations(marginal, exact[marginal.query.text]).items():
            assert abs(deviation) < 5, f"{marginal.query.text} = {value}: {deviation:.1f} standard errors"


def test_an_atom_is_met_where_a_density_is_not() -> None:
    (marginal,) = rejection(model_problem("m15_atom"), samples=50, seed=1).marginals
    assert set(marginal.values) == {False}


def test_evidence_on_a_density_is_never_met() -> None:
    text = "random Real x ~ Gaussian(0, 1);\nobs x = 1.0;\nquery x;"
    with pytest.raises(RunError, match=r"model.blog:2:1: error: none of 1000 samples met the evidence"):
        rejection(problem(text), samples=100, seed=1, attempts_per_sample=10)


def test_improbable_evidence_says_how_far_it_came() -> None:
    text = "random Integer x ~ UniformInt(1, 50);\nobs x = 1;\nquery x;"
    with pytest.raises(RunError, match=r"only \d+ of 100 samples were accepted in 500 attempts"):
        rejection(problem(text), samples=100, seed=1, attempts_per_sample=5)
