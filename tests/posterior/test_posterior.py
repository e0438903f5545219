"""The posterior of a run: looking up queries, its JSON, its warnings."""

from __future__ import annotations

import json
import math
from dataclasses import replace

import numpy as np
import pytest

from noumena.model.types import BOOLEAN, INTEGER, REAL
from noumena.posterior import Posterior
from noumena.posterior.posterior import version
from tests.posterior.making import autoregressive, chain_marginal, chain_posterior, marginal, posterior

MANY = [1, 2] * 60


@pytest.fixture
def two() -> Posterior:
    size = marginal(MANY, text="size({b for Ball b})")
    same = marginal([True, False] * 60, type_=BOOLEAN, text='F("a b") == G')
    return posterior(size, same, warnings=("a.blog:1:1: warning: odd",))


@pytest.mark.parametrize("query", ["size({b for Ball b})", "size( {b for Ball b} )", "size({bforBallb})"])
def test_queries_are_found_whatever_their_white_space(two: Posterior, query: str) -> None:
    assert two[query].mean == 1.5
    assert query in two


def test_a_query_written_exactly_so_comes_first() -> None:
    found = posterior(marginal([1] * 100, text='F("a b")'), marginal([2] * 100, text='F("ab")'))
    assert found['F("ab")'].mean == 2
    assert found['F("a b")'].mean == 1


def test_an_unknown_query_is_an_error_that_suggests_one(two: Posterior) -> None:
    with pytest.raises(KeyError) as caught:
        two["sizes({b for Ball b})"]
    assert caught.value.args[0] == "there is no query `sizes({b for Ball b})`; did you mean `size({b for Ball b})`?"
    assert "sizes({b for Ball b})" not in two


def test_an_unknown_query_is_an_error_that_lists_them(two: Posterior) -> None:
    with pytest.raises(KeyError) as caught:
        two["#Pub"]
    expected = 'there is no query `#Pub`; the queries are `size({b for Ball b})`, `F("a b") == G`'
    assert caught.value.args[0] == expected


def test_a_posterior_is_a_collection_of_answers(two: Posterior) -> None:
    assert len(two) == 2
    assert [a.query for a in two] == list(two.queries) == ["size({b for Ball b})", 'F("a b") == G']
    assert repr(two) == '<Posterior by lw of `size({b for Ball b})`, `F("a b") == G`>'
    assert str(two) == two.summary()
    assert (two.log_evidence, two.lost_mass) == (-1.5, None)


def test_the_json_has_exactly_the_fields_of_the_interface(two: Posterior) -> None:
    data = two.to_dict()
    queries = data.pop("queries")
    assert data == {
        "noumena": version(),
        "model": ["a.blog", "b.blog"],
        "engine": "lw",
        "backend": "python",
        "samples": 120,
        "burn_in": None,
        "thin": None,
        "chains": None,
        "seed": 7,
        "log_evidence": -1.5,
        "lost_mass": None,
        "steps": None,
        "steps_per_second": None,
        "acceptance": None,
        "shares": None,
        "scales": None,
        "stopped_by": None,
        "warnings": ["a.blog:1:1: warning: odd", "slow"],
        "seconds": {"compile": None, "initialise": None, "sampling": 0.25, "queries": None},
    }
    error = pytest.approx((0.25 / 120) ** 0.5)
    assert queries == [
        {
            "query": "size({b for Ball b})",
            "type": "Integer",
            "mean": 1.5,
            "sd": 0.5,
            "quantiles": {"0.05": 1, "0.5": 1, "0.95": 2},
            "distribution": [
                {"value": 1, "probability": pytest.approx(0.5), "mcse": error},
                {"value": 2, "probability": pytest.approx(0.5), "mcse": error},
            ],
            "ess": 120.0,
            "rhat": None,
        },
        {
            "query": 'F("a b") == G',
            "type": "Boolean",
            "mean": None,
            "sd": None,
            "quantiles": None,
            "distribution": [
                {"value": False, "probability": pytest.approx(0.5), "mcse": error},
                {"value": True, "probability": pytest.approx(0.5), "mcse": error},
            ],
            "ess": 120.0,
            "rhat": None,
        },
    ]
    json.dumps(two.to_dict(), allow_nan=False)


def test_the_json_of_an_exact_answer_has_null_for_what_belongs_to_samples() -> None:
    data = posterior(marginal([1, 2], sampled=False), engine="exact").to_dict()
    assert (data["samples"], data["seed"]) == (None, None)
    (query,) = data["queries"]
    assert query["ess"] is None
    assert [entry["mcse"] for entry in query["distribution"]] == [None, None]


def test_too_few_effective_samples_are_a_warning() -> None:
    few = posterior(marginal([1] * 99), marginal([2] * 99))
    assert few.run_warnings == (
        "slow",
        "too few effective samples (99.0) to trust the answer: draw more, or use exact enumeration",
    )
    assert posterior(marginal([1] * 100)).run_warnings == ("slow",)
    uneven = posterior(marginal([1] * 1000, [1000.0] + [0.001] * 999))
    assert uneven.run_warnings[1].startswith("too few effective samples (1.0)")
    assert posterior(marginal([1, 2], sampled=False), engine="exact").run_warnings == ("slow",)


