"""The two ways of a declared move: there, and back to where it came from.

The program of such a move is run on the state and changes it: the way *there*. It is run again on the new state: the
way *back*, on which its choices are those that it was told (`choices`), and nothing is written but compared with what
was (`declared`). On a *trial* one real number of the way back is a little changed, and the reals that come out are
noted: from them the Jacobian is worked out.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from noumena.runtime import move_faults as faults
from noumena.runtime.faults import Full
from noumena.runtime.world import NULL

from . import jit
from .flags import FRESH, NONE, PENDING, REMOVED, SET
from .holding import misuse

if TYPE_CHECKING:
    from noumena.runtime.world import World

THERE, BACK, TRIAL = 0, 1, 2
MADE, TOLD = 0, 1
INTEGER, FLIP, MEMBER, UNIFORM, NORMAL = 0, 1, 2, 3, 4
"""The kinds of choices; the last two are of reals."""
KINDS = 5
FULL_CHOICES = 101
FULL_REALS = 102
"""Numbers for `full`, beside those of `flags`."""
_CLOSE = 1e-8
"""Reals that come home within this part of the largest real of the move are the same but for rounding."""
_FIRST_STAND_IN = -(2**61)
"""Words from here down to `NULL` stand for new objects of the way back, which were objects of the state before."""


@jit
def begin_run(w: World, way: int) -> None:
    """Begins a run of the program."""
    w.way = way
    w.runs += 1
    w.astray = 0
    w.stand_top = w.output_top = w.choice_last = 0
    for i in range(2 * KINDS):
        w.choice_number[i] = 0
    if way == THERE:
        w.choice_top = 0
        w.log_there = w.log_back = w.largest = 0.0


@jit
def elsewhere(w: World, fault: int, kind: int, a: int, b: int, c: int, d: int) -> None:
    """The way back goes elsewhere: stops, or notes it on a trial, whose step was too large then."""
    if w.way == TRIAL:
        w.astray = 1
    else:
        misuse(w, fault, kind, a, b, c, d)


@jit
def returned(w: World, number: float) -> bool:
    """Whether what the program returned is a rejection; stops if it is another number."""
    if number != -math.inf:
        w.g_real[0] = number
        misuse(w, faults.RETURNED, NONE, 0, 0, 0, 0)
    if w.way == BACK:
        misuse(w, faults.REJECTED_BACK, NONE, 0, 0, 0, 0)
    w.astray = 1
    return True


@jit
def settle(w: World) -> float:
    """ln q(s|s′)/q(s′|s) of all choices, once the way back has come home; stops if it has not.

    Leaves the reals that the way back starts from as inputs, of which there are as many as have come out.
    """
    w.input_top = 0
    for t in range(w.t_top):
        v = w.t_variable[t]
        if w.v_kind[v] < w.first_shared:
            _settle_variable(w, t, v)
    for i in range(w.choice_top):
        if w.choice_done[i] != w.runs:
            stop_at_choice(w, faults.UNTOLD if w.choice_side[i] == MADE else faults.NOT_MADE, i)
        if w.choice_side[i] == TOLD and w.choice_kind[i] >= UNIFORM:
            _add_input(w, -1 - i)
    if w.input_top != w.output_top:
        misuse(w, faults.DIMENSIONS, NONE, w.output_top, w.input_top, 0, 0)
    return w.log_back - w.log_there


@jit
def _settle_variable(w: World, t: int, v: int) -> None:
    flags = w.v_flags[v]
    is_new = w.t_flags[t] & FRESH
    is_undone = w.t_undone[t] == w.runs
    same = w.t_real[t] == w.v_real[v] if w.k_real[w.v_kind[v]] else w.t_int[t] == w.v_int[v]
    left = flags & (SET | REMOVED | PENDING) if is_new == 0 else flags & SET
    if left and not is_undone and (is_new or flags & SET == 0 or not same):
        misuse(w, faults.NOT_UNDONE, w.v_kind[v], w.v_a[v], w.v_b[v], w.v_c[v], w.v_d[v])
    if flags & SET and w.k_real[w.v_kind[v]] and is_undone:
        _add_input(w, v)


@jit
def stop_at_choice(w: World, fault: int, i: int) -> None:
    """Stops, naming a noted choice."""
    w.g_int[4], w.g_int[5] = w.choice_kind[i], w.choice_length[i]
    w.g_int[6], w.g_real[0] = w.choice_int[i], w.choice_real[i]
    elsewhere(w, fault, NONE, w.choice_a[i], w.choice_b[i], w.choice_c[i], w.choice_d[i])


@jit
def is_close(w: World, real: float, other: float) -> bool:
    """Whether two reals are the same but for rounding."""
    return abs(real - other) <= _CLOSE * max(abs(real), abs(other), w.largest)


# Objects.
@jit
def is_stand_in(word: int) -> bool:
    """Whether a word stands for a new object of the way back."""
    return NULL < word <= _FIRST_STAND_IN


@jit
def stand_in(w: World, application: int) -> int:
    """A new object of the way back: which of those that are no longer in use it was will be seen."""
    k = w.stand_top
    if k >= w.choice_capacity:
        w.full = FULL_CHOICES
        raise Full
    w.stand_application[k] = application
    w.stand_object[k] = NONE
    w.stand_top = k + 1
    return _FIRST_STAND_IN - k


@jit
def _may_stand_for(w: World, k: int, type_: int, o: int) -> bool:
    """Whether an object was in use before the move, is no longer, and nothing else stands for it."""
    at = w.o_base[type_] + o
    if o <= w.o_guaranteed[type_] or o >= w.o_top[type_] or w.o_stamp[at] != w.step:
        return False
    if w.o_application[at] != w.stand_application[k] or w.o_before[at] == 0 or w.o_references[at] > 0:
        return False
    for other in range(w.stand_top):
        if w.stand_object[other] == o and w.a_type[w.stand_application[other]] == type_:
            return False
    return True


@jit
def is_for(w: World, word: int, o: int) -> bool:
    """Whether a word of the way back is an object or number of the state before; what is open is settled by this."""
    if not is_stand_in(word):
        return word == o
    k = _FIRST_STAND_IN - word
    if w.stand_object[k] == NONE and _may_stand_for(w, k, w.a_type[w.stand_application[k]], o):
        w.stand_object[k] = o
    return w.stand_object[k] == o


@jit
def known_object(w: World, word: int) -> int:
    """What a word of the way back is in the state before; stops if it may be any of several objects."""
    if not is_stand_in(word):
        return word
    k = _FIRST_STAND_IN - word
    type_ = w.a_type[w.stand_application[k]]
    found = w.stand_object[k]
    several = 0
    if found == NONE:
        for x in range(w.x_top):
            if w.x_type[x] == type_ and _may_stand_for(w, k, type_, w.x_object[x]):
                found = w.x_object[x]
                several += 1
    if found == NONE or several > 1:
        elsewhere(w, faults.WHICH_OBJECT, NONE, type_, several, 0, 0)
        return NONE
    w.stand_object[k] = found
    return found


# Reals, for the Jacobian.
@jit
def _add_input(w: World, place: int) -> None:
    if w.input_top >= w.output_capacity:
        w.full = FULL_REALS
        raise Full
    w.input_place[w.input_top] = place
    w.input_top += 1


@jit
def add_output(w: World, real: float) -> None:
    """Notes a real that comes out of the way back."""
    if w.output_top >= w.output_capacity:
        w.full = FULL_REALS
        raise Full
    w.output_real[w.output_top] = real
    w.output_top += 1


@jit
def input_room(w: World, j: int) -> float:
    """How far a real that the way back starts from is from where its sign changes, or from the ends of its range."""
    place = w.input_place[j]
    if place >= 0:
        return abs(w.v_real[place])
    x = w.choice_real[-1 - place]
    return min(x, 1.0 - x) if w.choice_kind[-1 - place] == UNIFORM else abs(x)


@jit
def nudge(w: World, j: int, step: float) -> None:
    """Begins a trial with one real changed."""
    begin_run(w, TRIAL)
    place = w.input_place[j]
    if place >= 0:
        w.nudged = w.v_real[place]
        w.v_real[place] += step
    else:
        w.nudged = w.choice_real[-1 - place]
        w.choice_real[-1 - place] += step


@jit
def restore(w: World, j: int) -> bool:
    """Ends a trial; whether it went the same way."""
    place = w.input_place[j]
    if place >= 0:
        w.v_real[place] = w.nudged
    else:
        w.choice_real[-1 - place] = w.nudged
    return w.astray == 0 and w.output_top == w.input_top


@jit
def output(w: World, i: int) -> float:
    """A real that came out of the run."""
    return w.output_real[i]


@jit
def refuse_slope(w: World, is_flat: int) -> None:
    """Stops since the Jacobian is 0, or cannot be told."""
    misuse(w, faults.FLAT if is_flat else faults.NOT_SMOOTH, NONE, 0, 0, 0, 0)
