"""Smart merge, dumb split: data say which objects are to be merged; objects are split at random.

With equal probability the move merges or splits.

* A merge draws first from all arguments, all alike, and second from all variables that may be set and refer to another
  object than first does, in proportion to c(x|first) v(x), where v(x) are the factors of the evidence that reads F at
  first, if first referred to the object of x. What refers to the object of second goes to that of first, which gets
  attributes from the law r of `attributes.py`.
* A split draws first from all arguments, all alike, second from c(·|first), and is a split at random as in
  `split_merge.py`: second goes to a new object j, first stays on i, each other goes to j with probability 1/2, and both
  get attributes from r.

Here c(x|first) is 1/M, with M the number of arguments. With candidates it is the law r(x|first) of
`moves/candidates.py`, which is 0 for what is no candidate of first, and first is drawn from those that have some: let M
be their number then.

Proof. The reverse of a merge is the split of the same pair, and the other way round. Let S be all that refer to i
before the split and may be set, A and B what it is split into, and V the sum of c(x|first) v(x) over all that second is
drawn from, in the state before the merge. Then

    merge: 1/2 · 1/M · c(second|first) v(second)/V · r(a_i′|S),
    split: 1/2 · 1/M · c(second|first) · 2^-(|S| - 2) · r(a_i|A) r(a_j|B),

and ln q(s|s′)/q(s′|s) is the ln of the one over the other, in which 1/M and c(second|first) cancel, but not c in V; for
a split, v and V are those of the state that it leads to. Factors below e^-700 of the best are taken for that, so that
no merge is without a way back. What is said in `restricted_split_merge.py` of S and of what may be asked for holds
here. Who else refers to the objects of a pair need not be a candidate.

Why dumb with smart: see `smart_split.py`, which is the other pair. A step looks at all variables of F, or at the
candidates of one: the work of a step is linear in their number, which `limit` bounds.

Reference: W. Wang and S. Russell, "A smart-dumb/dumb-smart algorithm for efficient split-merge MCMC", Uncertainty in
Artificial Intelligence 31 (2015).
"""

from __future__ import annotations

import textwrap
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from noumena.moves.candidates import Candidates
from noumena.moves.library.attributes import not_free, removal, split_data
from noumena.moves.library.fitting import Fitting
from noumena.moves.library.phrases import (
    ANY_PAIRED,
    CANDIDATE,
    any_argument,
    each_candidate,
    made_with,
    only_if,
    pair_of_arguments,
    proposer_text,
)
from noumena.moves.library.splitting import check_looking_at_one, splitting
from noumena.moves.library.written import LibraryMove
from noumena.moves.table import Table


