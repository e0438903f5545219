"""Room for a world: reserved for a first state, grown when it is short, given back."""

from __future__ import annotations

import mmap
from dataclasses import replace

import pytest

from noumena.runtime import storage
from noumena.runtime.kernel import flags
from noumena.runtime.layout import HASHED, KindLayout, Layout, StatementLayout, TypeLayout
from noumena.runtime.native_world import NativeWorld
from noumena.runtime.world import AnyWorld, World

KINDS = tuple(KindLayout(name, False, -1, HASHED, listed=True) for name in ("F", "G"))
LAYOUT = Layout((TypeLayout("Ball", 0, False),), (), KINDS, 2, 2, 2, ())


@pytest.fixture(params=[World, NativeWorld])
def world(request: pytest.FixtureRequest) -> AnyWorld:
    """An empty world of either backend."""
    made: AnyWorld = request.param()
    storage.make(made, LAYOUT)
    return made


def test_room_is_reserved_and_given_back(world: AnyWorld) -> None:
    before = storage.bytes_of(world)
    storage.reserve(world, LAYOUT, 1000)
    assert world.v_capacity == len(world.v_int) == world.t_capacity == len(world.t_score) == 1000
    assert world.l_capacity == len(world.l_op) == world.e_capacity == len(world.e_child) == 4000
    assert world.u_capacity == len(world.u_object) == 1000
    assert list(world.k_room) == [1000, 1000]
    assert world.b_capacity == world.r_capacity == len(world.b_read) == len(world.r_read) == 4000
    world.v_int[799], world.v_top, world.t_top, world.b_top = 7, 800, 900, 900
    storage.release(world)
    assert (world.t_capacity, len(world.t_score), world.l_capacity, len(world.l_op)) == (64, 64, 64, 64)
    assert (world.t_top, world.b_top, len(world.b_read)) == (0, 0, 256)
    assert (world.v_capacity, len(world.v_int), world.v_int[799]) == (1064, 1064, 7)
    words, half_words = (19, 0) if isinstance(world, World) else (8, 11)
    assert storage.bytes_of(world) == before + (1064 - 64) * (8 * words + 4 * half_words)


def test_room_is_reserved_for_objects_that_number_statements_make(world: AnyWorld) -> None:
    types = (TypeLayout("Ball", 3, False), TypeLayout("Colour", 2, False))
    layout = replace(LAYOUT, types=types, statements=(StatementLayout(0, 0, (), True),))
    made: AnyWorld = type(world)()
    storage.make(made, layout)
    few = [int(capacity) for capacity in made.o_capacity]
    storage.reserve(made, layout, 1000)
    assert list(made.o_capacity) == few
    storage.reserve(made, layout, 1000, 200)
    assert list(made.o_capacity) == [3 + 1 + 200, few[1]]
    assert list(made.o_base) == [0, 204]
    assert len(made.o_label) == 204 + few[1]


def test_little_room_need_not_be_reserved(world: AnyWorld) -> None:
    before = storage.bytes_of(world)
    storage.reserve(world, LAYOUT, 64)
    assert storage.bytes_of(world) == before


def test_what_grows_keeps_its_words(world: AnyWorld) -> None:
    world.v_int[63], world.v_real[63] = 5, 0.5
    world.full = flags.FULL_VARIABLES
    storage.grow(world, LAYOUT)
    assert (world.v_capacity, len(world.v_int), world.v_int[63], world.v_int[127]) == (128, 128, 5, 0)
    assert (len(world.v_real), world.v_real[63], world.v_real[127]) == (128, 0.5, 0.0)


def test_edges_grow_to_what_the_patch_needs(world: AnyWorld) -> None:
    world.full, world.e_top, world.b_top = flags.FULL_EDGES, 60, 900
    storage.grow(world, LAYOUT)
    assert world.e_capacity == len(world.e_child) == 960


def test_lists_grow_together_where_the_patch_is_large_and_keep_their_variables(world: AnyWorld) -> None:
    world.m_variable[world.k_list[1]], world.k_size[1] = 9, 1
    world.full, world.full_which, world.t_last = flags.FULL_LIST, 0, 500
    storage.grow(world, LAYOUT)
    assert list(world.k_room) == [500, 501]
    assert (len(world.m_variable), world.m_variable[world.k_list[1]]) == (1001, 9)
    storage.release(world)
    assert list(world.k_room) == [4, 65]
    assert (len(world.m_variable), world.m_variable[world.k_list[1]]) == (69, 9)


def test_classes_keep_their_words_when_they_grow(world: AnyWorld) -> None:
    fields = {
        "u_object": 3,
        "u_next": -1,
        "u_int": 2**40,
        "u_score": -0.25,
        "u_count": 2.0,
        "u_real": 1.5,
        "u_before": 9,
    }
    for name, value in fields.items():
        getattr(world, name)[63] = value
    world.full, world.full_which = flags.FULL_CLASSES, 1
    storage.grow(world, LAYOUT)
    assert world.u_capacity > 64
    assert {name: getattr(world, name)[63] for name in fields} == fields
    assert all(len(getattr(world, name)) == world.u_capacity and getattr(world, name)[64] == 0 for name in fields)


def test_a_large_world_is_laid_out_anew_and_stays_as_it_is(world: AnyWorld) -> None:
    size = 20_000
    storage.reserve(world, LAYOUT, size)
    world.v_top = size
    world.full, world.full_which = flags.FULL_CLASSES, size
    storage.grow(world, LAYOUT)
    world.u_top = size
    for name in ("v_int", "v_class", "u_object", "u_next", "u_before"):
        getattr(world, name)[:size] = range(size)
    for name in ("v_score", "u_score", "u_count"):
        getattr(world, name)[:size] = [x / 2 for x in range(size)]
    storage.release(world)
    assert world.u_capacity == world.v_capacity == size + size // 4 + 64
    for name in ("v_int", "v_class", "u_object", "u_next", "u_before"):
        assert list(getattr(world, name)[:size]) == list(range(size))
    for name in ("v_score", "u_score", "u_count"):
        assert list(getattr(world, name)[:size]) == [x / 2 for x in range(size)]
    if isinstance(world, NativeWorld) and hasattr(mmap, "MADV_HUGEPAGE"):
        assert world.v_int.ctypes.data % 64 == world.u_object.ctypes.data % 64 == 0
        assert abs(world.v_int.ctypes.data - world.u_object.ctypes.data) < storage.bytes_of(world)
    world.full = flags.FULL_VARIABLES
    storage.grow(world, LAYOUT)
    assert (world.v_int[size - 1], world.v_score[size - 1]) == (size - 1, (size - 1) / 2)
