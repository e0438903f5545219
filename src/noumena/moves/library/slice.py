"""Slice sampling of one real variable: a draw from all values that are probable enough (a10).

A variable x of a real function is drawn. With p the density of the state as a function of x, all else being as it is,
a level y is drawn uniformly below p(x), and the new value from an interval around x, so that p(x′) > y:

* stepping out: an interval of the given width is laid over x at random, and its ends go outwards by whole widths while
  they are in the slice {p > y}, the lower one at most J times and the upper one at most m - 1 - J times, with J drawn
  uniformly from 0 to m - 1;
* shrinkage: a point of the interval is drawn. If it is in the slice, it is x′; if not, it becomes the end of the
  interval on its side of x, and another point is drawn.

Proof. (x, y) has the uniform law below p, and y is drawn given x. It is left to show that, given y, x is drawn from x′
as probably as x′ from x, way by way. The position of x in the first interval is uniform, so that a grid of widths is
laid with the same density from both. Stepping out from x goes over the cell of x′, so the grid points between them are
in the slice, and from x′ it goes back over them: the ends stop where the slice ends on the grid, the same from both, or
where J is met. If the cell of x′ is d widths above that of x, J from x and J + d from x′ let the ends go equally far,
so that as many J lead to the same interval. In the shrinkage the points that are drawn and left out may be the same
from x′: each becomes the same end, since x and x′ lie on the same side of it, as both stay in the interval. So the
whole sequence has the same density. After 200 points the move is a rejection, and so it is for that sequence from x′.

`weigh` gives ln p(x′)/p(x), and -ln p(x′)/p(x) is returned, so that what was drawn is accepted. The variable must
decide nothing of what the state holds, which `weigh` would draw (`apart`); other models are refused. Which variable is
drawn cancels, as in `Drift`. A variable that is not in the state, evidence or derived is a rejection.

Reference: R. M. Neal, "Slice sampling", Annals of Statistics 31 (2003), 705-767, figures 3 and 5.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from noumena.moves.library.fitting import Fitting
from noumena.moves.library.phrases import proposer_text
from noumena.moves.library.weighing import drawn_argument, real_function, weighed_apart
from noumena.moves.library.written import LibraryMove
from noumena.moves.table import Table
from noumena.moves.wording import Complaint

SHRINKS = 200
"""How many points are drawn at most: the interval is then smaller than the distance of neighbouring reals."""


@dataclass(frozen=True)
class Slice(LibraryMove):
    """Draws a variable of a real function from a slice of its density, such as `Slice("Mu", width=2.0)`.

    `width` is about the width of the posterior; an interval is at most `steps` widths wide. The function's arguments
    are guaranteed objects, or one object of any type, or there are none; it decides nothing of what the state holds.
    """

    function: str
    width: float = 1.0
    steps: int = 32

    @property
    def name(self) -> str:
        """`Slice(Mu)`."""
        return f"Slice({self.function})"

    def text(self, table: Table) -> str:
        """The source of the proposer."""
        fitting = Fitting(self.name, table)
        f, entry = self.function, real_function(fitting, self.function)
        if not 0 < self.width < math.inf:
            fitting.refuse(Complaint(f"the width of an interval is {self.width}", "it must be above 0"))
        if not self.steps >= 1:
            fitting.refuse(Complaint(f"an interval is at most {self.steps} widths wide", "it must be 1 or more"))
        weighed_apart(fitting, [entry])
        picked, index, free = drawn_argument(fitting, f, [entry])
        drawing = "".join(f"    {line}\n" for line in picked.splitlines())
        x = ", x" if entry.objects else ""
        body = f"""\
def ratio(self, world, value{x}):
    world.{f}[{index}] = value
    return world.weigh(0)

def propose(self, world, rng):
{drawing}    if not world.{f}.free({free}):
        return nm.REJECT
    old = world.{f}[{index}]
    level = math.log(1.0 - rng.uniform())
    low = old - {float(self.width)!r} * rng.uniform()
    high = low + {float(self.width)!r}
    below = rng.integer({self.steps})
    above = {self.steps - 1} - below
    while below > 0 and self.ratio(world, low{x}) > level:
        low -= {float(self.width)!r}
        below -= 1
    while above > 0 and self.ratio(world, high{x}) > level:
        high += {float(self.width)!r}
        above -= 1
    for _ in range({SHRINKS}):
        new = low + (high - low) * rng.uniform()
        weight = self.ratio(world, new{x})
        if weight > level:
            world.{f}[{index}] = new
            return -weight
        if new < old:
            low = new
        else:
            high = new
    return nm.REJECT
"""
        return proposer_text("Slice", f"Draws one variable of {f} from a slice of its density.", self.share, body)
