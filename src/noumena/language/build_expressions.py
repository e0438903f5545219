"""Building the tree of types and expressions: one method for each rule of the grammar."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Literal, TypeAlias, cast

from lark import Transformer, v_args

from noumena.language import syntax as s
from noumena.language.lexeme import Lexeme
from noumena.language.literals import integer_value, real_value, string_value
from noumena.model.source import Span


@dataclass(frozen=True, slots=True)
class Enclosed:
    """What stands between two brackets, without commas and semicolons; the span includes the brackets."""

    items: tuple[Any, ...]  # of one kind, known to the rule that asked for it
    span: Span


@dataclass(frozen=True, slots=True)
class Loop:
    """`for T x, U y : φ`."""

    variables: tuple[s.TypedName, ...]
    condition: s.Expression | None
    span: Span


Placed: TypeAlias = Lexeme | s.Node | Enclosed | Loop


def between(first: Placed, last: Placed) -> Span:
    """The span from the beginning of one part of a rule to the end of another."""
    return first.span.to(last.span)


@v_args(inline=True)
class ExpressionBuilder(Transformer[Lexeme, object]):
    """Makes a node from the parts of each rule as soon as the rule is read; it keeps no state."""

    # Lists of parts

    def enclosed(self, *parts: object) -> Enclosed:
        """`(x, y)`, `[x, y; z]`, `{x, y}`."""
        opening, closing = cast(Lexeme, parts[0]), cast(Lexeme, parts[-1])
        items = tuple(part for part in parts if part is not None and not isinstance(part, Lexeme))
        return Enclosed(items, between(opening, closing))

    def expressions(self, *parts: s.Expression) -> tuple[s.Expression, ...]:
        """`x, y`."""
        return parts[::2]

    def entry(self, key: s.Expression, _arrow: Lexeme, value: s.Expression) -> tuple[s.Expression, s.Expression]:
        """`k -> e`."""
        return key, value

    def loop(self, word: Lexeme, *parts: s.TypedName | s.Expression | None) -> Loop:
        """`for T x, U y : φ`."""
        variables = cast(tuple[s.TypedName, ...], parts[:-1:2])
        condition = cast(s.Expression | None, parts[-1])
        return Loop(variables, condition, between(word, condition or variables[-1]))

    def condition(self, _colon: Lexeme, formula: s.Expression) -> s.Expression:
        """`: φ`."""
        return formula

    # Types

    def named_type(self, name: Lexeme) -> s.NamedType:
        """`T`."""
        return s.NamedType(str(name), span=name.span)

    def array_type(self, element: s.TypeExpr, brackets: Lexeme) -> s.ArrayTypeExpr:
        """`T[]`."""
        return s.ArrayTypeExpr(element, span=between(element, brackets))

    def list_type(self, word: Lexeme, _less: Lexeme, element: s.TypeExpr, end: Lexeme) -> s.ListTypeExpr:
        """`List<T>`."""
        return s.ListTypeExpr(element, span=between(word, end))

    def map_type(
        self, word: Lexeme, _less: Lexeme, key: s.TypeExpr, _comma: Lexeme, value: s.TypeExpr, end: Lexeme
    ) -> s.MapTypeExpr:
        """`Map<K, V>`."""
        return s.MapTypeExpr(key, value, span=between(word, end))

    def typed_name(self, type_: s.TypeExpr, name: Lexeme) -> s.TypedName:
        """`T x`."""
        return s.TypedName(type_, str(name), span=between(type_, name))

    # Operators

    def binary(self, left: s.Expression, sign: Lexeme, right: s.Expression) -> s.Binary:
        """`x + y`."""
        operator = cast(s.BinaryOperator, str(sign))
        return s.Binary(operator, left, right, span=between(left, right), operator_span=sign.span)

    def unary(self, sign: Lexeme, operand: s.Expression) -> s.Unary:
        """`-x`."""
        return s.Unary(cast(Literal["-", "!", "@"], str(sign)), operand, span=between(sign, operand))

    def group(self, opening: Lexeme, inner: s.Expression, closing: Lexeme) -> s.Expression:
        """`(e)`: the expression itself, whose span now includes the parentheses."""
        return replace(inner, span=between(opening, closing), grouped=True)

    # Names, calls and indices

    def name(self, name: Lexeme) -> s.Name:
        """`x`."""
        return s.Name(str(name), span=name.span)

    def index_of_name(self, name: Lexeme, indices: Enclosed) -> s.Index:
        """`x[i]`, or `D[a, b]` with the parameters of a distribution."""
        base = s.Name(str(name), span=name.span)
        return s.Index(base, indices.items, span=between(name, indices))

    def index(self, base: s.Expression, _opening: Lexeme, index: s.Expression, end: Lexeme) -> s.Index:
        """`f(x)[i]`."""
        return s.Index(base, (index,), span=between(base, end))

    def call(self, name: Lexeme, *lists: Enclosed) -> s.Call:
        """`f(x, y)` or `D[a](x, y)`."""
        *brackets, arguments = lists
        parameters = brackets[0].items if brackets else None
        return s.Call(str(name), arguments.items, parameters, span=between(name, arguments), name_span=name.span)

    def argument_set(self, variable: s.TypedName, condition: s.Expression | None) -> s.Comprehension:
        """`T x : φ` as an argument."""
        span = between(variable, condition or variable)
        return s.Comprehension("set", (_itself(variable),), (variable,), condition, "argument", span=span)

    # Conditionals and quantifiers

    def conditional(
        self, word: Lexeme, condition: s.Expression, _then: Lexeme, then: s.Expression, otherwise: s.Expression | None
    ) -> s.If:
        """`if c then x else y`."""
        return s.If(condition, then, otherwise, span=between(word, otherwise or then))

    def else_branch(self, _else: Lexeme, branch: s.Expression) -> s.Expression:
        """`else y`."""
        return branch

    def elseif_branch(
        self, word: Lexeme, condition: s.Expression, _then: Lexeme, then: s.Expression, otherwise: s.Expression | None
    ) -> s.If:
        """`elseif c then x else y`."""
        return s.If(condition, then, otherwise, chained=True, span=between(word, otherwise or then))

    def marked(self, marker: Lexeme, body: s.Expression) -> s.Marked:
        """`~ e` or `= e` in a branch."""
        return s.Marked(cast(Literal["~", "="], str(marker)), body, span=between(marker, body))

    def case(self, word: Lexeme, subject: s.Expression, _in: Lexeme, entries: Enclosed) -> s.Case:
        """`case e in {k -> e}`."""
        return s.Case(subject, entries.items, span=between(word, entries))

    def quantified(self, word: Lexeme, variable: s.TypedName, body: s.Expression) -> s.Quantified:
        """`exists T x φ`."""
        quantifier = cast(Literal["exists", "forall"], str(word))
        return s.Quantified(quantifier, variable, body, span=between(word, body))

    # Sets, maps and lists

    def set_literal(self, opening: Lexeme, elements: tuple[s.Expression, ...] | None, closing: Lexeme) -> s.SetLiteral:
        """`{x, y}` or `{}`."""
        return s.SetLiteral(elements or (), span=between(opening, closing))

    def implicit_set(
        self, opening: Lexeme, variable: s.TypedName, condition: s.Expression | None, closing: Lexeme
    ) -> s.Comprehension:
        """`{T x : φ}`."""
        span = between(opening, closing)
        return s.Comprehension("set", (_itself(variable),), (variable,), condition, "implicit", span=span)

    def comprehension(
        self, opening: Lexeme, elements: tuple[s.Expression, ...], loop: Loop, closing: Lexeme
    ) -> s.Comprehension:
        """`{e for T x : φ}` or `[e for T x : φ]`."""
        span = between(opening, closing)
        kind: Literal["set", "list"] = "set" if opening == "{" else "list"
        return s.Comprehension(kind, elements, loop.variables, loop.condition, span=span)

    def map(self, entries: Enclosed) -> s.MapLiteral:
        """`{k -> v}`."""
        return s.MapLiteral(entries.items, span=entries.span)

    def empty_list(self, brackets: Lexeme) -> s.ListLiteral:
        """`[]`."""
        return s.ListLiteral((), span=brackets.span)

    def list_literal(self, opening: Lexeme, elements: tuple[s.Expression, ...], closing: Lexeme) -> s.ListLiteral:
        """`[x, y]`."""
        return s.ListLiteral(elements, span=between(opening, closing))

    def matrix(self, rows: Enclosed) -> s.MatrixLiteral:
        """`[a, b; c, d]`."""
        return s.MatrixLiteral(rows.items, span=rows.span)

    def cardinality(self, sign: Lexeme, subject: s.NamedType | s.SetLiteral | s.Comprehension) -> s.Cardinality:
        """`#T` or `#{…}`."""
        return s.Cardinality(subject, span=between(sign, subject))

    # Literals

    def integer(self, text: Lexeme) -> s.Literal_:
        """`3`."""
        return s.Literal_("integer", integer_value(text), span=text.span)

    def real(self, text: Lexeme) -> s.Literal_:
        """`1.5`."""
        return s.Literal_("real", real_value(text), span=text.span)

    def string(self, text: Lexeme) -> s.Literal_:
        """`"abc"` or `'a'`."""
        return s.Literal_("string", string_value(text), span=text.span)

    def boolean(self, word: Lexeme) -> s.Literal_:
        """`true` or `false`."""
        return s.Literal_("boolean", word == "true", span=word.span)

    def null(self, word: Lexeme) -> s.Literal_:
        """`null`."""
        return s.Literal_("null", None, span=word.span)


def _itself(variable: s.TypedName) -> s.Name:
    """The variable as the one element of a set that names no other."""
    return s.Name(variable.name, span=variable.span)
