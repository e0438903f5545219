"""Probabilities written as arithmetic, such as `0.3*0.2 + 0.7*0.8`, so that a reader sees where they come from."""

from __future__ import annotations

import ast
import math
import operator
from collections.abc import Callable, Mapping

_BINARY: Mapping[type[ast.operator], Callable[[float, float], float]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.Pow: operator.pow,
}

_FUNCTIONS: Mapping[str, Callable[..., float]] = {
    "exp": math.exp,
    "log": math.log,
    "sqrt": math.sqrt,
    "factorial": math.factorial,
    "comb": math.comb,
    "erf": math.erf,
}


def evaluate(text: str, names: Mapping[str, float]) -> float:
    """The value of an arithmetic expression; raises `ValueError` for anything else that Python would run."""
    try:
        return _value(ast.parse(text.strip(), mode="eval").body, {"pi": math.pi, **names})
    except SyntaxError as error:
        raise ValueError(f"`{text}` is no arithmetic") from error


def _value(node: ast.expr, names: Mapping[str, float]) -> float:
    match node:
        case ast.Constant(value=int() | float() as number) if not isinstance(number, bool):
            return number
        case ast.Name(id=name) if name in names:
            return names[name]
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            return -_value(operand, names)
        case ast.BinOp(left=left, op=sign, right=right) if type(sign) in _BINARY:
            return _BINARY[type(sign)](_value(left, names), _value(right, names))
        case ast.Call(func=ast.Name(id=name), args=arguments, keywords=[]) if name in _FUNCTIONS:
            return _FUNCTIONS[name](*(_value(argument, names) for argument in arguments))
    raise ValueError(f"`{ast.unparse(node)}` is no arithmetic")


def distribution(text: str, names: Mapping[str, float]) -> tuple[dict[str, float], bool]:
    """The probabilities of `{true: 0.3, false: 0.7}`, and whether other values may occur: `{0: 0.5, ...}`."""
    inner = text.strip()
    if not (inner.startswith("{") and inner.endswith("}")):
        raise ValueError(f"`{text}` is not written as {{value: probability, ...}}")
    items = _split(inner[1:-1], ",")
    is_open = bool(items) and items[-1].strip() == "..."
    found: dict[str, float] = {}
    for item in items[:-1] if is_open else items:
        *words, probability = _split(item, ":")
        value = ":".join(words).strip()
        if not value or value in found:
            raise ValueError(f"`{item.strip()}` is not a new value with its probability")
        found[value] = evaluate(probability, names)
    return found, is_open


def _split(text: str, separator: str) -> list[str]:
    """The parts of a text between separators that stand in no brackets and no string."""
    parts, depth, quoted, start = [], 0, False, 0
    for position, character in enumerate(text):
        if character == '"' and text[position - 1 : position] != "\\":
            quoted = not quoted
        elif not quoted:
            depth += (character in "([{") - (character in ")]}")
            if character == separator and depth == 0:
                parts.append(text[start:position])
                start = position + 1
    return [*parts, text[start:]]
