"""Swap-referrers: two variables exchange the objects that they refer to.

Two variables of a function F, first and second, are drawn whatever the state is, from all or from candidates, and each
gets the object of the other.

Proof. The pair is drawn from a law that does not look at the state. The move undoes itself: the reverse draws the same
pair and exchanges the objects again. So ln q(s|s′)/q(s′|s) = 0. Each object is referred to as often as before, so that
none comes into use or falls out of it; what else becomes needed or falls away is the engine's in both directions. A
pair of which one is not in the state, evidence or derived is a rejection, and it is one in the reverse.

Why two variables, and not all that refer to two objects. What an exchange adds to moves of a single variable is that
it keeps how often each object is referred to. Where the model fixes that, as for an assignment of each thing to a place
of its own, no single variable can move at all. An exchange of all that refer to two objects keeps it too, but is no
more than an exchange of the attributes of these objects, which moves of the attributes can make.

A variable that is exchanged must be in the state afterwards. Therefore the move refuses a function whose value may
decide, by the text of the model, which of its variables are read.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from noumena.moves.candidates import Candidates
from noumena.moves.library.fitting import Fitting
from noumena.moves.library.phrases import CANDIDATE, made_with, only_if, pair_of_arguments, proposer_text, spread
from noumena.moves.library.written import LibraryMove
from noumena.moves.table import Table
from noumena.moves.wording import Complaint


@dataclass(frozen=True)
class SwapReferrers(LibraryMove):
    """Exchanges the objects of two variables of a function, such as `SwapReferrers("PubCited")`.

    The function has guaranteed objects as its arguments, and its values are objects of any type. With `candidates`
    only those exchange their objects that are candidates of each other.
    """

    function: str
    candidates: Candidates | None = field(default=None, repr=False, compare=False)

    @property
    def name(self) -> str:
        """`SwapReferrers(PubCited)`."""
        return f"SwapReferrers({self.function})"

    def data(self, table: Table) -> Mapping[str, Any]:
        """The candidates, if there are any."""
        return {} if self.candidates is None else self.candidates.arrays()

    def text(self, table: Table) -> str:
        """The source of the proposer."""
        fitting = Fitting(self.name, table)
        f, entry = self.function, fitting.reference(self.function)
        if not entry.objects:
            complaint = Complaint(f"`{f}` has no arguments, and is one variable only", "the move needs two to exchange")
            fitting.refuse(complaint)
        fitting.always_read(entry)
        fitting.candidates(self.candidates, entry)
        body = f"""\
{made_with(self.data(table))}{only_if(self.candidates, CANDIDATE)}def propose(self, world, rng):
    {pair_of_arguments(fitting, entry, self.candidates)}
    if first == second or not world.{f}.free({spread("first", entry)}) or not world.{f}.free({spread("second", entry)}):
        return nm.REJECT
    one, other = world.{f}[first], world.{f}[second]
    if one == other or one == nm.NULL or other == nm.NULL:
        return nm.REJECT
    world.{f}[first] = other
    world.{f}[second] = one
    return 0.0
"""
        purpose = f"Exchanges the {fitting.type_of(entry.result).name} of two variables of {f}."
        return proposer_text("SwapReferrers", purpose, self.share, body)
