"""Data from Python as values of a model: numbers, strings, arrays, and objects by name."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import numpy as np

from noumena.model.expressions import Constant
from noumena.model.types import (
    ANY,
    BOOLEAN,
    INTEGER,
    MATRIX,
    REAL,
    STRING,
    TIMESTEP,
    ArrayType,
    MapType,
    ObjectType,
    SetType,
    Type,
)
from noumena.model.values import Bag, Guaranteed, MapValue, Matrix, Timestep, Value


def object_name(datum: Any) -> str:
    """The name of a guaranteed object that is given as data: `17` and `"a"` are named `17` and `a`."""
    return str(datum.item() if isinstance(datum, np.generic) else datum)


def from_python(datum: Any, type_: Type, objects: Mapping[str, Constant]) -> Value:
    """The value of the given type that a Python datum stands for; None is null.

    Raises `ValueError` with a sentence if there is none.
    """
    if isinstance(datum, np.generic):
        datum = datum.item()
    if datum is None:
        return None
    match type_:
        case ObjectType(name):
            return _object(datum, name, objects)
        case ArrayType(element) if isinstance(datum, Iterable) and not isinstance(datum, str | Mapping):
            return tuple(from_python(x, element, objects) for x in datum)
        case SetType(element) if isinstance(datum, Iterable) and not isinstance(datum, str | Mapping):
            return Bag(from_python(x, element, objects) for x in datum)
        case MapType(key, item) if isinstance(datum, Mapping):
            return MapValue({from_python(k, key, objects): from_python(v, item, objects) for k, v in datum.items()})
    reader = _BASIC.get(type_)
    value = None if reader is None else reader(datum)
    if value is None:
        raise ValueError(f"{datum!r} is not a value of type {type_}")
    return value


def _object(datum: Any, type_: str, objects: Mapping[str, Constant]) -> Value:
    if isinstance(datum, Guaranteed) and datum.type == type_:
        return datum
    known = objects.get(object_name(datum))
    if known is not None and known.type == ObjectType(type_):
        return known.value
    array, bracket, index = object_name(datum).partition("[")
    elements = objects.get(array)
    if bracket and elements is not None and elements.type == ArrayType(ObjectType(type_)):
        for element in elements.value:
            if element.name == f"{array}[{index}":
                return element
    raise ValueError(f"there is no object {datum!r} of type {type_}")


def _boolean(datum: Any) -> Value:
    return datum if isinstance(datum, bool) else None


def _integer(datum: Any) -> Value:
    if isinstance(datum, bool):
        return None
    if isinstance(datum, float) and datum.is_integer():
        datum = int(datum)
    return datum if isinstance(datum, int) and -(2**63) <= datum < 2**63 else None


def _real(datum: Any) -> Value:
    if isinstance(datum, bool) or not isinstance(datum, int | float):
        return None
    return None if math.isnan(datum) else float(datum)


def _string(datum: Any) -> Value:
    return datum if isinstance(datum, str) else None


def _timestep(datum: Any) -> Value:
    if isinstance(datum, Timestep):
        return datum
    return Timestep(datum) if isinstance(datum, int) and not isinstance(datum, bool) and datum >= 0 else None


def _matrix(datum: Any) -> Value:
    if isinstance(datum, Matrix):
        return datum
    if not isinstance(datum, Sequence | np.ndarray) or isinstance(datum, str):
        return None
    try:
        array = np.asarray(datum, dtype=float)
    except (ValueError, TypeError):
        return None
    return Matrix.of(array) if array.ndim in (1, 2) and not np.isnan(array).any() else None


def any_value(datum: Any) -> Value:
    """The value of unknown type that a Python function returned."""
    if isinstance(datum, np.generic):
        return datum.item()
    if isinstance(datum, np.ndarray):
        return Matrix.of(datum) if datum.ndim in (1, 2) else None
    if isinstance(datum, set | frozenset):
        return Bag(any_value(x) for x in datum)
    if type(datum) in (list, tuple):
        return tuple(any_value(x) for x in datum)
    return MapValue({any_value(k): any_value(v) for k, v in datum.items()}) if isinstance(datum, dict) else datum


_BASIC: dict[Type, Callable[[Any], Value]] = {
    BOOLEAN: _boolean,
    INTEGER: _integer,
    REAL: _real,
    STRING: _string,
    TIMESTEP: _timestep,
    MATRIX: _matrix,
    ANY: any_value,
}
