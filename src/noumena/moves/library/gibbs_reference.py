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

A step costs as many trials as there are objects in use: the move is for few of them.
"""

from __future__ import annotations

from dataclasses import dataclass

from noumena.moves.library.fitting import Fitting
from noumena.moves.library.phrases import any_argument, only_if, proposer_text, spread
from noumena.moves.library.weighing import DRAWN, weighed_apart
from noumena.moves.library.written import LibraryMove
from noumena.moves.table import Table


@dataclass(frozen=True)
class GibbsReference(LibraryMove):
    """Draws to which object one variable refers given all others, such as `GibbsReference("PubCited")`.

    The function has guaranteed objects as its arguments, or none, and its values are of an abstract type with one
    number statement, or of one with guaranteed objects only. All objects in use are weighed: the move is the choice
    where they are few.
    """

    function: str

    @property
    def name(self) -> str:
        """`GibbsReference(PubCited)`."""
        return f"GibbsReference({self.function})"

    def text(self, table: Table) -> str:
        """The source of the proposer."""
        fitting = Fitting(self.name, table)
        f, entry = self.function, fitting.reference(self.function)
        type_ = fitting.type_of(entry.result)
        if type_.statements:
            fitting.identified(type_)
        referring = fitting.referring(type_)
        fitting.steady([*referring.values()], [entry])
        weighed_apart(fitting, [entry], type_.name)
        t, given, is_open = type_.name, len(type_.guaranteed), bool(type_.statements)
        uses = " + ".join(f"world.{g}.preimage(old).number" for g in referring)
        index, free = ("x", f"world.{f}.free({spread('x', entry)})") if entry.objects else ("()", f"world.{f}.free()")
        known = f"{given} + world.{t}.used.number" if given else f"world.{t}.used.number"
        body = f"""\
def option(self, world, i, known):
{_option(t, given, is_open)}
def propose(self, world, rng):
{
            only_if(
                entry.objects,
                f'''    x = {any_argument(fitting, entry)}
''',
            )
        }    if not {free}:
        return nm.REJECT
    old = world.{f}[{index}]
    if old == nm.NULL:
        return nm.REJECT
    known = {known if is_open else given}
    options = known
{
            only_if(
                is_open,
                f'''    if {only_if(given, f"old < {given} or ")}{uses} > 1:  # else the old one counts as new
        options += 1
''',
            )
        }    total, chosen, weight = 0.0, -1, 0.0
    for i in range(options):
        o = self.option(world, i, known)
        if o == old:
            continue
        world.{f}[{index}] = o
        w = world.weigh(i)
{DRAWN}    world.{f}[{index}] = self.option(world, chosen, known)
    world.repeat(chosen)
    return -weight
"""
        purpose = f"Draws to which {t} one variable of {f} refers, given all others."
        return proposer_text("GibbsReference", purpose, self.share, body)


def _option(t: str, given: int, is_open: bool) -> str:
    """Lines that give the option with number i: guaranteed objects, those in use, a new one."""
    if not is_open:
        return "    return i\n"
    used = f"world.{t}.used[i - {given}]" if given else f"world.{t}.used[i]"
    return f"""\
{
        only_if(
            given,
            f'''    if i < {given}:
        return i
''',
        )
    }    return {used} if i < known else world.{t}.new()
"""
