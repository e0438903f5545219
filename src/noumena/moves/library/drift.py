"""Drift: a random walk on one real variable, on its own scale, on that of its logarithm or between bounds (a10).

A variable x of a real function is drawn, and it goes to h⁻¹(h(x) + s z), z being normal, s the scale, as far as warm-up
has not adapted it, and h the identity, the logarithm, or ln (x - low)/(high - x) if there are bounds.

Proof. On the scale of h the step is as probable in both directions. q is a density of x itself, so that it has the
factor h′(x′) for a step to x′, and

    ln q(s|s′)/q(s′|s) = ln h′(x) - ln h′(x′),

which is 0, ln x′/x, and ln (x′ - low)(high - x′) - ln (x - low)(high - x). A variable out of the range of h, or a
step out of it, is a rejection.

Which variable is drawn cancels if its arguments are drawn from as many in both directions. Guaranteed objects are
always as many. Where the argument is an object of an abstract type, it is drawn from the guaranteed ones and those in
use. Their number stays the same if no function that refers to such objects, or to what they generate, depends on the
variable; models in which the text does not show that are refused. A variable that is not in the state, evidence or
derived is a rejection.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from noumena.moves.library.fitting import Fitting
from noumena.moves.library.phrases import any_argument, proposer_text, spread
from noumena.moves.library.weighing import real_function
from noumena.moves.library.written import LibraryMove
from noumena.moves.table import FunctionEntry, Table
from noumena.moves.wording import Complaint

_LINEAR = """\
world.{f}[{x}] = old + {scale!r} * rng.scale() * rng.normal()
return 0.0
"""
_ON_LOG = """\
step = {scale!r} * rng.scale() * rng.normal()
if not old > 0.0 or abs(step) > 200.0:
    return nm.REJECT
new = old * math.exp(step)
if not 0.0 < new < math.inf:
    return nm.REJECT
world.{f}[{x}] = new
return math.log(new / old)
"""
_BETWEEN = """\
step = {scale!r} * rng.scale() * rng.normal()
below, above = old - {low!r}, {high!r} - old
if not below > 0.0 or not above > 0.0 or abs(step) > 200.0:
    return nm.REJECT
new = {low!r} + {width!r} * below / (below + above * math.exp(-step))
if not {low!r} < new < {high!r}:
    return nm.REJECT
world.{f}[{x}] = new
return math.log((new - {low!r}) / below) + math.log(({high!r} - new) / above)
"""


@dataclass(frozen=True)
class Drift(LibraryMove):
    """A random walk on the variables of a real function, such as `Drift("Position", 0.5)`.

    `scale` is the standard deviation of a step, on the logarithmic scale with `on="log"`, and on the logistic one
    with `bounds=(low, high)`; warm-up may adapt it. The arguments of the function are guaranteed objects, or one object
    of an abstract type.
    """

    function: str
    scale: float
    on: str | None = None
    bounds: tuple[float, float] | None = None

    @property
    def name(self) -> str:
        """`Drift(Position)`."""
        return f"Drift({self.function})"

    def text(self, table: Table) -> str:
        """The source of the proposer."""
        fitting = Fitting(self.name, table)
        f, entry = self.function, real_function(fitting, self.function)
        self._check_options(fitting)
        picked, free = self._picking(fitting, entry)
        low, high = self.bounds or (0.0, 0.0)
        form = _BETWEEN if self.bounds is not None else _LINEAR if self.on is None else _ON_LOG
        step = form.format(
            f=f,
            x="x" if entry.objects else "()",
            scale=float(self.scale),
            low=float(low),
            high=float(high),
            width=float(high - low),
        )
        lines = f"""\
{picked}if not world.{f}.free({free}):
    return nm.REJECT
old = world.{f}[{"x" if entry.objects else "()"}]
{step}"""
        body = "scaled = True\n\ndef propose(self, world, rng):\n" + "".join(
            f"    {line}\n" for line in lines.splitlines()
        )
        return proposer_text("Drift", f"A random walk on one variable of {f}.", self.share, body)

    def _check_options(self, fitting: Fitting) -> None:
        if not 0 < self.scale < math.inf:
            fitting.refuse(Complaint(f"the scale of a step is {self.scale}", "it must be above 0"))
        if self.on not in (None, "log"):
            fitting.refuse(Complaint(f"there is no scale `{self.on}`", 'write on="log", bounds=(low, high) or neither'))
        if self.bounds is None:
            return
        if self.on is not None:
            fitting.refuse(Complaint('the step is to be both on="log" and between bounds', "choose one of them"))
        low, high = self.bounds
        if not -math.inf < low < high < math.inf:
            fitting.refuse(
                Complaint(f"the bounds are {low} and {high}", "the lower one comes first, and both are finite")
            )

    def _picking(self, fitting: Fitting, entry: FunctionEntry) -> tuple[str, str]:
        """Lines that draw an argument, and the argument as methods of views take it."""
        if not entry.objects:
            return "", ""
        if fitting.has_guaranteed_arguments(entry):
            return f"x = {any_argument(fitting, entry)}\n", spread("x", entry)
        if len(entry.objects) > 1 or entry.objects[0] < 0 or fitting.type_of(entry.objects[0]).concrete:
            arguments = ", ".join(entry.parameters)
            message = f"`{self.function}` is a function of {arguments}, and its variables cannot be counted"
            fitting.refuse(Complaint(message, "the move is for guaranteed objects, or one object of an abstract type"))
        type_ = fitting.type_of(entry.objects[0])
        watched = [e for t in fitting.with_generated(type_) for e in fitting.referring(t).values()]
        fitting.steady(watched, [entry])
        t, given = type_.name, len(type_.guaranteed)
        if given:
            lines = f"i = rng.integer({given} + world.{t}.used.number)\n"
            return f"{lines}x = i if i < {given} else world.{t}.used[i - {given}]\n", "x"
        lines = f"if world.{t}.used.number == 0:\n    return nm.REJECT\n"
        return f"{lines}x = world.{t}.used[rng.integer(world.{t}.used.number)]\n", "x"
