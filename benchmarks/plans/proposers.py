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


def _with_plan(part: Part, share: float) -> moves.Mixture:
    """A move with this share of the steps, and the plan with the rest."""
    return moves.Mixture([part, moves.Defaults()], [share, 1.0 - share])


_BY_HAND: dict[str, tuple[str, Part]] = {
    "storm": ("OtherCityFirst", moves.Mixture([OtherCityFirst(), moves.Gibbs("Prep")])),
    "weather": ("AllStates", moves.Mixture([AllStates()])),
    "mixture": ("SplitClusters", _with_plan(SplitClusters(), 0.1)),
    "logins": ("SplitPeople", _with_plan(SplitPeople(), 0.1)),
    "urn10": ("SplitBalls", _with_plan(SplitBalls(), 0.1)),
    "urn30": ("SplitBalls", _with_plan(SplitBalls(), 0.4)),
    "tug": ("AllAnew", _with_plan(AllAnew(), 0.1)),
    "citations12": ("SplitPublications", _with_plan(SplitPublications(), 0.6)),
    "boxes": ("AllBoxes", moves.Mixture([AllBoxes(15)])),
}
