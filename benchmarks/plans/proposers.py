"""Moves for the models of this folder: parental ones alone, and the best that were written by hand for each.

A model without a proposer here has none that would do better than its plan: `birthday` has nothing to move, since no
`Day` is needed for the evidence, and the moves of the plan of `aircraft` are those one would write.
"""

from __future__ import annotations

from dataclasses import dataclass

import noumena as nm
from benchmarks.plans.splits import SplitBalls, SplitClusters, SplitPeople, SplitPublications
from benchmarks.plans.whole_states import AllAnew, AllBoxes, AllStates, OtherCityFirst
from noumena import moves
from noumena.inference.metropolis_hastings import chain_program
from noumena.moves.library.fitting import Fitting
from noumena.moves.library.phrases import proposer_text
from noumena.moves.mixture import Part
from noumena.moves.table import Table


@dataclass(frozen=True)
class Redraw(moves.LibraryMove):
    """The parental move of an attribute, `Redraw("Paint")`, for functions whose default move is Gibbs.

    One of the objects in use is drawn, or a guaranteed one, and the engine draws its attribute anew. Attributes decide
    nothing in these models, so that the same objects are in use on the way back, and ln q(s|s′)/q(s′|s) = 0.
    """

    function: str

    @property
    def name(self) -> str:
        """`Redraw(Paint)`."""
        return f"Redraw({self.function})"

    def text(self, table: Table) -> str:
        """The source of the proposer."""
        fitting = Fitting(self.name, table)
        type_ = fitting.type_of(fitting.changeable(self.function).objects[0])
        a, t = self.function, type_.name
        one = f"rng.integer(world.{t}.number)"
        if not type_.guaranteed:
            one = f"world.{t}.used[rng.integer(world.{t}.used.number)]"
        body = f"""\
def propose(self, world, rng):
    o = {one}
    if not world.{a}.free(o):
        return nm.REJECT
    world.{a}.resample(o)
    return 0.0
"""
        return proposer_text("Redraw", f"Draws {a} of one {t} anew from its distribution.", self.share, body)


def parental(model: nm.Model) -> moves.Mixture:
    """For each function and number that the plan moves its parental move, all alike and none beside them."""
    plan = [move.name for move in chain_program(model.problem(), model.concrete).moves]
    parts: dict[str, Part] = {}
    for name in plan:
        label, _, function = name.rstrip(")").partition("(")
        if label == "Parental":
            parts[function] = moves.Parental(function)
        elif label == "Gibbs":
            parts[function] = Redraw(function)
    return moves.Mixture([*parts.values()])


def by_hand(name: str) -> tuple[str, Part] | None:
    """The best that was written by hand for a model, its name and what is run; None if the plan is it."""
    return _BY_HAND.get(name)


def _mixed(*parts: Part) -> moves.Mixture:
    return moves.Mixture([*parts, moves.Defaults()], [*(2.0 for _ in parts), 1.0])


_BY_HAND: dict[str, tuple[str, Part]] = {
    "storm": ("OtherCityFirst", moves.Mixture([OtherCityFirst(), moves.Gibbs("Prep")])),
    "weather": ("AllStates", moves.Mixture([AllStates()])),
    "mixture": ("SplitClusters", _mixed(SplitClusters())),
    "logins": ("SplitPeople", moves.Mixture([SplitPeople(), moves.Defaults()], [1, 2])),
    "urn10": ("SplitBalls", _mixed(SplitBalls(), moves.Gibbs("Paint"))),
    "urn30": ("SplitBalls", _mixed(SplitBalls(), moves.Gibbs("Paint"))),
    "tug": ("AllAnew", moves.Mixture([AllAnew()])),
    "citations12": ("SplitPublications", _mixed(SplitPublications(), moves.Gibbs("Title"))),
    "boxes": ("AllBoxes", moves.Mixture([AllBoxes(15)])),
}
