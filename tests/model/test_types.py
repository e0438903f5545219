"""Which type fits which, what they have in common, and how signatures match."""

from __future__ import annotations

import pytest

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
    Signature,
    TupleType,
    Type,
    TypeVariable,
    fits,
    join,
)

BALL, CUP = ObjectType("Ball"), ObjectType("Cup")
T, U = TypeVariable("T"), TypeVariable("U")


@pytest.mark.parametrize(
    ("given", "wanted"),
    [
        (INTEGER, INTEGER),
        (INTEGER, REAL),
        (NULL, BALL),
        (NULL, ArrayType(REAL)),
        (ANY, BALL),
        (BALL, ANY),
        (ArrayType(INTEGER), ArrayType(REAL)),
        (SetType(INTEGER), SetType(REAL)),
        (SetType(NULL), SetType(BALL)),
        (MapType(INTEGER, INTEGER), MapType(REAL, REAL)),
        (TupleType((INTEGER, BALL)), TupleType((REAL, BALL))),
        (TupleType((INTEGER, REAL)), ArrayType(REAL)),
        (ArrayType(INTEGER), MATRIX),
        (ArrayType(ArrayType(INTEGER)), MATRIX),
    ],
)
def test_fits(given: Type, wanted: Type) -> None:
    assert fits(given, wanted)


@pytest.mark.parametrize(
    ("given", "wanted"),
    [
        (REAL, INTEGER),
        (INTEGER, BOOLEAN),
        (BOOLEAN, INTEGER),
        (BOOLEAN, REAL),
        (INTEGER, TIMESTEP),
        (BALL, CUP),
        (BALL, NULL),
        (SetType(REAL), SetType(INTEGER)),
        (SetType(BALL), ArrayType(BALL)),
        (MapType(INTEGER, REAL), MapType(INTEGER, INTEGER)),
        (MapType(REAL, INTEGER), MapType(INTEGER, INTEGER)),
        (TupleType((INTEGER,)), TupleType((INTEGER, INTEGER))),
        (TupleType((INTEGER, BALL)), ArrayType(REAL)),
        (ArrayType(STRING), MATRIX),
        (ArrayType(INTEGER), REAL),
        (ArrayType(ArrayType(STRING)), MATRIX),
        (MATRIX, ArrayType(REAL)),
    ],
)
def test_does_not_fit(given: Type, wanted: Type) -> None:
    assert not fits(given, wanted)


@pytest.mark.parametrize(
    ("a", "b", "common"),
    [
        (INTEGER, REAL, REAL),
        (NULL, BALL, BALL),
        (ANY, BALL, ANY),
        (BALL, CUP, None),
        (BOOLEAN, INTEGER, None),
        (ArrayType(INTEGER), ArrayType(REAL), ArrayType(REAL)),
        (SetType(INTEGER), SetType(BALL), None),
        (MapType(INTEGER, REAL), MapType(REAL, INTEGER), MapType(REAL, REAL)),
        (MapType(INTEGER, REAL), MapType(BALL, REAL), None),
        (TupleType((INTEGER, REAL)), TupleType((REAL, INTEGER)), TupleType((REAL, REAL))),
        (TupleType((INTEGER, NULL)), TupleType((NULL, BALL)), TupleType((INTEGER, BALL))),
        (TupleType((INTEGER, BALL)), TupleType((REAL, CUP)), None),
        (TupleType((INTEGER,)), TupleType((INTEGER, INTEGER)), None),
        (ArrayType(INTEGER), MATRIX, MATRIX),
    ],
)
def test_the_common_type_is_the_same_from_both_sides(a: Type, b: Type, common: Type | None) -> None:
    assert join(a, b) == common
    assert join(b, a) == common


def test_types_are_written_as_in_the_language() -> None:
    written = ArrayType(MapType(INTEGER, SetType(TupleType((BALL, REAL)))))
    assert str(written) == "Map<Integer, {[Ball, Real]}>[]"


def test_a_signature_binds_its_type_variables_to_the_common_type() -> None:
    pair = Signature((T, T), SetType(T))
    assert pair.match((INTEGER, REAL)) == ((REAL, REAL), SetType(REAL))
    assert pair.match((NULL, BALL)) == ((BALL, BALL), SetType(BALL))
    assert pair.match((BALL, CUP)) is None
    assert pair.match((BALL,)) is None


def test_type_variables_are_found_inside_collections() -> None:
    look_up = Signature((MapType(T, U), T), U)
    assert look_up.match((MapType(INTEGER, BALL), INTEGER)) == ((MapType(INTEGER, BALL), INTEGER), BALL)
    assert look_up.match((MapType(BALL, REAL), CUP)) is None
    assert Signature((SetType(T),), T).match((SetType(BALL),)) == ((SetType(BALL),), BALL)
    assert Signature((ArrayType(T),), T).match((SetType(BALL),)) is None


def test_a_type_variable_that_nothing_binds_is_any() -> None:
    assert Signature((INTEGER,), T).match((INTEGER,)) == ((INTEGER,), ANY)


def test_the_last_parameter_of_a_variadic_signature_repeats() -> None:
    vector = Signature((REAL, REAL), MATRIX, variadic=True)
    assert vector.expand(4) == (REAL,) * 4
    assert vector.expand(2) == (REAL, REAL)
    assert vector.expand(1) is None
    assert vector.match((INTEGER, REAL, INTEGER)) == ((REAL,) * 3, MATRIX)
    assert str(vector) == "(Real, Real…)"
    assert str(Signature((REAL, BALL), REAL)) == "(Real, Ball)"
