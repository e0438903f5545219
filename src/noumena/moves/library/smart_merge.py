"""Smart merge, dumb split: data say which objects are to be merged; objects are split at random.

With equal probability the move merges or splits.

* A merge draws first from all arguments, all alike, and second from all variables that may be set and refer to another
  object than first does, in proportion to v(x): the factors of the evidence that reads F at first, if first referred to
  the object of x. What refers to the object of second goes to that of first, which gets attributes from the law r of
  `attributes.py`.
* A split draws first and second from all arguments, all alike, and is a split at random as in `split_merge.py`: second
  goes to a new object j, first stays on i, each other goes to j with probability 1/2, and both get attributes from r.

Proof. The reverse of a merge is the split of the same pair, and the other way round. Let S be all that refer to i
before the split and may be set, A and B what it is split into, V the sum of v over all that second is drawn from, in
the state before the merge, and M the number of arguments. Then

    merge: 1/2 · 1/M · v(second)/V · r(a_i′|S),    split: 1/2 · 1/M² · 2^-(|S| - 2) · r(a_i|A) r(a_j|B),

and ln q(s|s′)/q(s′|s) is the ln of the one over the other; for a split, v and V are those of the state that it leads
to. Factors below e^-700 of the best are taken for that, so that no merge is without a way back. What is said in
`restricted_split_merge.py` of S and of what may be asked for holds here.

Why dumb with smart: see `smart_split.py`, which is the other pair. A step looks at all variables of F: the work of a
step is linear in their number, which `limit` bounds.

Reference: W. Wang and S. Russell, "A smart-dumb/dumb-smart algorithm for efficient split-merge MCMC", Uncertainty in
Artificial Intelligence 31 (2015).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from noumena.moves.library.attributes import not_free, removal
from noumena.moves.library.fitting import Fitting
from noumena.moves.library.phrases import any_argument, only_if, proposer_text
from noumena.moves.library.splitting import check_looking_at_all, splitting
from noumena.moves.library.written import LibraryMove
from noumena.moves.table import Table


@dataclass(frozen=True)
class SmartMerge(LibraryMove):
    """Merges objects where they fit and splits at random, such as `SmartMerge("PubCited", {"Title": "Text"})`.

    The function has guaranteed objects of one type as its argument, `limit` at most; the rest is as for
    `RestrictedSplitMerge`.
    """

    function: str
    attributes: Mapping[str, str] = field(default_factory=dict, hash=False)
    limit: int = 10_000

    @property
    def name(self) -> str:
        """`SmartMerge(PubCited)`."""
        return f"SmartMerge({self.function})"

    def text(self, table: Table) -> str:
        """The source of the proposer."""
        fitting = Fitting(self.name, table)
        f, named = self.function, self.attributes
        made = splitting(fitting, f, named)
        check_looking_at_all(fitting, made.entry, self.limit)
        number = f"world.{fitting.type_of(made.entry.objects[0]).name}.number"
        t, drawn = made.type.name, any_argument(fitting, made.entry)
        body = f"""\
{made.methods()}def fit_at(self, world, first, o):
    kept = world.{f}[first]
    world.{f}[first] = o
    fit = self.fit(world, first)
    world.{f}[first] = kept
    return fit

def may_be_second(self, world, first, x):
    return world.{f}.free(x) and world.{f}[x] != nm.NULL and world.{f}[x] != world.{f}[first]

def best(self, world, first):
    best = -math.inf
    for x in range({number}):
        if self.may_be_second(world, first, x):
            best = max(best, self.fit_at(world, first, world.{f}[x]))
    return best

def weight(self, world, first, x, best):
    fit = self.fit_at(world, first, world.{f}[x])
    return 1.0 if fit == best else math.exp(max(fit - best, -700.0))

def total(self, world, first, best):
    total = 0.0
    for x in range({number}):
        if self.may_be_second(world, first, x):
            total += self.weight(world, first, x, best)
    return total

def log_v(self, world, first, second):
    best = self.best(world, first)
    return math.log(self.weight(world, first, second, best) / self.total(world, first, best))

def like(self, world, rng, first):
    best = self.best(world, first)
    rest = self.total(world, first, best)
    for x in range({number}):
        if self.may_be_second(world, first, x):
            weight = self.weight(world, first, x, best)
            if rng.flip(min(weight / rest, 1.0)):
                return x
            rest -= weight
    return -1

def log_splits(self, world, o):
    others = -2
    for x in world.{f}.preimage(o):
        if world.{f}.free(x):
            others += 1
    return -others * math.log(2.0)

def merge(self, world, rng):
    first = {drawn}
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
        }    log_q, log_back = self.log_v(world, first, second), -math.log({number})
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
    first, second = {drawn}, {drawn}
    if first == second or not world.{f}.free(first) or not world.{f}.free(second):
        return nm.REJECT
    kept = world.{f}[first]
    if kept == nm.NULL or world.{f}[second] != kept{only_if(named, f" or {not_free(named, 'kept')}")}:
        return nm.REJECT
    log_q, log_back = self.log_splits(world, kept) - math.log({number}), 0.0
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
