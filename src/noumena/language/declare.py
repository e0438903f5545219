"""The first pass: every name that a model declares, so that the order of statements does not matter."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Literal

from noumena.language import syntax
from noumena.language.bodies import BodyChecker
from noumena.language.context import Head, suggestion
from noumena.language.data import object_name
from noumena.model.expressions import Constant
from noumena.model.source import BUILT_IN, Span
from noumena.model.types import ANY, NAMED_TYPES, ArrayType, ObjectType, Type
from noumena.model.values import Guaranteed, Value

OBJECTS_AT_MOST = 1_000_000
"""How many objects the arrays of a model may have in all."""


class DeclarationChecker(BodyChecker):
    """Collects declarations."""

    def declare(self, statements: Sequence[syntax.Statement], objects: Mapping[str, Iterable[Value]]) -> None:
        """Enters all names of the statements, and the guaranteed objects that are given as data."""
        for statement in statements:
            if isinstance(statement, syntax.TypeDeclaration):
                self._declare_types(statement)
        for statement in statements:
            if isinstance(statement, syntax.DistinctDeclaration):
                self._declare_objects(statement)
        self._declare_data(objects)
        for statement in statements:
            match statement:
                case syntax.OriginDeclaration():
                    argument = self.type_of(statement.argument)
                    if argument != ANY and not isinstance(argument, ObjectType):
                        self.error(f"{argument} is a built-in type; its values have no origin", statement.argument.span)
                    self._declare_function("origin", statement, statement.name, (argument,), statement.result)
                case syntax.RandomDeclaration():
                    self._declare_function(
                        "random", statement, statement.name, self._types(statement), statement.result
                    )
                case syntax.FixedDeclaration():
                    self._declare_function("fixed", statement, statement.name, self._types(statement), statement.result)
                case syntax.DistributionDeclaration(name):
                    if name in self.declarations.aliases:
                        self.error(f"the distribution `{name}` is declared twice", statement.name_span)
                    self.declarations.aliases[name] = statement
        self._make_keys_unique()
        for statement in statements:
            if isinstance(statement, syntax.NumberDeclaration):
                self._declare_number(statement)

    def _declare_types(self, statement: syntax.TypeDeclaration) -> None:
        for name in statement.names:
            if name in NAMED_TYPES:
                self.error(f"`{name}` is a built-in type", statement.name_span)
            elif name in self.declarations.types:
                self.error(f"type `{name}` is declared twice", statement.name_span)
            else:
                self.declarations.types[name] = statement.name_span
                self.declarations.guaranteed[name] = []

    def _declare_objects(self, statement: syntax.DistinctDeclaration) -> None:
        type_ = self.type_of(statement.type)
        if not isinstance(type_, ObjectType):
            if type_ != ANY:
                self.error(f"{type_} is a built-in type, whose objects need no declaration", statement.type.span)
            return
        for item in statement.items:
            if item.name in self.declarations.objects:
                self.error(f"`{item.name}` is declared twice", item.span)
            elif item.size is None:
                made = self._new_object(type_.name, item.name)
                self.declarations.objects[item.name] = Constant(type_, made, span=item.span)
            elif not 1 <= item.size <= OBJECTS_AT_MOST:
                self.error(f"an array of objects must have 1 to {OBJECTS_AT_MOST} of them", item.span)
            elif item.size + sum(map(len, self.declarations.guaranteed.values())) > OBJECTS_AT_MOST:
                self.error(f"all arrays of objects together can have at most {OBJECTS_AT_MOST} of them", item.span)
            else:
                array = tuple(self._new_object(type_.name, f"{item.name}[{i}]") for i in range(item.size))
                self.declarations.objects[item.name] = Constant(ArrayType(type_), array, span=item.span)

    def _declare_data(self, objects: Mapping[str, Iterable[Value]]) -> None:
        for type_name, values in objects.items():
            if type_name not in self.declarations.types:
                hint = suggestion(type_name, self.declarations.types)
                self.error(f"objects are given for `{type_name}`, which the model does not declare", BUILT_IN, hint)
                continue
            for value in values:
                name = object_name(value)
                if name in self.declarations.objects:
                    self.error(f"`{name}` is given twice as an object of type {type_name}", BUILT_IN)
                else:
                    made = self._new_object(type_name, name)
                    self.declarations.objects[name] = Constant(ObjectType(type_name), made)

    def _new_object(self, type_: str, name: str) -> Guaranteed:
        siblings = self.declarations.guaranteed[type_]
        siblings.append(Guaranteed(type_, len(siblings), name))
        return siblings[-1]

    def _types(self, statement: syntax.RandomDeclaration | syntax.FixedDeclaration) -> tuple[Type, ...]:
        for position, parameter in enumerate(statement.parameters or ()):
            if any(p.name == parameter.name for p in (statement.parameters or ())[:position]):
                self.error(f"`{parameter.name}` names two parameters", parameter.span)
        return tuple(self.type_of(p.type) for p in statement.parameters or ())

    def _declare_function(
        self,
        kind: Literal["random", "fixed", "origin"],
        statement: syntax.Statement,
        name: str,
        parameters: tuple[Type, ...],
        result: syntax.TypeExpr,
    ) -> None:
        span = statement.name_span
        overloads = self.declarations.functions.setdefault(name, [])
        earlier = next((h for h in overloads if h.parameters == parameters), None)
        if earlier is not None:
            self.error(f"`{name}` is declared twice", span, f"it is declared at {earlier.span.location} already")
            return
        if not parameters and name in self.declarations.objects:
            self.error(f"`{name}` is a guaranteed object already", span)
        overloads.append(Head(kind, name, name, parameters, self.type_of(result), span))

    def _make_keys_unique(self) -> None:
        for name, heads in self.declarations.functions.items():
            if len(heads) > 1:
                self.declarations.functions[name] = [
                    Head(h.kind, f"{name}({', '.join(map(str, h.parameters))})", name, h.parameters, h.result, h.span)
                    for h in heads
                ]

    def _declare_number(self, statement: syntax.NumberDeclaration) -> None:
        type_ = self.type_of(statement.type)
        if not isinstance(type_, ObjectType):
            if type_ != ANY:
                self.error(f"{type_} is a built-in type; its values are not generated", statement.type.span)
            return
        origins = [(b.function, self.origin_head(b, type_)) for b in statement.origins]
        for position, binding in enumerate(statement.origins):
            before = statement.origins[:position]
            if any(b.function == binding.function for b in before):
                self.error(f"the origin function `{binding.function}` is given twice", binding.span)
            if any(b.variable == binding.variable for b in before):
                self.error(f"`{binding.variable}` names two origins", binding.span)
        known = tuple((h.key, h.result) for _, h in origins if h is not None)
        self.declarations.generators.setdefault(type_.name, []).append(known)

    def origin_head(self, binding: syntax.OriginBinding, type_: ObjectType) -> Head | None:
        """The origin function of objects of a type that a number statement names."""
        for head in self.declarations.functions.get(binding.function, []):
            if head.kind == "origin" and head.parameters == (type_,):
                return head
        return None

    def head(self, name: str, parameters: tuple[Type, ...], span: Span) -> Head | None:
        """The head that a statement declared, or None if it was refused."""
        for head in self.declarations.functions.get(name, []):
            if head.parameters == parameters and head.span == span:
                return head
        return None
