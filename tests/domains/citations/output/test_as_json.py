"""What was found as JSON."""

from __future__ import annotations

import json

import pytest

from noumena.domains.citations.output.as_json import answer
from tests.domains.citations.output.found_by_hand import TEXTS, found


def test_one_object_with_everything() -> None:
    made = answer(found(truth=True))
    assert list(made) == [
        "citations", "clusters", "accuracy", "pairwise", "publications", "researchers", "pairs", "runs", "seconds",
    ]  # fmt: skip
    assert made["citations"] == 4
    assert made["clusters"] == [[1, 2], [3], [4]]
    assert made["accuracy"] == {"average": pytest.approx(80.0), "final": pytest.approx(100 / 3), "estimate": 100.0}
    assert made["pairwise"] == {"precision": 1.0, "recall": 1.0, "f1": 1.0}
    assert made["seconds"] == {"compile": 1.5, "initialise": 0.25, "sampling": 4.0}


def test_without_a_truth_scores_are_left_out() -> None:
    with_truth, without = answer(found(truth=True)), answer(found())
    assert set(with_truth) - set(without) == {"accuracy", "pairwise"}
    assert set(with_truth["runs"][0]) - set(without["runs"][0]) == {"accuracy", "pairwise"}


def test_publications_have_citations_and_probabilities() -> None:
    first, _, last = answer(found())["publications"]
    assert first == {
        "cluster": 1,
        "citations": [
            {"number": 1, "id": "ek90", "text": TEXTS[0]},
            {"number": 2, "id": "ek90b", "text": TEXTS[1]},
        ],
        "probability": 0.7,
        "title": "On urns and balls",
        "authors": ["Ek, Bo", "Dee, Al"],
        "year": 1990,
        "kind": "journal",
        "venue": "journal urns 100",
        "probabilities": {"title": 1.0, "authors": 1.0, "year": 1.0, "kind": 1.0, "venue": 1.0},
    }
    assert (last["year"], last["kind"], last["venue"]) == (None, None, None)


def test_researchers_and_pairs() -> None:
    made = answer(found())
    assert made["researchers"][0] == {"name": "Dee, Al", "publications": [1], "probability": 1.0}
    assert made["pairs"] == [
        {"first": 1, "second": 2, "probability": 1.0, "together": True},
        {"first": 1, "second": 3, "probability": 0.3, "together": False},
        {"first": 2, "second": 3, "probability": 0.3, "together": False},
    ]


def test_each_run_has_its_own_answer() -> None:
    first, second = answer(found(truth=True, runs=2))["runs"]
    assert (first["seed"], second["seed"]) == (3, 4)
    assert first["clusters"] == [[1, 2], [3], [4]]
    assert first["accuracy"]["average"] == pytest.approx(80.0)
    assert first["acceptance"] == {"Split": 0.25, "Never": None}
    assert first["samples"] == 10


def test_it_is_strict_json() -> None:
    json.dumps(answer(found(truth=True)), allow_nan=False)
