"""Resegment: a text that is two strings joined is cut elsewhere.

Of an object c the text is known, and is the first part followed by the second: `Label(c) = Head(c) + Tail(c)`, which
evidence fixes. Neither part can change alone. The move draws an object c, whatever the state is, and finds where its
text is cut now, after k of its L characters. Half of the time the new cut k′ is any of 0, …, L, all alike; else it is k
+ 1 or k - 1. Both parts are set to what is before and after it.

Proof. c is drawn from the same law in both directions, and k′ from k with the same probability as k from k′, since both
laws are symmetric; what leads beyond an end is a rejection. The parts follow from the cut, and the cut from the parts,
since no two beginnings of a text are equal. So q cancels, and ln q(s|s′)/q(s′|s) = 0.

If the parts joined are not the text of c, the move is a rejection. The first state of a chain is cut where the parts
are most probable, if it would not be the text: it is not to be expected that the prior draws it. A model in which the
parts may decide whether the parts of others are read is refused.

All beginnings and ends of the texts are data of the move, so that it is compiled: their number is that of the
characters.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from noumena.model.influence import influence
from noumena.model.types import STRING
from noumena.moves.library.fitting import OWN_PROPOSER, Fitting
from noumena.moves.library.phrases import proposer_text
from noumena.moves.library.written import LibraryMove
from noumena.moves.table import FunctionEntry, Table
from noumena.moves.wording import Complaint


@dataclass(frozen=True)
class Resegment(LibraryMove):
    """Cuts texts elsewhere: `Resegment("Head", "Tail", texts)`, where `Head(c) + Tail(c)` is known to be `texts[c]`.

    Both are String functions of one guaranteed object, and there is a text for each, in their order.
    """

    first: str
    second: str
    texts: Sequence[str] = field(repr=False, compare=False)

    @property
    def name(self) -> str:
        """`Resegment(Head, Tail)`."""
        return f"Resegment({self.first}, {self.second})"

    def data(self, table: Table) -> Mapping[str, Any]:
        """The beginnings and ends of all texts, as numbers that stand for strings, and where each text begins."""
        lengths = [len(t) + 1 for t in self.texts]
        begin = np.concatenate([[0], np.cumsum(lengths)]).astype(np.int64)
        heads = [int(table.encode(t[:k], STRING)) for t in self.texts for k in range(len(t) + 1)]
        tails = [int(table.encode(t[k:], STRING)) for t in self.texts for k in range(len(t) + 1)]
        return {"begin": begin, "heads": np.array(heads, np.int64), "tails": np.array(tails, np.int64)}

    def text(self, table: Table) -> str:
        """The source of the proposer."""
        fitting = Fitting(self.name, table)
        f, g = self.first, self.second
        entries = [fitting.changeable(name) for name in (f, g)]
        for entry in entries:
            self._check(fitting, entry)
        if f == g or entries[0].objects != entries[1].objects:
            message = f"`{f}` and `{g}` must be two functions of the same argument"
            fitting.refuse(Complaint(message))
        self._check_read(fitting, entries)
        type_ = fitting.type_of(entries[0].objects[0])
        self._check_texts(fitting, len(type_.guaranteed), type_.name)
        body = f"""\
def __init__(self, begin, heads, tails):
    self.begin, self.heads, self.tails = begin, heads, tails

def cut(self, world, c):
    for at in range(self.begin[c], self.begin[c + 1]):
        if self.heads[at] == world.{f}[c] and self.tails[at] == world.{g}[c]:
            return at
    return -1

def first_state(self, world, rng):
    for c in range(world.{type_.name}.number):
        if world.{f}.free(c) and world.{g}.free(c) and self.cut(world, c) < 0:
            best, most = self.begin[c], -math.inf
            for at in range(self.begin[c], self.begin[c + 1]):
                world.{f}[c] = self.heads[at]
                world.{g}[c] = self.tails[at]
                fit = world.{f}.log_prob(c) + world.{g}.log_prob(c)
                if fit > most:
                    best, most = at, fit
            world.{f}[c] = self.heads[best]
            world.{g}[c] = self.tails[best]

def propose(self, world, rng):
    c = rng.integer(world.{type_.name}.number)
    if not world.{f}.free(c) or not world.{g}.free(c):
        return nm.REJECT
    old = self.cut(world, c)
    if old < 0:
        return nm.REJECT
    if rng.flip(0.5):
        new = self.begin[c] + rng.integer(self.begin[c + 1] - self.begin[c])
    else:
        new = old + 1 - 2 * rng.integer(2)
    if new == old or new < self.begin[c] or new >= self.begin[c + 1]:
        return nm.REJECT
    world.{f}[c] = self.heads[new]
    world.{g}[c] = self.tails[new]
    return 0.0
"""
        purpose = f"Cuts the text of a {type_.name} elsewhere: its beginning is {f}, its end {g}."
        return proposer_text("Resegment", purpose, self.share, body)

    def _check(self, fitting: Fitting, entry: FunctionEntry) -> None:
        """Refuses what is not a String function of one guaranteed object."""
        if entry.result_name != str(STRING):
            message = f"the values of `{entry.name}` are not strings but {entry.result_name}"
            fitting.refuse(Complaint(message))
        if len(entry.objects) != 1 or not fitting.has_guaranteed_arguments(entry):
            message = f"`{entry.name}` must have one argument, a guaranteed object"
            fitting.refuse(Complaint(message))

    def _check_read(self, fitting: Fitting, entries: Sequence[FunctionEntry]) -> None:
        """Refuses parts that may decide whether parts are read."""
        keys = list(fitting.table.problem.random)
        own = [keys[entry.kind] for entry in entries]
        if not influence(fitting.table.problem, own).decided.isdisjoint(own):
            message = f"the values of `{self.first}` and `{self.second}` decide which of them are in the state"
            fitting.refuse(Complaint(message, OWN_PROPOSER))

    def _check_texts(self, fitting: Fitting, number: int, type_: str) -> None:
        """Refuses what is not a text for each object."""
        if isinstance(self.texts, str) or len(self.texts) != number:
            seen = "one string" if isinstance(self.texts, str) else f"{len(self.texts)} texts"
            message = f"`texts` is {seen}, and there are {number} {type_}"
            fitting.refuse(Complaint(message, "give one for each, in order"))
        for text in self.texts:
            if not isinstance(text, str):
                fitting.refuse(Complaint(f"`texts` has {text!r}, which is no string"))
