"""Move-referrer: one variable refers to another object, one that others refer to or a new one (b6).

A variable x of a function F is drawn whatever the state is, and then where it goes:

* with probability w to a new object;
* else, where the type has g guaranteed objects, with probability 1/2 to one of them, all alike;
* else to the object of another variable, drawn from all M that refer to objects of the type by guaranteed arguments.

Proof. Let k(o) be how many variables that may be set, x not among them, refer to o. The sum over all ways from x to an
object o that is not new is q(o) = a/g [o is guaranteed] + b k(o)/M, with a and b the probabilities of the second and
the third line. Which x is drawn cancels. The variables that k counts are the same in both directions: of them the move
changes x alone, and it refuses functions whose value may decide by the text of the model what becomes of others. So

    ln q(s|s′)/q(s′|s) = ln q(old) - ln q(new),

with w in place of q(new) for a new object, and of q(old) if nothing else refers to the old one, which is an identifier:
it falls out of use, and only a new object brings it back. If something refers to the old one that may not be set,
while k(old) = 0 and it is not guaranteed, there is no way back, and the move is rejected. The attributes of what is new
and of what falls out of use are the engine's in both directions. The identifiers are its affair too: (n - m).

With candidates, x is drawn from those that have some, and the second and third line become

* else to the object of a candidate y of x, drawn from r(y|x), see `moves/candidates.py`.

Then q(o) = (1 - w) Σ r(y|x) over the candidates y of x that refer to o and may be set, the same in both directions, and
the rest stays as it is: where no candidate of x refers to the old object and it does not fall out of use, there is no
way back, and the move is rejected.

Objects are proposed by how often they are referred to, and not each alike: how many are in use after the move is known
to the engine alone, since what it draws may refer to objects too.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from noumena.moves.candidates import Candidates
from noumena.moves.library.fitting import Fitting
from noumena.moves.library.phrases import (
    ANY_PAIRED,
    CANDIDATE,
    NEARNESS,
    any_argument,
    made_with,
    only_if,
    proposer_text,
    spread,
)
from noumena.moves.library.written import LibraryMove
from noumena.moves.table import FunctionEntry, Table
from noumena.moves.wording import Complaint


@dataclass(frozen=True)
class MoveReferrer(LibraryMove):
    """Lets one variable of a function refer to another object, such as `MoveReferrer("PubCited")`.

    The function has guaranteed objects as its arguments, or none, and its values are of an abstract type with one
    number statement, or of one with guaranteed objects only. `new` is the probability of a new object. With
    `candidates` a variable goes to an object that one of its candidates refers to, or to a new one.
    """

    function: str
    new: float = 0.25
    candidates: Candidates | None = field(default=None, repr=False, compare=False)

    @property
    def name(self) -> str:
        """`MoveReferrer(PubCited)`."""
        return f"MoveReferrer({self.function})"

    def data(self, table: Table) -> Mapping[str, Any]:
        """The candidates, if there are any."""
        return {} if self.candidates is None else self.candidates.arrays()

    def text(self, table: Table) -> str:
        """The source of the proposer."""
        fitting = Fitting(self.name, table)
        if not 0 < self.new < 1:
            fitting.refuse(Complaint(f"the probability of a new object is {self.new}", "it must be between 0 and 1"))
        f, entry = self.function, fitting.reference(self.function)
        type_ = fitting.type_of(entry.result)
        if type_.statements:
            fitting.identified(type_)
        referring = fitting.referring(type_)
        fitting.steady([*referring.values()], [entry])
        fitting.candidates(self.candidates, entry)
        t, given, new = type_.name, len(type_.guaranteed), self.new if type_.statements else 0.0
        of = only_if(self.candidates, ", x")
        restricted = self.candidates is not None
        going = _among_candidates(f, new) if restricted else _anywhere(fitting, referring, given, new)
        picked = ANY_PAIRED if restricted else any_argument(fitting, entry)
        uses = " + ".join(f"world.{g}.preimage(old).number" for g in referring)
        index, free = ("x", f"world.{f}.free({spread('x', entry)})") if entry.objects else ("()", f"world.{f}.free()")
        body = f"""\
{made_with(self.data(table))}{going}
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
{
            only_if(
                new,
                f'''    is_new = rng.flip({new!r})
''',
            )
        }    o = {only_if(new, f"world.{t}.new() if is_new else ")}self.other(world, rng{of})
    if old == nm.NULL or o == nm.NULL or o == old:
        return nm.REJECT
    forward = {only_if(new, f"{new!r} if is_new else ")}self.q(world{of}, o)
    world.{f}[{index}] = o
    back = self.q(world{of}, old)
{
            only_if(
                new,
                f'''    if {only_if(given, f"old >= {given} and ")}{uses} == 0:  # out of use
        back = {new!r}
''',
            )
        }    if back == 0.0:
        return nm.REJECT
    return math.log(back) - math.log(forward)
