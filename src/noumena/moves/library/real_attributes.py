"""Real attributes from data: a law with a density r(a|S) by which a move proposes reals (b7).

`{"Centre": "X"}` says that the centre of an object is near the mean of what was observed as X of all that refer to it.
With S those, n how many they are, m the mean of their data d(x), and N(a; m, v) the density of a normal of mean m and
variance v,

    r(a|S) = 1/2 N(a; m, v(s)) + 1/2 N(a; m, v(t)),    v(s) = (s² + Σ (d(x) - m)²)/(n (n + 1)),

where the sum is over S. Where nothing but m and the spread in S is known, the centre lies about m by that spread over
√n; s² stands for one more observation, so that one or a few that are alike have a spread too. It is not known how far
apart data of one object are. So there are two scales: s is the standard deviation of all data, which is too wide where
there are many objects, and t is the median of the gaps between neighbours among their values, which is too narrow where
there are few. Data that are all alike have s = t = 1.

Proof. Both scales are numbers that are fixed before the run. So r is a density in a for any S, it is positive
everywhere, and it depends on S and on evidence alone. It stands in the ratios where the probability k(a)/|S| of
`attributes.py` stands: a split that draws a_i′ and a_j pays r(a_i′|A) r(a_j|B), and the merge that undoes it is paid
the same for what it removes and draws anew. Values are set outright and none is computed from another, so that q has
the density r itself, and there is no Jacobian. The prior must have a density too, or a ratio of the two would mean
nothing: attributes that may be drawn from a mass are refused.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import numpy.typing as npt

from noumena.model.expressions import Draw, RandomCall
from noumena.model.trees import ends
from noumena.moves.library.fitting import Fitting
from noumena.moves.table import Table
from noumena.moves.wording import Complaint


def check_density(fitting: Fitting, a: str, d: str) -> None:
    """Refuses a real attribute, drawn in all cases, that may be drawn from a mass, and data of which some are null."""
    problem = fitting.table.problem
    body = problem.random[list(problem.random)[fitting.function(a).kind]].body
    if not all(isinstance(end, Draw) and end.distribution.density for end in ends(body)):
        message = f"the values of `{a}` are reals that do not always have a density"
        fitting.refuse(Complaint(message, "leave it to the engine"))
    if None in _observed(fitting.table, d):
        fitting.refuse(Complaint(f"`{d}` is observed to be null", "leave the attribute to the engine"))


def spreads(table: Table, given: Mapping[str, str]) -> dict[str, npt.NDArray[np.float64]]:
    """For each attribute that is real s² and t² of its data, under the name of the field that holds them."""
    found = {}
    for a in real_ones(table, given):
        values = np.asarray(_observed(table, given[a]), np.float64)
        gaps = np.diff(np.unique(values))
        squares = [values.var(), np.median(gaps) ** 2] if len(gaps) else [1.0, 1.0]
        found[f"spread_{a}"] = np.asarray(squares, np.float64)
    return found


def real_ones(table: Table, given: Mapping[str, str]) -> list[str]:
    """The attributes whose values are reals."""
    return [a for a in given if any(entry.real for entry in table.functions.get(a, ()))]


def real_methods(table: Table, f: str, given: Mapping[str, str]) -> str:
    """Methods of a proposer: `about_Centre` gives m, Σ (d(x) - m)² and n (n + 1); `log_mixed` is ln of the density."""
    reals = real_ones(table, given)
    about = "".join(
        f"""\
def about_{a}(self, world, o):
    number, mean, squares = 0, 0.0, 0.0
    for x in world.{f}.preimage(o):
        number += 1
        mean += world.{given[a]}[x]
    mean /= number
    for x in world.{f}.preimage(o):
        squares += (world.{given[a]}[x] - mean) ** 2
    return mean, squares, number * (number + 1.0)

"""
        for a in reals
    )
    return f"{about}{_LOG_MIXED}" if reals else ""


def real_drawing(a: str) -> str:
    """Lines that draw a real attribute of `o`."""
    return f"""\
    mean, squares, ways = self.about_{a}(world, o)
    spread = self.spread_{a}[1 if rng.flip(0.5) else 0]
    world.{a}[o] = mean + rng.normal() * math.sqrt((spread + squares) / ways)
"""


def real_density(a: str) -> str:
    """Lines that add ln r of a real attribute of `o` to `log_r`."""
    return f"""\
    mean, squares, ways = self.about_{a}(world, o)
    wide, narrow = (self.spread_{a}[0] + squares) / ways, (self.spread_{a}[1] + squares) / ways
    log_r += self.log_mixed((world.{a}[o] - mean) ** 2, wide, narrow)
"""


_LOG_MIXED = """\
def log_mixed(self, square, wide, narrow):
    one = -0.5 * (square / wide + math.log(2.0 * math.pi * wide))
    other = -0.5 * (square / narrow + math.log(2.0 * math.pi * narrow))
    return max(one, other) + math.log1p(math.exp(-abs(one - other))) - math.log(2.0)

"""


def _observed(table: Table, d: str) -> list[object]:
    """All values that were observed of a function."""
    (entry,) = table.functions[d]
    key = list(table.problem.random)[entry.kind]
    return [e.value for e in table.problem.evidence if isinstance(e.term, RandomCall) and e.term.function == key]
