"""Mixtures of moves: shares, default moves by name, several proposers in one program, some of them run by Python."""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from typing import Any

import pytest

import noumena as nm
from noumena.moves.mixture import Defaults, Gibbs, Identity, Mixture, Number, Parental, Part, shares
from tests.moves.running import moves_of, started, trace

URN = "urn_small"


class Repaint(nm.Proposer):
    """Gives a ball that was drawn a colour by a coin."""

    share = 0.25

    def __init__(self, chance: float = 0.5) -> None:
        self.chance = chance

    def propose(self, world: Any, rng: Any) -> float:
        b = world.Drawn[rng.integer(world.Draw.number)]
        old = world.Paint[b]
        new = 1 if rng.flip(self.chance) else 0
        world.Paint[b] = new
        back, there = self.chance if old == 1 else 1 - self.chance, self.chance if new == 1 else 1 - self.chance
        return math.log(back) - math.log(there)


class Redraw(nm.Proposer):
    """Leaves which ball was drawn to the engine."""

    def propose(self, world: Any, rng: Any) -> float:
        world.Drawn.resample(rng.integer(world.Draw.number))
        return 0.0


class ByName(nm.Proposer):
    """Looks chances up in a dictionary, which no compiler takes."""

    def __init__(self) -> None:
        self.chances = {"heads": 0.4}

    def propose(self, world: Any, rng: Any) -> float:
        if rng.flip(self.chances["heads"]):
            return nm.REJECT
        world.Drawn.resample(rng.integer(world.Draw.number))
        return 0.0


def weights(given: Part) -> dict[str, float]:
    return {move.name: move.weight for move in moves_of(URN, given).program.moves if move.weight > 0}


def test_shares_are_those_of_the_weights_in_mixtures_too() -> None:
    inner = Mixture([Redraw, Defaults()], [1, 3])
    assert shares(Mixture([Repaint, inner], [1, 4])) == [
        (0.2, Repaint),
        (0.2, Redraw),
        (pytest.approx(0.6), Defaults()),
    ]
    assert shares(Mixture([Repaint, Redraw])) == [(0.5, Repaint), (0.5, Redraw)]


def test_a_proposer_alone_has_its_own_share() -> None:
    assert shares(Repaint) == [(0.25, Repaint), (0.75, Defaults())]


class Alone(Redraw):
    """Says in its instances that it wants all steps."""

    def __init__(self) -> None:
        self.share = 1.0


def test_the_share_of_an_instance_counts_where_its_class_is_given() -> None:
    assert weights(Alone) == weights(Alone()) == {"Alone": 1.0}


def test_default_moves_are_had_by_name_and_no_others_are_made() -> None:
    assert weights(Mixture([Gibbs("Paint"), Identity("Drawn"), Number("#Ball")], [1, 2, 1])) == {
        "Gibbs(Paint)": 0.25,
        "Identity(Drawn)": 0.5,
        "Number(#Ball)": 0.25,
    }
    assert weights(Gibbs("Paint")) == {"Gibbs(Paint)": 1.0}


def test_what_is_named_and_among_all_has_both_shares() -> None:
    alone, both = weights(Defaults()), weights(Mixture([Gibbs("Paint"), Defaults()]))
    assert both["Gibbs(Paint)"] == pytest.approx(0.5 + alone["Gibbs(Paint)"] / 2)
    assert sum(both.values()) == pytest.approx(1.0)


@pytest.mark.parametrize(
    ("make", "message", "hint"),
    [
        (lambda: Mixture([]), "a mixture has no moves", "at least one"),
        (lambda: Mixture([Redraw], [1, 2]), "a mixture of 1 moves has 2 weights", "or leave the weights out"),
        (lambda: Mixture([Redraw, Repaint], [1, 0]), "a weight of a mixture is 0", "above 0, and finite"),
        (lambda: Mixture([Redraw], [math.inf]), "a weight of a mixture is inf", "above 0, and finite"),
        (lambda: moves_of(URN, Gibbs("Pain")), r"this model has no default move Gibbs\(Pain\)", r"Gibbs\(Paint\)"),
        (lambda: moves_of(URN, Parental("x")), r"this model has no default move Parental\(x\)", r"Parental\("),
        (lambda: moves_of(URN, Mixture([Redraw, 3])), "`int` is no proposer", "nm.Proposer"),  # type: ignore[list-item]  # a mistake
    ],
)
def test_what_is_no_mixture_is_told(make: Callable[[], object], message: str, hint: str) -> None:
    with pytest.raises(nm.BlogError, match=message) as raised:
        make()
    (diagnostic,) = raised.value.diagnostics
    assert diagnostic.hint is not None
    assert re.search(hint, diagnostic.hint)


def test_two_proposers_are_compiled_as_one_and_go_the_same_way_as_in_python() -> None:
    given = Mixture([Repaint(0.3), Redraw(), Repaint(0.8), Defaults()], [1, 2, 1, 2])
    native, python = moves_of(URN, given, "native"), moves_of(URN, given)
    assert [m.name for m in native.own] == ["Repaint 1", "Redraw", "Repaint 2"]
    assert [m.reason for m in native.own] == [None, None, None]
    assert trace(native) == trace(python)


@pytest.mark.parametrize("others", [(), pytest.param((Redraw(),), marks=pytest.mark.campaign)], ids=["one", "two"])
def test_what_numba_does_not_take_is_run_by_python_beside_what_it_takes(others: tuple[Part, ...]) -> None:
    given = Mixture([Repaint(0.3), ByName(), *others, Defaults()])
    native, python = moves_of(URN, given, "native"), moves_of(URN, given)
    assert [m.reason is None for m in native.own] == [True, False, *(True for _ in others)]
    assert [note.split(",")[0] for note in native.notes] == ["Python runs the proposer ByName"]
    assert trace(native) == trace(python)


def test_all_moves_of_a_mixture_are_tried_as_often_as_they_should_be() -> None:
    """20,000 steps: beyond five standard deviations by chance once in a million for each move."""
    given = Mixture([Repaint(0.3), Gibbs("Paint"), Redraw()], [1, 2, 3])
    chain = started(moves_of(URN, given))
    chain.advance(20_000)
    tried = {m.name: int(chain.world.move_tried[k]) for k, m in enumerate(chain.program.moves) if m.weight > 0}
    assert sum(tried.values()) == 20_000
    for name, share in {"Repaint": 1 / 6, "Gibbs(Paint)": 1 / 3, "Redraw": 1 / 2}.items():
        assert abs(tried[name] / 20_000 - share) < 5 * math.sqrt(share * (1 - share) / 20_000)


def test_a_mixture_without_proposers_answers() -> None:
    text = "random Integer N ~ UniformInt(0, 3); random Boolean B ~ BooleanDistrib(N / 4.0); obs B = true; query N;"
    model = nm.Model.from_text(text)
    answer = model.infer(engine="mh", samples=4000, seed=1, proposer=Gibbs("N"), backend="python")
    assert answer.acceptance is not None
    assert list(answer.acceptance) == ["Gibbs(N)", "Several"]
    # Each sample is drawn anew: five standard deviations, beyond them by chance once in a million.
    exact = model.infer(engine="exact")["N"]
    mean, expected, sd = answer["N"].mean, exact.mean, exact.sd
    assert mean is not None
    assert expected is not None
    assert sd is not None
    assert abs(mean - expected) < 5 * sd / math.sqrt(4000)
