"""Restricted split-merge: splits in which each of what refers to one object goes where it fits, after Jain and Neal.

Two variables of a function F, first and second, are drawn whatever the state is. If they refer to one object i, the
move splits: first stays, second goes to a new object j. If they refer to i and j, the move merges: all that refer to j
go to i. Let S be all that refer to i after a merge, or before a split, and may be set. In both cases a launch state is
made first, in which S is shared out between i and j:

* i gets the attributes that were observed of first, and j those of second;
* `scans` times, each of S but the pair goes to i or to j, with probabilities in proportion to how well it fits (the
  product of the factors of the evidence that reads F at its argument), and then both get attributes from r(·|A) and
  r(·|B), where A and B are what refers to i and to j now, and r is the law of `attributes.py`.

One more such scan gives a split: let g(A, B) be the probability that it goes this way, the product of one probability
for each of S but the pair. A split draws A and B from it, and then a_i′ ~ r(·|A) and a_j ~ r(·|B). A merge takes a_j
away and draws a_i′ ~ r(·|S).

Proof. The pair is drawn from a law that does not look at the state, and the reverse draws the same pair. The launch
state is drawn from a law that looks at the pair, at S, at what refers to i without being set, and at evidence: all the
same in both directions, and where each of S was before is not looked at. So it is drawn with the same probability in
both directions. Given a launch state, let T be the move with that one. If each T fulfils detailed balance, then so does
their average with these probabilities, and a launch state need not be charged. T is a split-merge like any other: from
a merged state with a_i it goes to A, B, a_i′ and a_j with probability g(A, B) r(a_i′|A) r(a_j|B), and it comes back
with r(a_i|S). So for a split

    ln q(s|s′)/q(s′|s) = ln r(a_i|S) - ln g(A, B) - ln r(a_i′|A) - ln r(a_j|B),

and for a merge the negative of it for the split that undoes it, in which each takes the side that it was on. What is
left of the ratio is the engine's, as for `SplitMerge`, and so is what is said there about objects that are guaranteed
or that others refer to. In a scan no probability depends on where others of S are, so that their order does not matter.

A factor can be asked for if all that it depends on has a value as things stand in the move. Therefore the move sets all
attributes that this evidence reads of the object, which have to be named, and refuses models in which the evidence
may read something else for one object than for another. Factors of other variables are not asked for: g need not be
the best law, it has to be the same in both directions.

Reference: S. Jain and R. M. Neal, "A split-merge Markov chain Monte Carlo procedure for the Dirichlet process mixture
model", Journal of Computational and Graphical Statistics 13 (2004), 158-182.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from noumena.moves.candidates import Candidates
from noumena.moves.library.attributes import not_free, removal, split_data
from noumena.moves.library.fitting import Fitting
from noumena.moves.library.phrases import CANDIDATE, made_with, only_if, pair_of_arguments, proposer_text, spread
from noumena.moves.library.splitting import splitting
from noumena.moves.library.written import LibraryMove
from noumena.moves.table import Table
from noumena.moves.wording import Complaint


@dataclass(frozen=True)
class RestrictedSplitMerge(LibraryMove):
    """Splits by fit and merges, such as `RestrictedSplitMerge("PubCited", {"Title": "Text"})`.

    The function has guaranteed objects as its arguments, and its values are of an abstract type with one number
    statement. `attributes` are all attributes of the objects that evidence reads through the function, with functions
    of the arguments from which their values come, all of them evidence; reals come from around the mean of these
    (`real_attributes.py`). `scans` lead to the launch state. With `number` the number of objects goes along. With
    `candidates` first and second are candidates of each other.
    """

    function: str
    attributes: Mapping[str, str] = field(default_factory=dict, hash=False)
    scans: int = 1
    number: bool = False
    candidates: Candidates | None = field(default=None, repr=False, compare=False)

    @property
    def name(self) -> str:
        """`RestrictedSplitMerge(PubCited)`."""
        return f"RestrictedSplitMerge({self.function})"

    def data(self, table: Table) -> Mapping[str, Any]:
        """The candidates, if there are any, and the scales of real attributes."""
        return split_data(table, self.candidates, self.attributes)

    def text(self, table: Table) -> str:
        """The source of the proposer."""
        fitting = Fitting(self.name, table)
        if self.scans < 0:
            fitting.refuse(Complaint(f"`scans` is {self.scans}", "it must be 0 or more"))
        f, named = self.function, self.attributes
        made = splitting(fitting, f, named, self.number)
        fitting.candidates(self.candidates, made.entry)
        t = made.type.name
        first, second, x = (spread(name, made.entry) for name in ("first", "second", "x"))
        drawing = f"{made_with(self.data(table))}{only_if(self.candidates, CANDIDATE)}"
        body = f"""\
{drawing}{made.methods()}{made.gain()}def propose(self, world, rng):
    {pair_of_arguments(fitting, made.entry, self.candidates)}
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
    splits, back = kept == other, 0.0
{
            only_if(
                made.no_way_back(),
                f'''    if not splits and ({made.no_way_back()}):  # no split would undo it
        return nm.REJECT
''',
            )
        }{
            only_if(
                named,
                f'''    if {not_free(named, "kept", "other")}:
        return nm.REJECT
    back = self.log_r(world, kept) if splits else self.log_r(world, kept) + self.log_r(world, other)
''',
            )
        }    if splits:
        other = world.{t}.new()
    else:
        for x in world.{f}.preimage(other):
            world.{f}[x] = kept
    members = [x for x in world.{f}.preimage(kept) if x != first and x != second and world.{f}.free({x})]
    world.{f}[second] = other
{made.launch()}{only_if(named, self._scans(f))}    log_g = 0.0
    for x in members:
        gain = self.gain(world, x, kept, other)
        goes = rng.flip(1.0 / (1.0 + math.exp(-gain))) if splits else world.{f}.saved[x] == other
        log_g -= math.log1p(math.exp(-gain if goes else gain))
        world.{f}[x] = other if goes else kept
    if splits:
{
            only_if(
                named,
                '''        self.draw(world, rng, kept)
        self.draw(world, rng, other)
''',
            )
        }{
            only_if(
                self.number,
                f'''        world.number.{t}[()] += 1
''',
            )
        }        return back - log_g{only_if(named, " - self.log_r(world, kept) - self.log_r(world, other)")}
    for x in world.{f}.preimage(other):
        world.{f}[x] = kept
{
            only_if(
                named,
                f'''{removal(named, "other", " " * 4)}    self.draw(world, rng, kept)
''',
            )
        }{
            only_if(
                self.number,
                f'''    world.number.{t}[()] -= 1
''',
            )
        }    return back + log_g{only_if(named, " - self.log_r(world, kept)")}
"""
        purpose = (
            f"Splits what refers to one {t} by {f} in two, each where it fits, or gives what refers to two to one."
        )
        return proposer_text("RestrictedSplitMerge", purpose, self.share, body)

    def _scans(self, f: str) -> str:
        """Lines that lead to the launch state; without attributes there is nothing that a scan would change."""
        if not self.scans:
            return ""
        return f"""\
    for _ in range({self.scans}):
        for x in members:
            goes = rng.flip(1.0 / (1.0 + math.exp(-self.gain(world, x, kept, other))))
            world.{f}[x] = other if goes else kept
        self.draw(world, rng, kept)
        self.draw(world, rng, other)
"""