def test_notes_on_the_answers_are_among_the_warnings() -> None:
    found = posterior(marginal([1, None] * 100, type_=INTEGER), warnings=("first",))
    assert found.warnings == (
        "first",
        "slow",
        "query `X` is null with probability 0.5: mean, sd and quantiles are of the rest",
    )


GOOD = autoregressive(0.3, 4, 500, seed=1)
SLOW = autoregressive(0.99, 4, 500, seed=2)
APART = np.add(GOOD, [[0.0], [0.0], [0.0], [0.7]])


def test_the_json_of_chains_has_their_fields() -> None:
    found = chain_posterior(
        chain_marginal((GOOD > 0).tolist(), BOOLEAN), acceptance={"Number(Ball)": 0.41, "Never": math.nan}
    )
    data = found.to_dict()
    (query,) = data.pop("queries")
    assert data == {
        "noumena": version(),
        "model": ["a.blog"],
        "engine": "mh",
        "backend": "native",
        "samples": 500,
        "burn_in": 1000,
        "thin": 5,
        "chains": 4,
        "seed": 7,
        "log_evidence": None,
        "lost_mass": None,
        "steps": 14_000,
        "steps_per_second": 2.1e7,
        "acceptance": {"Number(Ball)": 0.41, "Never": None},
        "shares": None,
        "scales": None,
        "stopped_by": None,
        "warnings": [],
        "seconds": {"compile": 2.1, "initialise": 0.001, "sampling": 0.4, "queries": 0.1},
    }
    answer = found["X"]
    assert (query["ess"], query["rhat"]) == (answer.ess, answer.rhat)
    assert [entry["mcse"] for entry in query["distribution"]] == [o.mcse for o in answer.distribution or ()]
    assert 500 < query["ess"] < 2500
    json.dumps(found.to_dict(), allow_nan=False)


def test_chains_that_disagree_are_a_warning_that_names_the_worst_query() -> None:
    good, apart = chain_marginal(GOOD.tolist(), REAL, "good"), chain_marginal(APART.tolist(), REAL, "apart")
    far = chain_marginal((APART * 2).tolist(), REAL, "far")
    stuck = chain_marginal([[k] * 500 for k in range(4)], text="stuck")
    assert chain_posterior(good).run_warnings == ()
    found = chain_posterior(good, apart)
    assert found["apart"].rhat is not None
    assert found.run_warnings[0] == (
        f"the chains disagree on `apart` (R-hat {found['apart'].rhat:.4f}), so the answer is not to be trusted:"
        " raise samples and burn-in until R-hat is below 1.05"
    )
    two = chain_posterior(apart, good, far).run_warnings[0]
    assert two.startswith("the chains disagree on `apart` and 1 other query (R-hat 1.")
    three = chain_posterior(apart, stuck, good, far).run_warnings[0]
    assert three.startswith("the chains disagree on `stuck` and 2 other queries (R-hat inf), so")


def test_chains_with_few_effective_samples_are_a_warning_that_names_the_worst_query() -> None:
    good, slow = chain_marginal(GOOD.tolist(), REAL, "good"), chain_marginal(SLOW.tolist(), REAL, "slow")
    found = chain_posterior(good, slow)
    assert found["slow"].ess is not None
    assert found.run_warnings[-1] == (
        f"too few effective samples ({found['slow'].ess:.1f}) of `slow` to trust the answer:"
        " raise samples, or thin if memory is short"
    )
    slower = chain_marginal(autoregressive(0.999, 4, 500, seed=2).tolist(), REAL, "slower")
    for order in ((slow, slower), (slower, slow)):
        assert " of `slower` and 1 other query to trust" in chain_posterior(good, *order).run_warnings[-1]
    short = chain_marginal([[1, 2, 1]] * 4, text="short")
    assert chain_posterior(short, short).run_warnings == (
        "too few effective samples of `short` and 1 other query to trust the answer:"
        " raise samples, or thin if memory is short",
    )


def test_constant_queries_and_those_that_are_sometimes_null_do_not_warn_of_chains() -> None:
    constant = chain_marginal([[3] * 500] * 4, text="constant")
    sometimes = chain_marginal([[x if x > 0 else None for x in chain] for chain in GOOD.tolist()], REAL, "sometimes")
    (only,) = chain_posterior(constant, sometimes).run_warnings
    assert only.startswith("query `sometimes` is null with probability 0.")


def test_an_interrupted_run_of_chains_says_so_first() -> None:
    found = chain_posterior(chain_marginal([*GOOD[:3].tolist(), []], REAL), interrupted=True)
    assert found.run_warnings == ("interrupted: this is the answer so far",)
    assert found.interrupted
    assert found.samples == 500


def test_ln_p_of_the_states_is_diagnosed_like_a_query() -> None:
    series = chain_marginal(GOOD.tolist(), REAL)
    found = replace(chain_posterior(series), log_joint=GOOD.ravel())
    assert found.log_joint_diagnosis == (found["X"].ess, found["X"].rhat, found["X"].mcse)
    assert chain_posterior(series).log_joint_diagnosis == (None, None, None)
