"""From statements to a checked model, and from obs and query statements to a problem for an engine."""

from __future__ import annotations

import copy
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from noumena.language import syntax
from noumena.language.bodies import frame_size
from noumena.language.context import Declarations, Owner, Scope, suggestion
from noumena.language.data import from_python
from noumena.language.observations import ObservationChecker
from noumena.model.diagnostics import BlogError, Diagnostic
from noumena.model.expressions import Constant, Expression
from noumena.model.library import Builtin, Distribution
from noumena.model.model import (
    DeclaredType,
    Evidence,
    FixedFunction,
    Model,
    NumberStatement,
    OriginFunction,
    Parameter,
    Problem,
    Query,
    RandomFunction,
)
from noumena.model.source import BUILT_IN
from noumena.model.types import ANY, BOOLEAN, INTEGER, ObjectType, Type
from noumena.model.values import Value


class Checker(ObservationChecker):
    """Checks one model; afterwards it checks evidence and queries against it."""

    def __init__(
        self,
        distributions: Mapping[str, Distribution],
        functions: Mapping[str, tuple[Builtin, ...]],
        parameters: Mapping[str, Value],
    ) -> None:
        super().__init__(Declarations(distributions, functions, parameters))
        self.model = Model({}, {}, {}, {}, ())

    def check(self, statements: Sequence[syntax.Statement], objects: Mapping[str, Iterable[Value]]) -> None:
        """Builds `self.model`; faults are in `self.diagnostics`."""
        self.declare(statements, objects)
        fixed: dict[str, FixedFunction] = {}
        self.model = replace(self.model, fixed=fixed, types=self._types_so_far())
        for statement in statements:
            if isinstance(statement, syntax.ParamDeclaration):
                self._parameter(statement)
        for name in self.declarations.parameter_values:
            if name not in self.declarations.parameters and not self.diagnostics:
                hint = suggestion(name, self.declarations.parameters)
                self.error(f"a value is given for `{name}`, but the model has no such param", BUILT_IN, hint)
        for statement in statements:
            if isinstance(statement, syntax.FixedDeclaration):
                self._fixed(statement, fixed)
        random: dict[str, RandomFunction] = {}
        numbers: list[NumberStatement] = []
        for statement in statements:
            match statement:
                case syntax.RandomDeclaration():
                    self._random(statement, random)
                case syntax.NumberDeclaration():
                    self._number(statement, numbers, random)
                case syntax.DistributionDeclaration(name):
                    used = syntax.Name(name, span=statement.name_span)
                    self.body(used, Scope(f"the distribution `{name}`", owner=Owner(name, name)), None)
        origins = {
            h.key: OriginFunction(h.key, h.name, h.result, str(h.parameters[0]), h.span)
            for heads in self.declarations.functions.values()
            for h in heads
            if h.kind == "origin"
        }
        self.model = Model(self._types_so_far(numbers), random, fixed, origins, tuple(numbers))

    def _types_so_far(self, numbers: Sequence[NumberStatement] = ()) -> dict[str, DeclaredType]:
        return {
            name: DeclaredType(
                name,
                tuple(self.declarations.guaranteed[name]),
                tuple(n.index for n in numbers if n.type == name),
                span,
            )
            for name, span in self.declarations.types.items()
        }

    def _parameter(self, statement: syntax.ParamDeclaration) -> None:
        name, type_ = statement.name, self.type_of(statement.type)
        known = self.declarations
        if name in known.parameters or name in known.functions or name in known.objects:
            self.error(f"`{name}` is declared twice", statement.name_span)
            return
        known.parameters[name] = Constant(ANY, None, span=statement.name_span)
        if name not in known.parameter_values:
            hint = f"give one: `--param {name}=…`, or from Python `params={{'{name}': …}}`"
            self.error(f"param `{name}` has no value", statement.name_span, hint)
            return
        try:
            value = from_python(known.parameter_values[name], type_, known.objects)
        except ValueError as error:
            self.error(f"the value given for param `{name}` does not fit: {error}", statement.name_span)
            return
        known.parameters[name] = Constant(type_, value, span=statement.name_span)
        if statement.constraint is None:
            return
        scope = Scope("the constraint of a param", random=False)
        test = self.expect(self.term(statement.constraint, scope), BOOLEAN, "the constraint of a param")
        if not self.diagnostics and self.constant(test) is not True and not self.diagnostics:
            given = known.parameter_values[name]
            self.error(f"`{name}` = {given} does not satisfy its constraint", statement.constraint.span)

    def _fixed(self, statement: syntax.FixedDeclaration, into: dict[str, FixedFunction]) -> None:
        name, body = statement.name, statement.body
        scope = self._quiet_scope(f"the fixed function `{name}`", statement.parameters, random=False)
        head = self.head(name, tuple(v.type for v in scope.variables), statement.name_span)
        if head is None:
            return
        if isinstance(body, syntax.Call) and body.name in ("TabularInterp", "ListInterp"):
            term = self.table(body, scope, head.result)
        else:
            term = self.expect(self.term(body, scope), head.result, f"the value of `{name}`")
        size = frame_size(term, len(scope.variables))
        into[head.key] = FixedFunction(head.key, name, scope.variables, head.result, term, size, head.span)

    def _quiet_scope(self, where: str, parameters: tuple[syntax.TypedName, ...] | None, random: bool) -> Scope:
        """The scope of a function's parameters; faults in their types were told when it was declared."""
        told = len(self.diagnostics)
        variables = tuple(Parameter(p.name, self.type_of(p.type)) for p in parameters or ())
        del self.diagnostics[told:]
        return Scope(where, variables, random=random)

    def _random(self, statement: syntax.RandomDeclaration, into: dict[str, RandomFunction]) -> None:
        name = statement.name
        scope = self._quiet_scope(f"the dependency of `{name}`", statement.parameters, random=True)
        head = self.head(name, tuple(v.type for v in scope.variables), statement.name_span)
        if head is None:
            return
        owner = Owner(head.key, name)
        tree = self._tree(statement.marker, statement.body, replace(scope, owner=owner), head.result)
        size = frame_size(tree, len(scope.variables))
        into[head.key] = RandomFunction(head.key, name, scope.variables, head.result, tree, size, span=head.span)
        into.update((h.key, h) for h in owner.hidden)

    def _tree(self, marker: str, body: syntax.Expression, scope: Scope, result: Type) -> Expression:
        if marker == "=":
            body = syntax.Marked("=", body, span=body.span)
        return self.body(body, scope, result)

    def _number(
        self, statement: syntax.NumberDeclaration, into: list[NumberStatement], random: dict[str, RandomFunction]
    ) -> None:
        type_ = statement.type.name
        if type_ not in self.declarations.types:
            return
        origins, variables = [], []
        for binding in statement.origins:
            head = self.origin_head(binding, ObjectType(type_))
            if head is None:
                known = [n for n, hs in self.declarations.functions.items() if any(h.kind == "origin" for h in hs)]
                hint = suggestion(binding.function, known) or f"declare `origin T {binding.function}({type_});`"
                self.error(f"`{binding.function}` is no origin function of {type_}", binding.span, hint)
                continue
            origins.append(head.key)
            variables.append(Parameter(binding.variable, head.result))
        index = len(into)
        owner = Owner(f"#{type_}.{index}", f"#{type_}")
        scope = Scope(f"the number of {type_}", tuple(variables), owner)
        tree = self._tree(statement.marker, statement.body, scope, INTEGER)
        size = frame_size(tree, len(variables))
        into.append(NumberStatement(index, type_, tuple(origins), tuple(variables), tree, size, statement.span))
        random.update((h.key, h) for h in owner.hidden)

    def problem(
        self,
        observations: Sequence[syntax.Observation],
        queries: Sequence[syntax.QueryStatement],
        data: Sequence[Evidence] = (),
    ) -> Problem:
        """The model with this evidence and these queries; raises `BlogError` for faulty ones."""
        checker = copy.copy(self)
        checker.declarations = replace(self.declarations, names={})
        checker.diagnostics = []
        checker.declare_names(list(observations))
        evidence: list[Evidence] = list(data)
        names: dict[str, RandomFunction] = {}
        asked: list[Query] = []
        faults: list[Diagnostic] = []
        for observation in observations:
            found, introduced = checker.observation(observation)
            evidence.extend(found)
            names.update((f.key, f) for f in introduced)
            faults.extend(checker.diagnostics)
            checker.diagnostics = []
        for query in queries:
            asked.extend(checker.query(query))
            faults.extend(checker.diagnostics)
            checker.diagnostics = []
        if faults:
            raise BlogError(faults)
        return Problem(self.model, tuple(evidence), tuple(asked), names)
