"""How tightly expressions hold together, and hence where parentheses are needed."""

from __future__ import annotations

from noumena.language.syntax import Binary, Case, Expression, If, Marked, Quantified, Unary

OPEN, IMPLICATION, LOGIC, COMPARISON, SUM, PRODUCT, PREFIX, CLOSED = range(8)
"""Levels from loose to tight; open expressions reach as far right as they can."""

LEVELS = {
    "=>": IMPLICATION,
    **dict.fromkeys(("&", "|"), LOGIC),
    **dict.fromkeys(("<", ">", "<=", ">=", "==", "!="), COMPARISON),
    **dict.fromkeys(("+", "-"), SUM),
    **dict.fromkeys(("*", "/", "%", "^"), PRODUCT),
}
"""The level of each binary operator; on one level the left one comes first, but comparisons have no order."""


def level(expression: Expression) -> int:
    """The level of an expression without regard to parentheses around it."""
    match expression:
        case Binary():
            return LEVELS[expression.operator]
        case If() | Quantified():
            return OPEN
        case Unary() | Case():
            return PREFIX
        case _:
            return CLOSED


def fits_left(operand: Expression, parent: int) -> bool:
    """Whether an operand needs no parentheses to the left of an operator of level `parent`."""
    lowest = parent + 1 if parent == COMPARISON else parent
    return level(operand) >= lowest and not _ends_in_quantifier(operand)


def fits_last(operand: Expression, parent: int) -> bool:
    """Whether an operand needs none to the right of an operator, or behind a prefix (level `PREFIX - 1`).

    An `if` would not need them either, but nobody reads `a & if b then c else d` right.
    """
    return level(operand) > parent or isinstance(operand, Quantified)


def takes_else(branch: Expression) -> bool:
    """Whether an `else` behind a branch would be read as part of it: it ends in an `if` that has none."""
    current = branch
    while not current.grouped:
        match current:
            case If():
                if current.otherwise is None:
                    return True
                current = current.otherwise
            case Quantified() | Marked():
                current = current.body
            case Binary() | Unary():
                operand = current.right if isinstance(current, Binary) else current.operand
                if isinstance(operand, If):
                    return False
                current = operand
            case _:
                return False
    return False


def _ends_in_quantifier(expression: Expression) -> bool:
    """Whether an expression ends in a quantifier, whose body would go on behind it."""
    current = expression
    while not current.grouped:
        match current:
            case Quantified():
                return True
            case Binary():
                current = current.right
            case Unary():
                current = current.operand
            case _:
                return False
    return False
