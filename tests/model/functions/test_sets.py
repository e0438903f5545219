"""Functions of sets and arrays: null members, multiplicities, objects without identifiers."""

from __future__ import annotations

import math
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from noumena.model.values import Application, Bag, Generated, Guaranteed, MapValue, Timestep, Unused, Value
from tests.model.functions.calling import call, error_of, same

INF, NAN = math.inf, math.nan
LARGEST, SMALLEST = 2**63 - 1, -(2**63)
BALLS = Application("Ball", 0, ())
BALL = Generated(BALLS, 1)
RED, BLUE = Guaranteed("Color", 0, "Red"), Guaranteed("Color", 1, "Blue")


@pytest.mark.parametrize(
    ("name", "arguments", "expected"),
    [
        ("size", (Bag([]),), 0),
        ("size", (Bag([1, 1, None]),), 3),
        ("size", (Bag([BALL, Unused(BALLS, 4)]),), 5),
        ("size", ((1, 2),), 2),
        ("size", (MapValue({"a": 1, "b": 2}),), 2),
        ("isEmpty", (Bag([]),), True),
        ("isEmpty", (Bag([None]),), False),
        ("isEmpty", (Bag([Unused(BALLS, 0)]),), True),
        ("isEmpty", (Bag([Unused(BALLS, 2)]),), False),
        ("isEmpty", ((),), True),
        ("sum", (Bag([]),), 0),
        ("sum", (Bag([1, 2, 2, None]),), 5),
        ("sum", (Bag([LARGEST, 5, -5]),), LARGEST),
        ("sum", (Bag([0.5, None]),), 0.5),
        ("sum", (Bag([None, None]),), 0),
        ("sum", (Bag([1e308, 1e308]),), INF),
        ("sum", (Bag([INF, -INF]),), NAN),
        ("sum", ((1, 2, 3),), 6),
        ("sum", ((1, 2.5),), 3.5),
        ("product", (Bag([]),), 1),
        ("product", (Bag([2, 3, 3, None]),), 18),
        ("product", (Bag([2**40, 2**40, 0]),), 0),
        ("product", ((2**62, 2, -1),), SMALLEST),
        ("product", (Bag([0.5, 4]),), 2.0),
        ("product", ((2, 5),), 10),
        ("min", (Bag([3, 1, None, 2]),), 1),
        ("min", (Bag([3, 1.5]),), 1.5),
        ("min", (Bag([3.0, NAN, 1.0]),), NAN),
        ("min", (Bag([]),), None),
        ("min", (Bag([None]),), None),
        ("min", (("b", "a"),), "a"),
        ("min", ((Timestep(4), Timestep(2)),), Timestep(2)),
        ("max", (Bag([3, 1, None, 2]),), 3),
        ("max", (Bag([1.0, NAN]),), NAN),
        ("max", (Bag([]),), None),
        ("max", (Bag(["b", "a"]),), "b"),
        ("max", ((1, 2, 2.5),), 2.5),
        ("average", (Bag([1, 2, 2, None]),), 5 / 3),
        ("average", (Bag([1.5]),), 1.5),
        ("average", (Bag([]),), None),
        ("average", (Bag([None]),), None),
        ("average", ((1, 2),), 1.5),
        ("iota", (Bag([7]),), 7),
        ("iota", (Bag([]),), None),
        ("iota", (Bag([7, 7]),), None),
        ("iota", (Bag([None]),), None),
        ("iota", (Bag([BALL]),), BALL),
        ("iota", ((RED,),), RED),
        ("contains", (Bag([1, 2]), 2), True),
        ("contains", (Bag([1, 2]), 3), False),
        ("contains", (Bag([1.0, 2.5]), 1), True),
        ("contains", ((RED,), RED), True),
        ("contains", ((RED,), BLUE), False),
        ("unique", (Bag([2, 1, 2, None, None]),), Bag([1, 2, None])),
        ("unique", ((2, 1, 2),), (2, 1)),
        ("union", (Bag([1, 1, 2]), Bag([1, 3])), Bag([1, 1, 2, 3])),
        ("intersection", (Bag([1, 1, 2]), Bag([1, 1, 1, 3])), Bag([1, 1])),
        ("difference", (Bag([1, 1, 2]), Bag([1, 2, 2])), Bag([1])),
        ("subset", (Bag([1, 2]), Bag([2, 1, 3])), True),
        ("subset", (Bag([1, 1]), Bag([1, 2])), False),
        ("subset", (Bag([]), Bag([])), True),
        ("argmax", (MapValue({"a": 1, "b": 3, "c": 3}),), "b"),
        ("argmax", (MapValue({"a": None, "b": -5.0, "c": NAN}),), "b"),
        ("argmax", (MapValue({"a": -INF}),), "a"),
        ("argmax", (MapValue({}),), None),
        ("argmax", (MapValue({"a": None}),), None),
        ("argmin", (MapValue({RED: 2, BLUE: 0.5}),), BLUE),
        ("argmin", (MapValue({RED: NAN, BLUE: INF}),), BLUE),
        ("argmin", (MapValue({}),), None),
    ],
)
def test_result(name: str, arguments: tuple[Value, ...], expected: Value) -> None:
    assert same(call(name, *arguments), expected)


@pytest.mark.parametrize(
    ("name", "arguments", "message"),
    [
        ("sum", (Bag([LARGEST, 1]),), "sum of 2 integers does not fit a 64-bit integer"),
        ("product", (Bag([2**32, 2**31, None]),), "product of 2 integers does not fit a 64-bit integer"),
        ("product", ((2**40,) * 1000,), "product of 1000 integers does not fit a 64-bit integer"),
        (
            "size",
            (Bag([Unused(BALLS, 2**63)]),),
            "size of a set of 9223372036854775808 members does not fit a 64-bit integer",
        ),
    ],
)
def test_error(name: str, arguments: tuple[Value, ...], message: str) -> None:
    assert error_of(name, *arguments) == message


@pytest.mark.parametrize("name", ["sum", "min", "max", "average"])
def test_the_order_of_members_does_not_matter(name: str) -> None:
    members = (0.1, 0.2, 0.3, 1e16, -1e16)
    assert len({call(name, Bag(order)) for order in permutations(members)}) == 1


BAGS = st.lists(st.integers(0, 3), max_size=6).map(Bag)


@given(BAGS, BAGS)
def test_set_operations_are_those_of_multisets(a: Bag, b: Bag) -> None:
    union, intersection, difference = (call(name, a, b) for name in ("union", "intersection", "difference"))
    for value in range(4):
        in_a, in_b = a.elements.count(value), b.elements.count(value)
        assert union.elements.count(value) == max(in_a, in_b)
        assert intersection.elements.count(value) == min(in_a, in_b)
        assert difference.elements.count(value) == max(in_a - in_b, 0)
    assert call("subset", a, b) == (call("size", difference) == 0)
    assert call("unique", a) == Bag(set(a))
