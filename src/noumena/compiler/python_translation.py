"""A user's method as a function of generated code: the same statements, with what may raise in Python guarded.

Only numbers are taken, and only what gives the same numbers compiled: for each term it is known whether it is an
integer, of how many bits, a truth value or a real. What is not known to be the same is refused.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from noumena.compiler.python_math import Number, joined, own_name, whole_number
from noumena.compiler.python_source import Method, Refused
from noumena.compiler.python_terms import Terms, called, literal

Known = dict[str, Number]
"""The variables that have a value at a place, and what is known of it."""


@dataclass(frozen=True, slots=True)
class Translation:
    """The text of a function of the world and of numbers, and what is known of its result."""

    text: str
    result: Number


def translate(
    method: Method,
    name: str,
    given: Sequence[Number],
    rng: str | None,
    comment: str,
    constants: Mapping[int, bool | int | float],
) -> Translation:
    """The function `name(w, …)` for arguments of which this is known; `rng` is the parameter that draws, if any.

    Those of the arguments that are `constants`, by their positions, are written into it, so that what follows from
    them alone is computed when it is compiled. Raises `Refused`, with the reason, for what must be left to Python.
    """
    wanted = [p for p in method.parameters if p != rng]
    missing = len(wanted) - len(given)
    if not 0 <= missing <= len(method.defaults):
        raise Refused(f"`{method.tree.name}` takes {len(wanted)} arguments, not {len(given)}")
    known: Known = dict(zip(wanted, given, strict=False))
    first = [_assigned(wanted[at], literal(value, wanted[at])[0]) for at, value in constants.items()]
    for parameter, value in zip(wanted[len(given) :], method.defaults[len(method.defaults) - missing :], strict=True):
        text, known[parameter] = literal(value, parameter)
        first.append(_assigned(parameter, text))
    walk = _Walk(Terms(method, rng))
    body, after = walk.block(method.tree.body, known)
    if after is not None or walk.result is None:
        raise Refused("it may end without a result")
    parameters = [ast.arg("w"), *(ast.arg(own_name(p)) for p in wanted[: len(given)])]
    arguments = ast.arguments(posonlyargs=[], args=parameters, kwonlyargs=[], kw_defaults=[], defaults=[])
    head = f"@inlined\ndef {name}({ast.unparse(arguments)}):  # {comment}"
    made = ast.fix_missing_locations(ast.Module([*first, *body], []))
    lines = [f"    {line}" for line in ast.unparse(made).splitlines()]
    return Translation("\n".join([head, *lines]), walk.result)


def _assigned(name: str, value: ast.expr) -> ast.stmt:
    return ast.Assign([ast.Name(own_name(name), ast.Store())], value)


@dataclass
class _Walk:
    """Goes through statements in order; what is known after one that does not go on is None."""

    terms: Terms
    result: Number | None = None
    _leaving: list[list[Known]] = field(default_factory=list)

    def block(self, statements: Sequence[ast.stmt], known: Known | None) -> tuple[list[ast.stmt], Known | None]:
        """The statements that can be reached, and what is known after them."""
        written: list[ast.stmt] = []
        for statement in statements:
            if known is None:
                break
            made, known = self._statement(statement, known)
            written += made
        return written or [ast.Pass()], known

    def _statement(self, statement: ast.stmt, known: Known) -> tuple[list[ast.stmt], Known | None]:
        match statement:
            case ast.Expr(value=ast.Constant(value=str())) | ast.Pass():
                return [], known
            case ast.Assign(targets=[ast.Name(id=name)], value=value):
                return self._assign(name, value, known)
            case ast.AnnAssign(target=ast.Name(id=name), value=ast.expr() as value):
                return self._assign(name, value, known)
            case ast.AugAssign(target=ast.Name(id=name), op=operator, value=value):
                return self._assign(name, ast.BinOp(ast.Name(name, ast.Load()), operator, value), known)
            case ast.Return(value=ast.expr() as value):
                text, number = self.terms.term(value, known)
                self.result = number if self.result is None else self.terms.either(self.result, number)
                return [ast.Return(text)], None
            case ast.If(test=test, body=then, orelse=otherwise):
                condition, _ = self.terms.term(test, known)
                yes, after_yes = self.block(then, dict(known))
                no, after_no = self.block(otherwise, dict(known))
                return [ast.If(condition, yes, no if otherwise else [])], self._merged(after_yes, after_no)
            case ast.For(target=ast.Name(id=name), iter=iterated, body=body, orelse=[]):
                return self._loop(name, iterated, body, known)
            case ast.Break() | ast.Continue():
                self._leaving[-1].append(known)
                return [statement], None
        raise Refused(f"`{ast.unparse(statement).splitlines()[0]}` is not compiled")

    def _assign(self, name: str, value: ast.expr, known: Known) -> tuple[list[ast.stmt], Known]:
        text, number = self.terms.term(value, known)
        return [_assigned(name, text)], {**known, name: number}

    def _loop(
        self, name: str, iterated: ast.expr, body: Sequence[ast.stmt], known: Known
    ) -> tuple[list[ast.stmt], Known]:
        """A loop over a range: what is known before a round holds for the first round and after every other."""
        match iterated:
            case ast.Call(func=ast.Name(id="range"), args=[_] | [_, _] as ends, keywords=[]):
                limits = [self.terms.integer(end, known) for end in ends]
            case _:
                raise Refused("a loop is compiled over a range only")
        if "range" in known or self.terms.method.meaning("range") is not range:
            raise Refused("`range` is not Python's")
        counter = whole_number(max(number.bits for _, number in limits))
        before = known
        while True:
            self._leaving.append([])
            written, after = self.block(body, {**before, name: counter})
            ends_of_rounds = [after, *self._leaving.pop()]
            again = before
            for end in ends_of_rounds:
                again = again if end is None else self._common(again, end)
            if again == before:
                head = called("range", *(text for text, _ in limits))
                return [ast.For(ast.Name(own_name(name), ast.Store()), head, written, [])], before
            before = again

    def _merged(self, first: Known | None, second: Known | None) -> Known | None:
        if first is None or second is None:
            return first if second is None else second
        return self._common(first, second)

    def _common(self, first: Mapping[str, Number], second: Mapping[str, Number]) -> Known:
        return {name: joined(number, second[name]) for name, number in first.items() if name in second}
