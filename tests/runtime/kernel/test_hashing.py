"""The hash table against a dictionary."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from noumena.runtime import storage
from noumena.runtime.faults import Full
from noumena.runtime.kernel.flags import FULL_HASH
from noumena.runtime.kernel.hashing import hash_find, hash_put, hash_remove
from noumena.runtime.layout import Layout
from noumena.runtime.world import World

EMPTY = Layout((), (), (), 0, 0, 0, ())
KEYS = st.tuples(st.integers(-2, 3), st.integers(-5, 2**40), st.integers(0, 3), st.just(0), st.just(0))


@given(st.lists(st.tuples(st.booleans(), KEYS), max_size=400))
def test_it_holds_what_a_dictionary_holds(steps: list[tuple[bool, tuple[int, int, int, int, int]]]) -> None:
    world = World()
    storage.make(world, EMPTY)  # type: ignore[arg-type]  # has every field
    known: dict[tuple[int, ...], int] = {}
    for number, (adds, key) in enumerate(steps):
        if adds and key not in known:
            try:
                hash_put(world, *key, number)
            except Full:
                assert world.full == FULL_HASH
                storage.grow(world, EMPTY)  # type: ignore[arg-type]  # has every field
                hash_put(world, *key, number)
            known[key] = number
        elif not adds and key in known:
            hash_remove(world, *key)
            del known[key]
    assert world.h_size == len(known)
    for _, key in steps:
        at = hash_find(world, *key)
        assert (None if at < 0 else world.h_value[at]) == known.get(key)
