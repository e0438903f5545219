"""Blocked Gibbs: several variables with few values are drawn together given all others (a9, b6).

An argument x is drawn, and all combinations of values of F(x), G(x), … are weighed as the engine completes them. One is
drawn by its weight.

Proof. Which x is drawn cancels if its arguments are drawn from as many in both directions. Guaranteed objects are
always as many. The numbered objects of a concrete type, and the identifiers of an abstract type that are in use, are if
the block does not decide how many there are; models in which the text does not show that are refused.

Let R be what the state holds besides the block whatever its values are, and a(o) what a combination o needs beside R:
drawn by the engine from the prior r(·|R, o), while the combination of the state keeps its own. `weigh` gives ln of

    w(o) = p(R, o, a(o)) / r(a(o)|R, o)

less that of the state. With two combinations the other one is taken with probability w(o′) / (w(o) + w(o′)), which
balances by itself whatever the engine has drawn (Barker). With more of them, the state with the a(o) of all other
combinations has the density w(o) ∏ r(a(o′)|R, o′) if no two need the same variables unless all do; drawing these, and
then o by its weight, leaves it as it is. Models in which the text does not show that are refused (`apart`). What was
weighed is kept, so that ln q(s|s′)/q(s′|s) = -ln w(o′)/w(o), and every draw is accepted. If one of the variables is not
in the state, evidence or derived, the move is a rejection.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from noumena.moves.library.fitting import Fitting
from noumena.moves.library.phrases import only_if, proposer_text
from noumena.moves.library.weighing import DRAWN, drawn_argument, weighed_apart
from noumena.moves.library.written import LibraryMove
from noumena.moves.proposer import NULL
from noumena.moves.table import FunctionEntry, Table
from noumena.moves.wording import Complaint

MOST = 1024
"""How many combinations are weighed at most."""


@dataclass(frozen=True, init=False)
class BlockedGibbs(LibraryMove):
    """Draws several variables of one argument given all others, such as `BlockedGibbs("Size", "Colour")`.

    The functions have the same arguments, guaranteed objects, one object of another type, or none, and few values that
    the text of the model tells, at most 1,024 combinations.
    """

    functions: tuple[str, ...]

    def __init__(self, *functions: str, share: float = LibraryMove.share) -> None:
        object.__setattr__(self, "functions", functions)
        object.__setattr__(self, "share", share)

    @property
    def name(self) -> str:
        """`BlockedGibbs(Size, Colour)`."""
        return f"BlockedGibbs({', '.join(self.functions)})"

    def text(self, table: Table) -> str:
        """The source of the proposer."""
        fitting = Fitting(self.name, table)
        entries = [fitting.changeable(f) for f in self.functions]
        options = self._options(fitting, entries)
        picked, index, free = drawn_argument(fitting, self.functions[0], entries)
        is_concrete = any(t >= 0 and fitting.type_of(t).concrete for t in entries[0].objects)
        if options > 2 or is_concrete:
            weighed_apart(fitting, entries)
        block = [f"world.{f}" for f in self.functions]
        held = " and ".join(f"{view}.free({free})" for view in block)
        setting, size = "", 1
        for view, entry in zip(block, entries, strict=True):
            setting += f"""\
    value = {entry.domain}[{only_if(size > 1, f"i // {size}") or "i"} % {len(entry.domain)}]
    if value != {view}[{index}]:
        {view}[{index}] = value
        changed = True
"""
            size *= len(entry.domain)
        x = ", x" if entries[0].objects else ""
        drawing = "".join(f"    {line}\n" for line in picked.splitlines())
        body = f"""\
def change(self, world, i{x}):
    changed = False
{setting}    return changed

def propose(self, world, rng):
{drawing}    if not ({held}):
        return nm.REJECT
    total, chosen, weight = 0.0, -1, 0.0
    for i in range({options}):
        if not self.change(world, i{x}):
            continue
        w = world.weigh(i)
{DRAWN}    self.change(world, chosen{x})
    world.repeat(chosen)
    return -weight
"""
        purpose = f"Draws {' and '.join(self.functions)} together, given all others."
        return proposer_text("BlockedGibbs", purpose, self.share, body)

    def _options(self, fitting: Fitting, entries: Sequence[FunctionEntry]) -> int:
        """How many combinations there are; refuses functions that do not go together, or have many values."""
        if not entries:
            fitting.refuse(Complaint("no function is named", 'write BlockedGibbs("Size", "Colour")'))
        if len(set(self.functions)) < len(entries):
            fitting.refuse(Complaint("a function is named twice", "name each function once"))
        for f, entry in zip(self.functions, entries, strict=True):
            if entry.parameters != entries[0].parameters:
                mine, first = (", ".join(e.parameters) or "nothing" for e in (entry, entries[0]))
                message = f"`{f}` is a function of {mine}, and `{self.functions[0]}` of {first}"
                fitting.refuse(Complaint(message, "all functions of a block have the same arguments"))
            if not entry.domain or NULL in entry.domain:
                message = f"the values of `{f}` are not told by the text, or are many, or null is one of them"
                fitting.refuse(Complaint(message, "they are told by BooleanDistrib, UniformInt(1, 6) and the like"))
        options = math.prod(len(e.domain) for e in entries)
        if options > MOST:
            message = f"there are {options:,} combinations of values"
            fitting.refuse(Complaint(message, f"name fewer functions: at most {MOST:,} are weighed"))
        return options
