"""Draws follow the probabilities that `log_prob` gives, and these sum to 1; for every family."""

from __future__ import annotations

import itertools
import math

import pytest

from noumena.distributions import ALIASES, BUILT_IN
from noumena.model.values import Guaranteed, Matrix, Value
from tests.distributions.examples import DISCRETE, EXAMPLES, REAL, VECTORS
from tests.distributions.goodness import (
    FALSE_ALARM,
    ChartExample,
    Example,
    RealExample,
    chart_cells,
    fit,
    integral,
    pilot_edges,
)

NO_DISTRIBUTION = {"DontCare"}
NOT_ENUMERABLE = {"LetterNgram", "StringEditModel"}  # their own tests sum them up
PLAIN = {bool, int, float, str, tuple, Matrix, Guaranteed, type(None)}


def test_every_family_has_an_example() -> None:
    families = set(BUILT_IN) - set(ALIASES) - NO_DISTRIBUTION
    assert {example.name for example in EXAMPLES} == families


@pytest.mark.parametrize("example", EXAMPLES, ids=str)
def test_draws_follow_the_probabilities(example: Example) -> None:
    assert fit(example) > FALSE_ALARM


@pytest.mark.parametrize("example", [e for e in EXAMPLES if len(set(e.draws(50, 1))) > 1], ids=str)
def test_the_test_would_find_a_biased_sampler(example: Example, monkeypatch: pytest.MonkeyPatch) -> None:
    draws = Example.draws

    def first_of_two(example: Example, count: int, stream: int) -> list[Value]:
        twice = draws(example, 2 * count, stream)
        return [min(pair, key=repr) for pair in zip(twice[::2], twice[1::2], strict=True)]

    monkeypatch.setattr(Example, "draws", first_of_two)
    assert fit(example) < FALSE_ALARM


@pytest.mark.parametrize("example", EXAMPLES, ids=str)
def test_draws_are_plain_python_values_of_finite_log_probability(example: Example) -> None:
    for value in example.draws(20, 3):
        assert type(value) in PLAIN
        assert math.isfinite(BUILT_IN[example.name].log_prob(value, *example.parameters))


@pytest.mark.parametrize("example", [e for e in DISCRETE if e.name not in NOT_ENUMERABLE], ids=str)
def test_masses_sum_to_one_over_the_support(example: Example) -> None:
    support = BUILT_IN[example.name].support(*example.parameters)
    assert support is not None
    values = list(itertools.islice(support, 6000))
    assert len(set(values)) == len(values)
    assert sum(map(example.probability, values)) == pytest.approx(1.0, abs=1e-9)
    assert all(BUILT_IN[example.name].log_prob(value, *example.parameters) > -math.inf for value in values)
    assert set(example.draws(200, 4)) <= set(values)


@pytest.mark.parametrize("example", REAL, ids=str)
def test_densities_integrate_to_one(example: RealExample) -> None:
    edges = pilot_edges(example)
    assert sum(integral(example, *ends) for ends in itertools.pairwise(edges)) == pytest.approx(1.0, abs=1e-7)


@pytest.mark.parametrize("example", VECTORS, ids=str)
def test_vector_densities_integrate_to_one(example: ChartExample) -> None:
    _, probabilities = chart_cells(example)
    # The error of the quadrature is about 1e-4.
    assert sum(probabilities.values()) == pytest.approx(1.0, abs=5e-4)


@pytest.mark.parametrize("example", [*REAL, *VECTORS], ids=str)
def test_densities_have_no_support_to_enumerate(example: Example) -> None:
    family = BUILT_IN[example.name]
    assert family.density
    assert family.support(*example.parameters) is None


@pytest.mark.parametrize("example", DISCRETE, ids=str)
def test_masses_are_no_densities(example: Example) -> None:
    assert not BUILT_IN[example.name].density
