"""Conditions and delayed acceptance leave the posterior as it is, broken copies do not, and mistakes are told."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import noumena as nm
from noumena.inference.reverse_check import check_reverse
from noumena.model.diagnostics import BlogError, RunError
from noumena.moves import BirthDeath, DelayedAcceptance, Mixture, MoveReferrer, SplitMerge, When
from noumena.moves.library.composed import Composed
from tests.moves.library.trying import GRID, GUARANTEED, KNOWN, Edited, table_of
from tests.moves.running import moves_of, started, trace, wrongness
from tests.moves.test_mixture import ByName, Redraw, Repaint

URN, CITATIONS = "urn_small", "m03_citations"
SPLIT = SplitMerge("Drawn", number=True)


def first_is_blue_or_second(world: Any) -> bool:
    return bool(world.Paint[world.Drawn[0]] == 0 or world.Drawn[0] == world.Drawn[1])


def colours(world: Any) -> float:
    total = 0.0
    for d in range(3):
        total += 0.7 if world.Paint[world.Drawn[d]] == 0 else -0.4
    return total


RIGHT: list[tuple[str, Composed]] = [
    (URN, When("world.Ball.number > 2", SPLIT)),
    (URN, When(first_is_blue_or_second, Repaint(0.3))),
    (URN, When(lambda world: world.Drawn[0] != world.Drawn[1], MoveReferrer("Drawn"))),
    (CITATIONS, When("world.PubCited[0] != world.PubCited[1]", SplitMerge("PubCited"))),
    (GRID, When("world.At[0, 0] != world.At[1, 0]", SplitMerge("At"))),
    (KNOWN, When("world.Ball.number < 4", BirthDeath("Ball"))),
    (URN, DelayedAcceptance(Repaint(0.3), colours)),
    (URN, DelayedAcceptance(SPLIT, "-0.8 * world.Ball.number")),
    (CITATIONS, DelayedAcceptance(SplitMerge("PubCited"), "0.7 if world.PubCited[0] == world.PubCited[1] else 0.1")),
    (GUARANTEED, DelayedAcceptance(MoveReferrer("F"), "1.5 if world.F[0] == world.F[1] else math.log(0.2)")),
    (GRID, DelayedAcceptance(SplitMerge("At"), "0.0 if world.At[0, 0] == world.At[0, 1] else -2.0")),
    (URN, When("world.Drawn[0] != world.Drawn[2]", When("world.Ball.number > 2", SPLIT))),
    (URN, When("world.Ball.number < 4", DelayedAcceptance(DelayedAcceptance(SPLIT, "1.0 * world.Ball.number"), "0.0"))),
]


@pytest.mark.parametrize(("model", "move"), RIGHT)
def test_it_leaves_the_posterior_as_it_is(model: str, move: Composed) -> None:
    assert wrongness(moves_of(model, move)) < 1e-12


@pytest.mark.parametrize(("model", "move"), [RIGHT[0], RIGHT[7], RIGHT[11]])
def test_it_undoes_what_it_does(model: str, move: Composed) -> None:
    check_reverse(started(moves_of(model, move)))


ZERO = DelayedAcceptance(SPLIT, "-math.inf if world.Ball.number == 2 else 0.0")


def test_nothing_comes_from_or_to_where_the_surrogate_is_minus_infinity() -> None:
    assert wrongness(moves_of(URN, ZERO)) < 1e-12


WRONG = [
    (*RIGHT[0], " or not condition_1(world)", ""),
    (*RIGHT[3], " or not condition_1(world)", ""),
    (*RIGHT[4], "if not condition_1(world):\n            return nm.REJECT\n", "pass\n"),
    (*RIGHT[7], "return before - after", "return log_q"),
    (*RIGHT[8], "return before - after", "return log_q + before - after"),
    (*RIGHT[9], "return before - after", "return after - before"),
    (*RIGHT[10], "log_x = log_q + after - before", "log_x = after - before"),
]


@pytest.mark.parametrize(("model", "move", "old", "new"), WRONG)
def test_broken_copies_do_not(model: str, move: Composed, old: str, new: str) -> None:
    assert wrongness(moves_of(model, Edited(move, old, new))) > 1e-4


class Weighted(nm.Proposer):
    """Has an array, a field that depends on the evidence, and a first state."""

    def __init__(self) -> None:
        self.chances = np.array([0.2, 0.6])

    def initialise(self, model: Any, evidence: Any, rng: Any) -> None:
        self.first = int(evidence["Seen"][0])

    def first_state(self, world: Any, rng: Any) -> None:
        for d in range(3):
            world.Drawn[d] = world.Drawn[0]

    def propose(self, world: Any, rng: Any) -> float:
        if not rng.flip(self.chances[self.first]):
            return nm.REJECT
        world.Drawn.resample(rng.integer(world.Draw.number))
        return 0.0


def test_the_inner_move_keeps_its_fields_and_what_it_does_before_the_first_step() -> None:
    moves = moves_of(URN, When("world.Ball.number > 0", Weighted))
    assert [m.name for m in moves.own] == ["When(Weighted)"]
    assert moves.own[0].first_state is not None
    chain = started(moves)
    chain.advance(50)
    assert 0 < chain.world.move_done[moves.own[0].number] < chain.world.move_tried[moves.own[0].number]


@pytest.mark.campaign
def test_both_are_compiled_and_go_the_same_way_as_in_python() -> None:
    given = Mixture(
        [
            When("world.Ball.number > 1", Weighted()),
            When(first_is_blue_or_second, When("world.Ball.number > 1", Repaint(0.6))),
            DelayedAcceptance(SPLIT, "-0.8 * world.Ball.number"),
            DelayedAcceptance(Repaint(0.3), colours),
        ]
    )
    native = moves_of(URN, given, "native")
    assert native.notes == ()
    assert trace(native) == trace(moves_of(URN, given))


@pytest.mark.campaign
def test_what_numba_does_not_take_is_run_by_python() -> None:
    given = When("world.Ball.number > 1", ByName())
    native = moves_of(URN, given, "native")
    assert len(native.notes) == 1
    assert trace(native) == trace(moves_of(URN, given))


def test_the_text_of_a_library_move_is_whole() -> None:
    text = RIGHT[0][1].text(table_of(URN))
    scope: dict[str, Any] = {"__name__": "printed"}
    exec(text, scope)
    assert issubclass(scope["When"], scope["SplitMerge"])
    assert wrongness(moves_of(URN, scope["When"]())) < 1e-12
    assert RIGHT[6][1].text(table_of(URN)).startswith("# `Repaint` is the proposer that was given.\n")


def test_check_move_proves_it() -> None:
    model = nm.Model.from_files("tests/models/urn_small.blog")
    assert nm.check_move(model, RIGHT[0][1]).right
    assert not nm.check_move(model, Edited(*WRONG[0][1:])).right


def two(world: Any, rng: Any) -> bool:
    return True


REFUSED = [
    (When("world.Ball.number >", SPLIT), "the condition `world.Ball.number >` is no expression of Python", "world"),
    (When(3, SPLIT), "the condition is no function but int", "give a function of the world, or its text"),  # type: ignore[arg-type]  # a mistake
    (When(two, SPLIT), "the condition `two` is a function of 2 arguments", "it must be one of the world alone"),  # type: ignore[arg-type]  # likewise
    (
        DelayedAcceptance(SPLIT, None),  # type: ignore[arg-type]  # likewise
        "the surrogate is no function but NoneType",
        "give a function of the world, or its text",
    ),
]


@pytest.mark.parametrize(("move", "message", "hint"), REFUSED)
def test_what_is_no_function_of_the_world_is_told(move: Composed, message: str, hint: str) -> None:
    with pytest.raises(BlogError) as caught:
        moves_of(URN, move)
    (diagnostic,) = caught.value.diagnostics
    assert diagnostic.message == f"{move.name}: {message}"
    assert diagnostic.hint is not None
    assert hint in diagnostic.hint


@pytest.mark.parametrize(
    ("given", "message"),
    [
        (When("True", 3), "`int` is no proposer"),
        (When("True", SplitMerge), "`SplitMerge` is a move of the library, and must be told what it is for"),
        (When("world.Bal.number > 1", SPLIT), "the model has no `Bal`"),
        (When("True", SplitMerge("Seen")), "`Seen` is evidence, which no move may change"),
    ],
)
def test_mistakes_within_are_told(given: Composed, message: str) -> None:
    with pytest.raises(BlogError, match=message):
        moves_of(URN, given)


def test_a_condition_that_reads_what_the_move_has_left_to_the_engine_is_told() -> None:
    chain = started(moves_of(URN, When("world.Drawn[0] >= 0", Redraw)))
    with pytest.raises(RunError, match="after `resample`"):
        chain.advance(50)
