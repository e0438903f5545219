"""What the grammar lets pass and people should know: chains of comparisons, mixed operators, bottomless nesting."""

from __future__ import annotations

from collections.abc import Sequence

from noumena.language.lexeme import Lexeme
from noumena.language.precedence import COMPARISON, LEVELS, LOGIC, PRODUCT
from noumena.language.printer import print_expression
from noumena.language.split import OpenBrackets
from noumena.language.syntax import Binary, Expression, Node
from noumena.language.walk import depth, post_order
from noumena.model.diagnostics import Diagnostic

DEEPEST_BRACKETS = 100
"""More brackets inside one another than this are refused."""

DEEPEST_TREE = 200
"""So are trees with more nodes on one way down, because Python compares and later passes walk them by recursion."""

_LONGEST_SHOWN = 30


def review_brackets(tokens: Sequence[Lexeme]) -> Diagnostic | None:
    """An error if brackets are nested too deeply."""
    brackets = OpenBrackets()
    for token in tokens:
        brackets.read(token)
        if len(brackets.stack) > DEEPEST_BRACKETS:
            message = f"nested too deeply: more than {DEEPEST_BRACKETS} brackets inside one another"
            return Diagnostic(message, token.span, "name the inner parts with functions of their own")
    return None


def review(root: Node) -> list[Diagnostic]:
    """At most one error, or else warnings, about a statement or expression that was parsed."""
    if depth(root) > DEEPEST_TREE:
        message = f"nested too deeply: more than {DEEPEST_TREE} levels"
        hint = "each operator of a chain is one level; name parts of it with functions of their own"
        return [Diagnostic(message, root.span, hint)]
    operations = [node for node in post_order(root) if isinstance(node, Binary)]
    for operation in operations:
        if (chain := _chained_comparison(operation)) is not None:
            return [chain]
    return [warning for operation in operations if (warning := _mixed_operators(operation)) is not None]


def _chained_comparison(outer: Binary) -> Diagnostic | None:
    inner = _left_on_same_level(outer)
    if inner is None or LEVELS[outer.operator] != COMPARISON:
        return None
    first, middle, last = _shown(inner.left), _shown(inner.right), _shown(outer.right)
    message = f"comparisons do not chain: `{first} {inner.operator} {middle} {outer.operator} {last}`"
    hint = f"write `{first} {inner.operator} {middle} & {middle} {outer.operator} {last}`"
    return Diagnostic(message, outer.operator_span, hint)


def _mixed_operators(outer: Binary) -> Diagnostic | None:
    """A warning for `a & b | c` and `a * b ^ c`, given once for each chain, where it first mixes operators."""
    inner = _left_on_same_level(outer)
    if inner is None or not _mixes(inner, outer):
        return None
    further = inner
    while (deeper := _left_on_same_level(further)) is not None:
        if _mixes(deeper, further):
            return None
        further = deeper
    first, middle, last = _shown(inner.left), _shown(inner.right), _shown(outer.right)
    left, right = f"{first} {inner.operator} {middle}", f"{outer.operator} {last}"
    other = f"{first} {inner.operator} ({middle} {outer.operator} {last})"
    message = f"`{left} {right}` is read as `({left}) {right}`, not as `{other}`"
    return Diagnostic(message, outer.operator_span, "write parentheses to say which", "warning")


def _left_on_same_level(outer: Binary) -> Binary | None:
    inner = outer.left
    same = isinstance(inner, Binary) and not inner.grouped and LEVELS[inner.operator] == LEVELS[outer.operator]
    return inner if isinstance(inner, Binary) and same else None


def _mixes(inner: Binary, outer: Binary) -> bool:
    """Whether two operators of one level are such that many expect different levels."""
    match LEVELS[outer.operator]:
        case level if level == LOGIC:
            return inner.operator != outer.operator
        case level if level == PRODUCT:
            return (inner.operator == "^") != (outer.operator == "^")
        case _:
            return False


def _shown(operand: Expression) -> str:
    """An operand on one line, or dots if it is long."""
    text = print_expression(operand, line_width=10**9)
    return text if len(text) <= _LONGEST_SHOWN else "…"
