"""Gibbs on a reference: one variable of an object-valued function is drawn given all others (a9, b6).

A variable F(x) is drawn whatever the state is. Its options are the objects in use, the guaranteed ones, and a new one.
Each is weighed as the engine completes it, and one is drawn by its weight.

Proof. Let R be the state without F(x) and what only F(x) needs. The options are a function of R: the guaranteed
objects, the identifiers in R, and one more. That one is the object of x if nothing in R refers to it, with its own
attributes, else a new one: so there is no other new one if x is alone on its object. What refers to objects of the type
is the same for all options (models in which the text does not show that are refused), so that R is known beforehand.
An option o needs further variables a(o), which the engine draws from the prior r(·|R, o); the option that the state has
keeps its own. No two options need the same ones unless all do (`apart`). Then

    w(o) = p(R, o, a(o)) / r(a(o)|R, o)

up to a factor that all options have, and `weigh` gives ln w(o) less that of the state: identifiers, N^-k and all. The
state with the a(o) of all other options has the density w(o) ∏ r(a(o′)|R, o′). The move draws these a(o′), which leaves
that density as it is, then o by w(o), which is its law given R and all a; and what was weighed is kept. So every draw
is accepted: ln q(s|s′)/q(s′|s) = -ln w(o′)/w(o). An F(x) that is not in the state, evidence or derived is a rejection.

A step costs as many trials as there are objects in use: the move is for few of them, or for candidates. With these, x
is drawn from those that have some, and the options are the objects to which candidates of x refer that may be set, and
the new one. They are a function of R too. If the object of x is not among them, and x is not alone on it, the move is a
rejection; else the draw is the same among fewer options.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from noumena.moves.candidates import Candidates
from noumena.moves.library.fitting import Fitting
from noumena.moves.library.phrases import ANY_PAIRED, any_argument, made_with, only_if, proposer_text, spread
from noumena.moves.library.weighing import DRAWN, weighed_apart
from noumena.moves.library.written import LibraryMove
from noumena.moves.table import Table


@dataclass(frozen=True)
class GibbsReference(LibraryMove):
    """Draws to which object one variable refers given all others, such as `GibbsReference("PubCited")`.

    The function has guaranteed objects as its arguments, or none, and its values are of an abstract type with one
    number statement, or of one with guaranteed objects only. All objects in use are weighed: the move is the choice
    where they are few. With `candidates` those are weighed that candidates of the variable refer to, and a new one.
    """

    function: str
    candidates: Candidates | None = field(default=None, repr=False, compare=False)

    @property
    def name(self) -> str:
        """`GibbsReference(PubCited)`."""
        return f"GibbsReference({self.function})"

    def data(self, table: Table) -> Mapping[str, Any]:
        """The candidates, if there are any."""
        return {} if self.candidates is None else self.candidates.arrays()

    def text(self, table: Table) -> str:
        """The source of the proposer."""
        fitting = Fitting(self.name, table)
        f, entry = self.function, fitting.reference(self.function)
        type_ = fitting.type_of(entry.result)
        if type_.statements:
            fitting.identified(type_)
        referring = fitting.referring(type_)
        fitting.steady([*referring.values()], [entry])
        fitting.candidates(self.candidates, entry)
        weighed_apart(fitting, [entry], type_.name)
        t, given, is_open = type_.name, len(type_.guaranteed), bool(type_.statements)
        uses = " + ".join(f"world.{g}.preimage(old).number" for g in referring)
        is_alone = only_if(is_open, f"{only_if(given, f'old >= {given} and ')}{uses} == 1") or "False"
        index, free = ("x", f"world.{f}.free({spread('x', entry)})") if entry.objects else ("()", f"world.{f}.free()")
        if self.candidates is not None:
            picked, known = ANY_PAIRED, "self.places(x)"
            options = _near_options(t, f, is_open)
        else:
            picked, known = any_argument(fitting, entry), _known(t, given, is_open)
            options = _all_options(t, given, is_open)
        x = only_if(self.candidates, ", x")
        body = f"""\
{made_with(self.data(table))}{options}
def propose(self, world, rng):
{
            only_if(
                entry.objects,
                f'''    x = {picked}
''',
            )
        }    if not {free}:
        return nm.REJECT
    old = world.{f}[{index}]
    if old == nm.NULL:
        return nm.REJECT
    known = {known}
    is_alone = {is_alone}
{
            only_if(
                self.candidates,
                '''    if not is_alone and not self.is_near(world, x, old):
        return nm.REJECT
''',
            )
        }    options = {
            only_if(is_open, "known if is_alone else known + 1  # alone, the old object counts as the new one")
            or "known"
        }
    total, chosen, weight = 0.0, -1, 0.0
    for i in range(options):
        o = self.option(world, i, known{x})
        if o == old{only_if(self.candidates, " or o == nm.NULL")}:
            continue
        world.{f}[{index}] = o
        w = world.weigh(i)
{DRAWN}    world.{f}[{index}] = self.option(world, chosen, known{x})
    world.repeat(chosen)
    return -weight
"""
        purpose = f"Draws to which {t} one variable of {f} refers, given all others."
        return proposer_text("GibbsReference", purpose, self.share, body)


def _known(t: str, given: int, is_open: bool) -> str:
    """How many objects there are that a move can name."""
    if not is_open:
        return str(given)
    return f"{given} + world.{t}.used.number" if given else f"world.{t}.used.number"


def _all_options(t: str, given: int, is_open: bool) -> str:
    """The method that gives the option with number i: guaranteed objects, those in use, a new one."""
    if not is_open:
        return "def option(self, world, i, known):\n    return i\n"
    used = f"world.{t}.used[i - {given}]" if given else f"world.{t}.used[i]"
    return f"""\
def option(self, world, i, known):
{
        only_if(
            given,
            f'''    if i < {given}:
        return i
''',
        )
    }    return {used} if i < known else world.{t}.new()
"""


def _near_options(t: str, f: str, is_open: bool) -> str:
    """Methods: the candidates of x by their places, an object only at the first place that has it, and a new one."""
    return f"""\
def places(self, x):
    number = 0
    for i in range(self.own_starts[x], self.own_starts[x + 1]):
        number += self.starts[self.own[i] + 1] - self.starts[self.own[i]]
    return number

def near(self, world, x, place):
    for i in range(self.own_starts[x], self.own_starts[x + 1]):
        size = self.starts[self.own[i] + 1] - self.starts[self.own[i]]
        if place < size:
            y = self.members[self.starts[self.own[i]] + place]
            return world.{f}[y] if y != x and world.{f}.free(y) else nm.NULL
        place -= size
    return nm.NULL

def is_near(self, world, x, o):
    for place in range(self.places(x)):
        if self.near(world, x, place) == o:
            return True
    return False

def option(self, world, i, known, x):
{
        only_if(
            is_open,
            f'''    if i == known:
        return world.{t}.new()
''',
        )
    }    o = self.near(world, x, i)
    for place in range(i):
        if self.near(world, x, place) == o:
            return nm.NULL
    return o
"""
