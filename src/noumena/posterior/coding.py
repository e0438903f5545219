"""Values and types as JSON that can be read back: `decoded_value(coded_value(x)) == x` for every value of a query."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

import numpy as np

from noumena.model.types import (
    ANY,
    NAMED_TYPES,
    NULL,
    ArrayType,
    BasicType,
    MapType,
    ObjectType,
    SetType,
    TupleType,
    Type,
)
from noumena.model.values import Bag, Guaranteed, MapValue, Matrix, Named, Timestep, Unnamed, Value

Coded: TypeAlias = Any
"""What JSON holds; an object of one entry says by its key what it stands for."""

_BASIC: Mapping[str, Type] = {str(t): t for t in (*NAMED_TYPES.values(), NULL, ANY)}


def coded_value(value: Value) -> Coded:
    """A value as JSON; null, Booleans, integers, finite reals and strings are themselves."""
    if isinstance(value, np.generic):
        value = value.item()
    if isinstance(value, float) and not math.isfinite(value):
        return {"real": str(value)}
    if value is None or isinstance(value, bool | int | float | str):
        return value
    if isinstance(value, Timestep):
        return {"timestep": value.step}
    if isinstance(value, Guaranteed):
        return {"object": [value.type, value.position, value.name]}
    if isinstance(value, Named):
        return {"named": [value.type, value.name]}
    if isinstance(value, Unnamed):
        return {"unnamed": value.type}
    if isinstance(value, Bag):
        return {"set": list(map(coded_value, value))}
    if isinstance(value, MapValue):
        return {"map": [[coded_value(k), coded_value(v)] for k, v in value.entries.items()]}
    if isinstance(value, Matrix):
        return {"matrix": [list(map(coded_value, row)) for row in value.rows]}
    if isinstance(value, tuple):
        return {"array": list(map(coded_value, value))}
    raise TypeError(f"a value of type {type(value).__name__} cannot be saved")


_VALUES: Mapping[str, Callable[[Any], Value]] = {
    "real": float,
    "timestep": Timestep,
    "object": lambda parts: Guaranteed(*parts),
    "named": lambda parts: Named(*parts),
    "unnamed": Unnamed,
    "set": lambda members: Bag(map(decoded_value, members)),
    "map": lambda entries: MapValue({decoded_value(k): decoded_value(v) for k, v in entries}),
    "matrix": lambda rows: Matrix([list(map(decoded_value, row)) for row in rows]),
    "array": lambda elements: tuple(map(decoded_value, elements)),
}


def decoded_value(code: Coded) -> Value:
    """The value that JSON stands for; `ValueError` if it stands for none."""
    if not isinstance(code, dict | list):
        return code
    if isinstance(code, dict) and len(code) == 1:
        ((kind, content),) = code.items()
        if kind in _VALUES:
            return _VALUES[kind](content)
    raise ValueError(f"{code!r} is no value")


def coded_type(type_: Type) -> Coded:
    """A type as JSON; a built-in one is its name."""
    match type_:
        case BasicType(name):
            return name
        case ObjectType(name):
            return {"object": name}
        case ArrayType(element):
            return {"array": coded_type(element)}
        case SetType(element):
            return {"set": coded_type(element)}
        case MapType(key, value):
            return {"map": [coded_type(key), coded_type(value)]}
        case TupleType(elements):
            return {"tuple": list(map(coded_type, elements))}
    raise TypeError(f"the type {type_} cannot be saved")


def decoded_type(code: Coded) -> Type:
    """The type that JSON stands for; `ValueError` if it stands for none."""
    match code:
        case str():
            if code in _BASIC:
                return _BASIC[code]
        case {"object": str(name)}:
            return ObjectType(name)
        case {"array": element}:
            return ArrayType(decoded_type(element))
        case {"set": element}:
            return SetType(decoded_type(element))
        case {"map": [key, value]}:
            return MapType(decoded_type(key), decoded_type(value))
        case {"tuple": [*elements]}:
            return TupleType(tuple(map(decoded_type, elements)))
    raise ValueError(f"{code!r} is no type")
