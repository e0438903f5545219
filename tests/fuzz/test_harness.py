"""That fuzzing would notice: exceptions, endless loops, crashes, and programs that are no good."""

from __future__ import annotations

import os
from multiprocessing.connection import Connection
from random import Random

import numpy as np
import pytest

from tests.fuzz import campaign
from tests.fuzz.campaign import Counts, attempt, corpus, program
from tests.fuzz.generate import generate
from tests.fuzz.mutate import mutate, tokens
from tests.fuzz.reduce import reduce
from tests.fuzz.series import run_series

MODEL = "random Integer x ~ Poisson(1);\nquery x;\n"


def test_a_good_program_is_counted() -> None:
    counts = Counts()
    assert attempt(MODEL, 0, counts) is None
    assert (counts.programs, counts.parsed, counts.checked, counts.sampled) == (1, 1, 1, 1)


def test_a_program_that_is_refused_is_no_failure() -> None:
    counts = Counts()
    assert attempt("query ;", 0, counts) is None
    assert attempt("query y;", 0, counts) is None
    assert (counts.programs, counts.parsed, counts.checked) == (2, 1, 0)
    assert counts.diagnostics["unknown name …"] == 1


def test_an_exception_is_a_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*arguments: object, **more: object) -> None:
        raise KeyError("x")

    monkeypatch.setattr(campaign, "sample_world", broken)
    failure = attempt(MODEL, 0, Counts())
    assert failure is not None
    assert failure.kind.startswith("KeyError in test_harness.py:")
    assert failure.text == MODEL


def test_an_endless_loop_is_a_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    def endless(*arguments: object, **more: object) -> None:
        while True:
            pass

    monkeypatch.setattr(campaign, "sample_world", endless)
    monkeypatch.setattr(campaign, "SECONDS", 0.1)
    failure = attempt(MODEL, 0, Counts())
    assert failure is not None
    assert failure.kind == "Hang"


def test_a_warning_is_a_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(campaign, "sample_world", lambda *_: np.log(np.zeros(1)))
    failure = attempt(MODEL, 0, Counts())
    assert failure is not None
    assert failure.kind.startswith("RuntimeWarning")


def dies_at_two(seed: int, indices: range, connection: Connection) -> None:
    """Stands in for the work of a process; the third program ends it."""
    for index in indices:
        if index == 2:
            os._exit(3)
        connection.send((Counts(programs=1), None))


def test_a_crash_is_a_failure_and_the_series_goes_on() -> None:
    counts, (failure,) = run_series(5, range(4), dies_at_two)
    assert counts.programs == 4
    assert failure.kind == "the process ended with exit code 3"
    assert failure.text == program(5, 2)


def test_a_failing_program_is_made_smaller() -> None:
    text = "type T;\nrandom Integer x ~ Poisson(1);\nquery x + 1;\n"
    assert reduce(text, lambda smaller: "Poisson" in smaller) == "Poisson"


def test_the_same_seed_gives_the_same_programs() -> None:
    assert [program(3, i) for i in range(20)] == [program(3, i) for i in range(20)]
    assert program(3, 0) != program(4, 0)


def test_most_generated_programs_are_right() -> None:
    counts = Counts()
    for index in range(100):
        assert attempt(generate(Random(index)), index, counts) is None
    assert counts.parsed == 100
    assert counts.checked >= 80


def test_changes_keep_something_of_the_program() -> None:
    rng = Random(1)
    text, other = corpus()[0], corpus()[1]
    assert "".join(tokens(text)) == text
    changed = {mutate(rng, text, other) for _ in range(50)}
    assert len(changed) > 40
    assert all(set(tokens(new)) & set(tokens(text + other)) for new in changed if new)
