"""Moves in a row: which steps are made, in both backends and in checked mode, and what is no row."""

from __future__ import annotations

import math
import re
from collections.abc import Callable

import pytest

import noumena as nm
from noumena.inference.checking import Checker
from noumena.moves.mixture import Defaults, Gibbs, Identity, Mixture, Number, Part
from noumena.moves.rows import Cycle, Repeat, in_turn
from tests.moves.running import moves_of, started, trace
from tests.moves.test_mixture import URN, ByName, Redraw, Repaint

PAINT, BALL = Gibbs("Paint"), Number("#Ball")


def steps(given: Part, count: int, backend: str = "python") -> list[str]:
    """The names of the moves that a chain makes, step by step."""
    chain = started(moves_of(URN, given, backend))
    found = []
    for _ in range(count):
        chain.advance(1)
        found.append(chain.program.moves[int(chain.world.move)].name)
    return found


def test_rows_in_rows_are_written_out() -> None:
    assert list(in_turn(Repeat(Cycle("a", Repeat("b", 2)), 2))) == ["a", "b", "b", "a", "b", "b"]


def test_a_cycle_alone_makes_its_moves_in_turn() -> None:
    assert steps(Cycle(PAINT, Redraw, Repeat(BALL, 2)), 9) == [
        *("Gibbs(Paint)", "Redraw", "Number(#Ball)", "Number(#Ball)"),
        *("Gibbs(Paint)", "Redraw", "Number(#Ball)", "Number(#Ball)", "Gibbs(Paint)"),
    ]


def test_a_row_that_is_chosen_is_made_to_its_end() -> None:
    made = "".join(name[0] for name in steps(Mixture([Cycle(PAINT, BALL, PAINT), Redraw], [1, 2]), 400))
    assert re.fullmatch("(GNG|R)*G?N?", made)
    assert "GNGGNG" in made
    assert "RR" in made


def test_a_share_is_one_of_the_choices() -> None:
    """3,000 steps: beyond five standard deviations by chance once in a million."""
    chain = started(moves_of(URN, Mixture([Repeat(PAINT, 4), Redraw], [1, 1])))
    chain.advance(3000)
    tried = {m.name: int(chain.world.move_tried[k]) for k, m in enumerate(chain.program.moves)}
    choices = tried["Redraw"] + tried["Gibbs(Paint)"] / 4
    assert abs(tried["Redraw"] / choices - 0.5) < 2.5 / choices**0.5
    assert sum(tried.values()) == 3000


def test_the_same_object_is_one_move_and_others_are_told_apart() -> None:
    one, other = Repaint(0.3), Repaint(0.8)
    moves = moves_of(URN, Mixture([one, Cycle(one, other), Repeat(one, 2)]))
    assert [m.name for m in moves.own] == ["Repaint 1", "Repaint 2"]
    assert moves.program.layout.weights[-4:] == pytest.approx((1 / 3, 0.0, 1 / 3, 1 / 3))


GIVEN = Mixture([Cycle(Repaint(0.3), Identity("Drawn"), Repeat(PAINT, 2)), BALL, Repeat(Redraw(), 3), Defaults()])


def test_compiled_rows_go_the_same_way_as_in_python() -> None:
    assert trace(moves_of(URN, GIVEN, "native")) == trace(moves_of(URN, GIVEN))


@pytest.mark.campaign
def test_rows_of_default_moves_alone_are_compiled_too() -> None:
    given = Mixture([Cycle(PAINT, BALL), Identity("Drawn")])
    assert trace(moves_of(URN, given, "native")) == trace(moves_of(URN, given))


@pytest.mark.campaign
def test_a_move_that_python_runs_may_stand_in_a_row() -> None:
    given = Mixture([Cycle(PAINT, ByName(), Repaint(0.3)), Redraw(), Repeat(ByName(), 2)])
    native = moves_of(URN, given, "native")
    assert [m.reason is None for m in native.own] == [True, False, True, False]
    assert trace(native) == trace(moves_of(URN, given))


def test_checked_mode_goes_the_same_way() -> None:
    plain, checked = started(moves_of(URN, GIVEN)), started(moves_of(URN, GIVEN))
    plain.advance(120)
    Checker(checked).advance(120)
    assert list(plain.world.random) == list(checked.world.random)
    assert plain.world.v_int == checked.world.v_int


def test_samples_are_recorded_within_a_row() -> None:
    """One sample after each step: both the posterior and that the same steps are made."""
    model = nm.Model.from_text(
        "random Boolean A ~ BooleanDistrib(0.3); random Boolean B ~ if A then BooleanDistrib(0.9)"
        " else BooleanDistrib(0.2); random Boolean C ~ if B then BooleanDistrib(0.7) else BooleanDistrib(0.4);"
        " obs C = true; query A;"
    )
    given = Cycle(Gibbs("A"), Repeat(Gibbs("B"), 2))
    answer = model.infer(engine="mh", samples=4000, thin=1, chains=2, seed=3, proposer=given, backend="python")["A"]
    exact = model.infer(engine="exact")["A"].probability(True)
    assert answer.ess is not None
    # Beyond five standard errors by chance for one seed of a million.
    assert abs(answer.probability(True) - exact) < 5 * math.sqrt(exact * (1 - exact) / answer.ess)


@pytest.mark.parametrize(
    ("make", "message", "hint"),
    [
        (Cycle, "a cycle has no moves", "at least one"),
        (lambda: Repeat(PAINT, 0), "a move is to be repeated 0 times", "a whole number from 1 on"),
        (lambda: Repeat(PAINT, 2.5), "a move is to be repeated 2.5 times", "a whole number from 1 on"),  # type: ignore[arg-type]  # a mistake
        (lambda: Repeat(PAINT, True), "a move is to be repeated True times", "a whole number from 1 on"),
        (lambda: Repeat(Repeat(PAINT, 1000), 101), "a row of moves makes 101,000 steps", "at most 100,000 can be"),
        (lambda: moves_of(URN, Cycle(PAINT, Defaults())), "`Defaults` stands in a row", "into a mixture instead"),
        (lambda: moves_of(URN, Repeat(Mixture([PAINT]), 2)), "`Mixture` stands in a row", "into a mixture instead"),
        (lambda: moves_of(URN, Cycle(Gibbs("Pain"))), r"this model has no default move Gibbs\(Pain\)", "Paint"),
        (lambda: moves_of(URN, Cycle(PAINT, 3)), "`int` is no proposer", "nm.Proposer"),
    ],
)
def test_what_is_no_row_is_told(make: Callable[[], object], message: str, hint: str) -> None:
    with pytest.raises(nm.BlogError, match=message) as raised:
        make()
    (diagnostic,) = raised.value.diagnostics
    assert diagnostic.hint is not None
    assert re.search(hint, diagnostic.hint)
