"""Values made values of a wider type: Integer to Real, arrays to RealMatrix."""

from __future__ import annotations

from collections.abc import Callable

from noumena.model.types import MATRIX, REAL, ArrayType, MapType, SetType, TupleType, Type
from noumena.model.values import Bag, MapValue, Matrix, Value


def convert(value: Value, type_: Type) -> Value:
    """The value as one of `type_`, into which its own type fits.

    Null stays null, and an array that holds null becomes the matrix null. Raises `ValueError` for ragged rows.
    """
    if value is None:
        return None
    match type_:
        case ArrayType(element):
            return tuple([convert(x, element) for x in value])
        case SetType(element):
            return Bag([convert(x, element) for x in value])
        case MapType(key, item):
            return MapValue({convert(k, key): convert(v, item) for k, v in value.entries.items()})
        case TupleType(elements):
            return tuple([convert(x, t) for x, t in zip(value, elements, strict=True)])
    converter = _BASIC.get(type_)
    return value if converter is None else converter(value)


def _to_real(value: Value) -> Value:
    return float(value) if type(value) is int else value


def _to_matrix(value: Value) -> Value:
    if not isinstance(value, tuple):
        return value
    rows = value if value and isinstance(value[0], tuple) else (value,)
    if any(row is None or None in row for row in rows):
        return None
    if len({len(row) for row in rows}) > 1:
        raise ValueError(f"the rows of a matrix must have one length, not {', '.join(str(len(r)) for r in rows)}")
    return Matrix(rows)


_BASIC: dict[Type, Callable[[Value], Value]] = {REAL: _to_real, MATRIX: _to_matrix}
