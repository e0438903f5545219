"""From syntax trees back to text: `parse(print_program(program))` gives the same program."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from noumena.language import syntax as s
from noumena.language.layout import (
    INDENT,
    LINE,
    SOFT_LINE,
    Document,
    filled,
    group,
    indented,
    lay_out,
    separated,
    sequence,
    width,
)
from noumena.language.print_expressions import ExpressionPrinter, is_bracketed, literal_text

LINE_WIDTH = 100


def print_program(program: s.Program) -> str:
    """A program, one statement after the other, each with its semicolon and a line break."""
    return "".join(print_statement(statement) + "\n" for statement in program.statements)


def print_statement(statement: s.Statement, spelling: Callable[[s.Literal_], str] = literal_text) -> str:
    """A statement with its semicolon, on lines of about 100 columns; `spelling` says how literals are written."""
    document = _StatementPrinter(spelling).statement(statement)
    return lay_out(sequence(document, ";"), LINE_WIDTH)


def print_expression(expression: s.Expression, line_width: int = LINE_WIDTH) -> str:
    """An expression on lines of about `line_width` columns."""
    return lay_out(ExpressionPrinter().document(expression), line_width)


class _StatementPrinter:
    """Makes the documents of statements from those of their parts."""

    def __init__(self, spelling: Callable[[s.Literal_], str]) -> None:
        self._of = ExpressionPrinter(spelling).document

    def statement(self, node: s.Statement) -> Document:
        """The document of a statement without its semicolon."""
        match node:
            case s.TypeDeclaration():
                return sequence("type ", indented(filled(node.names)))
            case s.DistinctDeclaration():
                items = [item.name if item.size is None else f"{item.name}[{item.size}]" for item in node.items]
                return sequence(f"{node.keyword} {node.type.name} ", indented(filled(items)))
            case s.OriginDeclaration():
                return sequence(f"{node.keyword} ", self._of(node.result), f" {node.name}({node.argument.name})")
            case s.RandomDeclaration():
                head = sequence("random ", self._of(node.result), f" {node.name}", self._parameters(node.parameters))
                return self._with_body(head, node.marker, node.body)
            case s.FixedDeclaration():
                head = sequence("fixed ", self._of(node.result), f" {node.name}", self._parameters(node.parameters))
                return self._with_body(head, "=", node.body)
            case s.NumberDeclaration():
                bindings = ", ".join(f"{origin.function} = {origin.variable}" for origin in node.origins)
                head = f"#{node.type.name}({bindings})" if bindings else f"#{node.type.name}"
                return self._with_body(head, node.marker, node.body)
            case s.ParamDeclaration():
                head = sequence("param ", self._of(node.type), f" {node.name}")
                return head if node.constraint is None else self._with_body(head, ":", node.constraint)
            case s.DistributionDeclaration():
                return self._with_body(f"distribution {node.name}", "=", node.body)
            case s.Observation():
                observed = self._with_body(sequence("obs ", self._of(node.left)), "=", node.right)
                return sequence(observed, self._loop(node.variables, node.condition))
            case s.QueryStatement():
                return sequence("query ", self._of(node.expression), self._loop(node.variables, node.condition))
            case _:
                raise TypeError(f"no way to print {type(node).__name__}")

    def _with_body(self, head: Document, sign: str, body: s.Expression) -> Document:
        """`head ~ body`, the body on the next line if it does not fit; without a sign, a bare `if` or `case`."""
        if not sign:
            return sequence(head, group(indented(LINE, self._of(replace(body, grouped=False)))))
        document = self._of(body)
        if is_bracketed(body) and width(document) >= LINE_WIDTH - INDENT:  # it is broken anyway
            return sequence(head, f" {sign} ", document)
        return sequence(head, f" {sign}", group(indented(LINE, document)))

    def _parameters(self, parameters: Sequence[s.TypedName] | None) -> Document:
        if not parameters:
            return "" if parameters is None else "()"
        names = separated(map(self._of, parameters), ",", LINE)
        return group("(", indented(SOFT_LINE, names), SOFT_LINE, ")")

    def _loop(self, variables: Sequence[s.TypedName], condition: s.Expression | None) -> Document:
        if not variables:
            return ""
        names = separated(map(self._of, variables), ", ")
        limit = "" if condition is None else group(" :", indented(LINE, self._of(condition)))
        return group(indented(LINE, "for ", names, limit))
