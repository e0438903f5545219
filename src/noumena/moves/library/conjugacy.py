"""Whether a model is conjugate in a real function: in which family the law of its variables given all else is.

The law of a variable x given all others is in one of three families if its prior is and all that depends on it does so
in a way that keeps the form of ln p as a function of x:

* normal, a x² + b x + c: the prior is Gaussian, and x is in the mean of Gaussians, by + - * / with what has no x;
* gamma, a ln x - b x + c: the prior is Gamma or Exponential, and x times or over what has no x is the rate of Poisson,
  Exponential and Gamma, or the precision of PrecisionGaussian;
* beta, a ln x + b ln(1 - x) + c: the prior is Beta, or UniformReal(0, 1), and x or 1 - x is the probability of
  BooleanDistrib, Bernoulli, Binomial, Geometric and NegativeBinomial.

Nothing else may depend on x: no condition, no derived value, no term that is evidence. Variables of the same function
with other arguments are other variables, so that a random walk is conjugate too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from noumena.distributions import BUILT_IN
from noumena.model.expressions import (
    BuiltinCall,
    Case,
    Constant,
    Convert,
    Draw,
    Expression,
    If,
    RandomCall,
    children,
    is_plain,
)
from noumena.model.functions.operators import OPERATORS
from noumena.model.model import Problem
from noumena.model.source import Span
from noumena.model.trees import branches, ends


@dataclass(frozen=True, slots=True)
class Family:
    """A family of laws: its priors, in which parameter of which distributions the variable may be, and in what form."""

    name: str
    priors: tuple[str, ...]
    parameters: Mapping[str, int]
    form: Callable[[Expression, str], bool]
    hint: str


@dataclass(frozen=True, slots=True)
class Obstacle:
    """What is in the way: a reader and the place in its text, and what would be none; a prior has no `reader`."""

    reader: str | None
    span: Span
    hint: str


def conjugate_family(problem: Problem, key: str) -> Family | Obstacle:
    """The family of the variables of a function given all else, or the first place that is in the way."""
    function = problem.random[key]
    family = _prior_family(function.body)
    if family is None:
        hint = "it must be Gaussian, Gamma, Exponential, Beta or UniformReal(0, 1); else use Slice or Drift"
        return Obstacle(None, function.body.span, hint)
    return obstacle(problem, key, family) or family


def obstacle(problem: Problem, key: str, family: Family) -> Obstacle | None:
    """The first place that depends on the variables of a function in another way than a family allows."""
    readers = [(f"`{f.name}`", f.body) for f in problem.random.values()]
    readers += [(f"`#{n.type}`", n.body) for n in problem.model.numbers]
    for name, body in readers:
        for span in _in_the_way(body, key, family):
            return Obstacle(name, span, family.hint)
    for evidence in problem.evidence:
        if not is_plain(evidence.term) and has(evidence.term, key):
            return Obstacle("the evidence", evidence.span, family.hint)
    return None


def prior_parameters(problem: Problem, key: str) -> tuple[float, ...] | None:
    """The parameters of the prior, if it is one draw and they are constants."""
    body = problem.random[key].body
    if not isinstance(body, Draw):
        return None
    found = []
    for argument in body.arguments:
        value = argument.operand if isinstance(argument, Convert) else argument
        if not isinstance(value, Constant) or not isinstance(value.value, int | float):
            return None
        found.append(float(value.value))
    return tuple(found)


def _prior_family(body: Expression) -> Family | None:
    drawn = [end for end in ends(body) if isinstance(end, Draw)]
    for family in (NORMAL, GAMMA, BETA):
        if drawn and all(_is_prior(end, family) for end in ends(body)):
            return family
    return None


def _is_prior(end: Expression, family: Family) -> bool:
    if not isinstance(end, Draw) or not any(end.distribution is BUILT_IN[name] for name in family.priors):
        return False
    return end.distribution is not BUILT_IN["UniformReal"] or [*map(_number, end.arguments)] == [0, 1]


def _in_the_way(body: Expression, key: str, family: Family) -> Iterator[Span]:
    """The places of a CPD tree that depend on the function in another way than the family allows."""
    match body:
        case If(condition=subject):
            keys: tuple[Expression, ...] = ()
        case Case(subject=subject, entries=entries):
            keys = tuple(entry for entry, _ in entries)
        case _:
            if has(body, key) and not _keeps_form(body, key, family):
                yield body.span
            return
    yield from (e.span for e in (subject, *keys) if has(e, key))
    for branch in branches(body):
        yield from _in_the_way(branch, key, family)


def _keeps_form(end: Expression, key: str, family: Family) -> bool:
    """Whether the end of a tree is a draw with the function in one parameter, where and as it may be."""
    if not isinstance(end, Draw):
        return False
    where = [position for position, argument in enumerate(end.arguments) if has(argument, key)]
    allowed = family.parameters.get(end.distribution.name)
    if end.distribution is not BUILT_IN.get(end.distribution.name) or where != [allowed]:
        return False
    return family.form(end.arguments[where[0]], key)


def has(e: Expression, key: str) -> bool:
    """Whether a term reads a function."""
    return (isinstance(e, RandomCall) and e.function == key) or any(has(child, key) for child in children(e))


def is_itself(e: Expression, key: str) -> bool:
    """Whether a term is a variable of the function, whose arguments do not depend on others of it."""
    return isinstance(e, RandomCall) and e.function == key and not any(has(a, key) for a in e.arguments)


def _operands(e: Expression, symbol: str) -> tuple[Expression, ...]:
    """The operands of an operator, or nothing if a term is another one."""
    return e.arguments if isinstance(e, BuiltinCall) and e.builtin in OPERATORS[symbol] else ()


def _is_linear(e: Expression, key: str) -> bool:
    """Whether a term is a + b x."""
    if is_itself(e, key) or not has(e, key):
        return True
    if isinstance(e, Convert):
        return _is_linear(e.operand, key)
    if any(_operands(e, symbol) for symbol in ("+", "-", "neg")):
        return all(_is_linear(child, key) for child in children(e))
    return _is_scaled(e, key, _is_linear)


def _is_multiple(e: Expression, key: str) -> bool:
    """Whether a term is b x."""
    return is_itself(e, key) or _is_scaled(e, key, _is_multiple)


def _is_scaled(e: Expression, key: str, form: Callable[[Expression, str], bool]) -> bool:
    """Whether a term is one of a form, times or over something without x."""
    if product := _operands(e, "*"):
        left, right = product
        return (form(left, key) and not has(right, key)) or (form(right, key) and not has(left, key))
    if quotient := _operands(e, "/"):
        return form(quotient[0], key) and not has(quotient[1], key)
    return False


def _is_chance(e: Expression, key: str) -> bool:
    """Whether a term is x or 1 - x."""
    difference = _operands(e, "-")
    return is_itself(e, key) or (bool(difference) and _number(difference[0]) == 1 and is_itself(difference[1], key))


def _number(e: Expression) -> object:
    e = e.operand if isinstance(e, Convert) else e
    return e.value if isinstance(e, Constant) else None


NORMAL = Family(
    "normal",
    ("Gaussian",),
    {"Gaussian": 0, "PrecisionGaussian": 0},
    _is_linear,
    "it may be in the mean of a Gaussian, by + - * /; else use Slice or Drift",
)
GAMMA = Family(
    "gamma",
    ("Gamma", "Exponential"),
    {"Poisson": 0, "Exponential": 0, "Gamma": 1, "PrecisionGaussian": 1},
    _is_multiple,
    "it may be the rate of a Poisson, Exponential or Gamma, or a precision, times a factor; else use Slice or Drift",
)
BETA = Family(
    "beta",
    ("Beta", "UniformReal"),
    {"BooleanDistrib": 0, "Bernoulli": 0, "Binomial": 1, "Geometric": 0, "NegativeBinomial": 1},
    _is_chance,
    "it may be the probability of BooleanDistrib, Bernoulli, Binomial, Geometric and the like; else use Slice or Drift",
)
