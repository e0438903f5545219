"""Sets, lists and quantifiers: which values a bound variable takes.

A condition often says beforehand which values are worth visiting: `i >= 0 & i < 3` bounds an integer, `Author(p) == r`
pins the generating object, `p == PubCited(c)` pins the value itself. These are read off the conjuncts of the
condition, so that sets over integers and timesteps are finite and sets of objects read no more than they need.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from noumena.language import syntax
from noumena.language.calls import CallChecker
from noumena.language.context import Scope
from noumena.model.expressions import (
    Binding,
    Bound,
    BuiltinCall,
    Comprehension,
    Connective,
    Constant,
    Equal,
    Expression,
    ListLiteral,
    Local,
    OriginCall,
    Quantified,
    children,
)
from noumena.model.types import (
    ANY,
    BOOLEAN,
    INTEGER,
    TIMESTEP,
    ArrayType,
    ObjectType,
    SetType,
    TupleType,
)

_FLIPPED = {"<": ">", "<=": ">=", ">": "<", ">=": "<="}


class BinderChecker(CallChecker):
    """Checks expressions that bind variables."""

    def comprehension(self, written: syntax.Comprehension, scope: Scope) -> Expression:
        """A set or list comprehension."""
        inner, bindings = self.bind(written.variables, scope)
        condition = None
        if written.condition is not None:
            condition = self.expect(self.term(written.condition, inner), BOOLEAN, "the condition of a set")
        terms = tuple(self.term(e, inner) for e in written.elements)
        if len(terms) == 1:
            element = terms[0]
        else:
            element = ListLiteral(TupleType(tuple(t.type for t in terms)), terms, span=written.span)
        restricted = tuple(self.restrict(b, list(conjuncts(condition))) for b in bindings)
        ordered = written.kind == "list"
        for binding in bindings if ordered else ():
            if isinstance(binding.type, ObjectType) and binding.type.name in self.declarations.generators:
                message = f"a list over {binding.type} would depend on the order of objects that have none"
                self.error(message, binding.span, "write a set: `{… for …}`")
        type_ = ArrayType(element.type) if ordered else SetType(element.type)
        return Comprehension(type_, element, restricted, condition, ordered, span=written.span)

    def quantified(self, written: syntax.Quantified, scope: Scope) -> Expression:
        """`exists` or `forall`; its body, or the antecedent of an implication for `forall`, restricts the variable."""
        inner, (binding,) = self.bind((written.variable,), scope)
        body = self.expect(self.term(written.body, inner), BOOLEAN, f"the body of {written.quantifier}")
        restricted = self.restrict(binding, list(_facts(written.quantifier, body)))
        return Quantified(BOOLEAN, written.quantifier, restricted, body, span=written.span)

    def bind(self, variables: tuple[syntax.TypedName, ...], scope: Scope) -> tuple[Scope, list[Binding]]:
        """The scope with the variables, and their bindings, not yet restricted."""
        bindings = []
        for variable in variables:
            type_ = self.type_of(variable.type)
            if type_ not in (INTEGER, TIMESTEP, BOOLEAN, ANY) and not isinstance(type_, ObjectType):
                self.error(f"a variable cannot range over all values of type {type_}", variable.span)
                type_ = ANY
            if not scope.random and isinstance(type_, ObjectType) and type_.name in self.declarations.generators:
                self.error(f"{scope.where} cannot range over {type_}, whose number is random", variable.span)
            natural = isinstance(variable.type, syntax.NamedType) and variable.type.name == "NaturalNum"
            lower = (Bound(Constant(INTEGER, 0), strict=False),) if natural else ()
            bindings.append(Binding(len(scope.variables), variable.name, type_, lower=lower, span=variable.span))
            scope = scope.bind(variable.name, type_)
        return scope, bindings

    def restrict(self, binding: Binding, facts: list[Expression]) -> Binding:
        """The binding with what the facts say of it; an error if infinitely many values remain."""
        for fact in facts:
            binding = _with_fact(binding, fact)
        if binding.equals is not None or binding.type in (ANY, BOOLEAN):
            return binding
        if isinstance(binding.type, ObjectType):
            if self.declarations.infinite(binding.type.name, binding.origins):
                self.error(
                    f"`{binding.name}` would range over infinitely many objects of type {binding.type}",
                    binding.span,
                    "pin what generates them in the condition, for instance `Time(x) == @3`",
                )
            return binding
        if not binding.upper or (binding.type == INTEGER and not binding.lower):
            example = (
                f"{binding.name} < @10" if binding.type == TIMESTEP else f"{binding.name} >= 0 & {binding.name} < 10"
            )
            self.error(
                f"`{binding.name}` would range over infinitely many values of type {binding.type}",
                binding.span,
                f"bound it in the condition, for instance `{example}`",
            )
        return binding

    def mark_counted(self, term: Expression) -> Expression:
        """A set of all objects, or of those a harmless condition keeps, marked as counted (a2)."""
        if not isinstance(term, Comprehension) or len(term.bindings) != 1 or term.ordered:
            return term
        slot = term.bindings[0].slot
        is_variable = isinstance(term.element, Local) and term.element.slot == slot
        if not is_variable or not isinstance(term.bindings[0].type, ObjectType):
            return term
        if term.condition is not None and not _only_compared(term.condition, slot):
            return term
        return replace(term, counted=True)


def conjuncts(condition: Expression | None) -> Iterator[Expression]:
    """The parts of a conjunction."""
    if isinstance(condition, Connective) and condition.operator == "&":
        yield from conjuncts(condition.left)
        yield from conjuncts(condition.right)
    elif condition is not None:
        yield condition


def _facts(quantifier: str, body: Expression) -> Iterator[Expression]:
    """What must hold for a value to matter to a quantifier, that of like quantifiers inside included."""
    if isinstance(body, Quantified) and body.quantifier == quantifier:
        yield from _facts(quantifier, body.body)
    elif quantifier == "exists":
        yield from conjuncts(body)
    elif isinstance(body, Connective) and body.operator == "=>":
        yield from conjuncts(body.left)


def _with_fact(binding: Binding, fact: Expression) -> Binding:
    def is_variable(e: Expression) -> bool:
        return isinstance(e, Local) and e.slot == binding.slot

    match fact:
        case Equal(left=left, right=right, negated=False):
            for one, other in ((left, right), (right, left)):
                if not _reads_only_before(other, binding.slot):
                    continue
                if is_variable(one):
                    return replace(binding, equals=binding.equals or other)
                if isinstance(one, OriginCall) and is_variable(one.argument):
                    if one.function in dict(binding.origins):
                        return binding
                    return replace(binding, origins=(*binding.origins, (one.function, other)))
        case BuiltinCall(builtin=builtin, arguments=(left, right)) if builtin.name in _FLIPPED:
            for one, other, symbol in ((left, right, builtin.name), (right, left, _FLIPPED[builtin.name])):
                if is_variable(one) and other.type == binding.type and _reads_only_before(other, binding.slot):
                    bound = Bound(other, strict=len(symbol) == 1)
                    if symbol.startswith("<"):
                        return replace(binding, upper=(*binding.upper, bound))
                    return replace(binding, lower=(*binding.lower, bound))
    return binding


def _reads_only_before(term: Expression, slot: int) -> bool:
    """Whether a term reads only variables bound before the one in `slot`."""
    if isinstance(term, Local):
        return term.slot < slot
    return all(_reads_only_before(c, slot) for c in children(term))


def _only_compared(condition: Expression, slot: int) -> bool:
    """Whether a variable occurs only beside `==` or `!=`, or as the argument of an origin function.

    Comparing it with a variable bound further inside does not count: two unused objects may or may not be the same.
    """
    match condition:
        case Local():
            return condition.slot != slot
        case OriginCall(argument=Local(slot=s)) if s == slot:
            return True
        case Equal(left=left, right=right):
            for one, other in ((left, right), (right, left)):
                if isinstance(one, Local) and one.slot == slot:
                    inside = isinstance(other, Local) and other.slot > slot
                    return not inside and (isinstance(other, Local) or _only_compared(other, slot))
    return all(_only_compared(c, slot) for c in children(condition))
