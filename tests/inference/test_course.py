"""The course of a chain: where it is cut changes nothing, and no more is kept than there may be."""

from __future__ import annotations

import threading
from collections.abc import Callable

import numpy as np
import pytest

from noumena.compiler.load import load_program
from noumena.inference import course as course_module
from noumena.inference.adaptation import Adaptation
from noumena.inference.chain import Chain
from noumena.inference.course import Course
from noumena.inference.metropolis_hastings import chain_program
from tests.asking import model_problem, problem

_PROGRAM = chain_program(model_problem("urn_small"), ())
_CODE = load_program(_PROGRAM, "python")
THIN = 3
AT_ONCE = 40


def made(most: int = 10_000, check: bool = False) -> Course:
    chain = Chain(_PROGRAM, _CODE, np.random.SeedSequence(7))
    chain.initialise()
    chain.prepare(AT_ONCE, THIN)
    course = Course(chain, 150, THIN, AT_ONCE, most, check, threading.Lock())
    course.adaptation = Adaptation(chain)
    return course


def answers(course: Course) -> list[list[object]]:
    return [course.chain.answers(q) for q in range(len(_PROGRAM.queries))]


def always() -> bool:
    return True


def now_and_then(every: int) -> Callable[[], bool]:
    """A run that is stopped at every so-many-th look."""
    looks = 0

    def going() -> bool:
        nonlocal looks
        looks += 1
        return looks % every != 0

    return going


@pytest.mark.parametrize("check", [False, True])
def test_where_it_is_cut_changes_nothing(monkeypatch: pytest.MonkeyPatch, check: bool) -> None:
    whole = made()
    whole.go(60, always)
    monkeypatch.setattr(course_module, "_FIRST_PORTION", 2)
    monkeypatch.setattr(course_module, "_SHORT", 0.0)  # portions stay shorter than the way to the next sample
    cut, going = made(check=check), now_and_then(7)
    for goal in (20, 60):
        while cut.taken < goal:
            cut.go(goal, going)
    assert answers(cut) == answers(whole)
    assert cut.chain.world.iteration == whole.chain.world.iteration == 150 + 60 * THIN
    assert list(cut.chain.world.move_until) == list(whole.chain.world.move_until)


def test_of_too_many_samples_every_second_is_thrown_away() -> None:
    whole, few = made(), made(most=16)
    whole.go(100, always)
    few.go(100, always)
    assert (few.every, few.taken, few.chain.samples) == (8, 96, 12)
    assert int(few.chain.world.iteration) == 150 + 100 * THIN
    # The number of balls draws nothing, so that its samples are those of a chain that keeps all.
    assert answers(few)[0] == answers(whole)[0][7::8]


def test_samples_that_are_thrown_away_do_not_depend_on_where_it_is_cut() -> None:
    whole, cut = made(most=16), made(most=16)
    whole.go(101, always)
    for goal in (15, 16, 17, 37, 64, 65, 101):
        cut.go(goal, always)
        assert int(cut.chain.world.iteration) == 150 + goal * THIN
    assert answers(cut) == answers(whole)
    assert cut.every == whole.every


def test_a_model_without_moves_takes_its_samples_too() -> None:
    program = chain_program(problem("random Boolean B ~ BooleanDistrib(0.5); obs B = true; query B;"), ())
    chain = Chain(program, load_program(program, "python"), np.random.SeedSequence(1))
    chain.initialise()
    chain.prepare(AT_ONCE, 1)
    course = Course(chain, 100, 1, AT_ONCE, 16, False, threading.Lock())
    course.go(50, always)
    assert (course.chain.samples, course.every) == (12, 4)
