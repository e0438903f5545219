"""Types and expressions as documents, which `layout` breaks into lines."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from noumena.language import syntax as s
from noumena.language.layout import LINE, SOFT_LINE, Document, filled, group, indented, separated, sequence
from noumena.language.literals import string_text
from noumena.language.precedence import CLOSED, LEVELS, PREFIX, fits_last, fits_left, level, takes_else
from noumena.language.walk import post_order


def literal_text(literal: s.Literal_) -> str:
    """A literal in its canonical spelling."""
    match literal.value:
        case bool():
            return "true" if literal.value else "false"
        case None:
            return "null"
        case str():
            return string_text(literal.value)
        case _:
            return repr(literal.value)


class ExpressionPrinter:
    """Makes documents from the inside out: when a node is at hand, those of the nodes below it are made.

    The document of a node is kept without a group of its own, so that chains of operators and of `else if` break
    together; `_at_rest` adds it.
    """

    def __init__(self, spelling: Callable[[s.Literal_], str] = literal_text) -> None:
        self._spelling = spelling
        self._made: dict[int, Document] = {}

    def document(self, root: s.Node) -> Document:
        """The document of a type, an expression, or another part of a statement."""
        for node in post_order(root):
            self._made[id(node)] = self._make(node)
        return self._at_rest(root)

    def _at_rest(self, node: s.Node) -> Document:
        """The document of a node that stands by itself, with the parentheses a person wrote around it."""
        if isinstance(node, s.Expression) and node.grouped:
            return self._in_parentheses(node)
        return self._without_parentheses(node)

    def _in_parentheses(self, node: s.Node) -> Document:
        return sequence("(", indented(self._without_parentheses(node), by=1), ")")

    def _without_parentheses(self, node: s.Node) -> Document:
        document = self._made[id(node)]
        match node:
            case s.Binary():
                return group(indented(document))
            case s.If():
                return group(document)
            case _:
                return document

    def _make(self, node: s.Node) -> Document:
        match node:
            case s.Literal_():
                return self._spelling(node)
            case s.Name() | s.NamedType():
                return node.name
            case s.ArrayTypeExpr():
                return sequence(self._at_rest(node.element), "[]")
            case s.ListTypeExpr():
                return sequence("List<", self._at_rest(node.element), ">")
            case s.MapTypeExpr():
                return sequence("Map<", self._at_rest(node.key), ", ", self._at_rest(node.value), ">")
            case s.TypedName():
                return sequence(self._at_rest(node.type), f" {node.name}")
            case s.Call():
                brackets = "" if node.brackets is None else self._enclosed("[", node.brackets, "]")
                return sequence(node.name, brackets, self._enclosed("(", node.arguments, ")"))
            case s.Index():
                return sequence(self._base(node.base), self._enclosed("[", node.indices, "]"))
            case s.Unary():
                return sequence(node.operator, self._last_operand(node.operand, PREFIX - 1))
            case s.Binary():
                parent = LEVELS[node.operator]
                right = self._last_operand(node.right, parent)
                return sequence(self._left_operand(node.left, parent), LINE, f"{node.operator} ", right)
            case s.Marked():
                return sequence(f"{node.marker} ", self._at_rest(node.body))
            case s.If():
                return self._conditional(node)
            case s.Case():
                entries = separated((self._entry(key, value) for key, value in node.entries), ",", LINE)
                head = sequence("case ", self._at_rest(node.subject), " in {")
                return group(head, indented(SOFT_LINE, entries), SOFT_LINE, "}")
            case s.Quantified():
                variable = self._at_rest(node.variable)
                return group(f"{node.quantifier} ", variable, indented(LINE, self._at_rest(node.body)))
            case s.SetLiteral():
                return self._enclosed("{", node.elements, "}")
            case s.ListLiteral():
                return self._enclosed("[", node.elements, "]")
            case s.MapLiteral():
                entries = separated((self._entry(key, value) for key, value in node.entries), ",", LINE)
                return group("{", indented(SOFT_LINE, entries), SOFT_LINE, "}")
            case s.MatrixLiteral():
                rows = separated((self._row(row) for row in node.rows), ";", LINE)
                return group("[", indented(SOFT_LINE, rows), SOFT_LINE, ";]" if len(node.rows) == 1 else "]")
            case s.Comprehension():
                return self._comprehension(node)
            case s.Cardinality():
                return sequence("#", self._without_parentheses(node.subject))
            case _:
                raise TypeError(f"no way to print {type(node).__name__}")

    # Operands

    def _left_operand(self, operand: s.Expression, parent: int) -> Document:
        if operand.grouped or not fits_left(operand, parent):
            return self._in_parentheses(operand)
        # A chain on one level breaks at all its operators or at none.
        return self._made[id(operand)] if level(operand) == parent else self._at_rest(operand)

    def _last_operand(self, operand: s.Expression, parent: int) -> Document:
        return self._at_rest(operand) if fits_last(operand, parent) else self._in_parentheses(operand)

    def _base(self, base: s.Expression) -> Document:
        if isinstance(base, s.Name):
            return base.name
        return self._at_rest(base) if level(base) == CLOSED else self._in_parentheses(base)

    # Conditionals

    def _conditional(self, node: s.If) -> Document:
        asks_if = isinstance(node.condition, s.If)  # `if if a then b then c` is right, but hard to read
        condition = self._in_parentheses(node.condition) if asks_if else self._at_rest(node.condition)
        then = self._protected(node.then) if node.otherwise is not None else self._at_rest(node.then)
        first = sequence("if ", condition, " then", group(indented(LINE, then)))
        match node.otherwise:
            case None:
                return first
            case s.If(grouped=False):
                # Here `chained` makes the difference between `elseif` and `else if`.
                word = "else" if node.otherwise.chained else "else "
                return sequence(first, LINE, word, self._made[id(node.otherwise)])
            case _:
                return sequence(first, LINE, "else", group(indented(LINE, self._at_rest(node.otherwise))))

    def _protected(self, branch: s.Expression) -> Document:
        """A branch before an `else`, which must not take that `else` for itself."""
        if not takes_else(branch):
            return self._at_rest(branch)
        if isinstance(branch, s.Marked):
            return sequence(f"{branch.marker} ", self._in_parentheses(branch.body))
        return self._in_parentheses(branch)

    # Lists of things

    def _enclosed(self, opening: str, items: Sequence[s.Expression], closing: str) -> Document:
        """Items in brackets; a single bracketed item stays close to them, small items share lines."""
        documents = [self._at_rest(item) for item in items]
        if not items:
            return opening + closing
        if len(items) == 1 and _has_brackets(items[0]):
            return sequence(opening, documents[0], closing)
        inner = filled(documents) if all(map(_is_small, items)) else separated(documents, ",", LINE)
        return group(opening, indented(SOFT_LINE, inner), SOFT_LINE, closing)

    def _row(self, row: Sequence[s.Expression]) -> Document:
        return group(indented(filled(self._at_rest(item) for item in row)))

    def _entry(self, key: s.Expression, value: s.Expression) -> Document:
        return sequence(self._at_rest(key), " ->", group(indented(LINE, self._at_rest(value))))

    def _comprehension(self, node: s.Comprehension) -> Document:
        loop = self.loop(node.variables, node.condition)
        if node.style == "argument":
            return loop
        opening, closing = "{}" if node.kind == "set" else "[]"
        if node.style == "for":
            elements = separated(map(self._at_rest, node.elements), ",", LINE)
            loop = group(group(elements), LINE, "for ", loop)
        return group(opening, indented(SOFT_LINE, loop), SOFT_LINE, closing)

    def loop(self, variables: Sequence[s.TypedName], condition: s.Expression | None) -> Document:
        """`T x, U y : φ`, of variables and a condition whose documents are made."""
        names = separated(map(self._at_rest, variables), ", ")
        return names if condition is None else group(names, " :", indented(LINE, self._at_rest(condition)))


def is_bracketed(expression: s.Expression) -> bool:
    """Whether an expression begins and ends with brackets of its own, as `[…]` and `Categorical({…})` do."""
    if isinstance(expression, s.Call) and len(expression.arguments) == 1:
        return _has_brackets(expression.arguments[0])
    return _has_brackets(expression)


def _has_brackets(expression: s.Expression) -> bool:
    if isinstance(expression, s.Comprehension):
        return expression.style != "argument"
    return isinstance(expression, s.SetLiteral | s.MapLiteral | s.ListLiteral | s.MatrixLiteral)


def _is_small(item: s.Expression) -> bool:
    inner = item.operand if isinstance(item, s.Unary) else item
    return isinstance(inner, s.Literal_ | s.Name)
