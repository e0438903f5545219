"""The draws of all queries as one table, and their joint distribution."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

import noumena as nm
from noumena.model.types import BOOLEAN, INTEGER, REAL, SetType
from noumena.model.values import Bag
from noumena.posterior import Posterior
from noumena.posterior.draws import told_apart
from tests.posterior.making import chain_marginal, chain_posterior, marginal, posterior


@pytest.fixture
def chains() -> Posterior:
    count = chain_marginal([[1, 2, 2], [3, 3, 1]], INTEGER, "#B")
    same = chain_marginal([[True, False, True], [True, True, None]], BOOLEAN, "same")
    sets = chain_marginal([[Bag([2, 1])] * 3, [Bag([])] * 3], SetType(INTEGER), "set")
    return replace(chain_posterior(count, same, sets), log_joint=np.arange(6.0))


def test_a_row_for_each_draw_with_all_queries(chains: Posterior) -> None:
    draws = chains.draws
    assert len(draws) == 6
    assert draws.queries == ("#B", "same", "set")
    assert list(draws)[4] == {
        "chain": 1,
        "draw": 1,
        "weight": pytest.approx(1 / 6),
        "log_joint": 4.0,
        "#B": 3,
        "same": True,
        "set": [],
    }
    assert draws.chain.tolist() == [0, 0, 0, 1, 1, 1]
    assert draws.draw.tolist() == [0, 1, 2, 0, 1, 2]
    assert draws["set"][0] == [1, 2]
    assert repr(draws) == "<6 draws of 2 chains of 3 queries>"


def test_weighted_samples_are_draws_of_one_chain() -> None:
    draws = posterior(marginal([1, 2], [0.25, 0.75])).draws
    assert draws.weight.tolist() == [0.25, 0.75]
    assert draws.chain.tolist() == [0, 0]
    assert draws.log_joint is None
    assert repr(draws) == "<2 draws of 1 queries>"


def test_a_query_that_was_not_asked_is_an_error_that_lists_them(chains: Posterior) -> None:
    with pytest.raises(KeyError, match="there is no query `B`; the queries are `#B`, `same`, `set`"):
        chains.draws["B"]


def test_chains_of_different_lengths() -> None:
    draws = chain_posterior(chain_marginal([[1, 2, 3], [4]])).draws
    assert draws.draw.tolist() == [0, 1, 2, 0]
    assert draws.chain.tolist() == [0, 0, 0, 1]


def test_an_exact_answer_has_no_draws() -> None:
    with pytest.raises(ValueError, match="there are no draws: the answer is exact"):
        _ = posterior(marginal([1, 2], sampled=False), engine="exact").draws


def test_columns_are_told_apart() -> None:
    assert told_apart(("X", "draw", "X", "X (2)")) == ["X", "draw (2)", "X (2)", "X (2) (2)"]


def test_the_joint_distribution_is_that_of_the_draws(chains: Posterior) -> None:
    joint = chains.joint("#B", "same")
    assert joint.query == "[#B, same]"
    assert joint.type == "[Integer, Boolean]"
    assert {o.text: round(6 * o.probability) for o in joint.distribution or ()} == {
        "[1, true]": 1,
        "[2, false]": 1,
        "[2, true]": 1,
        "[3, true]": 2,
        "[1, null]": 1,
    }
    assert joint.probability([3, True]) == pytest.approx(1 / 3)
    assert joint.marginal.chain_lengths == (3, 3)


def test_a_joint_distribution_sums_to_the_marginals() -> None:
    model = nm.Model.from_text(
        "random Boolean A ~ BooleanDistrib(0.3); random Boolean B ~ if A then BooleanDistrib(0.9) else"
        " BooleanDistrib(0.2); query A; query B;"
    )
    found = model.infer(engine="lw", samples=300)
    joint = found.joint("A", "B")
    both = joint.probability([True, True]) + joint.probability([True, False])
    assert both == pytest.approx(found["A"].probability(True))


def test_exact_answers_are_not_joined_afterwards_but_asked_together() -> None:
    text = "random Boolean A ~ BooleanDistrib(0.3); random Boolean B ~ BooleanDistrib(0.5); query A; query B;"
    model = nm.Model.from_text(text)
    with pytest.raises(ValueError, match=r"ask `\[A, B\]` as one query"):
        model.infer(engine="exact").joint("A", "B")
    assert model.infer(engine="exact", queries=["[A, B]"])["[A, B]"].probability([True, False]) == pytest.approx(0.15)
    with pytest.raises(ValueError, match="no queries to be joined"):
        model.infer(engine="exact").joint()


def test_ln_p_of_each_draw_comes_with_chains_alone() -> None:
    model = nm.Model.from_text("random Real X ~ Gaussian(0, 1); random Real Y ~ Gaussian(X, 1); obs Y = 0.5; query X;")
    found = model.infer(engine="mh", samples=40, burn_in=20, thin=1, chains=2, backend="python")
    x = np.array(found.draws["X"])
    assert found.log_joint == pytest.approx(-np.log(2 * np.pi) - x**2 / 2 - (0.5 - x) ** 2 / 2, abs=1e-9)
    assert model.infer(engine="lw", samples=40).log_joint is None
    assert found["X"].marginal.query.term.type == REAL
