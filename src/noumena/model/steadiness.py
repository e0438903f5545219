"""Whether a move may count variables: those of some functions are there, and random, before and after it.

Both tests are bounds from the text of a model; see `influence` for what a change may bring about.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

from noumena.model.expressions import Comprehension, Draw, Expression, Local, Quantified, RandomCall, children
from noumena.model.influence import influence
from noumena.model.model import Problem
from noumena.model.types import ObjectType


def unsteady(problem: Problem, watched: Collection[str], causes: Collection[str]) -> list[str]:
    """The watched functions of which a change of the causes may change which variables the state holds."""
    found = influence(problem, causes)
    return [key for key in watched if key in found.changed | found.decided]


def unsteady_in_number(problem: Problem, watched: Collection[str], causes: Collection[str], type_: str) -> list[str]:
    """The same where the number of objects of a type changes too; choices from all of them are no matter."""
    found = influence(problem, causes, [type_])
    return [
        key
        for key in watched
        if key in found.decided or not _only_chooses(problem.random[key].body, type_, found.changed)
    ]


def _only_chooses(e: Expression, type_: str, changed: Collection[str]) -> bool:
    """Whether a CPD depends on the objects of a type in no other way than by a uniform choice from all of them."""
    if isinstance(e, Draw) and e.distribution.name == "UniformChoice" and _is_whole(e.arguments[0]):
        return True
    if isinstance(e, RandomCall) and e.function in changed:
        return False
    if any(isinstance(t, ObjectType) and t.name == type_ for t in _bound(e)):
        return False
    return all(_only_chooses(child, type_, changed) for child in children(e))


def _is_whole(e: Expression) -> bool:
    """Whether a term is the set of all objects of a type."""
    if not isinstance(e, Comprehension) or len(e.bindings) != 1 or e.condition is not None:
        return False
    (binding,) = e.bindings
    return isinstance(e.element, Local) and e.element.slot == binding.slot


def _bound(e: Expression) -> Iterator[object]:
    """The types of the variables that a term binds."""
    if isinstance(e, Comprehension):
        yield from (b.type for b in e.bindings)
    elif isinstance(e, Quantified):
        yield e.binding.type
