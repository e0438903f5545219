"""Calls: which of several functions of one name is meant, and its arguments converted to what it takes."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import replace
from typing import TypeVar

from noumena.language import syntax
from noumena.language.context import Context, Head, Scope, suggestion
from noumena.model.expressions import (
    BuiltinCall,
    Constant,
    Convert,
    Draw,
    Expression,
    FixedCall,
    MapLiteral,
    OriginCall,
    RandomCall,
)
from noumena.model.functions import FUNCTIONS
from noumena.model.library import Builtin, Distribution
from noumena.model.source import Span
from noumena.model.types import ANY, NULL, Signature, Type, fits
from noumena.model.values import Value

T = TypeVar("T")


def convert_to(term: Expression, wanted: Type) -> Expression:
    """The term, converted if its type is narrower than the one wanted."""
    if term.type == wanted or wanted == ANY or term.type == NULL:
        return term
    return Convert(wanted, term, span=term.span)


def plural(count: int, noun: str) -> str:
    """`1 argument`, `2 arguments`."""
    return f"{count} {noun}{'' if count == 1 else 's'}"


def _result_of(distribution: Distribution) -> Type:
    """The type that a distribution from Python gives, if it says so."""
    result: Type = getattr(distribution, "result", ANY)
    return result


class CallChecker(Context, ABC):
    """Checks applications of functions and distributions to arguments."""

    @abstractmethod
    def term(self, expression: syntax.Expression, scope: Scope) -> Expression:
        """The checked form of an expression."""

    @abstractmethod
    def constant(self, term: Expression) -> Value:
        """The value of a fixed term, or null after a fault."""

    @abstractmethod
    def mark_counted(self, term: Expression) -> Expression:
        """The term, with a set whose objects need not be told apart marked as such."""

    def names_distribution(self, name: str, scope: Scope) -> bool:
        """Whether a name means a distribution, being neither a variable nor anything else declared."""
        known = self.declarations
        others = (
            scope.constants,
            known.parameters,
            known.objects,
            known.names,
            known.functions,
            known.python_functions,
        )
        taken = scope.slot(name) is not None or any(name in names for names in others)
        return not taken and name not in FUNCTIONS and (name in known.aliases or name in known.distributions)

    def call(self, call: syntax.Call, scope: Scope) -> Expression:
        """A call of a declared function, one supplied from Python, or one of the library."""
        arguments = tuple(self.term(a, scope) for a in call.arguments)
        types = tuple(a.type for a in arguments)
        declared = self.declarations.functions.get(call.name, [])
        chosen = self.choose([(Signature(h.parameters, h.result), h) for h in declared], types)
        if chosen is not None:
            parameters, _, head = chosen
            converted = tuple(map(convert_to, arguments, parameters))
            return self.declared_call(head, converted, call.span, scope)
        signatures = [Signature(h.parameters, h.result) for h in declared]
        for builtins in (self.declarations.python_functions.get(call.name, ()), FUNCTIONS.get(call.name, ())):
            result = self.builtin_call(builtins, arguments, call.span)
            if result is not None:
                return result
            signatures += [b.signature for b in builtins]
        return self.no_such_call(call, signatures, types)

    def declared_call(self, head: Head, arguments: tuple[Expression, ...], span: Span, scope: Scope) -> Expression:
        """The application of a function that the model declares."""
        if head.kind == "random" and not scope.random:
            return self.wrong(f"{scope.where} cannot read the random function `{head.name}`", span)
        match head.kind:
            case "random":
                return RandomCall(head.result, head.key, arguments, span=span)
            case "fixed":
                return FixedCall(head.result, head.key, arguments, span=span)
            case "origin":
                return OriginCall(head.result, head.key, arguments[0], span=span)

    def builtin_call(
        self, overloads: Sequence[Builtin], arguments: tuple[Expression, ...], span: Span
    ) -> Expression | None:
        """The application of the overload that fits best, or None if none fits."""
        types = tuple(a.type for a in arguments)
        chosen = self.choose([(b.signature, b) for b in overloads], types)
        if chosen is None:
            return None
        parameters, result, builtin = chosen
        fitting = sum(b.signature.match(types) is not None for b in overloads)
        if fitting > 1 and ANY in types and not self.diagnostics:
            names = ", ".join(f"`{a.span.text}`" for a in arguments if a.type == ANY)
            return self.wrong(
                f"the type of {names} is not known, so `{builtin.name}` could mean several things",
                span,
                "annotate the result of the Python function, for instance `-> float`",
            )
        if builtin in (*FUNCTIONS["size"], *FUNCTIONS["isEmpty"]):
            arguments = tuple(map(self.mark_counted, arguments))
        return BuiltinCall(result, builtin, tuple(map(convert_to, arguments, parameters)), span=span)

    def choose(
        self, overloads: Sequence[tuple[Signature, T]], types: tuple[Type, ...]
    ) -> tuple[tuple[Type, ...], Type, T] | None:
        """The overload that fits with the fewest conversions, the first of several such."""
        best: tuple[int, tuple[Type, ...], Type, T] | None = None
        for signature, candidate in overloads:
            matched = signature.match(types)
            if matched is None:
                continue
            parameters, result = matched
            conversions = sum(p != t for p, t in zip(parameters, types, strict=True))
            if best is None or conversions < best[0]:
                best = (conversions, parameters, result, candidate)
        return None if best is None else best[1:]

    def no_such_call(self, call: syntax.Call, signatures: Sequence[Signature], types: tuple[Type, ...]) -> Expression:
        """The fault of a call that nothing fits."""
        if not signatures:
            known = self.declarations.terms()
            return self.wrong(f"unknown function `{call.name}`", call.name_span, suggestion(call.name, known))
        given = ", ".join(str(t) for t in types)
        takes = " or ".join(dict.fromkeys(f"`{call.name}{s}`" for s in signatures[:4]))
        if all(s.expand(len(types)) is None for s in signatures):
            message = f"`{call.name}` does not take {plural(len(types), 'argument')}"
        else:
            message = f"`{call.name}` does not take ({given})"
        return self.wrong(message, call.name_span, f"it is {takes}")

    def draw(self, name: str, arguments: tuple[Expression, ...], name_span: Span, span: Span) -> Expression:
        """The application of a distribution that is not an alias."""
        distribution = self.declarations.distributions[name]
        if name in ("UniformChoice", "Uniform"):
            arguments = tuple(map(self.mark_counted, arguments))
        if name == "Categorical":
            arguments = tuple(replace(a, weights=True) if isinstance(a, MapLiteral) else a for a in arguments)
        if not distribution.signatures:
            return Draw(_result_of(distribution), distribution, arguments, span=span)
        types = tuple(a.type for a in arguments)
        chosen = self.choose([(s, s) for s in distribution.signatures], types)
        if chosen is None:
            call = syntax.Call(name, (), name_span=name_span)
            return self.no_such_call(call, distribution.signatures, types)
        parameters, result, _ = chosen
        return Draw(result, distribution, tuple(map(convert_to, arguments, parameters)), span=span)

    def configured(self, call: syntax.Call, scope: Scope) -> Expression:
        """A distribution with bracketed parameters, which are fixed: `LetterNgram["file", 10](x)`.

        A distribution from Python that has a method `configure` is made anew from them; for others they are the
        first parameters.
        """
        distribution = self.declarations.distributions[call.name]
        brackets = tuple(self.term(b, Scope("a bracketed parameter", random=False)) for b in call.brackets or ())
        arguments = tuple(self.term(a, scope) for a in call.arguments)
        configure = getattr(distribution, "configure", None)
        if configure is None:
            return self.draw(call.name, brackets + arguments, call.name_span, call.span)
        values = [] if self.diagnostics else [self.constant(b) for b in brackets]
        if self.diagnostics:
            return Constant(ANY, None, span=call.span)
        try:
            made: Distribution = configure(*values)
        except (ValueError, TypeError, OSError) as error:
            return self.wrong(f"`{call.name}` cannot be made with these parameters: {error}", call.span)
        if made.signatures:
            return self.wrong(f"`{call.name}` takes no bracketed parameters", call.name_span)
        return Draw(_result_of(made), made, arguments, span=call.span)

    def expect(self, term: Expression, wanted: Type, what: str) -> Expression:
        """The term converted to the wanted type, or the fault that it has another."""
        if fits(term.type, wanted):
            return convert_to(term, wanted)
        return self.wrong(f"{what} must be {wanted}, not {term.type}", term.span)