"""
        return proposer_text("MoveReferrer", f"Lets one variable of {f} refer to another {t}.", self.share, body)


def _among_candidates(f: str, new: float) -> str:
    """Methods: the object of a candidate of x, and the probability of an object that is not new."""
    return f"""\
{CANDIDATE}{NEARNESS}def q(self, world, x, o):
    near = 0.0
    for y in world.{f}.preimage(o):
        if world.{f}.free(y):
            near += self.nearness(x, y)
    return {1 - new!r} * near

def other(self, world, rng, x):
    y = self.candidate(rng, x)
    return world.{f}[y] if world.{f}.free(y) else nm.NULL
"""


def _anywhere(fitting: Fitting, referring: Mapping[str, FunctionEntry], given: int, new: float) -> str:
    """Methods: a guaranteed object or one that something refers to, and the probability of one that is not new."""
    known = {g: e for g, e in referring.items() if fitting.has_guaranteed_arguments(e)}
    to_given = (1 - new) / 2 if given else 0.0
    counting = "".join(_counting(g, e) for g, e in known.items())
    drawing = "".join(_drawing(fitting, g, e, g == [*known][-1]) for g, e in known.items())
    total = " + ".join(_size(fitting, e) for e in known.values())
    return f"""\
def referrers(self, world, o):
    number = 0
{counting}    return number

def q(self, world, o):
{
        only_if(
            given,
            f'''    given = {to_given!r} / {given} if o < {given} else 0.0
''',
        )
    }    return {only_if(given, "given + ")}{1 - new - to_given!r} * self.referrers(world, o) / ({total})

def other(self, world, rng):
{
        only_if(
            given,
            f'''    if rng.flip(0.5):
        return rng.integer({given})
''',
        )
    }    r = rng.integer({total})
{drawing}"""


def _counting(name: str, entry: FunctionEntry) -> str:
    """Lines that count the variables of a function that refer to `o` and may be set."""
    if not entry.objects:
        return f"    if world.{name}.free() and world.{name}[()] == o:\n        number += 1\n"
    return f"""\
    for x in world.{name}.preimage(o):
        if world.{name}.free({spread("x", entry)}):
            number += 1
"""


def _drawing(fitting: Fitting, name: str, entry: FunctionEntry, is_last: bool) -> str:
    """Lines that give the object of the variable with number `r` of a function, or go on to the next function."""
    x, rest = [], "r"
    for position, type_ in enumerate(entry.objects):
        number = f"world.{fitting.type_of(type_).name}.number"
        x.append(rest if position == len(entry.objects) - 1 else f"{rest} % {number}")
        rest = f"{rest} // {number}"
    index = ", ".join(x) or "()"
    found = f"return world.{name}[{index}] if world.{name}.free({', '.join(x)}) else nm.NULL\n"
    if is_last:
        return f"    {found}"
    size = _size(fitting, entry)
    return f"    if r < {size}:\n        {found}    r -= {size}\n"


def _size(fitting: Fitting, entry: FunctionEntry) -> str:
    """How many variables a function of guaranteed objects has."""
    return " * ".join(f"world.{fitting.type_of(t).name}.number" for t in entry.objects) or "1"
