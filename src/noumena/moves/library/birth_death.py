"""Birth-death: the number of objects of a type goes up or down by one (a12).

Up and down are drawn with probability 1/2 each, and the number variable n of the type is set to n + 1 or n - 1.

Proof. The reverse of a birth is a death and has the same probability: ln q(s|s′)/q(s′|s) = 0. There is no death at
n = 0. What is born is referred to by nobody, and only what nobody refers to dies:

* Objects of an abstract type are not told apart unless something refers to them. Only n changes, and the engine's ratio
  has (n′)_m/(n)_m for the m that are in use, which is 0 if n′ < m, beside the factors of what is drawn from the
  objects.
* Objects of a concrete type are numbered. A birth appends the object n + 1, a death takes the last one away. If
  something refers to that, its factor in the new state is 0 and the move is rejected. What a term reads of each object
  is the engine's: drawn from its CPD for what is born, dropped with what dies.

Where the number is not in the state, evidence or derived, the move is a rejection. What comes to be needed at n = 1,
when a choice from no object becomes one from one, is the engine's too.

Reference: P. J. Green, "Reversible jump Markov chain Monte Carlo computation and Bayesian model determination",
Biometrika 82 (1995), 711-732.
"""

from __future__ import annotations

from dataclasses import dataclass

from noumena.moves.library.fitting import Fitting
from noumena.moves.library.phrases import proposer_text
from noumena.moves.library.written import LibraryMove
from noumena.moves.table import Table


@dataclass(frozen=True)
class BirthDeath(LibraryMove):
    """Adds or takes away an object that nobody refers to, such as `BirthDeath("Pub")`.

    The type has one number statement without generating objects, and may be abstract or concrete.
    """

    type: str

    @property
    def name(self) -> str:
        """`BirthDeath(Pub)`."""
        return f"BirthDeath({self.type})"

    def text(self, table: Table) -> str:
        """The source of the proposer."""
        fitting = Fitting(self.name, table)
        fitting.counted(fitting.type_named(self.type))
        number = f"world.number.{self.type}"
        body = f"""\
def propose(self, world, rng):
    if not {number}.free():
        return nm.REJECT
    if rng.flip(0.5):
        {number}[()] += 1
    elif {number}[()] > 0:
        {number}[()] -= 1
    else:
        return nm.REJECT
    return 0.0
"""
        return proposer_text("BirthDeath", f"One {self.type} more or less.", self.share, body)
