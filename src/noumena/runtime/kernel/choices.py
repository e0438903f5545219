"""The choices of a declared move: made and charged on the way there, found again among those told on the way back.

A choice is known by its kind and its address, up to four words, or by its number among those of its kind without one.
`round_trip` says what the ways are.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from noumena.runtime import move_faults as faults
from noumena.runtime.faults import Full

from . import jit
from .access import draw_flip, draw_integer, draw_normal, draw_uniform
from .declared import find, preimage_at, preimage_number, used_at, used_number
from .flags import NONE
from .holding import misuse
from .round_trip import (
    FLIP,
    FULL_CHOICES,
    INTEGER,
    KINDS,
    MADE,
    MEMBER,
    NORMAL,
    THERE,
    TOLD,
    TRIAL,
    UNIFORM,
    add_output,
    elsewhere,
    is_close,
    is_for,
    known_object,
    stop_at_choice,
)

if TYPE_CHECKING:
    from noumena.runtime.world import World

_HALF_LOG_TWO_PI = 0.5 * math.log(2.0 * math.pi)


@jit
def _next_number(w: World, side: int, kind: int) -> int:
    """The number of a choice without an address among those of its kind."""
    at = side * KINDS + kind
    w.choice_number[at] += 1
    return w.choice_number[at] - 1


@jit
def _note(w: World, side: int, kind: int, length: int, a: int, b: int, c: int, d: int, x: int, real: float) -> None:
    """Notes a choice on the way there."""
    i = w.choice_top
    if i >= w.choice_capacity:
        w.full = FULL_CHOICES
        raise Full
    w.choice_side[i] = side
    w.choice_kind[i] = kind
    w.choice_length[i] = length
    w.choice_a[i] = _next_number(w, side, kind) if length < 0 else a
    w.choice_b[i] = b
    w.choice_c[i] = c
    w.choice_d[i] = d
    w.choice_int[i] = x
    w.choice_real[i] = real
    w.choice_done[i] = 0
    w.choice_top = i + 1
    w.largest = max(w.largest, abs(real))


@jit
def _sought(w: World, side: int, kind: int, length: int, a: int, b: int, c: int, d: int) -> int:
    """On the way back, the noted choice of the other side at an address, which is done then; -1 if there is none."""
    own = _next_number(w, 1 - side, kind) if length < 0 else known_object(w, a)
    b, c, d = known_object(w, b), known_object(w, c), known_object(w, d)
    near = w.choice_last
    for i in range(near - 2, near + 3 + w.choice_top):  # those next to the last one first, then all
        at = i if i < near + 3 else i - near - 3
        if at < 0 or at >= w.choice_top or w.choice_done[at] == w.runs:
            continue
        is_it = w.choice_side[at] == side and w.choice_kind[at] == kind and w.choice_length[at] == length
        if is_it and w.choice_a[at] == own and w.choice_b[at] == b and w.choice_c[at] == c and w.choice_d[at] == d:
            w.choice_done[at] = w.runs
            w.choice_last = at
            return at
    w.g_int[4], w.g_int[5] = kind, length
    elsewhere(w, faults.NOT_TOLD if side == TOLD else faults.UNMADE, NONE, own, b, c, d)
    return NONE


@jit
def choose_integer(w: World, n: int, length: int, a: int, b: int, c: int, d: int) -> int:
    """A whole number below n, all alike."""
    if w.way == THERE:
        drawn = draw_integer(w, n)
        w.log_there -= math.log(n)
        _note(w, MADE, INTEGER, length, a, b, c, d, drawn, 0.0)
        return drawn
    i = _sought(w, TOLD, INTEGER, length, a, b, c, d)
    if i == NONE:
        return 0
    if w.choice_int[i] < 0 or w.choice_int[i] >= n:
        w.g_int[7] = n
        stop_at_choice(w, faults.OUT_OF_RANGE, i)
        return 0
    w.log_back -= math.log(n)
    return w.choice_int[i]


@jit
def choose_flip(w: World, p: float, length: int, a: int, b: int, c: int, d: int) -> bool:
    """True with probability p."""
    if not 0.0 <= p <= 1.0:
        w.g_real[0] = p
        misuse(w, faults.NO_CHANCE, FLIP, 0, 0, 0, 0)
    if w.way == THERE:
        drawn = draw_flip(w, p)
        w.log_there += math.log(p if drawn else 1.0 - p)
        _note(w, MADE, FLIP, length, a, b, c, d, 1 if drawn else 0, 0.0)
        return drawn
    i = _sought(w, TOLD, FLIP, length, a, b, c, d)
    told = i != NONE and w.choice_int[i] != 0
    chance = p if told else 1.0 - p
    w.log_back += math.log(chance) if chance > 0.0 else -math.inf
    return told


@jit
def choose_uniform(w: World, length: int, a: int, b: int, c: int, d: int) -> float:
    """A real number from 0 to 1."""
    if w.way == THERE:
        drawn = float(draw_uniform(w))
        _note(w, MADE, UNIFORM, length, a, b, c, d, 0, drawn)
        return drawn
    i = _sought(w, TOLD, UNIFORM, length, a, b, c, d)
    if i == NONE:
        return 0.5
    if w.choice_real[i] < 0.0 or w.choice_real[i] >= 1.0:
        w.log_back = -math.inf
    return w.choice_real[i]


@jit
def _log_normal(x: float, mean: float, scale: float) -> float:
    return -0.5 * ((x - mean) / scale) ** 2 - math.log(scale) - _HALF_LOG_TWO_PI


@jit
def choose_normal(w: World, mean: float, scale: float, length: int, a: int, b: int, c: int, d: int) -> float:
    """A normal number of this mean and standard deviation."""
    if not 0.0 < scale < math.inf or not -math.inf < mean < math.inf:
        w.g_real[0], w.g_real[1] = mean, scale
        misuse(w, faults.NO_CHANCE, NORMAL, 0, 0, 0, 0)
    if w.way == THERE:
        drawn = mean + scale * draw_normal(w)
        w.log_there += _log_normal(drawn, mean, scale)
        _note(w, MADE, NORMAL, length, a, b, c, d, 0, drawn)
        return drawn
    i = _sought(w, TOLD, NORMAL, length, a, b, c, d)
    if i == NONE:
        return mean
    w.log_back += _log_normal(w.choice_real[i], mean, scale)
    return w.choice_real[i]


@jit
def _choose_member(w: World, n: int, o: int, length: int, a: int, b: int, c: int, d: int) -> int:
    """One of n objects: on the way there `o`, which was drawn from them; on the way back the one that was told."""
    if w.way == THERE:
        w.log_there -= math.log(n)
        _note(w, MADE, MEMBER, length, a, b, c, d, o, 0.0)
        return o
    i = _sought(w, TOLD, MEMBER, length, a, b, c, d)
    if i == NONE:
        return NONE
    w.log_back -= math.log(max(n, 1))
    return w.choice_int[i]


@jit
def _no_member(w: World, o: int) -> None:
    """Stops since the object that the way back was told is not among those that it chooses from."""
    elsewhere(w, faults.NO_MEMBER, NONE, o, 0, 0, 0)


@jit
def choose_used(w: World, type_: int, length: int, a: int, b: int, c: int, d: int) -> int:
    """One of the identifiers in use, all alike."""
    n = used_number(w, type_)
    if w.way == THERE:
        return _choose_member(w, n, used_at(w, type_, draw_integer(w, n)), length, a, b, c, d)
    o = _choose_member(w, n, NONE, length, a, b, c, d)
    if o <= w.o_guaranteed[type_] or o >= w.o_top[type_] or w.o_references[w.o_base[type_] + o] == 0:
        _no_member(w, o)
    return o


@jit
def choose_guaranteed(w: World, type_: int, length: int, a: int, b: int, c: int, d: int) -> int:
    """One of the guaranteed objects of a type, all alike."""
    n = w.o_guaranteed[type_]
    if w.way == THERE:
        return _choose_member(w, n, draw_integer(w, n), length, a, b, c, d)
    o = _choose_member(w, n, NONE, length, a, b, c, d)
    if o < 0 or o >= n:
        _no_member(w, o)
    return o


@jit
def choose_in_preimage(w: World, kind: int, type_: int, value: int, length: int, a: int, b: int, c: int, d: int) -> int:
    """One of the objects, of this type, at which a function has an object as its value, all alike."""
    n = preimage_number(w, kind, value)
    if w.way == THERE:
        v = preimage_at(w, kind, value, draw_integer(w, n))
        return _choose_member(w, n, w.v_a[v], length, a, b, c, d)
    o = _choose_member(w, n, NONE, length, a, b, c, d)
    v = find(w, kind, o, 0, 0, 0) if n > 0 and 0 <= o < w.o_top[type_] else NONE
    if v == NONE or w.v_int[v] != value:
        _no_member(w, o)
    return o


@jit
def tell(w: World, kind: int, length: int, a: int, b: int, c: int, d: int, number: int, real: float) -> None:
    """Says that the way back makes this choice; on the way back, that it is what was chosen on the way there."""
    if w.way == THERE:
        _note(w, TOLD, kind, length, a, b, c, d, number, real)
        return
    i = _sought(w, MADE, kind, length, a, b, c, d)
    if i == NONE:
        return
    if kind >= UNIFORM:
        add_output(w, real)
        if w.way == TRIAL or is_close(w, real, w.choice_real[i]):
            return
    elif is_for(w, number, w.choice_int[i]):
        return
    w.g_int[7], w.g_real[1] = number, real
    stop_at_choice(w, faults.TOLD_OTHERWISE, i)
