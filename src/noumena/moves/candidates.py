"""Candidates: groups of objects that may belong together, so that moves need not try pairs which cannot.

A group is a canopy, a block, or whatever a user takes for one. Groups may overlap. They are made from data before the
run, never from samples (a11), so that what is drawn from them does not depend on the state.

The law of pairs. An object x is drawn, all alike, from those that share a group with another; then one of its groups,
all alike; then another member y of that group, all alike:

    r(x, y) = 1/P · r(y|x),    r(y|x) = 1/|G(x)| · Σ 1/(|g| - 1) over the groups g that hold both,

with P the number of such objects and G(x) the groups of x. No pairs are listed: a group of a million costs a million
words.

Proof that the law cancels. Let a move draw (x, y) from r, and then be in balance with the posterior given that pair:
π(s) q(s′|s, x, y) a(s, s′) = π(s′) q(s|s′, x, y) a(s′, s), where the reverse draws the same pair in the same order. The
pair is drawn without a look at the state, so that r(x, y) stands on both sides, and summed over all pairs the move
leaves the posterior as it is (b7). It does not matter that r is not symmetric, nor that a pair is in several groups.
The same holds if only x is drawn whatever the state is, and y is charged as r(y|x), summed over all y that lead to the
same state. Pairs without a group in common are never drawn: what they would do is left to other moves.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from noumena.model.diagnostics import refused

Numbers = npt.NDArray[np.int64]


@dataclass(frozen=True, eq=False, repr=False)
class Candidates:
    """Groups of the positions of guaranteed objects, as flat arrays: those of a function's arguments, from 0 up.

    The members of group g are `members[starts[g]:starts[g + 1]]`, sorted; the groups of object x are
    `own[own_starts[x]:own_starts[x + 1]]`, sorted. A group has two members at least, since others make no pair.
    `paired` are the objects that are in a group.
    """

    starts: Numbers
    members: Numbers
    own_starts: Numbers
    own: Numbers
    paired: Numbers

    @classmethod
    def from_groups(cls, groups: Iterable[Iterable[int]], number: int | None = None) -> Candidates:
        """Groups as they are given; there are `number` objects, or as many as the groups tell."""
        sizes, members = [], []
        for position, group in enumerate(groups):
            if isinstance(group, str | bytes) or not isinstance(group, Iterable):
                seen = f"group {position} is {group!r}, of type {type(group).__name__}"
                raise refused(seen, "a group is a list of whole numbers, the positions of objects")
            found = [_position(x, position) for x in group]
            sizes.append(len(found))
            members += found
        largest = max(members, default=-1)
        if number is not None and largest >= number:
            raise refused(f"a group has {largest}, and there are {number} objects", "the first one is 0")
        return joined(np.repeat(np.arange(len(sizes)), sizes), members, largest + 1 if number is None else number)

    @property
    def number(self) -> int:
        """How many objects there are, those in no group included."""
        return len(self.own_starts) - 1

    @property
    def most(self) -> int:
        """The most that one object finds in its groups, others that are in several of them counted as often."""
        sizes = np.diff(self.starts)
        found = np.bincount(self.members, np.repeat(sizes - 1, sizes), minlength=1)
        return int(found.max())

    def groups(self) -> Iterator[list[int]]:
        """The members of each group."""
        for start, end in zip(self.starts[:-1], self.starts[1:], strict=True):
            yield self.members[start:end].tolist()

    def of(self, x: int) -> list[int]:
        """The objects that share a group with an object, sorted."""
        groups = self.own[self.own_starts[x] : self.own_starts[x + 1]]
        found = [self.members[self.starts[g] : self.starts[g + 1]] for g in groups]
        return [y for y in np.unique(np.concatenate(found)).tolist() if y != x] if found else []

    def __or__(self, other: Candidates) -> Candidates:
        """The groups of both: `blocks(names) | blocks(streets)`."""
        both = (self, other)
        sizes = np.concatenate([np.diff(c.starts) for c in both])
        members = np.concatenate([c.members for c in both])
        return joined(np.repeat(np.arange(len(sizes)), sizes), members, max(c.number for c in both))

    def smaller(self, number: int) -> Candidates:
        """Candidates of so many objects, for a smaller model: the first ones of the groups, renamed to be 0 and up."""
        _, first = np.unique(self.members, return_index=True)
        kept = np.sort(self.members[np.sort(first)[:number]])
        is_kept = np.isin(self.members, kept)
        groups = np.repeat(np.arange(len(self.starts) - 1), np.diff(self.starts))
        return joined(groups[is_kept], np.searchsorted(kept, self.members[is_kept]), number)

    def __repr__(self) -> str:
        sizes = np.diff(self.starts)
        largest = f", the largest of {sizes.max():,}" if len(sizes) else ""
        return f"<Candidates: {len(self.paired):,} of {self.number:,} objects in {len(sizes):,} groups{largest}>"

    def arrays(self) -> dict[str, Any]:
        """What the text of a move is given, by the names of its fields."""
        return {name: getattr(self, name) for name in FIELDS}


FIELDS = ("starts", "members", "own_starts", "own", "paired")


def joined(groups: npt.ArrayLike, members: npt.ArrayLike, number: int) -> Candidates:
    """Candidates from two lists that say which group has which member; a member counts once in a group."""
    group, member = np.asarray(groups, np.int64), np.asarray(members, np.int64)
    order = np.lexsort((member, group))
    group, member = group[order], member[order]
    is_other = np.ones(len(group), np.bool_)
    is_other[1:] = (group[1:] != group[:-1]) | (member[1:] != member[:-1])
    group, member = group[is_other], member[is_other]
    _, group, sizes = np.unique(group, return_inverse=True, return_counts=True)
    is_shared = sizes[group] > 1
    group, member, sizes = (np.cumsum(sizes > 1) - 1)[group[is_shared]], member[is_shared], sizes[sizes > 1]
    counts = np.bincount(member, minlength=number)
    return Candidates(
        starts=_fixed(np.concatenate([[0], np.cumsum(sizes)])),
        members=_fixed(member),
        own_starts=_fixed(np.concatenate([[0], np.cumsum(counts)])),
        own=_fixed(group[np.argsort(member, kind="stable")]),
        paired=_fixed(np.flatnonzero(counts)),
    )


def _fixed(values: npt.NDArray[Any]) -> Numbers:
    made = np.ascontiguousarray(values, np.int64)
    made.flags.writeable = False
    return made


def _position(x: object, group: int) -> int:
    if isinstance(x, bool | np.bool_) or not isinstance(x, int | np.integer):
        seen = f"group {group} has {x!r}, of type {type(x).__name__}"
        raise refused(seen, "members are whole numbers, the positions of objects")
    if x < 0:
        raise refused(f"group {group} has {x}", "positions count from 0")
    return int(x)
