"""Values made values of a wider type."""

from __future__ import annotations

import pytest

from noumena.model.conversion import convert
from noumena.model.types import INTEGER, MATRIX, REAL, ArrayType, MapType, ObjectType, SetType, TupleType, Type
from noumena.model.values import Bag, MapValue, Matrix, Value


@pytest.mark.parametrize(
    ("value", "type_", "converted"),
    [
        (2, REAL, 2.0),
        (None, REAL, None),
        (None, SetType(REAL), None),
        ((1, None), ArrayType(REAL), (1.0, None)),
        (Bag([1, 2, 1]), SetType(REAL), Bag([1.0, 2.0, 1.0])),
        (MapValue({1: 2}), MapType(INTEGER, REAL), MapValue({1: 2.0})),
        (MapValue({1: 2}), MapType(REAL, INTEGER), MapValue({1.0: 2})),
        ((1, 2), TupleType((INTEGER, REAL)), (1, 2.0)),
        (((1, 2), (3,)), ArrayType(ArrayType(REAL)), ((1.0, 2.0), (3.0,))),
        ((1, 2), MATRIX, Matrix([[1, 2]])),
        (((1, 2), (3, 4)), MATRIX, Matrix([[1, 2], [3, 4]])),
        ((), MATRIX, Matrix([[]])),
        (Matrix([[1]]), MATRIX, Matrix([[1]])),
        ((1, None), MATRIX, None),
        (((1, 2), None), MATRIX, None),
        (((1, 2), (3, None)), MATRIX, None),
        ("x", ObjectType("Ball"), "x"),
    ],
)
def test_converts(value: Value, type_: Type, converted: Value) -> None:
    found = convert(value, type_)
    assert found == converted
    assert repr(found) == repr(converted)  # 2 and 2.0 are equal to Python


def test_a_boolean_is_no_number() -> None:
    assert convert(True, REAL) is True


def test_rows_of_different_lengths_make_no_matrix() -> None:
    with pytest.raises(ValueError, match="the rows of a matrix must have one length, not 2, 1"):
        convert(((1, 2), (3,)), MATRIX)
