"""Terms of a user's Python code as terms of generated code, with what is known of the number."""

from __future__ import annotations

import ast
import math
from collections.abc import Mapping
from typing import Any

from noumena.compiler.python_math import (
    EXACT,
    OF_ONE_REAL,
    REAL_NUMBER,
    TRUTH,
    Called,
    Number,
    joined,
    own_name,
    whole_number,
)
from noumena.compiler.python_source import Method, Refused

Term = tuple[ast.expr, Number]


def called(name: str, *arguments: ast.expr) -> ast.expr:
    """The call of a function of generated code."""
    return ast.Call(ast.parse(name, mode="eval").body, list(arguments), [])


def literal(value: Any, name: str) -> Term:
    """A constant number; `name` is what stands for it."""
    if type(value) is bool:
        return ast.Constant(value), TRUTH
    if type(value) not in (int, float) or math.isnan(value):
        raise Refused(f"`{name}` is no number")
    size = ast.Name("INF", ast.Load()) if abs(value) == math.inf else ast.Constant(abs(value))
    text = ast.UnaryOp(ast.USub(), size) if value < 0 else size
    return text, REAL_NUMBER if type(value) is float else whole_number(value.bit_length())


_WORLD = ast.Name("w", ast.Load())


class Terms:
    """Writes the terms of a method; `rng` is the name of its parameter that draws, if it has one."""

    def __init__(self, method: Method, rng: str | None) -> None:
        self.method = method
        self._rng = rng

    def term(self, e: ast.expr, known: Mapping[str, Number]) -> Term:
        """A term where these variables have values."""
        match e:
            case ast.Constant(value=value):
                return literal(value, ast.unparse(e))
            case ast.Name(id=name):
                return self._name(name, known)
            case ast.Attribute(value=ast.Name(id=owner), attr=name) if owner not in known:
                return self._attribute(owner, name)
            case ast.BinOp(left=left, op=operator, right=right):
                return self._binary(e, self.term(left, known), operator, self.term(right, known))
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                return ast.UnaryOp(ast.Not(), self.term(operand, known)[0]), TRUTH
            case ast.UnaryOp(op=ast.USub() | ast.UAdd() as operator, operand=operand):
                text, number = _as_number(self.term(operand, known))
                return ast.UnaryOp(operator, text), number
            case ast.BoolOp(op=operator, values=values):
                terms = [self.term(v, known) for v in values]
                return ast.BoolOp(operator, [text for text, _ in terms]), self._any_of(terms)
            case ast.Compare(left=left, ops=operators, comparators=others):
                return self._comparison(e, left, operators, others, known)
            case ast.IfExp(test=test, body=then, orelse=otherwise):
                condition, (yes, first), (no, second) = (self.term(x, known) for x in (test, then, otherwise))
                return ast.IfExp(condition[0], yes, no), self.either(first, second)
            case ast.Call(func=function, args=arguments, keywords=[]):
                return self._call(e, function, arguments, known)
        raise Refused(f"`{ast.unparse(e)}` is not compiled")

    def integer(self, e: ast.expr, known: Mapping[str, Number]) -> Term:
        """A term that must be an integer."""
        text, number = self.term(e, known)
        if number.kind != "i":
            raise Refused(f"`{ast.unparse(e)}` is no integer")
        return text, number

    def either(self, first: Number, second: Number) -> Number:
        """What is known of one of two. A drawn value has its type from Python: it must be the same either way."""
        if self._rng is not None and first.kind != second.kind:
            raise Refused("a value is of one type or another")
        return joined(first, second)

    def _any_of(self, terms: list[Term]) -> Number:
        number = terms[0][1]
        for _, other in terms[1:]:
            number = self.either(number, other)
        return number

    def _name(self, name: str, known: Mapping[str, Number]) -> Term:
        if name in known:
            return ast.Name(own_name(name), ast.Load()), known[name]
        self._refuse_own(name)
        return literal(self.method.meaning(name), name)

    def _refuse_own(self, name: str) -> None:
        """Refuses a variable of the method: it may have no value here, and does not stand for a global one."""
        if name in self.method.function.__code__.co_varnames:
            raise Refused(f"`{name}` is no number, or may have no value")

    def _attribute(self, owner: str, name: str) -> Term:
        if owner == self.method.owner_name:
            return literal(self.method.field(name), f"{owner}.{name}")
        self._refuse_own(owner)
        if self.method.meaning(owner) is not math:
            raise Refused(f"`{owner}` is not compiled")
        return literal(getattr(math, name, None), f"{owner}.{name}")

    def _binary(self, e: ast.expr, left: Term, operator: ast.operator, right: Term) -> Term:
        (a, first), (b, second) = _as_number(left), _as_number(right)
        reals = "r" in (first.kind, second.kind)
        match operator:
            case ast.Add() | ast.Sub():
                number = REAL_NUMBER if reals else whole_number(max(first.bits, second.bits) + 1)
                return ast.BinOp(a, operator, b), number
            case ast.Mult():
                return ast.BinOp(a, operator, b), REAL_NUMBER if reals else whole_number(first.bits + second.bits)
            case ast.Div() if max(first.bits, second.bits) <= EXACT:
                return called("divided", _WORLD, a, b), REAL_NUMBER
            case ast.FloorDiv() if not reals:
                return called("floored", _WORLD, a, b), whole_number(first.bits + 1)
            case ast.Mod() if not reals:
                return called("modulo", _WORLD, a, b), whole_number(second.bits)
            case ast.Pow():
                return self._power(e, a, first, b, second)
        raise Refused(f"`{ast.unparse(e)}` is not compiled")

    def _power(self, e: ast.expr, a: ast.expr, first: Number, b: ast.expr, second: Number) -> Term:
        if first.kind == "i" and second.kind == "i":
            match b:
                case ast.Constant(value=int(exponent)):
                    return ast.BinOp(a, ast.Pow(), b), whole_number(max(1, first.bits * exponent))
            raise Refused(f"`{ast.unparse(e)}` may be an integer or not")
        return called("power", _WORLD, _as_real(a, first), _as_real(b, second)), REAL_NUMBER

    def _comparison(
        self,
        e: ast.expr,
        left: ast.expr,
        operators: list[ast.cmpop],
        others: list[ast.expr],
        known: Mapping[str, Number],
    ) -> Term:
        terms = [_as_number(self.term(x, known)) for x in (left, *others)]
        plain = all(isinstance(o, ast.Eq | ast.NotEq | ast.Lt | ast.LtE | ast.Gt | ast.GtE) for o in operators)
        mixed = any(n.kind == "r" for _, n in terms) and any(n.bits > EXACT for _, n in terms)
        if not plain or mixed:
            raise Refused(f"`{ast.unparse(e)}` is not compiled")
        return ast.Compare(terms[0][0], operators, [text for text, _ in terms[1:]]), TRUTH

    def _call(self, e: ast.expr, function: ast.expr, arguments: list[ast.expr], known: Mapping[str, Number]) -> Term:
        match function:
            case ast.Attribute(value=ast.Name(id=owner), attr=name) if owner == self._rng and owner not in known:
                return self._drawn(e, name, arguments, known)
            case ast.Attribute(value=ast.Name(id=owner), attr=name) if owner not in (*known, self.method.owner_name):
                self._refuse_own(owner)
                meaning = self.method.meaning(owner)
                target = getattr(math, name, None) if meaning is math else None
            case ast.Name(id=name) if name not in known:
                self._refuse_own(name)
                target = self.method.meaning(name)
            case _:
                target = None
        terms = [self.term(a, known) for a in arguments]
        called_function = next((found for f, found in OF_ONE_REAL.items() if f is target), None)
        if called_function is not None and len(terms) == 1:
            return _of_real(called_function, *terms[0]), called_function.result
        found = self._builtin(target, [_as_number(t) for t in terms])
        if found is None:
            raise Refused(f"`{ast.unparse(e)}` is not compiled")
        return found

    def _builtin(self, target: Any, terms: list[Term]) -> Term | None:
        """One of Python's own functions, or of `math` with two arguments; None for any other."""
        texts, numbers = [text for text, _ in terms], [number for _, number in terms]
        if (target is min or target is max) and len(terms) > 1:
            return called(target.__name__, *texts), self._any_of(terms)
        if target is math.pow and len(terms) == 2:
            return called("power", _WORLD, *(_as_real(*t) for t in terms)), REAL_NUMBER
        if target is math.log and len(terms) == 2:
            return called("divided", _WORLD, *(called("log_of", _WORLD, _as_real(*t)) for t in terms)), REAL_NUMBER
        if len(terms) != 1:
            return None
        text, number = texts[0], numbers[0]
        if target is abs:
            return called("abs", text), number
        if target is float:
            return called("float", text), REAL_NUMBER
        if target is bool:
            return ast.Compare(text, [ast.NotEq()], [ast.Constant(0)]), TRUTH
        if target is int and number.kind == "r":
            return called("whole", _WORLD, text), whole_number(EXACT)
        return (text, number) if target is int else None

    def _drawn(self, e: ast.expr, name: str, arguments: list[ast.expr], known: Mapping[str, Number]) -> Term:
        """A draw: `rng.random()`, `rng.uniform(a, b)`, `rng.integers(n)` or `rng.integers(a, b)`."""
        if name == "random" and not arguments:
            return called("uniform", _WORLD), REAL_NUMBER
        if name == "uniform" and len(arguments) == 2:
            ends = [_as_real(*self.term(a, known)) for a in arguments]
            return called("uniform_between", _WORLD, *ends), REAL_NUMBER
        if name == "integers" and len(arguments) in (1, 2):
            terms = [self.integer(a, known) for a in arguments]
            first = [] if len(terms) == 2 else [ast.Constant(0)]
            bits = max(number.bits for _, number in terms)
            return called("integer_between", _WORLD, *first, *(text for text, _ in terms)), whole_number(bits)
        raise Refused(f"`{ast.unparse(e)}` is not compiled")


def _of_real(function: Called, text: ast.expr, number: Number) -> ast.expr:
    """A function of a real; of one of two it becomes one of two, which are often constants."""
    if isinstance(text, ast.IfExp):
        return ast.IfExp(text.test, *(_of_real(function, part, number) for part in (text.body, text.orelse)))
    real = _as_real(text, number)
    return called(function.name, *((_WORLD, real) if function.takes_world else (real,)))


def _as_number(term: Term) -> Term:
    """A truth value as 0 or 1, as Python's arithmetic takes it."""
    text, number = term
    return (called("int", text), whole_number(1)) if number.kind == "b" else term


def _as_real(text: ast.expr, number: Number) -> ast.expr:
    return text if number.kind == "r" else called("float", text)
