"""A conjugate draw: a real variable is drawn from its law given all others, which is known up to two numbers.

A variable x is drawn. Where the text shows that its law given all others is normal, gamma or beta (`conjugacy`), ln p
is a function of x of a known form, with two coefficients beside a constant. Three values of x that are chosen
beforehand are weighed, which gives the coefficients, and the new value is drawn from that law.

Proof. Let R be the state without x. x decides nothing of what the state holds, so R is the same after the move, and so
are the three weights, but for what all have in common, the p of the state: the coefficients come from their
differences. The law q that they give is thus a function of R alone, the same in both directions, and

    ln q(s|s′)/q(s′|s) = ln q(x) - ln q(x′).

This holds whatever q is, and is what the move returns. That q is the law of x given R is not needed, but then the ratio
is p(x′)q(x) / p(x)q(x′) = 1, so that all is accepted: the analysis of the text makes the move good, not right. The
weights of both directions differ by rounding, as ratios do in every move.

With points m - h, m, m + h and ln p = f, the normal law has f″ = (f₀ - 2 f₁ + f₂)/h² = -1/σ² and the mean m - f′(m)/f″.
With points g/2, g, 2g the differences d₁, d₂ of the weights give the rate b = 2 (d₁ - d₂)/g and the shape
1 + (d₁ + b g/2)/ln 2. With points 1/4, 1/2, 3/4 they give a = (d₁ ln 2 - d₂ ln 3/2)/(ln² 2 - ln² 3/2) and
b = (a ln 3/2 - d₂)/ln 2 for Beta(a + 1, b + 1). m, h and g are those of the prior where it has constant parameters.

Which variable is drawn cancels, as in `Drift`. A variable that is not in the state, evidence or derived is a rejection,
and so are coefficients of no such law.

Reference for gamma variables: G. Marsaglia and W. W. Tsang, "A simple method for generating gamma variables", ACM
Transactions on Mathematical Software 26 (2000), 363-372. A beta variable is one gamma variable over the sum of two.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import NoReturn

from noumena.model.types import MATRIX
from noumena.moves.library.conjugacy import BETA, GAMMA, NORMAL, Obstacle, conjugate_family, prior_parameters
from noumena.moves.library.fitting import Fitting
from noumena.moves.library.phrases import proposer_text
from noumena.moves.library.proportions import proportions
from noumena.moves.library.weighing import drawn_argument, real_function
from noumena.moves.library.written import LibraryMove
from noumena.moves.table import FunctionEntry, Table
from noumena.moves.wording import Complaint

_NORMAL = """\
curve = (first - 2.0 * second + third) / {square!r}
if not -math.inf < curve < 0.0:
    return nm.REJECT
mean = {middle!r} - (third - first) / {twice!r} / curve
new = mean + rng.normal() / math.sqrt(-curve)
world.{f}[{x}] = new
return curve / 2.0 * ((old - mean) ** 2 - (new - mean) ** 2)
"""
_GAMMA = """\
rate = (2.0 * second - first - third) / {half!r}
shape = 1.0 + (second - first + rate * {half!r}) / {log_2!r}
if not 0.0 < rate < math.inf or not 0.0 < shape < math.inf or not old > 0.0:
    return nm.REJECT
new = self.gamma(rng, shape) / rate
if not 0.0 < new < math.inf:
    return nm.REJECT
world.{f}[{x}] = new
return (shape - 1.0) * math.log(old / new) - rate * (old - new)
"""
_BETA = """\
a = ((second - first) * {log_2!r} - (third - second) * {log_15!r}) / {determinant!r}
b = (a * {log_15!r} - (third - second)) / {log_2!r}
if not -1.0 < a < math.inf or not -1.0 < b < math.inf or not 0.0 < old < 1.0:
    return nm.REJECT
part, rest = self.gamma(rng, a + 1.0), self.gamma(rng, b + 1.0)
new = part / (part + rest)
if not 0.0 < new < 1.0:
    return nm.REJECT
world.{f}[{x}] = new
return a * math.log(old / new) + b * math.log((1.0 - old) / (1.0 - new))
"""
_GAMMA_VARIABLE = """
def gamma(self, rng, shape):
    d = (shape if shape >= 1.0 else shape + 1.0) - 1.0 / 3.0
    v = 0.0
    while v == 0.0:
        z = rng.normal()
        cube = (1.0 + z / math.sqrt(9.0 * d)) ** 3
        if cube > 0.0 and math.log(1.0 - rng.uniform()) < z * z / 2.0 + d - d * cube + d * math.log(cube):
            v = cube
    if shape >= 1.0:
        return d * v
    return d * v * (1.0 - rng.uniform()) ** (1.0 / shape)
