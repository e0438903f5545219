"""Split-merge as a default move: what refers to one object is split in two, or what refers to two is given to one.

The move and its proof are those of `moves/library/split_merge`, for any function of which `compiler/splitting` has
shown that its variables stay the same: compiled once for all models, it costs no compilation of its own.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from . import jit
from .flags import DERIVED, FORCED, NONE, OBSERVED
from .moves import REJECT
from .objects import application_of, new_object
from .random import integer, uniform
from .variables import find, keep_preimages
from .verbs import set_value

if TYPE_CHECKING:
    from noumena.runtime.world import World

_FIXED = OBSERVED | FORCED | DERIVED
_LOG_2 = math.log(2.0)


@jit
def split_merge(w: World, kind: int, number: int) -> float:
    """Splits or merges by two variables of a kind; the number variable of kind `number` goes along, if not -1."""
    size = w.k_size[kind]
    if size < 2:
        return REJECT
    first = w.m_variable[w.k_list[kind] + integer(w, size)]
    second = w.m_variable[w.k_list[kind] + integer(w, size)]
    if first == second or (w.v_flags[first] | w.v_flags[second]) & FORCED:
        return REJECT
    kept = w.v_int[first]
    other = w.v_int[second]
    if kept < 0 or other < 0:
        return REJECT
    if number != NONE and not _step(w, number, 1 if kept == other else -1):
        return REJECT
    keep_preimages(w, kind)
    if kept == other:
        return _split(w, kind, kept, first, second)
    return _merge(w, kind, kept, other)


@jit
def _step(w: World, kind: int, change: int) -> bool:
    """Changes a number of objects, if evidence does not fix it."""
    v = find(w, kind, 0, 0, 0, 0)
    if v == NONE or w.v_flags[v] & _FIXED:
        return False
    set_value(w, v, w.v_int[v] + change, 0.0)
    return True


@jit
def _split(w: World, kind: int, kept: int, first: int, second: int) -> float:
    """Gives the second, and each other with probability 1/2, a new object."""
    new = new_object(w, w.k_type[kind], application_of(w, w.k_single[kind], NONE, NONE, NONE))
    others = 0
    v = w.p_first[w.k_preimage[kind] + kept]
    while v != NONE:
        after = w.v_next[v]
        if w.v_flags[v] & _FIXED == 0:
            goes = v == second
            if v not in (first, second):
                others += 1
                goes = uniform(w) < 0.5
            if goes:
                set_value(w, v, new, 0.0)
        v = after
    return others * _LOG_2


@jit
def _merge(w: World, kind: int, kept: int, other: int) -> float:
    """Gives all that refer to one object another; not if evidence or something else keeps it in use."""
    type_ = w.k_type[kind]
    at = w.k_preimage[kind] + other
    if other < w.o_guaranteed[type_] or w.o_references[w.o_base[type_] + other] != w.p_size[at]:
        return REJECT
    others = -2
    v = w.p_first[at]
    while v != NONE:
        after = w.v_next[v]
        if w.v_flags[v] & _FIXED:
            return REJECT
        set_value(w, v, kept, 0.0)
        v = after
    v = w.p_first[w.k_preimage[kind] + kept]
    while v != NONE:
        if w.v_flags[v] & _FIXED == 0:
            others += 1
        v = w.v_next[v]
    return -others * _LOG_2
