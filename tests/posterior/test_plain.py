"""Values as plain data, and their comparison with what people write."""

from __future__ import annotations

import json
import math
from typing import Any

import numpy as np
import pytest

from noumena.model.values import Bag, Guaranteed, MapValue, Matrix, Named, Timestep, Unnamed, Value
from noumena.posterior.plain import holds_reals, holds_unnamed, matches, order, plain

BLUE, GREEN = Guaranteed("Color", 0, "Blue"), Guaranteed("Color", 1, "Green")
D2, D10 = Guaranteed("Draw", 2, "D[2]"), Guaranteed("Draw", 10, "D[10]")


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (None, None),
        (True, True),
        (3, 3),
        (2.5, 2.5),
        (math.inf, "inf"),
        (-math.inf, "-inf"),
        (math.nan, "nan"),
        ("a b", "a b"),
        (Timestep(3), "@3"),
        (BLUE, "Blue"),
        (Named("Blip", "b1"), "b1"),
        (Unnamed("Ball"), "not null"),
        ((1, (2.5, None)), [1, [2.5, None]]),
        (Bag([3, 1, 2, 1]), [1, 1, 2, 3]),
        (Bag([D10, D2]), ["D[2]", "D[10]"]),
        (Bag(["b", None, "a"]), ["a", "b", None]),
        (Bag([True, False, 2]), [2, False, True]),
        (Matrix([[1, 2]]), [1.0, 2.0]),
        (Matrix([[1], [2]]), [1.0, 2.0]),
        (Matrix([[1, 2], [3, 4]]), [[1.0, 2.0], [3.0, 4.0]]),
        (MapValue({BLUE: 0.5, "x": 2}), {"Blue": 0.5, "x": 2}),
        (np.int64(4), 4),
        (np.array([1.0, 2.0]), [1.0, 2.0]),
    ],
)
def test_values_as_json_holds_them(value: Value, expected: Any) -> None:
    found = plain(value)
    assert found == expected
    assert type(found) is type(expected)
    json.dumps(found, allow_nan=False)


@pytest.mark.parametrize(
    ("value", "given"),
    [
        (3, 3.0),
        (3, np.int64(3)),
        (2.0, 2),
        (BLUE, "Blue"),
        (BLUE, BLUE),
        (None, None),
        (Timestep(2), "@2"),
        ((1, 2), [1, 2]),
        ((1, 2), (1.0, 2)),
        (Bag([D10, D2]), {"D[10]", "D[2]"}),
        (Bag([1, 1, 2]), [1, 2, 1]),
        (Bag([]), set()),
        (Matrix([[1, 2]]), np.array([1, 2])),
        (MapValue({BLUE: 1}), {"Blue": 1.0}),
    ],
)
def test_a_value_matches_what_stands_for_it(value: Value, given: Any) -> None:
    assert matches(value, given)


@pytest.mark.parametrize(
    ("value", "given"),
    [
        (1, True),
        (True, 1),
        (0, None),
        (False, None),
        (BLUE, "Green"),
        ((1, 2), [1]),
        ((1, 2), [2, 1]),
        (Bag([1, 1]), [1]),
        (Bag([1]), [1, 1]),
        (Bag([1]), 1),
        (MapValue({BLUE: 1}), {"Green": 1}),
    ],
)
def test_a_value_does_not_match_another(value: Value, given: Any) -> None:
    assert not matches(value, given)


def test_values_are_ordered_by_size_then_declaration_then_text_and_null_comes_last() -> None:
    values = [None, "b", GREEN, "a", 2.5, BLUE, Timestep(1), 10]
    assert sorted(values, key=order) == [Timestep(1), 2.5, 10, BLUE, GREEN, "a", "b", None]


@pytest.mark.parametrize("value", [1.5, Matrix([[1]]), (1, 2.5), Bag([(0.5,)]), MapValue({1: 2.5})])
def test_reals_are_found_inside(value: Value) -> None:
    assert holds_reals(value)


@pytest.mark.parametrize("value", [None, 1, "1.5", BLUE, (1, "a"), Bag([True]), MapValue({1: 2}), Timestep(1)])
def test_what_holds_no_reals(value: Value) -> None:
    assert not holds_reals(value)


def test_objects_without_a_name_are_found_inside() -> None:
    unnamed = Unnamed("Ball")
    assert all(map(holds_unnamed, [unnamed, (1, unnamed), Bag([unnamed]), MapValue({1: unnamed})]))
    assert not any(map(holds_unnamed, [None, BLUE, Named("Ball", "b"), (BLUE,)]))
