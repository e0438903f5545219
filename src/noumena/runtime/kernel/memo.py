"""Results of the host's functions, remembered in the world, so that a call made before does not enter Python again.

A table with open addressing and linear probing, from an operation and at most eight words to one word. It is emptied
when it is half full. The Python backend needs none: the host itself remembers.
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

if NATIVE:
    from noumena.runtime.native_call import bits_of, real_of

    @jit
    def _word(w: World, position: int, count: int, reals: int) -> int:
        if position >= count:
            return 0
        return bits_of(w.g_real[position]) if reals & (1 << position) else w.g_int[position]

    @jit
    def _slot(w: World, tag: int, a: int, b: int, c: int, d: int, e: int, f: int, g: int, h: int) -> int:
        """Where a key is sought first."""
        odd = np.uint64(0x9E3779B97F4A7C15)
        x = np.uint64(tag)
        for word in (a, b, c, d, e, f, g, h):
            x = (x ^ np.uint64(word)) * odd
            x ^= x >> np.uint64(29)
        return np.int64(x & np.uint64(w.j_capacity - 1))  # type: ignore[return-value]  # an int once compiled

    @jit
    def call_remembered(w: World, operation: int, count: int, reals: int) -> None:
        """Calls an operation that is a function of its `count` words, unless its result is known.

        Bit i of `reals` says that word i is a real, `REAL_RESULT` that the result is.
        """
        if w.j_capacity == 0:
            call_host(w, operation)
            return
        tag = operation + 1
        a, b = _word(w, 0, count, reals), _word(w, 1, count, reals)
        c, d = _word(w, 2, count, reals), _word(w, 3, count, reals)
        e, f = _word(w, 4, count, reals), _word(w, 5, count, reals)
        g, h = _word(w, 6, count, reals), _word(w, 7, count, reals)
        mask = w.j_capacity - 1
        at = _slot(w, tag, a, b, c, d, e, f, g, h)
        while w.j_tag[at] != 0:
            same = w.j_tag[at] == tag and w.j_a[at] == a and w.j_b[at] == b and w.j_c[at] == c and w.j_d[at] == d
            if same and w.j_e[at] == e and w.j_f[at] == f and w.j_g[at] == g and w.j_h[at] == h:
                if reals & REAL_RESULT:
                    w.g_real[0] = real_of(w.j_word[at])
                else:
                    w.g_int[0] = w.j_word[at]
                return
            at = (at + 1) & mask
        call_host(w, operation)
        if 2 * (w.j_size + 1) > w.j_capacity:
            for k in range(w.j_capacity):
                w.j_tag[k] = 0
            w.j_size = 0
            at = _slot(w, tag, a, b, c, d, e, f, g, h)
        w.j_tag[at] = tag
        w.j_a[at] = a
        w.j_b[at] = b
        w.j_c[at] = c
        w.j_d[at] = d
        w.j_e[at] = e
        w.j_f[at] = f
        w.j_g[at] = g
        w.j_h[at] = h
        w.j_word[at] = bits_of(w.g_real[0]) if reals & REAL_RESULT else w.g_int[0]
        w.j_size += 1

else:

    @jit
    def call_remembered(w: World, operation: int, count: int, reals: int) -> None:
        """Calls an operation that is a function of its words."""
        call_host(w, operation)
