"""Smart split, dumb merge: data say which object is to be split, and how; objects are merged at random.

With equal probability the move splits or merges.

* A split draws a variable, second, from all that may be set, in proportion to w(x) = 1 + m - l(x), where l(x) is ln of
  the factors of the evidence that reads F at x, and m the greatest of all: what fits its object badly is drawn more
  often. First is one of the others that refer to the same object i, all alike. Second goes to a new object j, and each
  of the others goes where it fits, if i had the attributes observed of first and j those of second. Then both get
  attributes from the law r of `attributes.py`.
* A merge draws first and second from all arguments, all alike. What refers to the object of second goes to that of
  first, which gets attributes from r.

Proof. The reverse of a split is the merge of the same pair, and the other way round. Let S be all that refer to i
before the split and may be set, A and B what it is split into, g(A, B) the probability of that, the product over S but
the pair; W the sum of w over all that may be set, in the state before the split; and M the number of arguments. Then

    split: 1/2 · w(second)/W · 1/(|S| - 1) · g(A, B) r(a_i′|A) r(a_j|B),    merge: 1/2 · 1/M² · r(a_i|S),

and ln q(s|s′)/q(s′|s) is the ln of the one over the other. What is said in `restricted_split_merge.py` of S, of g and
of what may be asked for holds here: g and w look at evidence, S and the merged state alone. A state in which some l(x)
is minus infinity is impossible, and the move to it is rejected.

With candidates, second is drawn from those alone that have some, and W and m are taken over these; first is one of the
n candidates of second that refer to i and may be set, all alike; and a merge draws its pair from the law of
`moves/candidates.py`, here c(first, second). The restriction stands on both sides, and not in the same way, so that it
is charged: a split has 1/n in place of 1/(|S| - 1), and a merge c(first, second) in place of 1/M². If one is a
candidate of the other, so is the other of the one: what a merge may draw a split may, and the other way round. Others
of S go where they fit, candidates or not.

Why smart with dumb. If merges, too, chose what looks best, the merge that undoes a good split would be one that
looks bad and is seldom proposed, so that good splits would seldom be accepted. `SmartMerge` is the other pair.

A step looks at all variables of F, or all that have candidates: the work of a step is linear in their number, which
`limit` bounds.

Reference: W. Wang and S. Russell, "A smart-dumb/dumb-smart algorithm for efficient split-merge MCMC", Uncertainty in
Artificial Intelligence 31 (2015).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from noumena.moves.candidates import Candidates
from noumena.moves.library.attributes import not_free, removal, split_data
from noumena.moves.library.fitting import Fitting
from noumena.moves.library.phrases import CANDIDATE, NEARNESS, made_with, only_if, pair_of_arguments, proposer_text
from noumena.moves.library.splitting import check_looking_at_all, splitting
from noumena.moves.library.written import LibraryMove
from noumena.moves.table import Table


@dataclass(frozen=True)
class SmartSplit(LibraryMove):
    """Splits what fits badly and merges at random, such as `SmartSplit("PubCited", {"Title": "Text"})`.

    The function has guaranteed objects of one type as its argument, `limit` at most, or with `candidates` so many that
    have some; the rest is as for `RestrictedSplitMerge`.
    """

    function: str
    attributes: Mapping[str, str] = field(default_factory=dict, hash=False)
    limit: int = 10_000
    candidates: Candidates | None = field(default=None, repr=False, compare=False)

    @property
    def name(self) -> str:
        """`SmartSplit(PubCited)`."""
        return f"SmartSplit({self.function})"

    def data(self, table: Table) -> Mapping[str, Any]:
        """The candidates, if there are any, and the scales of real attributes."""
        return split_data(table, self.candidates, self.attributes)

    def text(self, table: Table) -> str:
        """The source of the proposer."""
        fitting = Fitting(self.name, table)
        f, named = self.function, self.attributes
        made = splitting(fitting, f, named)
        fitting.candidates(self.candidates, made.entry)
        check_looking_at_all(fitting, made.entry, self.limit, self.candidates)
        t, number = made.type.name, f"world.{fitting.type_of(made.entry.objects[0]).name}.number"
        near = self.candidates
        each = f"range({number})" if near is None else "self.paired"
        pair = f"-2.0 * math.log({number})" if near is None else "self.log_pair(first, second)"
        drawing = f"{made_with(self.data(table))}{only_if(near, CANDIDATE + NEARNESS + _LOG_PAIR)}"
        body = f"""\
{drawing}{made.methods()}{made.gain()}def best(self, world):
    best = -math.inf
    for x in {each}:
        if world.{f}.free(x):
            best = max(best, self.fit(world, x))
    return best

