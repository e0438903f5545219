"""The laboratory on three citations, two of them copies, without compiling the sampler."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest

from benchmarks.citations import hand_written_race, laboratory
from benchmarks.citations.laboratory import Remembered, Trial, missed, section, sections, trials
from tests.benchmarks.citations.hand_written.small_set import interpreted
from tests.benchmarks.citations.test_hand_written_race import SMALL


class Counted:
    """A model that counts how often it is asked."""

    def __init__(self) -> None:
        self.asked = 0

    def log_prob(self, *values: Any) -> float:
        """Minus the number of values."""
        self.asked += 1
        return -float(len(values))


def test_a_model_is_asked_once_for_each_set_of_values() -> None:
    inner = Counted()
    model = Remembered(inner)
    assert [model.log_prob(1), model.log_prob(1, 2), model.log_prob(1)] == [-1.0, -2.0, -1.0]
    assert inner.asked == 2


@pytest.mark.parametrize(
    ("found", "groups"),
    [
        ((7, 7, 8, 9), ()),
        ((7, 6, 8, 9), ("a",)),
        ((7, 7, 7, 9), ("a", "b")),
        ((7, 8, 8, 9), ("a", "b")),
        ((7, 7, 9, 9), ("b", "c")),
    ],
)
def test_what_is_split_or_merged_is_missed(found: tuple[int, ...], groups: tuple[str, ...]) -> None:
    assert missed(found, ("a", "a", "b", "c")) == groups


def test_runs_are_scored_from_the_first_sample_on(monkeypatch: pytest.MonkeyPatch) -> None:
    sampler = interpreted("sampler")
    for name in ("Given", "HandWritten", "StringModels"):
        monkeypatch.setattr(hand_written_race, name, getattr(sampler, name))
    monkeypatch.setattr(laboratory, "DESCRIBING", 2)
    monkeypatch.setattr(laboratory, "SETTLING", 5)
    with np.errstate(over="ignore"):  # words of 64 bits wrap around
        made = list(trials(SMALL, 120, 2))
    assert [(trial.seed, trial.samples) for trial in made] == [(1, 120), (2, 120)]
    for trial in made:
        assert 0.0 <= trial.average <= 100.0
        assert (trial.final == 100.0) == (trial.missed == ())
    kept = section(made).markdown() + json.dumps(section(made).data)
    assert "earl" not in kept.replace("early", "").replace("pearl", "")


def test_annealed_runs_say_so(monkeypatch: pytest.MonkeyPatch) -> None:
    sampler = interpreted("sampler")
    for name in ("Given", "HandWritten", "StringModels"):
        monkeypatch.setattr(hand_written_race, name, getattr(sampler, name))
    for name, steps in (("DESCRIBING", 2), ("SETTLING", 5), ("ANNEALING", 3)):
        monkeypatch.setattr(laboratory, name, steps)
    with np.errstate(over="ignore"):
        (plain,), (annealed,) = (list(trials(SMALL, 10, 1, how)) for how in (False, True))
    assert (plain.annealed, annealed.annealed) == (False, True)
    assert "annealed" in section([annealed]).markdown()
    assert "annealed" not in section([plain]).markdown()
    assert section([annealed]).name == "laboratory-small-annealed"


def test_parts_of_a_set_are_tried_each_by_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    sampler = interpreted("sampler")
    for name in ("Given", "HandWritten", "StringModels"):
        monkeypatch.setattr(hand_written_race, name, getattr(sampler, name))
    for name, steps in (("DESCRIBING", 2), ("SETTLING", 5)):
        monkeypatch.setattr(laboratory, name, steps)
    with np.errstate(over="ignore"):
        made = list(sections([SMALL], 5, 1, size=1))
    assert [part.name for part in made] == [f"laboratory-small-{number}" for number in (1, 2, 3)]


def test_the_table_has_means_and_what_is_missed_most() -> None:
    made = [
        Trial("small", 1, 100, 90.0, 91.0, 0.9, ("a", "b")),
        Trial("small", 2, 100, 94.0, 93.0, 0.8, ("b",)),
    ]
    row = section(made).table.splitlines()[2]
    cells = [cell.strip() for cell in row.strip("|").split("|")]
    assert cells[0].startswith("92.0 ± ")
    assert cells[1].startswith("92.0 ± ")
    assert cells[2].startswith("0.850 ± ")
    assert cells[3] == "b (2), a (1)"
    alone = section(made[:1]).table.splitlines()[2]
    assert alone.strip("|").partition("|")[0].strip() == "90.0"
