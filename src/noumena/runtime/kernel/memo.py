"""Results of the host's functions, remembered in the world, so that a call made before does not enter Python again.

A table with open addressing and linear probing. Each entry is one line of the processor's memory, so that what has been
displaced from near memory, as string models do, comes back by one access: the operation, its result, and six words at
most. Of the room only as much is used as keeps the table half empty, and memory is touched only there: the table of
2^k entries begins at entry 2^k, and the next one, which is put together from it, right behind. When there is no room
left all are forgotten. The Python backend needs none: the host itself remembers.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from . import NATIVE, jit
from .host import call_host

if TYPE_CHECKING:
    from noumena.runtime.world import World

WORDS_AT_MOST = 6
REAL_RESULT = 1 << WORDS_AT_MOST
"""The bit that says that the result is a real; those below it say it of the arguments."""

_RESULT, _WORDS, ENTRY = 1, 2, WORDS_AT_MOST + 2
"""Places in an entry: first comes the number of the operation, counted from 1, or 0 where there is none; its length."""
FIRST_SLOTS = 2**10
"""Entries of the first table."""

if NATIVE:
    from noumena.runtime.native_call import bits_of, real_of

    @jit
    def _write_key(w: World, operation: int, count: int, reals: int) -> None:
        """Puts what is asked into entry 0, which belongs to no table."""
        w.j_entry[0] = operation + 1
        for position in range(WORDS_AT_MOST):
            word = 0
            if position < count:
                word = bits_of(w.g_real[position]) if reals & (1 << position) else w.g_int[position]
            w.j_entry[_WORDS + position] = word

    @jit
    def _first_slot(w: World, at: int) -> int:
        """Where the key of the entry at a place is looked for first."""
        odd = np.uint64(0x9E3779B97F4A7C15)
        x = np.uint64(w.j_entry[at])
        for position in range(WORDS_AT_MOST):
            x = (x ^ np.uint64(w.j_entry[at + _WORDS + position])) * odd
            x ^= x >> np.uint64(29)
        return np.int64(x) & (w.j_slots - 1)  # type: ignore[return-value]  # an int once compiled

    @jit
    def _free_place(w: World, slot: int) -> int:
        """The place of the first entry from a slot on that is free."""
        while w.j_entry[ENTRY * (w.j_slots + slot)] != 0:
            slot = (slot + 1) & (w.j_slots - 1)
        return ENTRY * (w.j_slots + slot)

    @jit
    def _copy_key(w: World, at: int, to: int) -> None:
        for position in range(WORDS_AT_MOST):
            w.j_entry[to + _WORDS + position] = w.j_entry[at + _WORDS + position]

    @jit
    def _make_room(w: World) -> None:
        """Goes on to a table twice as large when half is taken; forgets everything when there is no more room."""
        if 2 * w.j_size < w.j_slots:
            return
        if w.j_size == w.j_capacity:
            w.j_size = 0
            for slot in range(w.j_slots):
                w.j_entry[ENTRY * (w.j_slots + slot)] = 0
            return
        old = w.j_slots
        w.j_slots *= 2
        for slot in range(old):
            at = ENTRY * (old + slot)
            if w.j_entry[at] != 0:
                to = _free_place(w, _first_slot(w, at))
                _copy_key(w, at, to)
                w.j_entry[to] = w.j_entry[at]
                w.j_entry[to + _RESULT] = w.j_entry[at + _RESULT]

    @jit
    def _is_asked(w: World, at: int) -> bool:
        """Whether the entry at a place is for the key in entry 0."""
        if w.j_entry[at] != w.j_entry[0]:
            return False
        position = _WORDS
        while position < ENTRY and w.j_entry[at + position] == w.j_entry[position]:
            position += 1
        return position == ENTRY

    @jit
    def recall(w: World, operation: int, count: int, reals: int) -> bool:
        """Whether the result of an operation, a function of its `count` words, is known; it is found where results are.

        Bit i of `reals` says that word i is a real, `REAL_RESULT` that the result is.
        """
        if w.j_capacity == 0:
            return False
        _write_key(w, operation, count, reals)
        slot = _first_slot(w, 0)
        at = ENTRY * (w.j_slots + slot)
        while w.j_entry[at] != 0:
            if _is_asked(w, at):
                if reals & REAL_RESULT:
                    w.g_real[0] = real_of(w.j_entry[at + _RESULT])
                else:
                    w.g_int[0] = w.j_entry[at + _RESULT]
                return True
            slot = (slot + 1) & (w.j_slots - 1)
            at = ENTRY * (w.j_slots + slot)
        return False

    @jit
    def call_and_remember(w: World, operation: int, count: int, reals: int) -> None:
        """Calls an operation whose result is not known."""
        if w.j_capacity == 0:
            call_host(w, operation)
            return
        _make_room(w)
        _write_key(w, operation, count, reals)
        at = _free_place(w, _first_slot(w, 0))
        _copy_key(w, 0, at)
        call_host(w, operation)
        w.j_entry[at + _RESULT] = bits_of(w.g_real[0]) if reals & REAL_RESULT else w.g_int[0]
        w.j_entry[at] = operation + 1
        w.j_size += 1

else:

    @jit
    def recall(w: World, operation: int, count: int, reals: int) -> bool:
        """No result is known here."""
        return False

    @jit
    def call_and_remember(w: World, operation: int, count: int, reals: int) -> None:
        """Calls an operation; the host remembers it."""
        call_host(w, operation)


@jit
def call_remembered(w: World, operation: int, count: int, reals: int) -> None:
    """Calls an operation that is a function of its words, unless its result is known."""
    if not recall(w, operation, count, reals):
        call_and_remember(w, operation, count, reals)
