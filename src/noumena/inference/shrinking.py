"""A problem made so small that all its states can be listed, its shape being kept.

Draws from infinite or large supports become draws from a few of their values, with the weights that the family gives
them; of many guaranteed objects only the first ones are kept, with the evidence about them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from noumena.inference.few_values import FewValues, drawn_values, typical
from noumena.inference.fewer_objects import fewer_objects
from noumena.model.expressions import (
    Case,
    Comprehension,
    Constant,
    Draw,
    Expression,
    FixedCall,
    If,
    Local,
    MapLiteral,
    Quantified,
    RandomCall,
    children,
    is_plain,
)
from noumena.model.functions.conversions import render
from noumena.model.library import ParameterError
from noumena.model.model import Evidence, Problem, RandomFunction
from noumena.model.types import INTEGER, REAL, ObjectType
from noumena.model.values import Value
from noumena.reference.interpreter import Forward
from noumena.reference.random_source import Replaying
from noumena.reference.variables import FunctionVariable, describe

_SMALL = frozenset({"Bernoulli", "BooleanDistrib", "UniformChoice"})
_FROM_ZERO = frozenset({"Binomial", "Geometric", "NegativeBinomial", "Poisson", "RoundedLogNormal"})


@dataclass(frozen=True, slots=True)
class Shrunken:
    """A smaller problem, and in words what was replaced in it."""

    problem: Problem
    replaced: tuple[str, ...]


def shrink(problem: Problem, most: int) -> Shrunken:
    """The problem with at most so many guaranteed objects of each type and values of each draw, without queries.

    Objects that statements of the model name are kept all the same. Numbers of objects may be from 0 to `most`, or as
    many as are observed.
    """
    return _thinned(*fewer_objects(problem, most), most)


def _thinned(problem: Problem, replaced: tuple[str, ...], most: int) -> Shrunken:
    """Draws become draws from a few values, and evidence takes one of these."""
    drawn = drawn_values(problem)
    words: list[str] = []
    values: dict[str, tuple[Value, ...]] = {}

    def few_of(function: RandomFunction) -> Callable[[Draw], Draw]:
        observed = [e.value for e in _plain_evidence(problem, function.key)]
        chosen = [*observed, *typical(drawn[function.key], function.result, most)]
        chosen = [float(x) if function.result == REAL else x for x in chosen if x is not None]
        kept = tuple(dict.fromkeys(chosen))[:most]
        kept = tuple(sorted(kept)) if function.result in (REAL, INTEGER) else kept

        def change(draw: Draw) -> Draw:
            if not kept or _is_few(problem, draw, most):
                return draw
            values[function.key] = kept
            inside = "inside " if function.hidden else ""
            words.append(_in_words(f"{inside}{function.name}", draw, kept))
            return replace(draw, distribution=FewValues(draw.distribution, kept))

        return change

    def few_objects(type_: str, index: int) -> Callable[[Draw], Draw]:
        def change(draw: Draw) -> Draw:
            if _is_few(problem, draw, most):
                return draw
            kept = _numbers(problem, draw, drawn.get(index, []), max(most, _observed_size(problem, type_)))
            words.append(_in_words(f"#{type_}", draw, kept))
            return replace(draw, distribution=FewValues(draw.distribution, kept))

        return change

    random = {
        key: replace(f, body=_with_leaves(f.body, few_of(f)))
        if key in drawn and not _is_all_observed(problem, f)
        else f
        for key, f in problem.model.random.items()
    }
    numbers = tuple(
        replace(s, body=_with_leaves(s.body, few_objects(s.type, s.index))) if s.index in drawn else s
        for s in problem.model.numbers
    )
    evidence = []
    for e in problem.evidence:
        kept = values.get(e.term.function, ()) if isinstance(e.term, RandomCall) and is_plain(e.term) else ()
        if kept and e.value not in kept:
            near = _nearest(e.value, kept)
            words.append(f"{_observed(problem, e)} = {render(near)} instead of {render(e.value)}")
            e = replace(e, value=near)
        evidence.append(e)
    model = replace(problem.model, random=random, numbers=numbers)
    small = replace(problem, model=model, evidence=tuple(evidence))
    return Shrunken(small, (*replaced, *dict.fromkeys(words)))


def _in_words(name: str, draw: Draw, kept: Sequence[Value]) -> str:
    return f"{name} ~ {' '.join(draw.span.text.split())} has the values {', '.join(map(render, kept))} only"


def _observed(problem: Problem, evidence: Evidence) -> str:
    assert isinstance(evidence.term, RandomCall)
    arguments = tuple(a.value for a in evidence.term.arguments if isinstance(a, Constant))
    return f"obs {describe(FunctionVariable(evidence.term.function, arguments), problem.model)}"


def _numbers(problem: Problem, draw: Draw, drawn: Sequence[Value], most: int) -> tuple[int, ...]:
    """From the least number that is possible up to `most`, or so many more."""
    constants = _constants(problem, draw.arguments)
    support = None if constants is None else draw.distribution.support(*constants)
    if support is not None:
        least = next(iter(support))
    else:
        least = 0 if draw.distribution.name in _FROM_ZERO else min((n for n in drawn if n is not None), default=0)
    return tuple(range(least, max(least + 2, most) + 1))


def _observed_size(problem: Problem, type_: str) -> int:
    """The largest size that is observed of a set over a type."""
    sizes = [e.value for e in problem.evidence if e.term.type == INTEGER and type_ in _counted(e.term)]
    return max((size for size in sizes if size is not None), default=0)


def _counted(e: Expression) -> set[str]:
    own = {b.type.name for b in e.bindings if isinstance(b.type, ObjectType)} if isinstance(e, Comprehension) else set()
    return own.union(*map(_counted, children(e)))


def _nearest(value: Value, kept: Sequence[Value]) -> Value:
    if isinstance(value, int | float):
        return min(kept, key=lambda x: abs(x - value))
    return kept[0]


def _is_few(problem: Problem, draw: Draw, most: int) -> bool:
    """Whether a draw has so few values that it may stay as it is."""
    if draw.distribution.name in _SMALL:
        return True
    (first, *_) = draw.arguments or (None,)
    if draw.distribution.name == "Categorical" and isinstance(first, MapLiteral):
        return len(first.entries) <= most + 1
    support = _support(problem, draw)
    return support is not None and len(support) <= most + 1


def _support(problem: Problem, draw: Draw) -> Sequence[Value] | None:
    """The values of a draw whose parameters are constants, if they are finitely many."""
    constants = _constants(problem, draw.arguments)
    if constants is None:
        return None
    try:
        support = draw.distribution.support(*constants)
    except ParameterError:
        return None
    return support if isinstance(support, Sequence) else None


def _constants(problem: Problem, terms: Sequence[Expression]) -> tuple[Value, ...] | None:
    """The values of terms that read neither variables nor what is bound."""

    def is_closed(e: Expression) -> bool:
        open_ = isinstance(e, Local | RandomCall | Comprehension | Quantified | FixedCall | Draw)
        return not open_ and all(map(is_closed, children(e)))

    if not all(map(is_closed, terms)):
        return None
    world = Forward(problem, Replaying(()))
    return tuple(world.value(term, 0) for term in terms)


def _is_all_observed(problem: Problem, function: RandomFunction) -> bool:
    """Whether evidence gives every variable of a function a value: then there is nothing to enumerate."""
    size = 1
    for parameter in function.parameters:
        declared = problem.model.types.get(parameter.type.name) if isinstance(parameter.type, ObjectType) else None
        if declared is None or declared.statements:
            return False
        size *= len(declared.guaranteed)
    terms = {e.term for e in _plain_evidence(problem, function.key)}
    return 0 < size == len(terms)


def _plain_evidence(problem: Problem, key: str) -> list[Evidence]:
    """The evidence on variables of a function as such."""
    plain = [(e, e.term) for e in problem.evidence if is_plain(e.term)]
    return [e for e, term in plain if isinstance(term, RandomCall) and term.function == key]


def _with_leaves(body: Expression, change: Callable[[Draw], Draw]) -> Expression:
    """A CPD tree with other draws at its ends."""
    match body:
        case Draw():
            return change(body)
        case If(then=then, otherwise=otherwise):
            return replace(body, then=_with_leaves(then, change), otherwise=_with_leaves(otherwise, change))
        case Case(entries=entries):
            return replace(body, entries=tuple((key, _with_leaves(branch, change)) for key, branch in entries))
    return body
