"""The engine beside the hand-written sampler, on three citations and without compiling either."""

from __future__ import annotations

import json
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from benchmarks.citations import hand_written_race
from benchmarks.citations.hand_written_race import ANSWERS, ENGINE, HAND, TURNS, Turn, chosen, section, turns
from benchmarks.citations.sets import CitationSet
from benchmarks.citations.timed_models import COMPUTED, KNOWN, NOTHING, Clock, TimedModel
from noumena.domains.citations.model.library import library
from noumena.domains.citations.normal_form import normal
from tests.benchmarks.citations.hand_written.small_set import interpreted

SMALL = CitationSet(
    "small",
    (
        "J. Pearl. Probabilistic Reasoning in Intelligent Systems. Morgan Kaufmann, 1988.",
        "W. K. Hastings, Monte Carlo sampling methods using Markov chains. Biometrika 57, 1970.",
        "Pearl, Judea (1988). Probabilistic reasoning in intelligent systems. San Mateo: Morgan Kaufmann.",
    ),
    ("pearl", "hastings", "pearl"),
)


class Flat:
    """A model that counts how often it is asked."""

    def __init__(self) -> None:
        self.asked = 0

    def log_prob(self, *given: Any) -> float:
        """Minus the number of words."""
        self.asked += 1
        return -float(len(given))

    def sample(self, rng: np.random.Generator, *given: Any) -> int:
        """A number."""
        return int(rng.integers(10))


def test_a_timed_model_works_out_knows_or_says_nothing() -> None:
    clock, inner = Clock(), Flat()
    model = TimedModel(inner, clock)
    assert [model.log_prob(1), model.log_prob(1, 2), model.log_prob(1)] == [-1.0, -2.0, -1.0]
    assert inner.asked == clock.calls == 3
    clock.reset(KNOWN)
    assert model.log_prob(1, 2) == -2.0
    clock.reset(NOTHING)
    assert model.log_prob("new") == -1.0
    assert inner.asked == 3
    assert clock.calls == 1
    assert model.sample(np.random.default_rng(0), 1) in range(10)
    assert clock.calls == 2
    assert clock.seconds > 0.0


def test_both_take_turns_and_what_is_known_is_not_worked_out_again(monkeypatch: pytest.MonkeyPatch) -> None:
    known = library([normal(text) for text in SMALL.texts])
    monkeypatch.setattr(hand_written_race, "library", lambda *_, **__: known)
    sampler: ModuleType = interpreted("sampler")
    for name in ("Given", "HandWritten", "StringModels"):
        monkeypatch.setattr(hand_written_race, name, getattr(sampler, name))
    with np.errstate(over="ignore"):  # words of 64 bits wrap around
        made = turns(SMALL, 30, "python")
    assert [(turn.answers, turn.sampler) for turn in made] == [
        (answers, name) for answers in ANSWERS for _ in range(TURNS) for name in (ENGINE, HAND)
    ]
    calls = {(turn.answers, turn.sampler): turn.calls for turn in made}
    assert calls[COMPUTED, ENGINE] == calls[KNOWN, ENGINE]
    assert calls[COMPUTED, HAND] == calls[KNOWN, HAND] > 0
    shown = section(made)
    assert shown.name == "hand-written-small"
    assert "30 steps" in shown.text
    assert len(shown.table.splitlines()) == 2 + 6
    kept = shown.markdown() + json.dumps(shown.data)
    assert "earl" not in kept.replace("early", "")


def test_ratios_are_those_of_medians() -> None:
    made = [
        Turn("small", 3, name, answers, 1_000, 1.0, 0.5, seconds, models, 10)
        for answers in ANSWERS
        for name, seconds, models in ((ENGINE, 3.5, 1.0), (HAND, 1.5, 1.0))
    ]
    lines = section(made).table.splitlines()
    engine, ratio = ([cell.strip() for cell in lines[row].strip("|").split("|")] for row in (2, 4))
    assert engine == ["engine, answers computed", "1.00", "0.50", "3.50", "4.00", "1.00", "10", "3.000"]
    assert ratio == ["engine / by hand, answers computed", "-", "-", "-", "2.00", "-", "-", "3.00"]


def test_sets_of_the_paper_are_chosen_if_they_are_there(monkeypatch: pytest.MonkeyPatch) -> None:
    def there(*names: str) -> list[str]:
        found = [CitationSet(name, (), ()) for name in names]
        monkeypatch.setattr(hand_written_race, "citation_sets", lambda: found)
        return [given.name for given in chosen()]

    assert there("constraint", "face", "reasoning", "embedded") == ["face", "constraint"]
    assert there("reasoning", "embedded") == ["embedded"]
