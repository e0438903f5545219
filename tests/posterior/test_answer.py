"""The answer to one query: moments, distribution, atoms and notes."""

from __future__ import annotations

import json
import math
from typing import Any

import numpy as np
import pytest

from noumena.model.types import ANY, BOOLEAN, INTEGER, MATRIX, REAL, STRING, TIMESTEP, ObjectType, SetType, Type
from noumena.model.values import Bag, Guaranteed, Matrix, Timestep, Unnamed, Value
from tests.posterior.making import answer

BLUE, GREEN = Guaranteed("Color", 0, "Blue"), Guaranteed("Color", 1, "Green")
COLOR = ObjectType("Color")


def test_integers_have_moments_quantiles_and_a_distribution_in_ascending_order() -> None:
    found = answer([2, 1, 2, 5], [1, 2, 3, 4])
    assert found.type == "Integer"
    assert found.mean == pytest.approx(0.2 * 1 + 0.4 * 2 + 0.4 * 5)
    assert found.sd == pytest.approx(math.sqrt(0.2 * 4 + 0.4 * 1 + 0.4 * 4))
    assert found.quantiles == {"0.05": 1, "0.5": 2, "0.95": 5}
    assert found.distribution is not None
    assert [(o.value, o.text) for o in found.distribution] == [(1, "1"), (2, "2"), (5, "5")]
    assert [o.probability for o in found.distribution] == pytest.approx([0.2, 0.4, 0.4])
    assert found.ess == pytest.approx(1 / (0.01 + 0.04 + 0.09 + 0.16), abs=1e-6)
    assert found.rhat is None


def test_standard_errors_follow_their_formulas() -> None:
    values, weights = [2, 1, 2, 5], [0.1, 0.2, 0.3, 0.4]
    found = answer(values, weights)
    mean = 3.0
    assert found.mcse == pytest.approx(
        math.sqrt(sum(w**2 * (x - mean) ** 2 for x, w in zip(values, weights, strict=True)))
    )
    assert found.distribution is not None
    for outcome in found.distribution:
        p = outcome.probability
        squares = sum(w**2 * ((x == outcome.value) - p) ** 2 for x, w in zip(values, weights, strict=True))
        assert outcome.mcse == pytest.approx(math.sqrt(squares))


def test_an_exact_answer_has_no_errors_and_no_effective_samples() -> None:
    found = answer([0, 1], [0.25, 0.75], sampled=False)
    assert (found.mcse, found.ess, found.rhat) == (None, None, None)
    assert found.distribution is not None
    assert [o.mcse for o in found.distribution] == [None, None]


@pytest.mark.parametrize(
    ("type_", "values", "expected"),
    [
        (BOOLEAN, [True, False, False], [False, True]),
        (COLOR, [GREEN, BLUE, GREEN], ["Green", "Blue"]),
        (STRING, ["b", "a", "c", "c"], ["c", "a", "b"]),
        (COLOR, [None, None, BLUE], [None, "Blue"]),
        (TIMESTEP, [Timestep(10), Timestep(10), Timestep(2)], ["@2", "@10"]),
        (SetType(INTEGER), [Bag([2, 1]), Bag([1, 2]), Bag([])], [[1, 2], []]),
    ],
)
def test_other_types_have_a_distribution_and_no_moments(type_: Type, values: list[Value], expected: list[Any]) -> None:
    found = answer(values, type_=type_)
    assert found.distribution is not None
    assert [o.value for o in found.distribution] == expected
    assert (found.mean, found.sd, found.quantiles, found.mcse) == (None, None, None, None)


def test_numbers_that_are_sometimes_null_have_the_moments_of_the_rest() -> None:
    found = answer([None, 1, 3, None], [1, 1, 3, 5])
    assert found.null_probability == pytest.approx(0.6)
    assert found.mean == pytest.approx(2.5)
    assert found.sd == pytest.approx(math.sqrt(0.25 * 1.5**2 + 0.75 * 0.5**2))
    assert found.quantiles == {"0.05": 1, "0.5": 3, "0.95": 3}
    assert found.distribution is not None
    assert [o.value for o in found.distribution] == [1, 3, None]
    assert found.notes == ("query `X` is null with probability 0.6: mean, sd and quantiles are of the rest",)


def test_numbers_that_are_always_null_have_no_moments() -> None:
    found = answer([None, None])
    assert (found.mean, found.quantiles, found.null_probability) == (None, None, 1.0)
    assert found.notes == ()


def test_sampled_reals_have_moments_and_no_distribution() -> None:
    found = answer([0.5, 1.5, 4.0], type_=REAL)
    assert found.mean == pytest.approx(2.0)
    assert found.distribution is None
    assert found.mode is None
    assert found.probability(0.5) == 0.0
    assert found.continuous is not None
    assert found.continuous[0].tolist() == [0.5, 1.5, 4.0]


