"""Arbitrary values of a type, the awkward ones among them, and the check that a value is of a type."""

from __future__ import annotations

from hypothesis import strategies as st

from noumena.model.types import (
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
from noumena.model.values import Application, Bag, Generated, Guaranteed, MapValue, Matrix, Timestep, Value

SMALLEST, LARGEST = -(2**63), 2**63 - 1
BALLS = Application("Ball", 0, ())

# Counts between 1e2 and 1e8 are left out, because matrices with so many entries are slow to make.
INTEGERS = st.integers(-3, 12) | st.sampled_from([SMALLEST, SMALLEST + 1, -(10**9), 10**9, LARGEST - 1, LARGEST])
REALS = st.floats() | st.integers(-3, 3).map(float) | st.just(-0.5)
OBJECTS = st.integers(0, 3).map(lambda i: Guaranteed("Ball", i, f"B{i}")) | st.integers(1, 3).map(
    lambda label: Generated(BALLS, label)
)
MATRICES = st.tuples(st.integers(0, 4), st.integers(0, 4)).flatmap(
    lambda shape: st.lists(st.lists(REALS, min_size=shape[1], max_size=shape[1]), min_size=shape[0], max_size=shape[0])
)

_BASIC: dict[Type, st.SearchStrategy[Value]] = {
    BOOLEAN: st.booleans(),
    INTEGER: INTEGERS,
    REAL: REALS,
    STRING: st.text(max_size=8) | st.integers().map(str) | st.text("ab ", max_size=5),
    TIMESTEP: st.builds(Timestep, INTEGERS.filter(lambda n: n >= 0)),
    MATRIX: st.builds(Matrix, MATRICES),
    ObjectType("Ball"): OBJECTS,
}


def values_of(type_: Type) -> st.SearchStrategy[Value]:
    """Values of a type, which are not null though their members may be."""
    match type_:
        case ArrayType(element):
            return _members(element).map(tuple)
        case SetType(element):
            return st.builds(Bag, _members(element))
        case MapType(key, value):
            return st.dictionaries(values_of(key), values_of(value) | st.none(), max_size=5).map(MapValue)
    return _BASIC[type_]


def _members(element: Type) -> st.SearchStrategy[list[Value]]:
    return st.lists(values_of(element) | st.none(), max_size=5)


_CLASSES: dict[Type, type] = {BOOLEAN: bool, REAL: float, STRING: str, TIMESTEP: Timestep, MATRIX: Matrix}


def is_of(value: Value, type_: Type) -> bool:
    """Whether a value is null or of a type; integers must fit 64 bits."""
    if value is None:
        return True
    match type_:
        case ArrayType(element):
            return type(value) is tuple and all(is_of(v, element) for v in value)
        case SetType(element):
            return isinstance(value, Bag) and all(is_of(v, element) for v in value)
        case ObjectType(name):
            return isinstance(value, Guaranteed | Generated) and name == "Ball"
    if type_ == INTEGER:
        return type(value) is int and SMALLEST <= value <= LARGEST
    return type(value) is _CLASSES[type_]
