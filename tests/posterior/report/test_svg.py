"""Places, ticks and labels of drawings."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from noumena.posterior.report import svg
from noumena.posterior.report.svg import Scale, cut, place, tick_labels, ticks


def test_a_scale_maps_ends_to_ends() -> None:
    scale = Scale(10, 20, 100, 0)
    assert (scale(10), scale(15), scale(20)) == (100, 50, 0)
    assert Scale(3, 3, 0, 10)(3) == 5  # one value stands in the middle


@pytest.mark.parametrize(
    ("low", "high", "about", "expected"),
    [
        (0, 10, 5, [0, 2, 4, 6, 8, 10]),
        (0.03, 0.31, 3, [0.1, 0.2, 0.3]),
        (-3, 3, 3, [-2, 0, 2]),
        (1, 4000, 4, [1000, 2000, 3000, 4000]),
        (5, 5, 4, [5]),
        (math.inf, math.inf, 4, []),
    ],
)
def test_ticks_are_round_and_within(low: float, high: float, about: int, expected: list[float]) -> None:
    assert ticks(low, high, about) == pytest.approx(expected)


@given(st.floats(-1e12, 1e12), st.floats(1e-6, 1e12), st.integers(1, 12))
def test_ticks_are_few_and_ascend(low: float, width: float, about: int) -> None:
    found = ticks(low, low + width, about)
    assert len(found) <= 2 * about + 2
    assert found == sorted(found)


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        ([0.0, 0.5, 1.0], ["0.0", "0.5", "1.0"]),
        ([0.0, 2.0], ["0", "2"]),
        ([-0.0], ["0"]),
        ([0.05, 0.1], ["0.05", "0.10"]),
        ([1e7, 2e7], ["1e+07", "2e+07"]),
        ([], []),
    ],
)
def test_labels_tell_ticks_apart(values: list[float], expected: list[str]) -> None:
    assert tick_labels(values) == expected


def test_coordinates_are_short() -> None:
    assert [place(x) for x in (1.0, 0.04, -0.01, 12.345, -3.25)] == ["1", "0", "0", "12.3", "-3.2"]


def test_long_labels_are_cut() -> None:
    assert cut("abcdefghij", 5 * svg.LETTER + 0.1) == "abcd…"
    assert cut("abcd", 5 * svg.LETTER) == "abcd"


def test_a_box_is_never_turned_inside_out() -> None:
    assert svg.box(1, 2, -3, 4, "b") == '<path class="b" d="M1 2h0v4h-0z"/>'
    assert svg.path("", "l") == ""
