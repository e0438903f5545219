"""Building the tree of statements: one method for each rule of the grammar."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, cast

from lark import v_args

from noumena.language import syntax as s
from noumena.language.build_expressions import Enclosed, ExpressionBuilder, Loop, between
from noumena.language.lexeme import Lexeme
from noumena.language.literals import integer_value


@dataclass(frozen=True, slots=True)
class _Body:
    """`~ e`, `= e` or a bare `if …`: what defines a random function or a number of objects."""

    marker: Literal["~", "=", ""]
    expression: s.Expression


@v_args(inline=True)
class Builder(ExpressionBuilder):
    """Makes a node from the parts of each rule of the grammar."""

    def type_declaration(self, word: Lexeme, *names: Lexeme) -> s.TypeDeclaration:
        """`type A, B`."""
        declared = tuple(str(name) for name in names[::2])
        return s.TypeDeclaration(declared, span=between(word, names[-1]), name_span=names[0].span)

    def distinct_declaration(self, word: Lexeme, type_: s.NamedType, *parts: s.ObjectItem) -> s.DistinctDeclaration:
        """`distinct T a, b[10]`."""
        items = parts[::2]
        keyword = cast(Literal["distinct", "guaranteed"], str(word))
        span = between(word, items[-1])
        return s.DistinctDeclaration(keyword, type_, items, span=span, name_span=items[0].span)

    def object_item(self, name: Lexeme, *size: Lexeme) -> s.ObjectItem:
        """`a` or `a[10]`."""
        if not size:
            return s.ObjectItem(str(name), None, span=name.span)
        _opening, number, closing = size
        return s.ObjectItem(str(name), integer_value(number), span=between(name, closing))

    def origin_declaration(
        self, word: Lexeme, result: s.TypeExpr, name: Lexeme, _opening: Lexeme, argument: s.NamedType, end: Lexeme
    ) -> s.OriginDeclaration:
        """`origin R F(T)`."""
        keyword = cast(Literal["origin", "generating"], str(word))
        span = between(word, end)
        return s.OriginDeclaration(keyword, result, str(name), argument, span=span, name_span=name.span)

    def random_declaration(
        self, word: Lexeme, result: s.TypeExpr, name: Lexeme, parameters: Enclosed | None, body: _Body
    ) -> s.RandomDeclaration:
        """`random T f(U x) ~ e`."""
        names = parameters.items if parameters else None
        span = between(word, body.expression)
        return s.RandomDeclaration(
            result, str(name), names, body.marker, body.expression, span=span, name_span=name.span
        )

    def fixed_declaration(
        self,
        word: Lexeme,
        result: s.TypeExpr,
        name: Lexeme,
        parameters: Enclosed | None,
        _equals: Lexeme,
        body: s.Expression,
    ) -> s.FixedDeclaration:
        """`fixed T f(U x) = e`."""
        names = parameters.items if parameters else None
        return s.FixedDeclaration(result, str(name), names, body, span=between(word, body), name_span=name.span)

    def number_declaration(
        self, sign: Lexeme, type_: s.NamedType, origins: Enclosed | None, body: _Body
    ) -> s.NumberDeclaration:
        """`#T(F = x, G = y) ~ e`."""
        bindings = origins.items if origins else ()
        span = between(sign, body.expression)
        return s.NumberDeclaration(type_, bindings, body.marker, body.expression, span=span, name_span=type_.span)

    def origin_binding(self, function: Lexeme, _equals: Lexeme, variable: Lexeme) -> s.OriginBinding:
        """`F = x`."""
        return s.OriginBinding(str(function), str(variable), span=between(function, variable))

    def marked_body(self, marker: Lexeme, expression: s.Expression) -> _Body:
        """`~ e` or `= e`."""
        return _Body(cast(Literal["~", "="], str(marker)), expression)

    def bare_body(self, expression: s.Expression) -> _Body:
        """`if …` or `case …`, as the paper writes it."""
        return _Body("", expression)

    def param_declaration(
        self, word: Lexeme, type_: s.TypeExpr, name: Lexeme, constraint: s.Expression | None
    ) -> s.ParamDeclaration:
        """`param T p : φ`."""
        span = between(word, constraint or name)
        return s.ParamDeclaration(type_, str(name), constraint, span=span, name_span=name.span)

    def distribution_declaration(
        self, word: Lexeme, name: Lexeme, _equals: Lexeme, body: s.Expression
    ) -> s.DistributionDeclaration:
        """`distribution D = e`."""
        return s.DistributionDeclaration(str(name), body, span=between(word, body), name_span=name.span)

    def observation(
        self, word: Lexeme, left: s.Expression, _equals: Lexeme, right: s.Expression, loop: Loop | None
    ) -> s.Observation:
        """`obs e = e for T x : φ`."""
        variables, condition = (loop.variables, loop.condition) if loop else ((), None)
        return s.Observation(left, right, variables, condition, span=between(word, loop or right))

    def query_statement(self, word: Lexeme, expression: s.Expression, loop: Loop | None) -> s.QueryStatement:
        """`query e for T x : φ`."""
        variables, condition = (loop.variables, loop.condition) if loop else ((), None)
        return s.QueryStatement(expression, variables, condition, span=between(word, loop or expression))
