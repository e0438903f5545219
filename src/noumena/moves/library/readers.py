"""What reads a reference: evidence on functions of the same arguments, as the text of the model tells it.

`Text(c) ~ Noisy(Title(PubCited(c)))` reads the reference `PubCited` at its own argument, and of the object an
attribute, `Title`. If `Text` is evidence for all its arguments, its variables are in the state whatever the references
are, and a move may ask how well each would fit another object.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from noumena.model.expressions import (
    Case,
    Comprehension,
    Connective,
    Constant,
    Equal,
    Expression,
    If,
    Local,
    OriginCall,
    Quantified,
    RandomCall,
    children,
)
from noumena.model.influence import influence
from noumena.model.trees import parts
from noumena.moves.library.fitting import Fitting
from noumena.moves.table import FunctionEntry
from noumena.moves.wording import Complaint


@dataclass(frozen=True)
class Reader:
    """A function that is evidence and reads a reference at its own arguments; `sure` are attributes it always reads.

    "Always" is for references that are not null. `others` are what it reads besides, by function.
    """

    name: str
    sure: frozenset[str]
    attributes: frozenset[str]
    others: frozenset[str]
    looks_around: bool


def readers_of(fitting: Fitting, entry: FunctionEntry) -> list[Reader]:
    """The functions that are evidence for all arguments and read a reference at their own."""
    keys = list(fitting.table.problem.random)
    names = {keys[e.kind]: n for n, found in fitting.table.functions.items() for e in found if len(found) == 1}
    found = []
    for key, name in names.items():
        other = fitting.function(name)
        if other.observed and other.objects == entry.objects and other != entry:
            reading = _Reading(keys[entry.kind], len(entry.objects))
            body = fitting.table.problem.random[key].body
            if reading.is_read(body):
                found.append(reading.reader(name, body))
    return found


def weighed(fitting: Fitting, f: str, entry: FunctionEntry, attributes: Collection[str]) -> list[str]:
    """The readers whose factors a move may ask for when it has set a reference and attributes of the object.

    Refuses readers whose factors could depend on what has no value then: another attribute of the object, or variables
    that are in the state only for some values of these. Refuses, too, if there are no readers.
    """
    table = fitting.table
    keys = list(table.problem.random)
    causes = [keys[e.kind] for e in (entry, *(fitting.function(a) for a in attributes))]
    decided = influence(table.problem, causes).decided
    named = {keys[fitting.function(a).kind]: a for a in attributes}
    readers = readers_of(fitting, entry)
    for reader in readers:
        for key in sorted(reader.attributes - named.keys()):
            a = table.problem.random[key].name
            message = f"`{reader.name}` reads `{a}` of what `{f}` refers to, which has to have a value"
            fitting.refuse(Complaint(message, f"name what was observed of it: attributes={{'{a}': …}}"))
        if reader.looks_around or not reader.others.isdisjoint(decided):
            message = f"`{reader.name}` reads what may not be in the state when `{f}` has another value"
            fitting.refuse(Complaint(message, "use SplitMerge, which asks for no factors"))
    if not readers:
        message = f"no function of the same arguments that is evidence for all of them reads `{f}` at its own"
        fitting.refuse(Complaint(message, "use SplitMerge, which asks for no factors"))
    return [reader.name for reader in readers]


@dataclass(frozen=True)
class _Reading:
    """Texts of functions with as many arguments as a reference."""

    reference: str
    arity: int

    def reader(self, name: str, body: Expression) -> Reader:
        attributes: set[str] = set()
        others: set[str] = set()
        looks_around = False
        for e in parts(body):
            looks_around = looks_around or isinstance(e, Comprehension | Quantified | OriginCall)
            if isinstance(e, RandomCall) and not self._is_own(e):
                (attributes if self._is_attribute(e) else others).add(e.function)
        return Reader(name, frozenset(self._sure(body)), frozenset(attributes), frozenset(others), looks_around)

    def is_read(self, body: Expression) -> bool:
        """Whether a text reads the reference at its own arguments."""
        return any(map(self._is_own, parts(body)))

    def _is_own(self, e: Expression) -> bool:
        if not isinstance(e, RandomCall) or e.function != self.reference:
            return False
        return [a.slot if isinstance(a, Local) else -1 for a in e.arguments] == [*range(self.arity)]

    def _is_attribute(self, e: RandomCall) -> bool:
        return len(e.arguments) == 1 and self._is_own(e.arguments[0])

    def _sure(self, e: Expression) -> set[str]:
        """The attributes that are read whenever a term is, if the reference is not null."""
        match e:
            case RandomCall() if self._is_attribute(e):
                return {e.function}
            case If(condition=condition, then=then, otherwise=otherwise):
                given = self._is_there(condition)
                if given is not None:
                    return self._sure(then if given else otherwise)
                return self._sure(condition) | (self._sure(then) & self._sure(otherwise))
            case Case(subject=subject):
                return self._sure(subject)
            case Connective(left=left):
                return self._sure(left)
            case Comprehension() | Quantified():
                return set()
        return set[str]().union(*map(self._sure, children(e)))

    def _is_there(self, e: Expression) -> bool | None:
        """What a term says of a reference that is not null, if it compares the reference with null."""
        match e:
            case Equal(left=x, right=Constant(value=None), negated=negated) if self._is_own(x):
                return negated
            case Equal(left=Constant(value=None), right=x, negated=negated) if self._is_own(x):
                return negated
        return None
