"""Results of the host's functions, remembered in the world, so that a call made before does not enter Python again.

Entries, each of an operation, at most eight words and one word, lie one after the other, so that memory is touched only
as it fills; a table with open addressing and linear probing says where each is. Of its room only as much is used as
keeps it half empty, so that it stays near. When there is no room left all are forgotten. The Python backend needs none:
the host itself remembers.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from . import NATIVE, jit
from .host import call_host

if TYPE_CHECKING:
    from noumena.runtime.world import World

WORDS_AT_MOST = 8
REAL_RESULT = 1 << WORDS_AT_MOST
"""The bit that says that the result is a real; those below it say it of the arguments."""

ENTRY = WORDS_AT_MOST + 3
"""Words of an entry: the operation, the result, its words, what they are mixed to: what is read most comes first."""
FIRST_SLOTS = 2**10
"""Of the table: those that are used at first."""

if NATIVE:
    from noumena.runtime.native_call import bits_of, real_of

    @jit
    def _word(w: World, position: int, count: int, reals: int) -> int:
        if position >= count:
            return 0
        return bits_of(w.g_real[position]) if reals & (1 << position) else w.g_int[position]

    @jit
    def _mixed(w: World, operation: int, count: int, reals: int) -> int:
        """What says where the table is looked at first."""
        odd = np.uint64(0x9E3779B97F4A7C15)
        x = np.uint64(operation)
        for position in range(count):
            x = (x ^ np.uint64(_word(w, position, count, reals))) * odd
            x ^= x >> np.uint64(29)
        return np.int64(x)  # type: ignore[return-value]  # an int once compiled

    @jit
    def _free_slot(w: World, mixed: int) -> int:
        slot = mixed & (w.j_slots - 1)
        while w.j_index[slot] != 0:
            slot = (slot + 1) & (w.j_slots - 1)
        return slot

    @jit
    def _make_room(w: World) -> None:
        """Uses twice as much of the table when half of it is taken; forgets everything when there is no more."""
        if w.j_size == w.j_capacity:
            w.j_size = 0
        elif 2 * w.j_size < w.j_slots:
            return
        else:
            w.j_slots *= 2
        for slot in range(w.j_slots):
            w.j_index[slot] = 0
        for entry in range(w.j_size):
            w.j_index[_free_slot(w, w.j_entry[ENTRY * entry + ENTRY - 1])] = entry + 1

    @jit
    def _is_for(w: World, at: int, operation: int, count: int, reals: int) -> bool:
        """Whether the entry that begins at a place is for this key; where the operation is the same, `count` is."""
        if w.j_entry[at] != operation:
            return False
        position = 0
        while position < count and w.j_entry[at + 2 + position] == _word(w, position, count, reals):
            position += 1
        return position == count

    @jit
    def recall(w: World, operation: int, count: int, reals: int) -> bool:
        """Whether the result of an operation, a function of its `count` words, is known; it is found where results are.

        Bit i of `reals` says that word i is a real, `REAL_RESULT` that the result is.
        """
        if w.j_capacity == 0:
            return False
        mixed = _mixed(w, operation, count, reals)
        slot = mixed & (w.j_slots - 1)
        while w.j_index[slot] != 0:
            at = ENTRY * (w.j_index[slot] - 1)
            if _is_for(w, at, operation, count, reals):
                if reals & REAL_RESULT:
                    w.g_real[0] = real_of(w.j_entry[at + 1])
                else:
                    w.g_int[0] = w.j_entry[at + 1]
                return True
            slot = (slot + 1) & (w.j_slots - 1)
        return False

    @jit
    def call_and_remember(w: World, operation: int, count: int, reals: int) -> None:
        """Calls an operation whose result is not known."""
        if w.j_capacity == 0:
            call_host(w, operation)
            return
        mixed = _mixed(w, operation, count, reals)
        _make_room(w)
        at = ENTRY * w.j_size
        w.j_entry[at] = operation
        for position in range(count):
            w.j_entry[at + 2 + position] = _word(w, position, count, reals)
        w.j_entry[at + ENTRY - 1] = mixed
        call_host(w, operation)
        w.j_entry[at + 1] = bits_of(w.g_real[0]) if reals & REAL_RESULT else w.g_int[0]
        w.j_size += 1
        w.j_index[_free_slot(w, mixed)] = w.j_size

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
