"""For which functions the plan has moves that keep a total that evidence fixes (`kernel/totals`)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set
from typing import NamedTuple

from noumena.model.expressions import (
    Case,
    Comprehension,
    Connective,
    Draw,
    Expression,
    If,
    Local,
    Quantified,
    RandomCall,
    children,
)
from noumena.model.model import Problem
from noumena.model.steadiness import unsteady
from noumena.model.trees import always_drawn
from noumena.model.types import INTEGER, ObjectType, Type


class Total(NamedTuple):
    """A move of the kernel, the kind that it is for, and that of the number variable that goes along, or -1."""

    function: str
    kind: int
    number: int


def totals(problem: Problem, keys: Sequence[str], concrete: Set[str], moved: Set[int]) -> Iterator[Total]:
    """The moves for sums over all objects of a type, and for names of all objects of a type."""
    for key in dict.fromkeys(k for e in problem.evidence for k in _summed(e.term)):
        kind, function = keys.index(key), problem.random[key]
        if kind not in moved or function.result != INTEGER or unsteady(problem, [key], [key]):
            continue
        if not always_drawn(function.body):
            continue  # what is derived for one object cannot be given a part
        yield Total("exchange", kind, -1)
        type_ = function.parameters[0].type
        assert isinstance(type_, ObjectType)
        statements = problem.model.types[type_.name].statements
        number = len(keys) + statements[0] if len(statements) == 1 else -1
        plain = number in moved and not problem.model.numbers[statements[0]].origins
        if plain and type_.name in concrete and not problem.model.types[type_.name].guaranteed:
            yield Total("share_out", kind, number)
    for key, name in problem.names.items():
        kind = keys.index(key)
        if kind in moved and _is_of_all(name.body) and _may_be_transferred(problem, name.result, concrete):
            yield Total("transfer", kind, -1)


def _is_of_all(body: Expression) -> bool:
    """Whether a name is drawn from the objects of a type whatever generated them: all numbers are in the state then."""
    if not isinstance(body, Draw) or not isinstance(body.arguments[0], Comprehension):
        return False
    return all(not b.origins and b.equals is None for b in body.arguments[0].bindings)


def _may_be_transferred(problem: Problem, type_: Type, concrete: Set[str]) -> bool:
    """Whether objects of an abstract type have several origins, and are none themselves."""
    if not isinstance(type_, ObjectType) or type_.name in concrete:
        return False
    statements = [n for n in problem.model.numbers if n.type == type_.name]
    generates = any(p.type == type_ for n in problem.model.numbers for p in n.parameters)
    return not generates and (len(statements) > 1 or any(n.parameters for n in statements))


def _summed(e: Expression) -> Iterator[str]:
    """The functions that a term reads for all objects of a type, whatever the state is."""
    match e:
        case Comprehension(bindings=(binding,), condition=None, element=RandomCall(arguments=(Local() as x,)) as call):
            is_whole = isinstance(binding.type, ObjectType) and not binding.origins and binding.equals is None
            if x.slot == binding.slot and is_whole:
                yield call.function
            return
        case If() | Case() | Connective() | Quantified() | Comprehension():
            return  # what stands in it may not be read
    for child in children(e):
        yield from _summed(child)
