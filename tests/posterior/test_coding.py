"""Every value and type comes back from JSON as it was."""

from __future__ import annotations

import json
import math
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from noumena.model.types import (
    ANY,
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
    TupleType,
    Type,
    TypeVariable,
)
from noumena.model.values import Bag, Guaranteed, MapValue, Matrix, Named, Timestep, Unnamed, Value
from noumena.posterior.coding import coded_type, coded_value, decoded_type, decoded_value

SIMPLE = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.floats(allow_nan=False),
    st.text(),
    st.builds(Timestep, st.integers(0)),
    st.builds(Guaranteed, st.text(), st.integers(0), st.text()),
    st.builds(Named, st.text(), st.text()),
    st.builds(Unnamed, st.text()),
    st.builds(lambda row: Matrix([row]), st.lists(st.floats(allow_nan=False), min_size=1)),
)
VALUES: st.SearchStrategy[Value] = st.recursive(
    SIMPLE,
    lambda inner: st.one_of(
        st.builds(Bag, st.lists(inner, max_size=3)),
        st.lists(inner, max_size=3).map(tuple),
        st.builds(MapValue, st.dictionaries(inner, inner, max_size=3)),
    ),
    max_leaves=6,
)
TYPES: st.SearchStrategy[Type] = st.recursive(
    st.sampled_from(
        [BOOLEAN, INTEGER, REAL, STRING, TIMESTEP, MATRIX, NULL, ANY, ObjectType("Pub"), ObjectType("Real")]
    ),
    lambda inner: st.one_of(
        st.builds(ArrayType, inner),
        st.builds(SetType, inner),
        st.builds(MapType, inner, inner),
        st.builds(TupleType, st.lists(inner, max_size=3).map(tuple)),
    ),
    max_leaves=5,
)


def through_json(code: Any) -> Any:
    return json.loads(json.dumps(code, allow_nan=False))


@given(VALUES)
def test_values_come_back(value: Value) -> None:
    found = decoded_value(through_json(coded_value(value)))
    assert found == value
    assert type(found) is type(value)


@given(TYPES)
def test_types_come_back(type_: Type) -> None:
    assert decoded_type(through_json(coded_type(type_))) == type_


def test_what_equality_does_not_see() -> None:
    assert math.isnan(decoded_value(through_json(coded_value(math.nan))))
    assert math.copysign(1.0, decoded_value(through_json(coded_value(-0.0)))) == -1.0
    assert coded_value(np.float64(0.5)) == 0.5
    assert type(coded_value(np.int64(3))) is int


def test_what_cannot_be_coded_is_refused() -> None:
    with pytest.raises(TypeError, match="a value of type object cannot be saved"):
        coded_value(object())
    with pytest.raises(TypeError, match="the type T cannot be saved"):
        coded_type(TypeVariable("T"))


@pytest.mark.parametrize("code", [[1], {"odd": 1}, {"set": [], "array": []}, {}])
def test_what_stands_for_no_value_is_refused(code: Any) -> None:
    with pytest.raises(ValueError, match="is no value"):
        decoded_value(code)


@pytest.mark.parametrize("code", ["Whatever", 3, {"object": 3}, None])
def test_what_stands_for_no_type_is_refused(code: Any) -> None:
    with pytest.raises(ValueError, match="is no type"):
        decoded_type(code)
