"""What is known while a model is checked: declared names, the variables in scope, and the faults found so far."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Literal

from noumena.language import syntax
from noumena.model.diagnostics import Diagnostic
from noumena.model.expressions import Constant, Expression, Local
from noumena.model.functions import CONSTANTS, FUNCTIONS
from noumena.model.library import Builtin, Distribution
from noumena.model.model import Parameter, RandomFunction
from noumena.model.source import BUILT_IN, Span
from noumena.model.types import ANY, BOOLEAN, NAMED_TYPES, ArrayType, MapType, ObjectType, Type
from noumena.model.values import Guaranteed, Value


@dataclass(frozen=True, slots=True)
class Head:
    """What calls need to know of a declared function; `key` is unique among overloads."""

    kind: Literal["random", "fixed", "origin"]
    key: str
    name: str
    parameters: tuple[Type, ...]
    result: Type
    span: Span


@dataclass(slots=True)
class Owner:
    """The function whose body is checked: distributions inside its expressions become hidden functions of it."""

    key: str
    name: str
    hidden: list[RandomFunction] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Scope:
    """The variables that an expression may use: variable k has slot k of the frame.

    `where` says in words what is checked; `owner` is None where no distribution may stand, and `random` is False
    where nothing random may be read. `constants` are the loop variables of obs and query statements.
    """

    where: str
    variables: tuple[Parameter, ...] = ()
    owner: Owner | None = None
    random: bool = True
    constants: Mapping[str, Constant] = field(default_factory=dict)

    def bind(self, name: str, type_: Type) -> Scope:
        """The scope with one more variable, in the next slot."""
        return replace(self, variables=(*self.variables, Parameter(name, type_)))

    def slot(self, name: str) -> int | None:
        """The slot of the innermost variable of that name."""
        for slot in range(len(self.variables) - 1, -1, -1):
            if self.variables[slot].name == name:
                return slot
        return None


@dataclass(slots=True)
class Declarations:
    """The names that a model declares, and those it is given from Python."""

    distributions: Mapping[str, Distribution]
    python_functions: Mapping[str, tuple[Builtin, ...]]
    parameter_values: Mapping[str, Value]
    types: dict[str, Span] = field(default_factory=dict)
    guaranteed: dict[str, list[Guaranteed]] = field(default_factory=dict)
    objects: dict[str, Constant] = field(default_factory=dict)
    functions: dict[str, list[Head]] = field(default_factory=dict)
    parameters: dict[str, Constant] = field(default_factory=dict)
    aliases: dict[str, syntax.DistributionDeclaration] = field(default_factory=dict)
    names: dict[str, Head] = field(default_factory=dict)
    generators: dict[str, list[tuple[tuple[str, Type], ...]]] = field(default_factory=dict)
    """For each type with number statements, the origin functions and their types of each statement."""

    def infinite(
        self, type_: str, origins: tuple[tuple[str, Expression], ...] = (), seen: frozenset[str] = frozenset()
    ) -> bool:
        """Whether some number statement applies to infinitely many generators, `origins` being pinned to terms."""
        if type_ in seen:
            return True
        statements = [dict(s) for s in self.generators.get(type_, []) if _may_apply(dict(s), origins)]
        free = [t for s in statements for key, t in s.items() if key not in dict(origins)]
        return any(
            self.infinite(t.name, (), seen | {type_}) if isinstance(t, ObjectType) else t not in (BOOLEAN, ANY)
            for t in free
        )

    def declared(self) -> set[str]:
        """The names of terms that the model declares or is given from Python."""
        return {*self.objects, *self.functions, *self.parameters, *self.aliases, *self.python_functions}

    def terms(self) -> set[str]:
        """All names that may stand in a term, for suggestions."""
        return {*self.declared(), *self.names, *FUNCTIONS, *CONSTANTS, *self.distributions}


def _may_apply(statement: Mapping[str, Type], origins: tuple[tuple[str, Expression], ...]) -> bool:
    """Whether objects of a number statement can have these origins: null for a function that it does not name.

    A literal null is null; constants and variables are not; any other term may be or not.
    """
    for key, term in origins:
        if isinstance(term, Constant) and term.value is None:
            if key in statement:
                return False
        elif isinstance(term, Constant | Local) and key not in statement:
            return False
    return True


class Context:
    """Collects faults while a model is checked, so that one run tells them all."""

    def __init__(self, declarations: Declarations) -> None:
        self.declarations = declarations
        self.diagnostics: list[Diagnostic] = []

    def error(self, message: str, span: Span, hint: str | None = None) -> None:
        """Records an error, once however often it is found; checking goes on."""
        diagnostic = Diagnostic(message, None if span is BUILT_IN else span, hint)
        if diagnostic not in self.diagnostics:
            self.diagnostics.append(diagnostic)

    def wrong(self, message: str, span: Span, hint: str | None = None) -> Constant:
        """Records an error and gives a stand-in term that causes no further ones."""
        self.error(message, span, hint)
        return Constant(ANY, None, span=span)

    def type_of(self, written: syntax.TypeExpr) -> Type:
        """The type that a type expression names."""
        match written:
            case syntax.ArrayTypeExpr(element) | syntax.ListTypeExpr(element):
                return ArrayType(self.type_of(element))
            case syntax.MapTypeExpr(key, value):
                return MapType(self.type_of(key), self.type_of(value))
            case syntax.NamedType(name):
                if name in self.declarations.types:
                    return ObjectType(name)
                if name in NAMED_TYPES:
                    return NAMED_TYPES[name]
                known = {*self.declarations.types, *NAMED_TYPES}
                self.error(f"unknown type `{name}`", written.span, suggestion(name, known) or f"declare `type {name};`")
        return ANY


def suggestion(name: str, known: Iterable[str]) -> str | None:
    """A hint with another known name, the nearest in spelling if one is near; the case of letters counts last."""
    others = sorted(k for k in known if k != name)
    by_lower = {k.lower(): k for k in others}
    near = difflib.get_close_matches(name, others, n=1, cutoff=0.7)
    near = near or [by_lower[k] for k in difflib.get_close_matches(name.lower(), by_lower, n=1, cutoff=0.7)]
    return f"did you mean `{near[0]}`?" if near else None
