"""Where variables are found: by an object, by an object and a small number, or by hash; before and after growing."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from noumena.runtime import storage
from noumena.runtime.kernel import hashing, variables
from noumena.runtime.kernel.flags import NONE
from noumena.runtime.layout import HASHED, INTEGERS, KindLayout, Layout, TypeLayout
from noumena.runtime.native_world import NativeWorld
from noumena.runtime.world import World

BALLS = 5
LAYOUT = Layout(
    (TypeLayout("Ball", BALLS, False),),
    (),
    (
        KindLayout("Weight", False, -1, 0),
        KindLayout("Seen", False, -1, 0, integers=INTEGERS),
        KindLayout("Pair", False, -1, HASHED),
    ),
    3,
    3,
    3,
    (),
)
NUMBERS = st.integers(-2, 2 * INTEGERS) | st.just(-(2**40)) | st.just(2**40)
KEYS = (
    st.tuples(st.just(0), st.integers(0, BALLS - 1), st.just(0))
    | st.tuples(st.just(1), st.integers(0, BALLS - 1), NUMBERS)
    | st.tuples(st.just(2), st.integers(0, BALLS - 1), NUMBERS)
)


def empty() -> Any:
    """A world without variables."""
    world: Any = World()
    storage.make(world, LAYOUT)
    return world


@given(st.lists(KEYS, unique=True, max_size=40), st.data())
def test_variables_are_found_where_they_were_put(keys: list[tuple[int, int, int]], data: st.DataObject) -> None:
    world = empty()
    places = {key: variables.take_place(world, *key, 0, 0) for key in keys}
    for key in keys:
        if variables.place_in_index(world, *key) == NONE:
            hashing.hash_put(world, *key, 0, 0, places[key])
    gone = set(data.draw(st.lists(st.sampled_from(keys)))) if keys else set()
    for key in gone:
        variables.discard(world, places[key])
    for key in keys:
        assert variables.find(world, *key, 0, 0) == (NONE if key in gone else places[key])


@pytest.mark.parametrize(("number", "is_hashed"), [(-1, True), (0, False), (INTEGERS - 1, False), (INTEGERS, True)])
def test_numbers_from_0_on_have_places_of_their_own(number: int, is_hashed: bool) -> None:
    assert (variables.place_in_index(empty(), 1, 3, number) == NONE) == is_hashed


@pytest.mark.parametrize("kind", [World, NativeWorld])
def test_a_hash_table_has_all_after_it_has_grown(kind: type[Any]) -> None:
    world = kind()
    storage.make(world, LAYOUT)
    keys = [(a, b) for a in range(10) for b in range(12)]
    for value, (a, b) in enumerate(keys):
        hashing.hash_put(world, 2, a, b, 0, 0, value)
    before = world.h_capacity
    storage._grow_hash(world)
    assert (world.h_capacity, world.h_size, len(world.h_value)) == (2 * before, len(keys), 2 * before)
    for value, (a, b) in enumerate(keys):
        assert world.h_value[hashing.hash_find(world, 2, a, b, 0, 0)] == value
