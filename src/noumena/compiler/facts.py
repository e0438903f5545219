"""What generated code wants to know of each function: whether it is derived everywhere, or may be null."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

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
    ListLiteral,
    Local,
    MapLiteral,
    Not,
    Quantified,
    RandomCall,
    SetLiteral,
    children,
)
from noumena.model.functions.operators import OPERATORS
from noumena.model.functions.time import earlier, later
from noumena.model.model import Problem, RandomFunction
from noumena.model.types import BOOLEAN, ObjectType
from noumena.model.values import Value

NEVER_NULL = {b.implementation for s in ("+", "-", "*", "/", "%", "neg", "<", "<=", ">", ">=") for b in OPERATORS[s]}
NEVER_NULL -= {later, earlier}  # before @0 there is nothing


class Facts:
    """Facts about the functions of a problem, read off their text."""

    def __init__(self, problem: Problem) -> None:
        self._problem = problem
        self.functions: Mapping[str, RandomFunction] = problem.random
        calls = {key: set(_calls(f.body)) for key, f in self.functions.items()}
        self._reaches = _closure(calls)
        self.derived = {key for key, f in self.functions.items() if not any(_draws(f.body))}
        self._nullable: set[str] = set()
        while True:
            found = {key for key, f in self.functions.items() if self._body_may_be_null(f.body)}
            if found == self._nullable:
                break
            self._nullable = found

    def is_inlined(self, function: str) -> bool:
        """Whether a function is computed where it is read: derived in every world, and not through itself."""
        return function in self.derived and function not in self._reaches[function]

    def reached(self, function: str) -> set[str]:
        """The functions that the CPD of a function may read, directly or through others."""
        return self._reaches[function]

    def function_may_be_null(self, function: str) -> bool:
        """Whether an application to arguments that are not null may be null."""
        return function in self._nullable

    def covers(self, case: Case) -> bool:
        """Whether every value that the subject may have is a key."""
        return not self.may_be_null(case.subject) and self.covers_values(case)

    def covers_values(self, case: Case) -> bool:
        """Whether every value that the subject may have is a key, apart from null."""
        return case.table is not None and set(case.table) >= set(self._values(case.subject) or (None,))

    def _values(self, subject: Expression) -> tuple[Value, ...] | None:
        if subject.type == BOOLEAN:
            return (False, True)
        if isinstance(subject.type, ObjectType):
            declared = self._problem.model.types[subject.type.name]
            return None if declared.statements else declared.guaranteed
        return None

    def _body_may_be_null(self, body: Expression) -> bool:
        match body:
            case If(then=then, otherwise=otherwise):
                return self._body_may_be_null(then) or self._body_may_be_null(otherwise)
            case Case(entries=entries):
                return not self.covers(body) or any(self._body_may_be_null(branch) for _, branch in entries)
            case Draw(distribution=distribution, arguments=arguments):
                if distribution.name == "UniformChoice":
                    return not self._is_never_empty(arguments[0]) or _holds_null(arguments[0])
                return any(self.may_be_null(a) for a in arguments) or any(_holds_null(a) for a in arguments)
        return self.may_be_null(body)

    def _is_never_empty(self, members: Expression) -> bool:
        if isinstance(members, SetLiteral | ListLiteral):
            return bool(members.elements) and not any(self.may_be_null(e) for e in members.elements)
        if not isinstance(members, Comprehension) or members.condition is not None or len(members.bindings) != 1:
            return False
        binding = members.bindings[0]
        if not isinstance(binding.type, ObjectType) or binding.equals or binding.origins:
            return False
        return bool(self._problem.model.types[binding.type.name].guaranteed) and not self.may_be_null(members.element)

    def may_be_null(self, e: Expression) -> bool:
        """Whether a term may be null, its variables not being so."""
        match e:
            case Constant(value=value):
                return value is None
            case Local() | Equal() | Quantified() | Comprehension() | SetLiteral() | ListLiteral() | MapLiteral():
                return False
            case RandomCall(function=function, arguments=arguments):
                return function in self._nullable or any(self.may_be_null(a) for a in arguments)
            case BuiltinCall(builtin=builtin, arguments=arguments):
                return builtin.implementation not in NEVER_NULL or any(self.may_be_null(a) for a in arguments)
            case Convert(operand=x) | Not(operand=x):
                return self.may_be_null(x)
            case Connective(left=left, right=right):
                return self.may_be_null(left) or self.may_be_null(right)
            case If(then=then, otherwise=otherwise):
                return self.may_be_null(then) or self.may_be_null(otherwise)
            case Case(entries=entries):
                return not self.covers(e) or any(self.may_be_null(branch) for _, branch in entries)
        return True


def _draws(body: Expression) -> Iterator[Draw]:
    match body:
        case Draw():
            yield body
        case If(then=then, otherwise=otherwise):
            yield from _draws(then)
            yield from _draws(otherwise)
        case Case(entries=entries):
            for _, branch in entries:
                yield from _draws(branch)


def _calls(e: Expression) -> Iterator[str]:
    if isinstance(e, RandomCall):
        yield e.function
    for child in children(e):
        yield from _calls(child)


def _holds_null(e: Expression) -> bool:
    return (isinstance(e, Constant) and e.value is None) or any(map(_holds_null, children(e)))


def _closure(calls: Mapping[str, set[str]]) -> dict[str, set[str]]:
    """For each function those that it calls, directly or through others."""
    reached: dict[str, set[str]] = {}
    for start in calls:
        found: set[str] = set()
        waiting = list(calls[start])
        while waiting:
            function = waiting.pop()
            if function not in found:
                found.add(function)
                waiting.extend(calls.get(function, ()))
        reached[start] = found
    return reached
