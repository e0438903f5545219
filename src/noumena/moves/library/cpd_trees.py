"""What the text tells of CPD trees and terms: where a tree ends, what is surely read, what may be null."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from noumena.model.expressions import (
    BuiltinCall,
    Case,
    Comprehension,
    Connective,
    Constant,
    Convert,
    Draw,
    Equal,
    Expression,
    If,
    Local,
    MapLiteral,
    Not,
    Quantified,
    RandomCall,
    binding_terms,
    children,
)
from noumena.model.functions import scalars
from noumena.model.functions.operators import OPERATORS
from noumena.model.functions.time import earlier, later
from noumena.model.model import Problem
from noumena.model.trees import ends
from noumena.model.types import BOOLEAN, ObjectType
from noumena.model.values import Value

_ARITHMETIC = {b.implementation for s in ("+", "-", "*", "/", "neg", "<", "<=", ">", ">=") for b in OPERATORS[s]}
_NEVER_NULL = _ARITHMETIC - {later, earlier} | {b.implementation for b in scalars.FUNCTIONS}
"""Functions that are null only if an argument is."""


class Nulls:
    """Which functions of a problem, and terms, may be null in one case and not in another; some are known not to be.

    A choice from all objects of a type is null for all arguments alike, if there are no objects.
    """

    def __init__(self, problem: Problem, known: Collection[str]) -> None:
        self._problem = problem
        self._nullable: set[str] = set()
        while True:
            found = {k for k, f in problem.random.items() if k not in known and self._body_may_be_null(f.body)}
            if found == self._nullable:
                break
            self._nullable = found

    def covers(self, case: Case) -> bool:
        """Whether every value that the subject of a case may have is a key, apart from null."""
        values = self._values(case.subject)
        return case.table is not None and values is not None and set(case.table) >= set(values)

    def _values(self, subject: Expression) -> Collection[Value] | None:
        if subject.type == BOOLEAN:
            return (False, True)
        if isinstance(subject.type, ObjectType):
            declared = self._problem.model.types[subject.type.name]
            return None if declared.statements else declared.guaranteed
        if not isinstance(subject, RandomCall):
            return None
        found: list[Value] = []
        for end in ends(self._problem.random[subject.function].body):
            if not isinstance(end, Draw) or end.distribution.name != "Categorical":
                return None
            if not isinstance(end.arguments[0], MapLiteral):
                return None
            keys = [key for key, _ in end.arguments[0].entries]
            if not all(isinstance(key, Constant) for key in keys):
                return None
            found += [key.value for key in keys if isinstance(key, Constant)]
        return found

    def _body_may_be_null(self, body: Expression) -> bool:
        match body:
            case If(then=then, otherwise=otherwise):
                return any(map(self._body_may_be_null, (then, otherwise)))
            case Case(entries=entries):
                is_whole = self.covers(body) and not self.may_be_null(body.subject)
                return not is_whole or any(self._body_may_be_null(branch) for _, branch in entries)
            case Draw(distribution=distribution, arguments=arguments):
                if distribution.name == "UniformChoice":
                    return not _is_whole(arguments[0])
                return any(map(self.may_be_null, arguments))
        return self.may_be_null(body)

    def may_be_null(self, e: Expression) -> bool:
        """Whether a term may be null, its variables not being so."""
        match e:
            case Constant(value=value):
                return value is None
            case Local() | Equal() | Quantified() | Comprehension():
                return False
            case If(then=then, otherwise=otherwise):
                return any(map(self.may_be_null, (then, otherwise)))
        return not self.is_strict(e) or any(map(self.may_be_null, children(e)))

    def is_strict(self, e: Expression) -> bool:
        """Whether a term is null only if a part of it is."""
        if isinstance(e, RandomCall):
            return e.function not in self._nullable
        if isinstance(e, BuiltinCall):
            return e.builtin.implementation in _NEVER_NULL
        return isinstance(e, Convert | Not | Connective | MapLiteral)


def _is_whole(members: Expression) -> bool:
    """Whether a term is the set of all objects of a type."""
    if not isinstance(members, Comprehension) or len(members.bindings) != 1 or members.condition is not None:
        return False
    (binding,) = members.bindings
    is_itself = isinstance(members.element, Local) and members.element.slot == binding.slot
    return is_itself and isinstance(binding.type, ObjectType) and not binding_terms(binding)


def surely(e: Expression) -> Iterator[RandomCall]:
    """What a term or CPD tree reads whatever its conditions are worth, in order."""
    match e:
        case If(condition=condition, then=then, otherwise=otherwise):
            yield from surely(condition)
            in_both = [*surely(otherwise)]
            yield from (call for call in surely(then) if call in in_both)
        case Case(subject=x) | Connective(left=x):
            yield from surely(x)
        case Quantified() | Comprehension():
            return
        case _:
            for child in children(e):
                yield from surely(child)
            if isinstance(e, RandomCall):
                yield e
