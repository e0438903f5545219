"""The mistakes of the semantics' models M3 and M8 that a proposer can make: `check_move` finds and names each.

The figures are the stationary answers that the mistakes lead to, as the semantics prints them: from the exact matrix of
the proposer. Its right twin is proved, and its stationary answer is that of the model. That a merge leaves the
title to the engine (M3 ✗) is found in `test_move_check`; the semantics does not say how titles are drawn there.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest

from noumena.inference.move_check import check_move
from noumena.inference.transitions import Canonical, explore
from noumena.model.values import Guaranteed
from noumena.moves.proposer import Proposer
from noumena.reference.variables import FunctionVariable
from tests.asking import model_problem
from tests.inference import checked_moves, gibbs_moves
from tests.inference.chains import stationary
from tests.moves.running import moves_of, started

PRINTED = 1e-6


def answers(model: str, proposer: Proposer, *asked: Callable[[Canonical], object]) -> list[float]:
    """The probabilities that something holds after infinitely many steps with this proposer alone."""
    chain = started(moves_of(model, proposer))
    found = explore(chain, chain.code.module, [len(chain.program.moves) - 1])
    return [stationary(found, one)[True] for one in asked]


def cites_the_same(one: str, other: str) -> Callable[[Canonical], object]:
    """Whether two citations are of one publication."""

    def asked(state: Canonical) -> object:
        values = {
            argument.name: value
            for variable, value in state
            if isinstance(variable, FunctionVariable) and variable.function == "PubCited"
            for argument in variable.arguments
            if isinstance(argument, Guaranteed)
        }
        return values[one] == values[other]

    return asked


def switch(state: Canonical) -> object:
    """The value of S."""
    return dict(state)[FunctionVariable("S", ())]


RIGHT_M3, RIGHT_M8 = (0.647033, 0.420953), 0.735577

OF_CITATIONS: list[tuple[Proposer, tuple[float, float], str | None]] = [
    (gibbs_moves.GibbsOrRedraw(), RIGHT_M3, None),
    (gibbs_moves.FromText(), RIGHT_M3, None),
    (gibbs_moves.SingletonRedrawn(), (0.678888, 0.522420), "wrong ratio"),
    (gibbs_moves.CountsItself(), (0.774427, 0.684403), "wrong ratio"),
    (gibbs_moves.FromTextUncharged(), (0.739323, 0.510372), "uncharged choice"),
]

OF_THE_SWITCH: list[tuple[Proposer, float, str | None]] = [
    (gibbs_moves.GibbsSwitch(), RIGHT_M8, None),
    (gibbs_moves.SwitchOrV(), RIGHT_M8, None),
    (checked_moves.PickVariable(), RIGHT_M8, None),
    (checked_moves.PickUncharged(), 0.806678, "uncharged choice"),
    (gibbs_moves.GibbsRedraws(), 0.760231, "wrong ratio"),
    (gibbs_moves.PickAnother(), 0.581749, "unpaired ways"),
]


@pytest.mark.parametrize(("proposer", "figures", "kind"), OF_CITATIONS, ids=[type(c[0]).__name__ for c in OF_CITATIONS])
def test_m3(proposer: Proposer, figures: tuple[float, float], kind: str | None) -> None:
    found = answers("m03_citations", proposer, cites_the_same("C1", "C2"), cites_the_same("C1", "C3"))
    assert found == pytest.approx(figures, abs=PRINTED)
    check("m03_citations", proposer, kind)


@pytest.mark.parametrize(
    ("proposer", "figure", "kind"), OF_THE_SWITCH, ids=[type(c[0]).__name__ for c in OF_THE_SWITCH]
)
def test_m8(proposer: Proposer, figure: float, kind: str | None) -> None:
    assert answers("m08_switch", proposer, switch) == pytest.approx([figure], abs=PRINTED)
    check("m08_switch", proposer, kind)


def check(model: str, proposer: Proposer, kind: str | None) -> None:
    """What `check_move` says of a proposer: that it is right, or which mistake it has."""
    report = check_move(model_problem(model), proposer)
    assert report.proof == "exact matrix"
    assert report.invariant == (kind is None)
    assert (None if report.mistake is None else report.mistake.kind) == kind
