"""Split-merge: what refers to one object is split in two, or what refers to two is given to one (b7).

Two variables of a function F, first and second, are drawn whatever the state is, from all or from candidates. If both
refer to one object i, the move splits: second goes to a new object j, first stays on i, and each other that refers to i
and may be set goes to j with probability 1/2. If they refer to two, i and j, the move merges: all that refer to j go to
i.

Proof. The pair is drawn from a law that does not look at the state, and the reverse of a move draws the same pair, so
that its probability cancels. Let S be all that refer to i after a merge, or before a split, and may be set. A split
makes one of 2^(|S|-2) equally probable choices, a merge none. The split that undoes a merge is the one of S by the same
pair in which each takes the side that it was on. So

    ln q(s|s′)/q(s′|s) = (|S| - 2) ln 2 for a split, and -(|S| - 2) ln 2 for a merge,

and the rest of the ratio is the engine's: the factors of what refers, and (n - m) for the identifier j; or with
`number=True`, by which n goes up with a split and down with a merge, (n + 1) (n/(n + 1))^k p(n + 1)/p(n). The
attributes of i stay. Those of j are the engine's in both directions: a split draws them from their CPDs, a merge drops
them.

Attributes that are named are the move's in both directions, of i and of j, by the law r of `attributes.py`: a split
into A and B draws a_i′ ~ r(·|A) and a_j ~ r(·|B), a merge removes a_j and draws a_i′ ~ r(·|S). A split then has

    + ln r(a_i|S) - ln r(a_i′|A) - ln r(a_j|B),

and a merge the negative of the sum for the split that undoes it. Both reject where one of the named attributes may not
be set. What refers to the objects without being set, which is evidence, is the same in both directions and counts in r.

A split makes identifiers only. So a merge is rejected if j is guaranteed, or if another function refers to j, which
would keep it in use: no split would undo that. Where i is guaranteed and j is not, the merge is made, and the split
that undoes it leaves i where it is. Two guaranteed objects are never merged. What is evidence or derived stays where it
is, and is not counted in S.

The move needs to know that S is the same in both directions. Therefore it refuses a function whose value may decide, by
the text of the model, whether other variables that refer to such objects are random and in the state.

Reference: S. Jain and R. M. Neal, "A split-merge Markov chain Monte Carlo procedure for the Dirichlet process mixture
model", Journal of Computational and Graphical Statistics 13 (2004), 158-182, for splits at random.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from noumena.moves.candidates import Candidates
from noumena.moves.library.attributes import attribute_methods, check_attributes, not_free, removal, split_data
from noumena.moves.library.fitting import Fitting
from noumena.moves.library.phrases import CANDIDATE, made_with, only_if, pair_of_arguments, proposer_text, spread
from noumena.moves.library.written import LibraryMove
from noumena.moves.table import Table
from noumena.moves.wording import Complaint


@dataclass(frozen=True)
class SplitMerge(LibraryMove):
    """Splits and merges the objects that a function refers to, such as `SplitMerge("PubCited")`.

    The function has guaranteed objects as its arguments, and its values are of an abstract type with one number
    statement. With `number` the number of objects goes along. With `candidates` only those are split, and only those
    merge their objects, that are candidates of each other; who else refers to these objects is no matter. `attributes`
    are attributes of the objects with functions of the arguments from which their values come, all of them evidence,
    such as `{"Title": "Text"}`, and reals come from around the mean of these (`real_attributes.py`); other attributes
    are left to the engine.
    """

    function: str
    number: bool = False
    candidates: Candidates | None = field(default=None, repr=False, compare=False)
    attributes: Mapping[str, str] = field(default_factory=dict, hash=False)

    @property
    def name(self) -> str:
        """`SplitMerge(PubCited)`."""
        return f"SplitMerge({self.function})"

    def data(self, table: Table) -> Mapping[str, Any]:
        """The candidates, if there are any, and the scales of real attributes."""
        return split_data(table, self.candidates, self.attributes)

    def text(self, table: Table) -> str:
        """The source of the proposer."""
        fitting = Fitting(self.name, table)
        f, entry = self.function, fitting.reference(self.function)
        if not entry.objects:
            fitting.refuse(Complaint(f"`{f}` has no arguments, and one variable cannot be split", "use MoveReferrer"))
        type_ = fitting.type_of(entry.result)
        fitting.identified(type_)
        referring = fitting.referring(type_)
        causes = [entry, *check_attributes(fitting, f, self.attributes)]
        if self.number:
            fitting.steady_in_number([*referring.values()], causes, type_.name)
        else:
            fitting.steady([*referring.values()], causes)
        fitting.candidates(self.candidates, entry)
        t, given, named = type_.name, len(type_.guaranteed), self.attributes
        first, second, x = (spread(name, entry) for name in ("first", "second", "x"))
        others = " or ".join(f"world.{g}.preimage(other).number > 0" for g in referring if g != f)
        drawing = f"{made_with(self.data(table))}{only_if(self.candidates, CANDIDATE)}"
        methods = f"{drawing}{attribute_methods(fitting, f, named)}"
        body = f"""\
{methods}def size(self, world, {t.lower()}):
    number = 0
    for x in world.{f}.preimage({t.lower()}):
        if world.{f}.free({x}):
            number += 1
    return number

def propose(self, world, rng):
    {pair_of_arguments(fitting, entry, self.candidates)}
    if first == second or not world.{f}.free({first}) or not world.{f}.free({second}):
        return nm.REJECT
{
            only_if(
                self.number,
                f'''    if not world.number.{t}.free():
        return nm.REJECT
''',
            )
        }    kept, other = world.{f}[first], world.{f}[second]
    if kept == nm.NULL or other == nm.NULL:
        return nm.REJECT
    if kept != other:  # merge
{
            only_if(
                given,
                f'''        if other < {given}:  # guaranteed, and a split makes none
            return nm.REJECT
''',
            )
        }{
            only_if(
                others,
                f'''        if {others}:  # it would stay in use
            return nm.REJECT
''',
            )
        }{
            only_if(
                named,
                f'''        if {not_free(named, "kept", "other")}:
            return nm.REJECT
        back = self.log_r(world, kept) + self.log_r(world, other)
''',
            )
        }        for x in world.{f}.preimage(other):
            world.{f}[x] = kept
{
            only_if(
                named,
                f'''{removal(named, "other", " " * 8)}        self.draw(world, rng, kept)
''',
            )
        }{
            only_if(
                self.number,
                f'''        world.number.{t}[()] -= 1
''',
            )
        }        return {
            "back - self.log_r(world, kept) - " if named else "-"
        }(self.size(world, kept) - 2) * math.log(2.0)
    size = self.size(world, kept)  # split
{
            only_if(
                named,
                f'''    if {not_free(named, "kept")}:
        return nm.REJECT
    back = self.log_r(world, kept)
''',
            )
        }    other = world.{t}.new()
{
            only_if(
                self.number,
                f'''    world.number.{t}[()] += 1
''',
            )
        }    for x in world.{f}.preimage(kept):
        if x == second or (x != first and world.{f}.free({x}) and rng.flip(0.5)):
            world.{f}[x] = other
{
            only_if(
                named,
                '''    self.draw(world, rng, kept)
    self.draw(world, rng, other)
''',
            )
        }    return {
            only_if(named, "back - self.log_r(world, kept) - self.log_r(world, other) + ")
        }(size - 2) * math.log(2.0)
"""
        purpose = f"Splits what refers to one {t} by {f} in two, or gives what refers to two to one."
        return proposer_text("SplitMerge", purpose, self.share, body)