"""


@dataclass(frozen=True)
class Conjugate(LibraryMove):
    """Draws a variable of a function from its law given all others, such as `Conjugate("Mu")`.

    The law of a real is normal, gamma or beta, as the text of the model shows. The function's arguments are guaranteed
    objects, or one object of any type, or there are none. For proportions, whose law is Dirichlet, it stands for the
    default move of the same name, if the model has that (`proportions`).
    """

    function: str

    @property
    def name(self) -> str:
        """`Conjugate(Mu)`."""
        return f"Conjugate({self.function})"

    def text(self, table: Table) -> str:
        """The source of the proposer."""
        fitting = Fitting(self.name, table)
        f = self.function
        self._refuse_array(fitting, fitting.changeable(f))
        entry = real_function(fitting, f)
        points, form, more = self._law(fitting, entry)
        picked, index, free = drawn_argument(fitting, f, [entry])
        drawing = "".join(f"    {line}\n" for line in picked.splitlines())
        x = ", x" if entry.objects else ""
        first, second, third = (f"self.ratio(world, {p!r}{x})" for p in points)
        rest = form.format(
            f=f,
            x=index,
            middle=points[1],
            square=(points[2] - points[1]) ** 2,
            twice=points[2] - points[0],
            half=points[1] / 2.0,
            log_2=math.log(2.0),
            log_15=math.log(1.5),
            determinant=math.log(2.0) ** 2 - math.log(1.5) ** 2,
        )
        body = f"""\
def ratio(self, world, value{x}):
    world.{f}[{index}] = value
    return world.weigh(0)

def propose(self, world, rng):
{drawing}    if not world.{f}.free({free}):
        return nm.REJECT
    old = world.{f}[{index}]
    first, second, third = {first}, {second}, {third}
{"".join(f"    {line}{chr(10)}" for line in rest.splitlines())}{more}"""
        return proposer_text("Conjugate", f"Draws one variable of {f} from its law given all others.", self.share, body)

    def _law(self, fitting: Fitting, entry: FunctionEntry) -> tuple[tuple[float, float, float], str, str]:
        """Three points, the lines that draw from the law that their weights give, and the methods these need."""
        problem = fitting.table.problem
        key = list(problem.random)[entry.kind]
        found = conjugate_family(problem, key)
        prior = prior_parameters(problem, key)
        if isinstance(found, Obstacle):
            self._refuse_for(fitting, found)
        if found is NORMAL:
            middle, height = (prior[0], math.sqrt(prior[1])) if prior and prior[1] > 0 else (0.0, 1.0)
            return (middle - height, middle, middle + height), _NORMAL, ""
        if found is GAMMA:
            mean = _mean(prior)
            return (mean / 2.0, mean, 2.0 * mean), _GAMMA, _GAMMA_VARIABLE
        assert found is BETA
        return (0.25, 0.5, 0.75), _BETA, _GAMMA_VARIABLE

    def _refuse_array(self, fitting: Fitting, entry: FunctionEntry) -> None:
        """Refuses a function of arrays: no proposer can make one."""
        if entry.result_name != str(MATRIX):
            return
        problem, f = fitting.table.problem, self.function
        found = proportions(problem, list(problem.random)[entry.kind])
        if isinstance(found, Obstacle):
            self._refuse_for(fitting, found)
        message = f"the values of `{f}` are arrays, and only the engine's own move makes new ones"
        fitting.refuse(Complaint(message, f"it is among the default moves where evidence depends on `{f}`"))

    def _refuse_for(self, fitting: Fitting, found: Obstacle) -> NoReturn:
        f, place = self.function, found.span.location
        message = f"{found.reader} depends on `{f}`, at {place}, in a way that is not conjugate"
        if found.reader is None:
            message = f"the prior of `{f}`, at {place}, is of no conjugate family"
        fitting.refuse(Complaint(message, found.hint))


def _mean(prior: tuple[float, ...] | None) -> float:
    """That of a Gamma or Exponential prior, or 1 if it is not known."""
    if prior is None or not all(p > 0 for p in prior):
        return 1.0
    return prior[0] / prior[1] if len(prior) == 2 else 1.0 / prior[0]
