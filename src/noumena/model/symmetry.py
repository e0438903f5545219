"""Which types may be represented by unnumbered identifiers, and what forces the others to be concrete (a2).

An abstract state holds identifiers only for objects that some term denotes. So a type is concrete if the evidence can
make some term look at each of its objects: a set, list or quantifier over it whose variable is more than compared, or
one over objects that it generates, which reads a number variable for each generator. Queries never force anything (a4).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from noumena.model.expressions import Binding, Comprehension, Expression, Quantified, children, is_plain
from noumena.model.model import Problem
from noumena.model.reach import Reach
from noumena.model.source import Span
from noumena.model.types import ObjectType


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a type is concrete: where a term looks at each of its objects, and in which way."""

    text: str
    span: Span


def concrete_types(problem: Problem) -> dict[str, Reason]:
    """The types that must be concrete for this model and evidence, with the first reason found for each."""
    reach = Reach(problem)
    terms = [e.term for e in problem.evidence if not is_plain(e.term)]
    for evidence in problem.evidence:
        reach.add(evidence.term, evidence.frame_size)
    terms += [problem.random[f].body for f in reach.functions()]
    terms += [n.body for n in problem.model.numbers if reach.has_number(n.index)]
    found: dict[str, Reason] = {}
    for term in terms:
        for binder, binding in _binders(term):
            _examine(problem, binder, binding, found)
    return found


def _binders(term: Expression) -> Iterator[tuple[Expression, Binding]]:
    """The expressions in a term that bind variables of object types, each with one binding."""
    bindings: tuple[Binding, ...] = ()
    if isinstance(term, Comprehension):
        bindings = term.bindings
    elif isinstance(term, Quantified):
        bindings = (term.binding,)
    for binding in bindings:
        if isinstance(binding.type, ObjectType) and binding.equals is None:
            yield term, binding
    for child in children(term):
        yield from _binders(child)


def _examine(problem: Problem, binder: Expression, binding: Binding, found: dict[str, Reason]) -> None:
    assert isinstance(binding.type, ObjectType)
    type_ = binding.type.name
    statements = problem.model.types[type_].statements
    if statements and not (isinstance(binder, Comprehension) and binder.counted):
        found.setdefault(type_, Reason(f"this looks at each {type_}", binder.span))
    _examine_generators(problem, type_, {key for key, _ in binding.origins}, binder.span, found)


def _examine_generators(problem: Problem, type_: str, pinned: set[str], span: Span, found: dict[str, Reason]) -> None:
    """Generators whose number variables are all read must be told apart, and theirs in turn."""
    for index in problem.model.types[type_].statements:
        statement = problem.model.numbers[index]
        for key, parameter in zip(statement.origins, statement.parameters, strict=True):
            if key in pinned or not isinstance(parameter.type, ObjectType):
                continue
            generator = parameter.type.name
            if problem.model.types[generator].statements and generator not in found:
                found[generator] = Reason(f"this reads how many {type_} each {generator} has generated", span)
                _examine_generators(problem, generator, set(), span, found)
