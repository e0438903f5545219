"""What may change in a state, besides a variable itself, when a move changes the variable: a bound from the text.

A move that counts variables, or the objects that they refer to, must know that the same ones are there afterwards.
Two things may happen to a variable that the move has not set: its CPD tree may end elsewhere, so that it becomes random
or derived (`changed`), and it may come to be read or be read no longer (`decided`).
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass

from noumena.model.expressions import (
    Binding,
    Case,
    Comprehension,
    Connective,
    Draw,
    Expression,
    If,
    Quantified,
    RandomCall,
    binding_terms,
    children,
    is_plain,
)
from noumena.model.model import Problem
from noumena.model.trees import always_drawn, ends
from noumena.model.types import ObjectType

Read = tuple[RandomCall, ...]
"""Terms that have been read for sure when a place in a text is reached."""


@dataclass(frozen=True, slots=True)
class Influence:
    """The functions whose variables may change, and those of which it is decided whether the state holds them.

    `changed` are all that depend on the cause, directly or through others; the cause itself only if it depends on
    itself. `decided` are read for other arguments, or only in some cases, that depend on the cause or on these.
    """

    changed: frozenset[str]
    decided: frozenset[str]


def influence(problem: Problem, functions: Collection[str], types: Collection[str] = ()) -> Influence:
    """What a change of variables of some functions, and of the numbers of objects of some types, may bring about."""
    return _Following(problem, functions, types).result()


class _Following:
    """Follows a change through the texts of a problem until nothing new is met."""

    def __init__(self, problem: Problem, functions: Collection[str], types: Collection[str]) -> None:
        self._problem = problem
        self._types = self._with_generated(types)
        self._moving = set(functions)
        self._changed: set[str] = set()
        self._decided: set[str] = set()
        self._bodies = {key: f.body for key, f in problem.random.items()}
        plain = {
            e.term.function: e.term for e in problem.evidence if isinstance(e.term, RandomCall) and is_plain(e.term)
        }
        self._terms = [e.term for e in problem.evidence if not is_plain(e.term)]
        self._solved = [reached for term in (*plain.values(), *self._terms) if len(reached := self._behind(term)) > 1]

    def result(self) -> Influence:
        """All that the change may bring about."""
        size = -1
        while size != self._size():
            size = self._size()
            for key, body in self._bodies.items():
                if self._depends(body):
                    self._change(key)
                self._visit(body, key in self._decided, ())
            for term in self._terms:
                self._visit(term, False, ())
            for number in self._problem.model.numbers:
                self._visit(number.body, False, ())
                if self._depends(number.body) and not always_drawn(number.body):
                    self._types |= self._with_generated({number.type})
            for behind in self._solved:
                # One of the variables behind evidence on a term follows the others, so that the term keeps its value.
                if not self._moving.isdisjoint(behind):
                    for key in behind:
                        self._change(key)
        return Influence(frozenset(self._changed), frozenset(self._decided))

    def _size(self) -> int:
        return len(self._changed) + len(self._decided) + len(self._types)

    def _change(self, key: str) -> None:
        self._changed.add(key)
        self._moving.add(key)

    def _with_generated(self, types: Collection[str]) -> set[str]:
        """The types, and those whose objects theirs generate."""
        found = set(types)
        while True:
            more = {
                n.type
                for n in self._problem.model.numbers
                for p in n.parameters
                if isinstance(p.type, ObjectType) and p.type.name in found
            }
            if more <= found:
                return found
            found |= more

    def _behind(self, term: Expression) -> set[str]:
        """The functions for one of whose variables evidence on a term may be solved."""
        found: set[str] = set()
        pending = [*ends(term)]
        while pending:
            for key in _called(pending.pop()):
                if key not in found:
                    found.add(key)
                    pending += [end for end in ends(self._bodies[key]) if not isinstance(end, Draw)]
        return found

    def _depends(self, e: Expression) -> bool:
        """Whether a term may have another value, or end elsewhere, after the change."""
        if isinstance(e, RandomCall) and e.function in self._moving:
            return True
        return any(map(self._is_moving, _bindings(e))) or any(map(self._depends, children(e)))

    def _is_moving(self, binding: Binding) -> bool:
        return isinstance(binding.type, ObjectType) and binding.type.name in self._types

    def _visit(self, e: Expression, decided: bool, read: Read) -> Read:
        """Notes what a term reads if the change has decided that it does; gives what has been read after it."""
        match e:
            case RandomCall(arguments=arguments):
                for argument in arguments:
                    read = self._visit(argument, decided, read)
                if (decided or any(map(self._depends, arguments))) and e not in read:
                    self._decided.add(e.function)
                    self._change(e.function)
                return (*read, e)
            case If(condition=condition, then=then, otherwise=otherwise):
                read = self._visit(condition, decided, read)
                self._visit_each((then, otherwise), decided or self._depends(condition), read)
                return read
            case Case(subject=subject, entries=entries):
                read = self._visit(subject, decided, read)
                branches = [part for entry in entries for part in entry]
                self._visit_each(branches, decided or any(map(self._depends, (subject, *branches[::2]))), read)
                return read
            case Connective(left=left, right=right):
                read = self._visit(left, decided, read)
                self._visit(right, decided or self._depends(left), read)
                return read
            case Quantified() | Comprehension():
                bindings = _bindings(e)
                inner = decided or any(map(self._is_moving, bindings))
                for term in (term for b in bindings for term in binding_terms(b)):
                    self._visit(term, decided, read)
                    inner = inner or self._depends(term)
                if isinstance(e, Quantified):
                    self._visit(e.body, inner, read)
                    return read
                if e.condition is not None:
                    self._visit(e.condition, inner, read)
                    inner = inner or self._depends(e.condition)
                self._visit(e.element, inner, read)
                return read
        for child in children(e):
            read = self._visit(child, decided, read)
        return read

    def _visit_each(self, terms: Collection[Expression], decided: bool, read: Read) -> None:
        for term in terms:
            self._visit(term, decided, read)


def _bindings(e: Expression) -> tuple[Binding, ...]:
    """The variables that a term binds."""
    if isinstance(e, Comprehension):
        return e.bindings
    return (e.binding,) if isinstance(e, Quantified) else ()


def _called(e: Expression) -> Iterator[str]:
    if isinstance(e, RandomCall):
        yield e.function
    for child in children(e):
        yield from _called(child)