def total(self, world, best):
    total = 0.0
    for x in {each}:
        if world.{f}.free(x):
            total += 1.0 + best - self.fit(world, x)
    return total

def worst(self, world, rng, best):
    rest = self.total(world, best)
    for x in {each}:
        if world.{f}.free(x):
            weight = 1.0 + best - self.fit(world, x)
            if rng.flip(min(weight / rest, 1.0)):
                return x
            rest -= weight
    return -1

def may_be_first(self, world, second, x):
    return x != second and world.{f}.free(x){only_if(near, " and self.nearness(second, x) > 0.0")}

def others(self, world, second, o):
    others = 0
    for x in world.{f}.preimage(o):
        if self.may_be_first(world, second, x):
            others += 1
    return others

def shared(self, world, rng, members, kept, other, splits):
    log_g = 0.0
    for x in members:
        gain = self.gain(world, x, kept, other)
        goes = rng.flip(1.0 / (1.0 + math.exp(-gain))) if splits else world.{f}.saved[x] == other
        log_g -= math.log1p(math.exp(-gain if goes else gain))
        world.{f}[x] = other if goes else kept
    return log_g

def split(self, world, rng):
    best = self.best(world)
    second = self.worst(world, rng, best)
    if second < 0 or world.{f}[second] == nm.NULL:
        return nm.REJECT
    kept = world.{f}[second]
    others = self.others(world, second, kept)
    if others == 0{only_if(named, f" or {not_free(named, 'kept')}")}:
        return nm.REJECT
    log_q = math.log((1.0 + best - self.fit(world, second)) / self.total(world, best)) - math.log(others)
    chosen, first = rng.integer(others), -1
    for x in world.{f}.preimage(kept):
        if self.may_be_first(world, second, x):
            if chosen == 0:
                first = x
            chosen -= 1
    log_back = {pair}
{only_if(named, "    log_back += self.log_r(world, kept)" + chr(10))}    other = world.{t}.new()
    members = [x for x in world.{f}.preimage(kept) if x != first and x != second and world.{f}.free(x)]
    world.{f}[second] = other
{made.launch()}    log_q += self.shared(world, rng, members, kept, other, True)
{
            only_if(
                named,
                '''    self.draw(world, rng, kept)
    self.draw(world, rng, other)
    log_q += self.log_r(world, kept) + self.log_r(world, other)
''',
            )
        }    return log_back - log_q

def propose(self, world, rng):
    if rng.flip(0.5):
        return self.split(world, rng)
    {pair_of_arguments(fitting, made.entry, near)}
    if first == second or not world.{f}.free(first) or not world.{f}.free(second):
        return nm.REJECT
    kept, other = world.{f}[first], world.{f}[second]
    if kept == other or kept == nm.NULL or other == nm.NULL:
        return nm.REJECT
{
            only_if(
                made.no_way_back(),
                f'''    if {made.no_way_back()}:  # no split would undo it
        return nm.REJECT
''',
            )
        }    log_q, log_back = {pair}, 0.0
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
    members = [x for x in world.{f}.preimage(kept) if x != first and x != second and world.{f}.free(x)]
    world.{f}[second] = other
{made.launch()}    log_back += self.shared(world, rng, members, kept, other, False)
    for x in world.{f}.preimage(other):
        world.{f}[x] = kept
{
            only_if(
                named,
                f'''{removal(named, "other", " " * 4)}    self.draw(world, rng, kept)
    log_q += self.log_r(world, kept)
''',
            )
        }    best = self.best(world)
    total = self.total(world, best)
    if not total < math.inf:  # what is impossible fits nowhere
        return nm.REJECT
    weight = 1.0 + best - self.fit(world, second)
    return log_back + math.log(weight / total) - math.log(self.others(world, second, kept)) - log_q
"""
        purpose = f"Splits a {t} that something by {f} fits badly, or gives what refers to two to one at random."
        return proposer_text("SmartSplit", purpose, self.share, body)


_LOG_PAIR = """\
def log_pair(self, first, second):
    return math.log(self.nearness(first, second) / self.paired.shape[0])

"""
"""A method that gives ln r(first, second), see `moves/candidates.py`."""
