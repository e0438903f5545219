"""Evidence and queries: obs and query statements, with their loops written out."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import islice

from noumena.language import syntax
from noumena.language.binders import conjuncts
from noumena.language.bodies import frame_size
from noumena.language.calls import convert_to
from noumena.language.context import Head, Scope
from noumena.language.declare import DeclarationChecker
from noumena.model.diagnostics import RunError
from noumena.model.evaluation import Evaluator
from noumena.model.expressions import (
    Binding,
    Comprehension,
    Connective,
    Constant,
    Draw,
    Equal,
    Expression,
    Quantified,
    RandomCall,
    children,
)
from noumena.model.functions import FUNCTIONS
from noumena.model.functions.conversions import render
from noumena.model.model import Evidence, Model, Query, RandomFunction
from noumena.model.recursion import deep_recursion
from noumena.model.source import Span
from noumena.model.types import BOOLEAN, ObjectType, Type, fits
from noumena.model.values import Value

ROUNDS_AT_MOST = 1_000_000
"""How many rounds the loop of an obs or query statement may have."""

_EVIDENCE = Scope("evidence")
_QUERY = Scope("a query")
_FIXED = Scope("this place", random=False)


class FixedWorld:
    """The world of fixed expressions: guaranteed objects alone, nothing random."""

    def __init__(self, model: Model) -> None:
        self._model = model

    def read(self, function: str, arguments: tuple[Value, ...]) -> Value:
        """Never called: the checker admits nothing random where it evaluates."""
        raise AssertionError(f"`{function}` is random")

    def members(self, type_: str, origins: Mapping[str, Value], counted: bool) -> tuple[Value, ...]:
        """The guaranteed objects, which have no origin."""
        no_origin = all(value is None for value in origins.values())
        return self._model.types[type_].guaranteed if no_origin else ()


class ObservationChecker(DeclarationChecker):
    """Checks evidence and queries against a model."""

    model: Model

    def constant_evaluator(self) -> Evaluator:
        """An evaluator of fixed expressions."""
        return Evaluator(self.model, FixedWorld(self.model))

    def constant(self, term: Expression) -> Value:
        """The value of a fixed term, or null after a fault."""
        try:
            with deep_recursion():
                return self.constant_evaluator().value(term, [None] * frame_size(term, 0))
        except RunError as error:
            self._told(error, term.span)
            return None

    def _told(self, error: RunError, span: Span) -> None:
        """Records that a fixed term has no value; `span` is its place if the error has none."""
        self.diagnostics.append(replace(error.diagnostic, span=error.diagnostic.span or span))

    def declare_names(self, observations: list[syntax.Observation]) -> None:
        """Enters the names that symbol evidence introduces, so that all evidence and queries may use them."""
        for observation in observations:
            if not self._is_symbolic(observation):
                continue
            assert isinstance(observation.left, syntax.Comprehension)
            type_ = self.type_of(observation.left.variables[0].type)
            for name in _set_names(observation.right):
                if name.name in self.declarations.names:
                    self.error(f"`{name.name}` names two objects", name.span)
                self.declarations.names[name.name] = Head("random", name.name, name.name, (), type_, name.span)

    def _is_symbolic(self, observation: syntax.Observation) -> bool:
        left = observation.left
        if not isinstance(left, syntax.Comprehension) or left.kind != "set" or len(left.variables) != 1:
            return False
        variable = left.variables[0]
        if left.elements != (syntax.Name(variable.name),) or not isinstance(variable.type, syntax.NamedType):
            return False
        names = _set_names(observation.right)
        taken = self.declarations.declared()
        generated = variable.type.name in self.declarations.generators
        return bool(names) and generated and not any(n.name in taken for n in names)

    def observation(self, statement: syntax.Observation) -> tuple[list[Evidence], list[RandomFunction]]:
        """The evidence of an obs statement, and the names it introduces."""
        if self._is_symbolic(statement):
            evidence, names = self.symbol_evidence(statement)
            return [evidence], names
        found = []
        for constants in self.loop(statement.variables, statement.condition):
            scope = replace(_EVIDENCE, constants=constants)
            left = self.term(statement.left, scope)
            right = self.term(statement.right, replace(_FIXED, constants=constants, where="the observed value"))
            if not fits(right.type, left.type):
                self.error(f"the term is {left.type}, but the value is {right.type}", right.span)
            elif not self.diagnostics and not self.is_random(left):
                self.error("this evidence is about nothing random", left.span)
            if self.diagnostics:
                break
            value = self.constant(convert_to(right, left.type))
            found.append(Evidence(left, value, frame_size(left, 0), span=statement.span))
        return found, []

    def symbol_evidence(self, statement: syntax.Observation) -> tuple[Evidence, list[RandomFunction]]:
        """`obs {x for T x : φ} = {x1, …, xk}` as the size of the set and k constants drawn from it."""
        names = tuple(n.name for n in _set_names(statement.right))
        members = self.mark_counted(self.term(statement.left, _EVIDENCE))
        size = self.builtin_call(FUNCTIONS["size"], (members,), statement.left.span)
        assert size is not None
        evidence = Evidence(size, len(names), frame_size(size, 0), names, statement.span)
        if not isinstance(members, Comprehension):
            return evidence, []
        type_ = members.bindings[0].type
        if isinstance(type_, ObjectType) and self.declarations.guaranteed[type_.name]:
            guaranteed = self.declarations.guaranteed[type_.name][0]
            self.error(
                f"names stand for generated objects, but {type_} has guaranteed ones such as `{guaranteed}`",
                statement.right.span,
                "observe the size of the set instead",
            )
        if statement.variables:
            self.error("evidence that names the members of a set cannot stand in a loop", statement.span)
        functions = [self._named_member(members, type_, names, i, statement.right.span) for i in range(len(names))]
        return evidence, functions

    def _named_member(
        self, members: Comprehension, type_: Type, names: tuple[str, ...], position: int, span: Span
    ) -> RandomFunction:
        condition = members.condition
        variable = members.element
        for earlier in names[:position]:
            other = Equal(BOOLEAN, variable, RandomCall(type_, earlier, (), span=span), True, span=span)
            condition = other if condition is None else Connective(BOOLEAN, "&", condition, other, span=span)
        rest = replace(members, condition=condition)
        draw = Draw(type_, self.declarations.distributions["UniformChoice"], (rest,), span=span)
        return RandomFunction(names[position], names[position], (), type_, draw, frame_size(draw, 0), span=span)

    def query(self, statement: syntax.QueryStatement) -> list[Query]:
        """The queries of a query statement."""
        found = []
        for constants in self.loop(statement.variables, statement.condition):
            term = self.term(statement.expression, replace(_QUERY, constants=constants))
            text = _on_one_line(statement.expression.span.text, constants)
            found.append(Query(term, text, frame_size(term, 0), statement.span))
            if self.diagnostics:
                break
        return found

    def loop(
        self, variables: tuple[syntax.TypedName, ...], condition: syntax.Expression | None
    ) -> Iterator[dict[str, Constant]]:
        """The values of the variables of a loop for which its condition holds."""
        scope = replace(_FIXED, where="a loop")
        inner, bindings = self.bind(variables, scope)
        test = None
        if condition is not None:
            test = self.expect(self.term(condition, inner), BOOLEAN, "the condition of a loop")
        restricted = [self.restrict(b, list(conjuncts(test))) for b in bindings]
        if self.diagnostics:
            return
        evaluator = self.constant_evaluator()
        frame: list[Value] = [None] * max([len(inner.variables), frame_size(test, 0) if test else 0])
        try:
            with deep_recursion():
                rounds = list(islice(self._rounds(evaluator, restricted, test, frame, 0), ROUNDS_AT_MOST + 1))
        except RunError as error:
            self._told(error, variables[0].span)
            return
        if len(rounds) > ROUNDS_AT_MOST:
            self.error(f"this loop has more than {ROUNDS_AT_MOST} rounds", variables[0].span)
            return
        yield from rounds

    def _rounds(
        self, evaluator: Evaluator, bindings: list[Binding], test: Expression | None, frame: list[Value], depth: int
    ) -> Iterator[dict[str, Constant]]:
        if depth == len(bindings):
            if test is None or evaluator.value(test, frame) is True:
                yield {b.name: Constant(b.type, frame[b.slot]) for b in bindings}
            return
        for value in evaluator.candidates(bindings[depth], frame):
            frame[bindings[depth].slot] = value
            yield from self._rounds(evaluator, bindings, test, frame, depth + 1)

    def is_random(self, term: Expression) -> bool:
        """Whether a term reads anything random: a random function, or how many objects there are."""
        match term:
            case RandomCall():
                return True
            case Comprehension(bindings=bindings):
                if any(self._is_generated(b.type) for b in bindings):
                    return True
            case Quantified(binding=binding):
                if self._is_generated(binding.type):
                    return True
        return any(self.is_random(c) for c in children(term))

    def _is_generated(self, type_: Type) -> bool:
        return isinstance(type_, ObjectType) and type_.name in self.declarations.generators


def _set_names(right: syntax.Expression) -> list[syntax.Name]:
    """The names in an explicit set of names alone, else none."""
    if not isinstance(right, syntax.SetLiteral):
        return []
    names = [e for e in right.elements if isinstance(e, syntax.Name)]
    return names if len(names) == len(right.elements) else []


def _on_one_line(text: str, constants: Mapping[str, Constant]) -> str:
    """The text of a query with blanks folded and loop variables replaced by their values, strings left alone."""
    words = "".join(rf"|\b{re.escape(name)}\b" for name in constants)
    pattern = re.compile(rf""""(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|\s+{words}""")

    def replacement(match: re.Match[str]) -> str:
        if match[0].isspace():
            return " "
        return render(constants[match[0]].value) if match[0] in constants else match[0]

    return pattern.sub(replacement, text)
