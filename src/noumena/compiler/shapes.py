"""Evidence and queries by their form: many statements that differ only in constants share one piece of code."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from typing import Any

from noumena.compiler.words import is_real
from noumena.model.expressions import Constant, Expression, Local, RandomCall
from noumena.model.types import BOOLEAN, INTEGER, REAL, STRING, TIMESTEP, ObjectType, Type
from noumena.model.values import Value


@dataclass(frozen=True, slots=True)
class Form:
    """A term whose constants, where they are arguments of random functions, are parameters in slots of the frame."""

    term: Expression
    parameters: tuple[tuple[int, Type], ...]


def form_of(term: Expression, frame_size: int) -> tuple[Form, tuple[Value, ...]]:
    """The form of a term, and the values of its parameters."""
    values: list[Value] = []
    types: list[tuple[int, Type]] = []

    def visit(e: Any, is_argument: bool) -> Any:
        if isinstance(e, Constant) and is_argument and e.value is not None and _is_word(e.type):
            slot = frame_size + len(values)
            values.append(e.value)
            types.append((slot, e.type))
            return Local(e.type, slot, f"constant {len(values)}", span=e.span)
        if isinstance(e, RandomCall):
            return replace(e, arguments=tuple(visit(a, True) for a in e.arguments))
        if isinstance(e, tuple):
            return tuple(visit(x, False) for x in e)
        if isinstance(e, Expression):
            parts = {f.name: getattr(e, f.name) for f in fields(e) if f.init and f.name not in ("type", "span")}
            return replace(e, **{name: visit(part, False) for name, part in parts.items() if _holds_terms(part)})
        return e

    # Terms that bind variables are left alone: their bindings refer to the same constants in several places.
    return Form(visit(term, False), tuple(types)), tuple(values)


def _holds_terms(part: Any) -> bool:
    if isinstance(part, tuple):
        return any(map(_holds_terms, part))
    return isinstance(part, Expression)


def _is_word(type_: Type) -> bool:
    return is_real(type_) or isinstance(type_, ObjectType) or type_ in (BOOLEAN, INTEGER, REAL, STRING, TIMESTEP)
