"""Calls of built-in functions as an evaluator makes them: choose the overload by type, convert the arguments, call."""

from __future__ import annotations

from collections.abc import Iterable

from noumena.model.conversion import convert
from noumena.model.functions import FUNCTIONS, OPERATORS
from noumena.model.types import (
    BOOLEAN,
    INTEGER,
    MATRIX,
    NULL,
    REAL,
    STRING,
    TIMESTEP,
    ArrayType,
    MapType,
    ObjectType,
    SetType,
    Type,
    join,
)
from noumena.model.values import Bag, Generated, Guaranteed, MapValue, Matrix, Timestep, Unused, Value

_TYPES: dict[type, Type] = {
    type(None): NULL,
    bool: BOOLEAN,
    int: INTEGER,
    float: REAL,
    str: STRING,
    Timestep: TIMESTEP,
    Matrix: MATRIX,
}


def type_of(value: Value) -> Type:
    """The type of a value."""
    match value:
        case Guaranteed() | Generated():
            return ObjectType(value.type)
        case Unused():
            return ObjectType(value.application.type)
        case Bag():
            return SetType(_common(value))
        case MapValue():
            return MapType(_common(value.entries), _common(value.entries.values()))
    return ArrayType(_common(value)) if type(value) is tuple else _TYPES[type(value)]


def _common(values: Iterable[Value]) -> Type:
    common: Type = NULL
    for type_ in map(type_of, values):
        joined = join(common, type_)
        assert joined is not None, f"{common} and {type_} in one collection"
        common = joined
    return common


def call(name: str, *arguments: Value) -> Value:
    """The result of a function, or of an operator given by its symbol."""
    types = tuple(map(type_of, arguments))
    for builtin in (FUNCTIONS | OPERATORS)[name]:
        match = builtin.signature.match(types)
        if match is not None:
            values = list(map(convert, arguments, match[0]))
            return None if None in values else builtin.implementation(*values)
    raise LookupError(f"{name} does not take {', '.join(map(str, types))}")


def error_of(name: str, *arguments: Value) -> str:
    """The message of the error that a call must give."""
    try:
        result = call(name, *arguments)
    except ValueError as error:
        return str(error)
    raise AssertionError(f"{name} gave {result!r} instead of an error")


def same(actual: Value, expected: Value) -> bool:
    """Whether two values are the same to the last digit, also in whether they are integers or reals."""
    return actual == expected if isinstance(expected, Bag) else repr(actual) == repr(expected)
