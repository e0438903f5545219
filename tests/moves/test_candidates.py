"""Candidates hold the groups that they were given, in arrays that lead both ways; what is no group is told."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import noumena as nm
from noumena.model.diagnostics import BlogError
from noumena.moves.candidates import FIELDS

GROUPS = st.lists(st.lists(st.integers(0, 12), max_size=5), max_size=8)


@given(GROUPS)
def test_the_arrays_lead_from_groups_to_members_and_back(groups: list[list[int]]) -> None:
    made = nm.Candidates.from_groups(groups, number=13)
    wanted = [sorted(set(g)) for g in groups if len(set(g)) > 1]
    assert list(made.groups()) == wanted
    assert made.number == 13
    for x in range(13):
        own = made.own[made.own_starts[x] : made.own_starts[x + 1]].tolist()
        assert own == [i for i, g in enumerate(wanted) if x in g]
        assert made.of(x) == sorted({y for g in wanted if x in g for y in g} - {x})
    assert made.paired.tolist() == sorted({x for g in wanted for x in g})


@given(GROUPS, GROUPS)
def test_the_groups_of_two_are_joined(one: list[list[int]], other: list[list[int]]) -> None:
    both = nm.Candidates.from_groups(one) | nm.Candidates.from_groups(other, number=13)
    assert list(both.groups()) == list(nm.Candidates.from_groups([*one, *other]).groups())
    assert both.number == 13


def test_for_a_smaller_model_the_first_of_the_groups_are_renamed() -> None:
    made = nm.Candidates.from_groups([[9, 4], [4, 7], [4, 8, 9]], number=20)
    assert list(made.smaller(3).groups()) == [[0, 2], [0, 1], [0, 2]]
    assert made.smaller(3).number == 3
    assert list(made.smaller(2).groups()) == [[0, 1], [0, 1]]


def test_members_may_be_whole_numbers_of_numpy_and_groups_anything_that_lists_them() -> None:
    groups: list[Iterable[int]] = [np.array([3, 1]), {1, 2}, range(2)]
    made = nm.Candidates.from_groups(iter(groups))
    assert list(made.groups()) == [[1, 3], [1, 2], [0, 1]]
    assert made.number == 4


def test_the_arrays_cannot_be_changed() -> None:
    made = nm.Candidates.from_groups([[0, 1]])
    for name in FIELDS:
        with pytest.raises(ValueError, match="read-only"):
            made.arrays()[name][0] = 1


def test_it_tells_how_many_one_object_may_find() -> None:
    assert nm.Candidates.from_groups([[0, 1], [1, 2, 3], [5]]).most == 3
    assert nm.Candidates.from_groups([[0, 1, 2], [1, 2]], number=9).most == 3
    assert nm.Candidates.from_groups([]).most == 0


def test_it_says_what_it_holds() -> None:
    assert repr(nm.Candidates.from_groups([[0, 1], [1, 2, 3], [5]])) == (
        "<Candidates: 4 of 6 objects in 2 groups, the largest of 3>"
    )
    assert repr(nm.Candidates.from_groups([])) == "<Candidates: 0 of 0 objects in 0 groups>"


def test_blocks_are_objects_with_equal_keys() -> None:
    made = nm.blocks(["a", 1, "b", None, "a", 1.0, "c", None, "a", math.nan, math.nan])
    assert list(made.groups()) == [[0, 4, 8], [1, 5]]
    assert made.number == 11


def test_keys_may_be_made_by_a_function() -> None:
    rows = [{"name": "Smith", "year": 1990}, {"name": "Smyth", "year": 1990}, {"name": "Jones", "year": 1990}]
    assert list(nm.blocks(rows, by=lambda row: (row["name"][:2], row["year"])).groups()) == [[0, 1]]
    both = nm.blocks(rows, by=lambda row: row["name"][:2]) | nm.blocks(rows, by=lambda row: row["year"])
    assert list(both.groups()) == [[0, 1], [0, 1, 2]]


def test_a_large_block_is_not_written_out_in_pairs() -> None:
    made = nm.blocks(x % 2 for x in range(100_000))
    assert sum(len(array) for array in made.arrays().values()) < 500_000


POSITIONS = "members are whole numbers, the positions of objects"
WRONG: list[tuple[Callable[[], Any], str, str]] = [
    (
        lambda: nm.Candidates.from_groups([[0, 1], 3]),  # type: ignore[list-item]  # what a user may do
        "group 1 is 3, of type int",
        "a group is a list of whole numbers, the positions of objects",
    ),
    (
        lambda: nm.Candidates.from_groups(["ab"]),  # type: ignore[list-item]  # likewise
        "group 0 is 'ab', of type str",
        "a group is a list of whole numbers, the positions of objects",
    ),
    (
        lambda: nm.Candidates.from_groups([[0, 1.5]]),  # type: ignore[list-item]  # likewise
        "group 0 has 1.5, of type float",
        POSITIONS,
    ),
    (lambda: nm.Candidates.from_groups([[0], [True]]), "group 1 has True, of type bool", POSITIONS),
    (lambda: nm.Candidates.from_groups([[0, -1]]), "group 0 has -1", "positions count from 0"),
    (
        lambda: nm.Candidates.from_groups([[0, 3]], number=3),
        "a group has 3, and there are 3 objects",
        "the first one is 0",
    ),
    (
        lambda: nm.blocks("Smith"),
        "the records are one string, 'Smith'",
        "give a list with one record for each object",
    ),
    (
        lambda: nm.blocks([1, ["a", "b"]]),
        "the key of record 1 is ['a', 'b'], of type list, which has no hash",
        "make it a string, a number or a tuple",
    ),
    (
        lambda: nm.blocks([1], by=lambda x: ["letters"] * 9),  # type: ignore[arg-type,return-value]  # likewise
        "the key of record 0 is ['letters', 'letters', 'letters', 'le..., of type list, which has no hash",
        "make it a string, a number or a tuple",
    ),
]


@pytest.mark.parametrize(("make", "message", "hint"), WRONG)
def test_what_is_no_group_is_told(make: Callable[[], Any], message: str, hint: str) -> None:
    with pytest.raises(BlogError) as caught:
        make()
    (diagnostic,) = caught.value.diagnostics
    assert (diagnostic.message, diagnostic.hint) == (message, hint)
