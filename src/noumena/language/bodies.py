"""Bodies of dependency and number statements: CPD trees whose leaves are draws or deterministic terms."""

from __future__ import annotations

from dataclasses import replace

from noumena.language import syntax
from noumena.language.calls import convert_to
from noumena.language.context import Scope
from noumena.language.terms import TermChecker
from noumena.model.expressions import (
    Case,
    Constant,
    Convert,
    Draw,
    Equal,
    Expression,
    If,
    ListLiteral,
    Local,
    RandomCall,
    children,
)
from noumena.model.model import RandomFunction
from noumena.model.types import ANY, BOOLEAN, INTEGER, NULL, TupleType, Type, fits, join

_EXPANSIONS_AT_MOST = 200
"""How many named distributions one use of a name may stand for, where they name each other."""


class BodyChecker(TermChecker):
    """Checks what follows `~`."""

    _expanding: tuple[str, ...] = ()
    _expansions = 0

    def body(self, written: syntax.Expression, scope: Scope, result: Type | None) -> Expression:
        """A CPD tree whose leaves give values of type `result`, or of their own common type if it is None."""
        match written:
            case syntax.Marked("~", body):
                return self.body(body, scope, result)
            case syntax.Marked("=", body):
                return self.deterministic(body, scope, result)
            case syntax.If(condition, then, otherwise):
                test = self.condition(condition, scope)
                yes = self.body(then, scope, result)
                if otherwise is None:
                    no: Expression = Constant(NULL, None, span=written.span)
                else:
                    no = self.body(otherwise, scope, result)
                return If(result or join(yes.type, no.type) or ANY, test, yes, no, span=written.span)
            case syntax.Case():
                subject, keys = self.case_keys(written, scope)
                branches = [self.body(branch, scope, result) for _, branch in written.entries]
                type_: Type = NULL
                for branch in branches:
                    type_ = join(type_, branch.type) or ANY
                return Case(result or type_, subject, tuple(zip(keys, branches, strict=True)), span=written.span)
        if self.is_draw(written, scope):
            return self.draw_of(self.leaf(written, scope), result, scope)
        return self.deterministic(written, scope, result)

    def is_draw(self, written: syntax.Expression, scope: Scope) -> bool:
        """Whether an expression is the application of a distribution."""
        match written:
            case syntax.Name(name) | syntax.Call(name) | syntax.Index(syntax.Name(name)):
                return self.names_distribution(name, scope)
        return False

    def leaf(self, written: syntax.Expression, scope: Scope) -> Expression:
        """A distribution with its parameters; a named one (`distribution D = …`) gives its own tree."""
        match written:
            case syntax.Call():
                call = written
            case syntax.Index(syntax.Name(name) as base, indices):
                call = syntax.Call(name, (), indices, span=written.span, name_span=base.span)
            case _:
                assert isinstance(written, syntax.Name)
                call = syntax.Call(written.name, (), span=written.span, name_span=written.span)
        alias = self.declarations.aliases.get(call.name)
        if alias is not None:
            return self.alias(call, alias, scope)
        if call.brackets is not None:
            return self.configured(call, scope)
        return self.draw(call.name, tuple(self.term(a, scope) for a in call.arguments), call.name_span, call.span)

    def alias(self, call: syntax.Call, alias: syntax.DistributionDeclaration, scope: Scope) -> Expression:
        """The tree of a named distribution, in which no variable of the place of use is known."""
        if call.arguments or call.brackets:
            return self.wrong(f"the distribution `{call.name}` takes no parameters", call.span)
        if call.name in self._expanding:
            return self.wrong(f"the distribution `{call.name}` is defined by itself", alias.span)
        self._expansions = self._expansions + 1 if self._expanding else 0
        if self._expansions > _EXPANSIONS_AT_MOST:
            if self._expansions > _EXPANSIONS_AT_MOST + 1:
                return Constant(ANY, None, span=call.span)
            message = f"the distribution `{self._expanding[0]}` is too large: written out it names more than "
            return self.wrong(f"{message}{_EXPANSIONS_AT_MOST} other distributions", alias.span)
        outer, self._expanding = self._expanding, (*self._expanding, call.name)
        # They keep their slots, since a draw inside the tree is one for each of their values; no name means them.
        nameless = tuple(replace(v, name="") for v in scope.variables)
        tree = self.body(alias.body, replace(scope, variables=nameless, constants={}), None)
        self._expanding = outer
        return tree

    def draw_of(self, draw: Expression, result: Type | None, scope: Scope) -> Expression:
        """A drawn leaf for a function of type `result`; a draw of a narrower type is converted."""
        if result is None or isinstance(draw, Constant):
            return draw
        typed = getattr(draw.distribution, "typed", None) if isinstance(draw, Draw) else None
        if isinstance(draw, Draw) and typed is not None and fits(draw.type, result):
            return replace(draw, type=result, distribution=typed(result))
        if draw.type == result:
            return draw
        if draw.type == ANY:
            return replace(draw, type=result)
        if not fits(draw.type, result):
            name = draw.distribution.name if isinstance(draw, Draw) else "the distribution"
            hint = "for true and false there is `BooleanDistrib`" if (draw.type, result) == (INTEGER, BOOLEAN) else None
            return self.wrong(f"`{name}` gives {draw.type}, but {result} is needed", draw.span, hint)
        return Convert(result, self.hidden_call(draw, scope), span=draw.span)

    def deterministic(self, written: syntax.Expression, scope: Scope, result: Type | None) -> Expression:
        """A leaf that is determined by what it reads."""
        term = self.term(written, scope)
        return term if result is None else self.expect(term, result, "the value")

    def hidden_draw(self, written: syntax.Expression, scope: Scope) -> Expression:
        """A distribution inside an expression, as the application of a hidden random function."""
        if scope.owner is None:
            return self.wrong(f"a distribution cannot stand in {scope.where}", written.span)
        return self.hidden_call(self.leaf(written, scope), scope)

    def hidden_call(self, tree: Expression, scope: Scope) -> Expression:
        """The application of a hidden random function with this tree.

        It has all variables in scope as parameters, in their slots: each evaluation of the expression for other values
        of them is a draw of its own.
        """
        assert scope.owner is not None
        owner = scope.owner
        key = f"{owner.key}~{len(owner.hidden) + 1}"
        size = frame_size(tree, len(scope.variables))
        owner.hidden.append(RandomFunction(key, owner.name, scope.variables, tree.type, tree, size, True, tree.span))
        arguments = tuple(Local(v.type, slot, v.name) for slot, v in enumerate(scope.variables))
        return RandomCall(tree.type, key, arguments, span=tree.span)

    def table(self, call: syntax.Call, scope: Scope, result: Type) -> Expression:
        """`TabularInterp(k, a1, …, ak, value, …)` and `ListInterp(k, a1, …, ak, …)` as the body of a fixed function.

        The first gives the value beside the arguments, or null; the second is true for the listed tuples alone.
        """
        count = call.arguments[0] if call.arguments else None
        arity = len(scope.variables)
        if not isinstance(count, syntax.Literal_) or count.value != arity:
            return self.wrong(
                f"the first argument of `{call.name}` must be the number of arguments, {arity}", call.span
            )
        width = arity + (call.name == "TabularInterp")
        cells = [self.term(a, scope) for a in call.arguments[1:]]
        if width == 0 or len(cells) % width:
            return self.wrong(f"`{call.name}` needs rows of {width} values, but {len(cells)} are given", call.span)
        types = tuple(v.type for v in scope.variables)
        key_type = TupleType(types)
        entries = []
        for start in range(0, len(cells), width):
            row = cells[start : start + width]
            keys = tuple(self.expect(c, t, "this argument") for c, t in zip(row, types, strict=False))
            key = self.folded(ListLiteral(key_type, keys, span=call.span))
            value = self.expect(row[-1], result, "the value") if width > arity else Constant(BOOLEAN, True)
            entries.append((key, value))
        variables = tuple(Local(v.type, slot, v.name) for slot, v in enumerate(scope.variables))
        case = Case(result, ListLiteral(key_type, variables), tuple(entries), span=call.span)
        if width > arity:
            return case
        return convert_to(Equal(BOOLEAN, case, Constant(BOOLEAN, True), False, span=call.span), result)


def frame_size(expression: Expression, parameters: int) -> int:
    """The number of slots that an expression needs, its parameters included."""
    size = max(parameters, expression.slot + 1 if isinstance(expression, Local) else 0)
    for binding in getattr(expression, "bindings", ()) or filter(None, (getattr(expression, "binding", None),)):
        size = max(size, binding.slot + 1)
    for child in children(expression):
        size = max(size, frame_size(child, size))
    return size