def test_a_real_that_occurs_twice_is_an_atom() -> None:
    found = answer([0.0, 1.5, 0.0, None], [1, 2, 3, 4], type_=REAL)
    assert found.distribution is not None
    assert [(o.value, o.probability) for o in found.distribution] == [(0.0, pytest.approx(0.4)), (None, 0.4)]
    assert found.mean == pytest.approx((4 * 0.0 + 2 * 1.5) / 6)
    assert found.continuous is not None
    assert [a.tolist() for a in found.continuous] == [[1.5], [0.2]]


def test_a_sample_of_weight_0_does_not_make_an_atom() -> None:
    assert answer([0.5, 0.5], [1, 0], type_=REAL).distribution is None


def test_exact_reals_are_all_atoms() -> None:
    found = answer([2.5, 0.5], [0.25, 0.75], type_=REAL, sampled=False)
    assert found.distribution is not None
    assert [o.value for o in found.distribution] == [0.5, 2.5]
    assert found.continuous is None


def test_matrices_that_all_differ_give_a_note() -> None:
    found = answer([Matrix([[1, 2]]), Matrix([[1, 3]])], type_=MATRIX)
    assert found.distribution is None
    assert found.notes == ("query `X` has another value in every sample: query its entries, which are numbers",)


def test_objects_without_a_name_give_a_note() -> None:
    found = answer([Unnamed("Ball"), None], type_=ObjectType("Ball"), text="Drawn(D1)")
    assert [o.value for o in found.distribution or ()] == ["not null", None]
    assert found.notes == (
        "query `Drawn(D1)` gives an object without a name: only null / not null is reported; "
        "compare objects or query an attribute",
    )


def test_values_of_unknown_type_are_numbers_if_all_are() -> None:
    assert answer([1, 2], type_=ANY).mean == 1.5
    assert answer([1, "a"], type_=ANY).mean is None
    assert answer([True, False], type_=ANY).mean is None


def test_nan_is_one_value_and_moments_that_json_cannot_hold_are_null() -> None:
    found = answer([math.nan, float("nan"), math.inf, math.inf], type_=REAL)
    data = found.to_dict()
    assert [entry["value"] for entry in data["distribution"]] == ["inf", "nan"]
    assert (data["mean"], data["sd"]) == (None, None)
    json.dumps(data, allow_nan=False)


@pytest.mark.parametrize(
    ("values", "type_", "asked", "expected"),
    [
        ([1, 2, 2], INTEGER, 2, 2 / 3),
        ([1, 2, 2], INTEGER, 2.0, 2 / 3),
        ([1, 2, 2], INTEGER, np.int64(2), 2 / 3),
        ([1, 2, 2], INTEGER, 7, 0.0),
        ([True, False, True], BOOLEAN, True, 2 / 3),
        ([True, False, True], BOOLEAN, np.bool_(True), 2 / 3),
        ([BLUE, GREEN, None], COLOR, "Blue", 1 / 3),
        ([BLUE, GREEN, None], COLOR, None, 1 / 3),
        ([BLUE, GREEN, None], COLOR, "Red", 0.0),
        (["x", "y", "x"], STRING, "x", 2 / 3),
        ([Bag([BLUE]), Bag([]), Bag([BLUE])], SetType(COLOR), {"Blue"}, 2 / 3),
    ],
)
def test_the_probability_of_a_value(values: list[Value], type_: Type, asked: Any, expected: float) -> None:
    assert answer(values, type_=type_).probability(asked) == pytest.approx(expected)


@pytest.mark.parametrize(
    ("values", "type_", "asked", "message"),
    [
        ([1], INTEGER, "one", "`X` is of type Integer, so it is never 'one'"),
        ([1], INTEGER, True, "`X` is of type Integer, so it is never True"),
        ([True], BOOLEAN, 1, "`X` is of type Boolean, so it is never 1"),
        (["a"], STRING, 1, "`X` is of type String, so it is never 1"),
    ],
)
def test_a_value_that_the_type_excludes_is_an_error(values: list[Value], type_: Type, asked: Any, message: str) -> None:
    with pytest.raises(ValueError, match="is of type") as caught:
        answer(values, type_=type_).probability(asked)
    assert str(caught.value) == message


def test_the_mode_is_the_most_probable_value_and_the_first_of_equals() -> None:
    assert answer([3, 5, 5]).mode == 5
    assert answer([5, 3]).mode == 3
    assert answer([BLUE, GREEN, GREEN], type_=COLOR).mode == "Green"
    assert answer([None, None, 1]).mode is None


def test_probabilities_of_many_samples_sum_without_rounding() -> None:
    found = answer([1] * 2000)
    assert found.distribution is not None
    assert found.distribution[0].probability == 1.0
    assert found.distribution[0].mcse == pytest.approx(0.0, abs=1e-15)
    assert found.ess == 2000.0


def test_an_answer_shows_itself_in_one_line() -> None:
    assert repr(answer([1, 2])) == "<X: mean 1.5, sd 0.5>"
    assert repr(answer([BLUE, BLUE, GREEN], type_=COLOR)) == "<X: Blue 0.6667, Green 0.3333>"
    assert repr(answer([Matrix([[1, 2]])], type_=MATRIX)) == "<X: RealMatrix>"
