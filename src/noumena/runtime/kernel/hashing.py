"""A hash table from five words to one: open addressing, linear probing, deletion by shifting back."""

from __future__ import annotations

from typing import TYPE_CHECKING

from noumena.runtime.faults import Full

from . import jit
from .flags import FULL_HASH, NONE

if TYPE_CHECKING:
    from noumena.runtime.world import World


@jit
def slot_of(w: World, tag: int, a: int, b: int, c: int, d: int) -> int:
    """Where a key would be sought first."""
    # Each word is cut to 20 bits, so that the products of the Python and the native backend stay within 64 bits.
    x = (tag & 0xFFFFF) * 40503 + (a & 0xFFFFF) * 2654435
    x += (b & 0xFFFFF) * 97003 + (c & 0xFFFFF) * 1299721 + (d & 0xFFFFF) * 15485863
    x += ((a >> 20) & 0xFFFFF) * 7919 + ((b >> 20) & 0xFFFFF) * 104729
    x ^= x >> 15
    return x & (w.h_capacity - 1)


@jit
def hash_find(w: World, tag: int, a: int, b: int, c: int, d: int) -> int:
    """The position of a key, or -1."""
    at = slot_of(w, tag, a, b, c, d)
    mask = w.h_capacity - 1
    while w.h_value[at] != NONE:
        if w.h_tag[at] == tag and w.h_a[at] == a and w.h_b[at] == b and w.h_c[at] == c and w.h_d[at] == d:
            return at
        at = (at + 1) & mask
    return NONE


@jit
def hash_put(w: World, tag: int, a: int, b: int, c: int, d: int, value: int) -> None:
    """Adds a key that is not there; values are not negative."""
    if 2 * (w.h_size + 1) > w.h_capacity:
        w.full = FULL_HASH
        raise Full
    at = slot_of(w, tag, a, b, c, d)
    mask = w.h_capacity - 1
    while w.h_value[at] != NONE:
        at = (at + 1) & mask
    w.h_tag[at] = tag
    w.h_a[at] = a
    w.h_b[at] = b
    w.h_c[at] = c
    w.h_d[at] = d
    w.h_value[at] = value
    w.h_size += 1


@jit
def hash_remove(w: World, tag: int, a: int, b: int, c: int, d: int) -> None:
    """Removes a key that is there, moving later ones of its run back so that no gap parts them from their slot."""
    hole = hash_find(w, tag, a, b, c, d)
    mask = w.h_capacity - 1
    at = (hole + 1) & mask
    while w.h_value[at] != NONE:
        wanted = slot_of(w, w.h_tag[at], w.h_a[at], w.h_b[at], w.h_c[at], w.h_d[at])
        if ((at - wanted) & mask) >= ((at - hole) & mask):
            w.h_tag[hole] = w.h_tag[at]
            w.h_a[hole] = w.h_a[at]
            w.h_b[hole] = w.h_b[at]
            w.h_c[hole] = w.h_c[at]
            w.h_d[hole] = w.h_d[at]
            w.h_value[hole] = w.h_value[at]
            hole = at
        at = (at + 1) & mask
    w.h_value[hole] = NONE
    w.h_size -= 1
