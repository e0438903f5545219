"""Conversions between types, and the BLOG text of any value."""

from __future__ import annotations

import json
import math
from typing import TypeAlias

from noumena.model.functions.limits import fit, plain
from noumena.model.library import Builtin
from noumena.model.types import BOOLEAN, INTEGER, MATRIX, REAL, STRING, TIMESTEP, Signature, TypeVariable
from noumena.model.values import Bag, Generated, Guaranteed, MapValue, Matrix, Timestep, Unused, Value

_MOST_LEVELS = 1000
_TOO_DEEP = "toString of a value that is nested too deeply"


def render(value: Value) -> str:
    """A value in BLOG syntax, on one line.

    Strings have quotes and JSON's escapes; reals have all digits that matter, and entries of matrices no needless
    `.0`; objects are written as `str` gives them; members of sets are sorted. Infinities are `inf`, and NaN `nan`.
    """
    # Looked at before: where long chains of dependencies are allowed, Python would not notice in time (`recursion`).
    if isinstance(value, Generated) and _is_deep(value):
        raise ValueError(_TOO_DEEP)
    try:
        return _rendered(value)
    except RecursionError:
        raise ValueError(_TOO_DEEP) from None


def _is_deep(value: Generated) -> bool:
    """Whether there are more generators of generators than can be written."""
    level: list[Value] = [value]
    for _ in range(_MOST_LEVELS):
        level = [g for o in level[:_MOST_LEVELS] for g in o.application.generators if isinstance(g, Generated)]
        if not level:
            return False
    return True


def _rendered(value: Value) -> str:
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False)
    if isinstance(value, Bag):
        return "{" + ", ".join(_text(order) for order in sorted(map(_order, value))) + "}"
    if isinstance(value, MapValue):
        entries = sorted(((_order(k), v) for k, v in value.entries.items()), key=lambda entry: entry[0])
        return "{" + ", ".join(f"{_text(order)} -> {_rendered(v)}" for order, v in entries) + "}"
    if isinstance(value, Matrix):
        return "[" + "; ".join(", ".join(map(plain, row)) for row in value.rows if row) + "]"
    if isinstance(value, Unused):
        return f"{value.number} other {value.application.type}"
    if type(value) is tuple:  # timesteps and objects are tuples of their own kinds, with a text of their own
        return "[" + _listed(value) + "]"
    return str(value)


def _listed(values: tuple[Value, ...] | list[Value]) -> str:
    return ", ".join(map(_rendered, values))


_Order: TypeAlias = tuple[int, str, float, str]


def _text(order: _Order) -> str:
    """The text of a value by what it is sorted by: rendering it again would take twice as long at each level."""
    return order[-1]


def _order(value: Value) -> _Order:
    """What members of a set are sorted by: numbers by size, objects in the order they were declared, others by text.

    The text comes last for all, so that equal sets have the same text also where 0.0 and -0.0 are members.
    """
    text = _rendered(value)
    if isinstance(value, int | float) and value == value:
        return 0, "", value, text
    if isinstance(value, Timestep):
        return 0, "", value.step, text
    if isinstance(value, Guaranteed):
        return 1, value.type, value.position, text
    if isinstance(value, Generated):
        return 2, text.removesuffix(str(value.label)), value.label, text
    return 3, "", 0, text


def to_string(value: Value) -> str:
    """A string itself; any other value as `render` writes it.

    A generated object has no text of its own: what tells it from others means nothing across worlds.
    """
    if _holds_generated(value):
        raise ValueError("toString of an object that has no name")
    return value if isinstance(value, str) else render(value)


def _holds_generated(value: Value) -> bool:
    """Whether a value is or holds a non-guaranteed object."""
    if type(value) is MapValue:
        return any(_holds_generated(part) for entry in value.entries.items() for part in entry)
    if type(value) is Bag or type(value) is tuple:
        return any(map(_holds_generated, value))
    return type(value) is Generated


def to_integer(value: Value) -> int:
    """The value as an integer.

    A real loses its fraction; false and true are 0 and 1; a timestep is its number; a string is read; a guaranteed
    object is its position among those of its type, from 0.
    """
    if isinstance(value, bool | int):
        return int(value)
    if isinstance(value, Timestep):
        return value.step
    if isinstance(value, Guaranteed):
        return value.position
    if isinstance(value, float):
        return _truncate(value)
    if isinstance(value, str):
        return _read_integer(value)
    raise ValueError(
        f"toInt of {render(value)}: it takes a number, a Boolean, a timestep, a string or a guaranteed object"
    )


def _truncate(value: float) -> int:
    try:
        whole = int(value)
    except (OverflowError, ValueError):  # infinite, NaN
        raise ValueError(f"toInt of {plain(value)}: the argument must be finite") from None
    return fit(whole, "toInt of {}", plain(value))


def _read_integer(text: str) -> int:
    try:
        return fit(int(_without_underscores(text)), "")
    except ValueError:
        raise ValueError(f"toInt of {render(text)}: the string must hold a whole number that fits 64 bits") from None


def _without_underscores(text: str) -> str:
    """The text itself; an error if there are underscores, which Python would read past: 1_000."""
    if "_" in text:
        raise ValueError("an underscore")
    return text


def to_real(value: Value) -> float:
    """The value as a real: false and true are 0 and 1, a string is read, and a 1×1 matrix is its entry."""
    if isinstance(value, Matrix):
        rows, columns = value.shape
        if (rows, columns) != (1, 1):
            raise ValueError(f"toReal needs a 1×1 matrix, not {rows}×{columns}")
        return value.rows[0][0]
    try:
        return float(_without_underscores(value) if isinstance(value, str) else value)
    except OverflowError:  # an integer beyond all reals
        return math.inf if value > 0 else -math.inf
    except ValueError:
        raise ValueError(f"toReal of {render(value)}: the string must hold a number") from None


def to_timestep(step: int) -> Timestep:
    """The timestep of a number, at least 0."""
    if step < 0:
        raise ValueError(f"toTimestep of {step}: the number must be at least 0")
    return Timestep(step)


def is_empty_string(text: str) -> bool:
    """Whether a string has no characters."""
    return not text


_ANYTHING = TypeVariable("T")

FUNCTIONS: tuple[Builtin, ...] = (
    *(
        Builtin("toInt", Signature((type_,), INTEGER), to_integer)
        for type_ in (INTEGER, REAL, BOOLEAN, TIMESTEP, STRING, _ANYTHING)
    ),
    *(Builtin("toReal", Signature((type_,), REAL), to_real) for type_ in (REAL, BOOLEAN, STRING, MATRIX)),
    Builtin("toString", Signature((_ANYTHING,), STRING), to_string),
    Builtin("toTimestep", Signature((INTEGER,), TIMESTEP), to_timestep),
    Builtin("isEmptyString", Signature((STRING,), BOOLEAN), is_empty_string),
)
