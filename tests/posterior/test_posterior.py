"""The posterior of a run: looking up queries, its JSON, its warnings."""

from __future__ import annotations

import json

import pytest

from noumena.model.types import BOOLEAN, INTEGER
from noumena.posterior import Posterior
from noumena.posterior.posterior import version
from tests.posterior.making import marginal, posterior

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
        "warnings": ["a.blog:1:1: warning: odd", "slow"],
        "seconds": {"compile": None, "initialise": None, "sampling": 0.25},
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
