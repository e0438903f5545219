"""Queries that never changed: what other values weigh in drawn worlds, and which moves might change them."""

from __future__ import annotations

import pytest

import noumena as nm
from noumena.inference.metropolis_hastings import chain_program
from noumena.inference.unmoved import moves_of, other_values, unmoved
from tests.posterior.making import chain_marginal

COIN = """
random Boolean X ~ BooleanDistrib(0.2);
random Boolean Y ~ if X then BooleanDistrib(0.9) else BooleanDistrib(0.3);
obs Y = true;
query X; query Y;
"""


def test_queries_with_one_value_throughout_are_unmoved() -> None:
    same, other, moved = chain_marginal([[1, 1], [1]]), chain_marginal([[1, 1], [1]]), chain_marginal([[1, 2], [1]])
    assert unmoved((same, other, moved), ((1, 1), (1, 2), (1, 1))) == {0: 1}
    assert unmoved((same,), ((),)) == {0: 1}
    assert unmoved((chain_marginal([[], []]),), ((1, 1),)) == {}


def test_other_values_have_the_weight_that_likelihood_weighting_gives_them() -> None:
    """P(X | Y) = 0.18 / 0.42; with 200 worlds the standard error is about 0.05, so a false alarm is below 1e-5."""
    problem = nm.Model.from_text(COIN).problem()
    found = other_values(problem, {0: False, 1: True}, seed=3)
    assert found[0].weight == pytest.approx(0.18 / 0.42, abs=0.22)
    assert found[0].worlds == 200
    assert found[1].weight == 0.0


def test_nothing_is_said_where_too_few_worlds_count() -> None:
    far = "random Real M ~ Gaussian(0, 1); random Real S ~ Gaussian(M, 0.0001); obs S = 3.0; query M > 0.0;"
    assert other_values(nm.Model.from_text(far).problem(), {0: True}, seed=1) == {}
    never = "random Integer N ~ UniformInt(1, 100000); obs (N * N == 49) = true; query N;"
    assert other_values(nm.Model.from_text(never).problem(), {0: 7}, seed=1) == {}


def test_nothing_is_said_where_drawing_fails_or_nothing_is_asked() -> None:
    failing = "random Integer N ~ UniformInt(0, 0); random Boolean B ~ BooleanDistrib(0.5); obs B = true; query 1 / N;"
    problem = nm.Model.from_text(failing).problem()
    assert other_values(problem, {0: 1}, seed=1) == {}
    assert other_values(problem, {}, seed=1) == {}


def test_the_moves_of_a_query_are_those_on_what_its_text_reads() -> None:
    model = nm.Model.from_text(
        "type B; #B ~ Poisson(2.0); random Boolean Red(B b) ~ BooleanDistrib(0.5);"
        "random B Pick ~ UniformChoice({b for B b}); random Boolean Far ~ Red(Pick);"
        "random Boolean Seen ~ if Far then BooleanDistrib(0.9) else BooleanDistrib(0.1); obs Seen = true;"
        "query #B; query Pick == null; query Far;"
    )
    problem = model.problem()
    program = chain_program(problem, ())
    count, pick, far = (set(moves_of(program, query)) for query in problem.queries)
    assert "Number(#B)" in count
    assert not any("Red" in name for name in count | pick)
    assert any("Pick" in name for name in pick)
    assert any("Red" in name for name in far)  # it is derived: the moves are on what stands behind it