@dataclass(frozen=True)
class SmartMerge(LibraryMove):
    """Merges objects where they fit and splits at random, such as `SmartMerge("PubCited", {"Title": "Text"})`.

    The function has guaranteed objects of one type as its argument, `limit` at most, or with `candidates` so many that
    share groups with one; the rest is as for `RestrictedSplitMerge`.
    """

    function: str
    attributes: Mapping[str, str] = field(default_factory=dict, hash=False)
    limit: int = 10_000
    candidates: Candidates | None = field(default=None, repr=False, compare=False)

    @property
    def name(self) -> str:
        """`SmartMerge(PubCited)`."""
        return f"SmartMerge({self.function})"

    def data(self, table: Table) -> Mapping[str, Any]:
        """The candidates, if there are any, and the scales of real attributes."""
        return split_data(table, self.candidates, self.attributes)

    def text(self, table: Table) -> str:
        """The source of the proposer."""
        fitting = Fitting(self.name, table)
        f, named = self.function, self.attributes
        made = splitting(fitting, f, named)
        fitting.candidates(self.candidates, made.entry)
        check_looking_at_one(fitting, made.entry, self.limit, self.candidates)
        t, near = made.type.name, self.candidates
        first = any_argument(fitting, made.entry) if near is None else ANY_PAIRED
        law = f"1.0 / world.{fitting.type_of(made.entry.objects[0]).name}.number" if near is None else "self.near(x, i)"
        drawing = f"{made_with(self.data(table))}{only_if(near, CANDIDATE + _NEAR)}"

        def each(lines: str) -> str:
            """Lines that are run for each `y` that `x` may be merged with."""
            inner = f"if self.may_be_second(world, x, y):\n{textwrap.indent(lines, ' ' * 4)}"
            if near is not None:
                return textwrap.indent(each_candidate(inner), " " * 4)
            objects = fitting.type_of(made.entry.objects[0]).name
            return f"    for y in range(world.{objects}.number):\n{textwrap.indent(inner, ' ' * 8)}"

        body = f"""\
{drawing}{made.methods()}def fit_at(self, world, x, o):
    kept = world.{f}[x]
    world.{f}[x] = o
    fit = self.fit(world, x)
    world.{f}[x] = kept
    return fit

def may_be_second(self, world, x, y):
    return world.{f}.free(y) and world.{f}[y] != nm.NULL and world.{f}[y] != world.{f}[x]

def best(self, world, x):
    best = -math.inf
{each(f"best = max(best, self.fit_at(world, x, world.{f}[y]))")}
    return best

def v(self, world, x, y, best):
    fit = self.fit_at(world, x, world.{f}[y])
    return 1.0 if fit == best else math.exp(max(fit - best, -700.0))

def total(self, world, x, best):
    total = 0.0
{each(f"total += {law} * self.v(world, x, y, best)")}
    return total

def log_v(self, world, x, y):
    best = self.best(world, x)
    return math.log(self.v(world, x, y, best) / self.total(world, x, best))

def like(self, world, rng, x):
    best = self.best(world, x)
    rest = self.total(world, x, best)
{
            each(f'''weight = {law} * self.v(world, x, y, best)
if rng.flip(min(weight / rest, 1.0)):
    return y
rest -= weight''')
        }
    return -1

def log_splits(self, world, o):
    others = -2
    for x in world.{f}.preimage(o):
        if world.{f}.free(x):
            others += 1
    return -others * math.log(2.0)

def merge(self, world, rng):
    first = {first}
    if not world.{f}.free(first) or world.{f}[first] == nm.NULL:
        return nm.REJECT
    second = self.like(world, rng, first)
    if second < 0:
        return nm.REJECT
    kept, other = world.{f}[first], world.{f}[second]
{
            only_if(
                made.no_way_back(),
                f'''    if {made.no_way_back()}:  # no split would undo it
        return nm.REJECT
''',
            )
        }    log_q, log_back = self.log_v(world, first, second), 0.0
{
            only_if(
                named,
                f'''    if {not_free(named, "kept", "other")}:
        return nm.REJECT
    log_back += self.log_r(world, kept) + self.log_r(world, other)
''',
            )
        }    for x in world.{f}.preimage(other):
        world.{f}[x] = kept
{
            only_if(
                named,
                f'''{removal(named, "other", " " * 4)}    self.draw(world, rng, kept)
    log_q += self.log_r(world, kept)
''',
            )
        }    return log_back + self.log_splits(world, kept) - log_q

def propose(self, world, rng):
    if rng.flip(0.5):
        return self.merge(world, rng)
    {pair_of_arguments(fitting, made.entry, near)}
    if first == second or not world.{f}.free(first) or not world.{f}.free(second):
        return nm.REJECT
    kept = world.{f}[first]
    if kept == nm.NULL or world.{f}[second] != kept{only_if(named, f" or {not_free(named, 'kept')}")}:
        return nm.REJECT
    log_q, log_back = self.log_splits(world, kept), 0.0
{only_if(named, "    log_back += self.log_r(world, kept)" + chr(10))}    other = world.{t}.new()
    for x in world.{f}.preimage(kept):
        if x == second or (x != first and world.{f}.free(x) and rng.flip(0.5)):
            world.{f}[x] = other
{
            only_if(
                named,
                '''    self.draw(world, rng, kept)
    self.draw(world, rng, other)
    log_q += self.log_r(world, kept) + self.log_r(world, other)
''',
            )
        }    return log_back + self.log_v(world, first, second) - log_q
"""
        purpose = f"Gives what refers to two {t}s by {f} to one where it fits, or splits one at random."
        return proposer_text("SmartMerge", purpose, self.share, body)


_NEAR = """\
def near(self, x, i):
    size = self.starts[self.own[i] + 1] - self.starts[self.own[i]]
    return 1.0 / ((self.own_starts[x + 1] - self.own_starts[x]) * (size - 1))

"""
"""A method that gives what one group adds to r(y|x), see `moves/candidates.py`; `own[i]` is a group of x."""
