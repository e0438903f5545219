"""Terms: names resolved and types found, one construct at a time."""

from __future__ import annotations

from abc import abstractmethod

from noumena.language import syntax
from noumena.language.aggregates import arg_extreme
from noumena.language.binders import BinderChecker
from noumena.language.calls import convert_to
from noumena.language.context import Scope, suggestion
from noumena.model.expressions import (
    Case,
    Connective,
    Constant,
    Equal,
    Expression,
    If,
    ListLiteral,
    Local,
    MapLiteral,
    Not,
    SetLiteral,
)
from noumena.model.functions import CONSTANTS, FUNCTIONS, OPERATORS
from noumena.model.types import (
    ANY,
    BOOLEAN,
    INTEGER,
    MATRIX,
    NULL,
    REAL,
    STRING,
    TIMESTEP,
    ArrayType,
    MapType,
    SetType,
    TupleType,
    Type,
    join,
)
from noumena.model.values import Timestep

_LITERALS = {"integer": INTEGER, "real": REAL, "string": STRING, "boolean": BOOLEAN, "null": NULL}
_OPERATOR_WORDS = {"neg": "-"}


class TermChecker(BinderChecker):
    """Checks expressions in which no distribution stands, save those that become hidden functions."""

    def term(self, expression: syntax.Expression, scope: Scope) -> Expression:
        """The checked form of an expression; after a fault, a stand-in of any type."""
        match expression:
            case syntax.Literal_(kind, value):
                return Constant(_LITERALS[kind], value, span=expression.span)
            case syntax.Name():
                return self.name(expression, scope)
            case syntax.Call():
                return self.application(expression, scope)
            case syntax.Index():
                return self.index(expression, scope)
            case syntax.Unary():
                return self.unary(expression, scope)
            case syntax.Binary():
                return self.binary(expression, scope)
            case syntax.If(condition, then, otherwise):
                test = self.condition(condition, scope)
                null = Constant(NULL, None, span=expression.span)
                branches = (self.term(then, scope), null if otherwise is None else self.term(otherwise, scope))
                type_, (yes, no) = self.joined(branches, "the branches of if")
                return If(type_, test, yes, no, span=expression.span)
            case syntax.Case():
                return self.case(expression, scope)
            case syntax.Quantified():
                return self.quantified(expression, scope)
            case syntax.Comprehension():
                return self.comprehension(expression, scope)
            case syntax.SetLiteral(elements):
                type_, terms = self.joined(tuple(self.term(e, scope) for e in elements), "the elements of a set")
                return SetLiteral(SetType(type_), terms, span=expression.span)
            case syntax.ListLiteral(elements):
                return self.list_literal(tuple(self.term(e, scope) for e in elements), expression)
            case syntax.MatrixLiteral(rows):
                arrays = tuple(
                    ListLiteral(ArrayType(REAL), tuple(self.real(e, scope) for e in row), span=expression.span)
                    for row in rows
                )
                matrix = ListLiteral(ArrayType(ArrayType(REAL)), arrays, span=expression.span)
                return convert_to(matrix, MATRIX)
            case syntax.MapLiteral(entries):
                key, keys = self.joined(tuple(self.term(k, scope) for k, _ in entries), "the keys of a map")
                item, values = self.joined(tuple(self.term(v, scope) for _, v in entries), "the values of a map")
                return MapLiteral(MapType(key, item), tuple(zip(keys, values, strict=True)), span=expression.span)
            case syntax.Cardinality():
                return self.cardinality(expression, scope)
            case syntax.Marked(marker):
                hint = "only the branches of a dependency statement are marked with `~` or `=`"
                return self.wrong(f"`{marker}` cannot stand in {scope.where}", expression.span, hint)
        raise AssertionError(f"no rule for {type(expression).__name__}")

    def name(self, name: syntax.Name, scope: Scope) -> Expression:
        """A variable, constant, object, or a distribution without parameters."""
        slot = scope.slot(name.name)
        if slot is not None:
            return Local(scope.variables[slot].type, slot, name.name, span=name.span)
        known = self.declarations
        for constants in (scope.constants, known.parameters, known.objects):
            if name.name in constants:
                constant = constants[name.name]
                return Constant(constant.type, constant.value, span=name.span)
        if name.name in known.names:
            return self.declared_call(known.names[name.name], (), name.span, scope)
        if name.name in known.functions or name.name in known.python_functions:
            return self.call(syntax.Call(name.name, (), span=name.span, name_span=name.span), scope)
        if name.name in CONSTANTS:
            type_, value = CONSTANTS[name.name]
            return Constant(type_, value, span=name.span)
        if self.names_distribution(name.name, scope):
            return self.hidden_draw(name, scope)
        if name.name in known.types:
            hint = f"for the set of its objects write `{{x for {name.name} x}}`, for their number `#{name.name}`"
            return self.wrong(f"`{name.name}` is a type, not a term", name.span, hint)
        if name.name in FUNCTIONS:
            return self.wrong(f"`{name.name}` is a function and needs arguments", name.span)
        variables = {v.name for v in scope.variables}
        return self.wrong(f"unknown name `{name.name}`", name.span, suggestion(name.name, known.terms() | variables))

    def application(self, call: syntax.Call, scope: Scope) -> Expression:
        """A call: of a function if one has the name, else of a distribution."""
        is_function = call.name in self.declarations.functions or call.name in self.declarations.python_functions
        if not is_function and call.name in ("argmax", "argmin") and call.arguments:
            return arg_extreme(self, call, scope)
        if self.names_distribution(call.name, scope):
            return self.hidden_draw(call, scope)
        if call.brackets is not None:
            return self.wrong(f"`{call.name}` is not a distribution and takes no bracketed parameters", call.span)
        return self.call(call, scope)

    @abstractmethod
    def hidden_draw(self, written: syntax.Expression, scope: Scope) -> Expression:
        """A distribution inside an expression, as the application of a hidden random function."""

    def index(self, index: syntax.Index, scope: Scope) -> Expression:
        """`a[i]`, and `m[i][j]` on matrices, which reads row and column at once."""
        base = index.base
        if self._configures(index, scope):
            return self.hidden_draw(index, scope)
        indices = [self.term(i, scope) for i in index.indices]
        if not isinstance(base, syntax.Index) or len(base.indices) != 1 or self._configures(base, scope):
            return self.operator("[]", (self.term(base, scope), *indices), index)
        # Each part is checked once: checking `base` as a whole would check what is below it again at every level.
        inner, first = self.term(base.base, scope), self.term(base.indices[0], scope)
        if inner.type == MATRIX and len(indices) == 1:
            return self.operator("[]", (inner, first, indices[0]), index)
        return self.operator("[]", (self.operator("[]", (inner, first), base), *indices), index)

    def _configures(self, index: syntax.Index, scope: Scope) -> bool:
        """Whether the brackets hold parameters of a distribution."""
        return isinstance(index.base, syntax.Name) and self.names_distribution(index.base.name, scope)

    def unary(self, unary: syntax.Unary, scope: Scope) -> Expression:
        """`-x`, `!x`, `@x`."""
        operand = self.term(unary.operand, scope)
        match unary.operator:
            case "!":
                return Not(BOOLEAN, self.expect(operand, BOOLEAN, "the operand of `!`"), span=unary.span)
            case "-":
                if isinstance(operand, Constant) and operand.type in (INTEGER, REAL):
                    return Constant(operand.type, -operand.value, span=unary.span)
                return self.operator("neg", (operand,), unary)
            case "@":
                number = self.expect(operand, INTEGER, "the operand of `@`")
                if isinstance(number, Constant) and number.type == INTEGER and number.value >= 0:
                    return Constant(TIMESTEP, Timestep(number.value), span=unary.span)
                result = self.builtin_call(FUNCTIONS["toTimestep"], (number,), unary.span)
                assert result is not None
                return result

    def binary(self, binary: syntax.Binary, scope: Scope) -> Expression:
        """An operator with two operands."""
        left, right = self.term(binary.left, scope), self.term(binary.right, scope)
        match binary.operator:
            case "&" | "|" | "=>":
                what = f"an operand of `{binary.operator}`"
                left, right = self.expect(left, BOOLEAN, what), self.expect(right, BOOLEAN, what)
                return Connective(BOOLEAN, binary.operator, left, right, span=binary.span)
            case "==" | "!=":
                type_ = join(left.type, right.type)
                if type_ is None:
                    message = f"`{binary.operator}` compares {left.type} with {right.type}, which are never equal"
                    return self.wrong(message, binary.operator_span)
                sides = convert_to(left, type_), convert_to(right, type_)
                return Equal(BOOLEAN, *sides, binary.operator == "!=", span=binary.span)
        return self.operator(binary.operator, (left, right), binary)

    def operator(self, symbol: str, operands: tuple[Expression, ...], written: syntax.Expression) -> Expression:
        """An arithmetic operator, comparison or index, by its overloads in the library."""
        result = self.builtin_call(OPERATORS[symbol], operands, written.span)
        if result is not None:
            return result
        if any(o.type == ANY for o in operands):
            return Constant(ANY, None, span=written.span)
        types = " and ".join(str(o.type) for o in operands)
        span = written.operator_span if isinstance(written, syntax.Binary) else written.span
        if symbol == "[]":
            return self.wrong(f"{operands[0].type} cannot be indexed by {types.partition(' and ')[2]}", span)
        return self.wrong(f"`{_OPERATOR_WORDS.get(symbol, symbol)}` does not take {types}", span)

    def case(self, case: syntax.Case, scope: Scope) -> Expression:
        """A case inside a term."""
        subject, keys = self.case_keys(case, scope)
        type_, values = self.joined(tuple(self.term(v, scope) for _, v in case.entries), "the branches of case")
        return Case(type_, subject, tuple(zip(keys, values, strict=True)), span=case.span)

    def case_keys(self, case: syntax.Case, scope: Scope) -> tuple[Expression, list[Expression]]:
        """The subject of a case and its keys, converted to the subject's type."""
        subject = self.term(case.subject, scope)
        if isinstance(subject, ListLiteral):
            subject = ListLiteral(
                TupleType(tuple(e.type for e in subject.elements)), subject.elements, span=subject.span
            )
        keys = []
        for written, _ in case.entries:
            key = self.folded(self.term(written, scope))
            type_ = join(key.type, subject.type)
            if type_ is None:
                key = self.wrong(f"this key is {key.type}, but the subject of case is {subject.type}", key.span)
            keys.append(key)
        return subject, keys

    def folded(self, key: Expression) -> Expression:
        """A key whose parts are constants as one constant."""
        if isinstance(key, ListLiteral) and all(isinstance(e, Constant) for e in key.elements):
            return Constant(key.type, tuple(e.value for e in key.elements if isinstance(e, Constant)), span=key.span)
        return key

    def list_literal(self, elements: tuple[Expression, ...], written: syntax.Expression) -> Expression:
        """An array if the elements have a common type, else a tuple."""
        type_: Type | None = NULL
        for element in elements:
            type_ = None if type_ is None else join(type_, element.type)
        if type_ is None:
            return ListLiteral(TupleType(tuple(e.type for e in elements)), elements, span=written.span)
        return ListLiteral(ArrayType(type_), tuple(convert_to(e, type_) for e in elements), span=written.span)

    def cardinality(self, written: syntax.Cardinality, scope: Scope) -> Expression:
        """`#T` is `size({t for T t})`."""
        subject = written.subject
        if isinstance(subject, syntax.NamedType):
            variable = syntax.TypedName(subject, "x", span=subject.span)
            subject = syntax.Comprehension("set", (syntax.Name("x"),), (variable,), None, span=written.span)
        members = self.mark_counted(self.term(subject, scope))
        result = self.builtin_call(FUNCTIONS["size"], (members,), written.span)
        return result or Constant(ANY, None, span=written.span)

    def condition(self, written: syntax.Expression, scope: Scope) -> Expression:
        """The condition of an if."""
        return self.expect(self.term(written, scope), BOOLEAN, "the condition of if")

    def real(self, written: syntax.Expression, scope: Scope) -> Expression:
        """An element of a matrix."""
        return self.expect(self.term(written, scope), REAL, "an element of a matrix")

    def joined(self, terms: tuple[Expression, ...], what: str) -> tuple[Type, tuple[Expression, ...]]:
        """The common type of some terms, and the terms converted to it."""
        type_: Type = NULL
        for term in terms:
            common = join(type_, term.type)
            if common is None:
                self.error(f"{what} have no common type: {type_} and {term.type}", term.span)
                return ANY, terms
            type_ = common
        return type_, tuple(convert_to(t, type_) for t in terms)
