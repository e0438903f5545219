"""What a declared move asks of the world: the functions of `access`, on the way there and on the way back.

Views call them in place of those of `access`. On the way there the program reads first, chooses, then writes: what it
has changed it cannot read, so that it reads the same things whether its changes are made or, on the way back, only
compared with the state before (`round_trip`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from noumena.runtime import move_faults as faults

from . import access, jit
from .flags import FRESH, NONE, PENDING, REMOVED, SET
from .holding import misuse
from .objects import application_of
from .prospects import log_factor as log_factor
from .round_trip import (
    BACK,
    THERE,
    add_output,
    elsewhere,
    is_close,
    is_for,
    is_stand_in,
    known_object,
    stand_in,
)
from .variables import find as find_variable

if TYPE_CHECKING:
    from noumena.runtime.world import World

_BY_PREIMAGE, _BY_USE, _BY_TERM, _BY_FACTOR = 0, 1, 2, 3
"""How a move looks at what it has changed: see `move_faults.LOOKED_AFTER`."""


@jit
def check_object(w: World, kind: int, type_: int, o: int) -> None:
    """As in `access`; on the way back a stand-in is an object too."""
    if w.way == THERE or not is_stand_in(o):
        access.check_object(w, kind, type_, o)


@jit
def check_objects(w: World, kind: int, t1: int, t2: int, t3: int, t4: int, a: int, b: int, c: int, d: int) -> None:
    """Stops unless each argument whose type is given, not -1, is an object of that type."""
    if t1 >= 0:
        check_object(w, kind, t1, a)
    if t2 >= 0:
        check_object(w, kind, t2, b)
    if t3 >= 0:
        check_object(w, kind, t3, c)
    if t4 >= 0:
        check_object(w, kind, t4, d)


@jit
def find(w: World, kind: int, a: int, b: int, c: int, d: int) -> int:
    """The variable with these arguments, or -1: none is about a new object."""
    if is_stand_in(a) or is_stand_in(b) or is_stand_in(c) or is_stand_in(d):
        return NONE
    return find_variable(w, kind, a, b, c, d)


# Reading.
@jit
def _is_changed(w: World, v: int) -> bool:
    """Whether this run of the program has changed a variable."""
    if v == NONE or w.v_stamp[v] != w.step:
        return False
    if w.way == THERE:
        return w.v_flags[v] & (SET | REMOVED) != 0 or (w.v_flags[v] & PENDING != 0 and w.v_flags[v] & FRESH == 0)
    return w.t_undone[w.v_mark[v]] == w.runs


@jit
def _may_read(w: World, kind: int, a: int, b: int, c: int, d: int) -> None:
    v = find(w, kind, a, b, c, d)
    if v == NONE:
        misuse(w, faults.NOT_HELD, kind, a, b, c, d)
    if _is_changed(w, v):
        misuse(w, faults.READ_AFTER, kind, a, b, c, d)


@jit
def read_int(w: World, kind: int, a: int, b: int, c: int, d: int) -> int:
    """The value of a variable that is a whole number, an object or a handle."""
    _may_read(w, kind, a, b, c, d)
    return access.read_int(w, kind, a, b, c, d)


@jit
def read_real(w: World, kind: int, a: int, b: int, c: int, d: int) -> float:
    """The value of a real variable."""
    _may_read(w, kind, a, b, c, d)
    return access.read_real(w, kind, a, b, c, d)


@jit
def get_int(w: World, kind: int, width: int, t1: int, t2: int, t3: int, t4: int, a: int, b: int, c: int, d: int) -> int:
    """The value of a variable, no real, whose arguments have not been checked."""
    check_objects(w, kind, t1, t2, t3, t4, a, b, c, d)
    return read_int(w, kind, a, b, c, d)


@jit
def get_real(
    w: World, kind: int, width: int, t1: int, t2: int, t3: int, t4: int, a: int, b: int, c: int, d: int
) -> float:
    """The same of a real variable."""
    check_objects(w, kind, t1, t2, t3, t4, a, b, c, d)
    return read_real(w, kind, a, b, c, d)


@jit
def held(w: World, kind: int, a: int, b: int, c: int, d: int) -> int:
    """A variable whose ln p is asked for, which depends on others too: before any change."""
    _may_read(w, kind, a, b, c, d)
    if w.wrote == w.runs:
        misuse(w, faults.LOOKED_AFTER, kind, _BY_FACTOR, 0, 0, 0)
    return access.held(w, kind, a, b, c, d)


@jit
def saved_int(w: World, kind: int, a: int, b: int, c: int, d: int) -> int:
    """The value before this run of the program has changed anything."""
    if w.way == THERE:
        return access.saved_int(w, kind, a, b, c, d)
    if find(w, kind, a, b, c, d) == NONE:
        misuse(w, faults.NOT_HELD, kind, a, b, c, d)
    return access.read_int(w, kind, a, b, c, d)


@jit
def saved_real(w: World, kind: int, a: int, b: int, c: int, d: int) -> float:
    """The value of a real variable before this run of the program has changed anything."""
    if w.way == THERE:
        return access.saved_real(w, kind, a, b, c, d)
    if find(w, kind, a, b, c, d) == NONE:
        misuse(w, faults.NOT_HELD, kind, a, b, c, d)
    return access.read_real(w, kind, a, b, c, d)


@jit
def may_compute(w: World, kind: int) -> None:
    """Stops if a derived function is computed after a change."""
    if w.wrote == w.runs:
        misuse(w, faults.LOOKED_AFTER, kind, _BY_TERM, 0, 0, 0)


@jit
def _may_look(w: World, kind: int) -> None:
    """Stops if the preimages of a function are looked at after a change of it."""
    if w.k_written[kind] == w.runs:
        misuse(w, faults.LOOKED_AFTER, kind, _BY_PREIMAGE, 0, 0, 0)


@jit
def preimage_number(w: World, kind: int, o: int) -> int:
    """How many variables of a kind have an object as their value."""
    _may_look(w, kind)
    return 0 if is_stand_in(o) else access.preimage_number(w, kind, o)


@jit
def preimage_first(w: World, kind: int, o: int) -> int:
    """The first variable of a preimage, or -1; `v_next` leads on."""
    _may_look(w, kind)
    return NONE if is_stand_in(o) else access.preimage_first(w, kind, o)


@jit
def preimage_at(w: World, kind: int, o: int, i: int) -> int:
    """The variable at a position of a preimage."""
    _may_look(w, kind)
    if is_stand_in(o):
        misuse(w, faults.NO_SUCH_MEMBER, kind, i, 0, 0, 0)
    return access.preimage_at(w, kind, o, i)


@jit
def used_number(w: World, type_: int) -> int:
    """How many identifiers of a type are in use."""
    for kind in range(w.first_shared):
        if w.k_type[kind] == type_ and w.k_written[kind] == w.runs:
            misuse(w, faults.LOOKED_AFTER, kind, _BY_USE, type_, 0, 0)
    return access.used_number(w, type_)


@jit
def used_at(w: World, type_: int, i: int) -> int:
    """The identifier at a position among those in use."""
    used_number(w, type_)
    return access.used_at(w, type_, i)


@jit
def numbered_object(w: World, statement: int, i: int) -> int:
    """The object at a position of a concrete type."""
    _may_read(w, w.s_kind[statement], 0, 0, 0, 0)
    return access.numbered_object(w, statement, i)


# Changing.
@jit
def make_object(w: World, statement: int, first: int, second: int, third: int) -> int:
    """An identifier that is not in use; on the way back what stands for one that was."""
    if w.way == THERE:
        return access.make_object(w, statement, first, second, third)
    known = known_object(w, first), known_object(w, second), known_object(w, third)
    return stand_in(w, application_of(w, statement, known[0], known[1], known[2]))


@jit
def _begin_change(w: World, kind: int, a: int, b: int, c: int, d: int) -> int:
    """The variable that is to be changed, or -1; each is changed once."""
    w.k_written[kind] = w.wrote = w.runs
    v = find_variable(w, kind, a, b, c, d)
    if _is_changed(w, v):
        misuse(w, faults.CHANGED_TWICE, kind, a, b, c, d)
    return v


@jit
def write(w: World, kind: int, a: int, b: int, c: int, d: int, number: int, real: float) -> None:
    """Sets a variable; on the way back, to the value that it had before the move."""
    if w.way == THERE:
        v = _begin_change(w, kind, a, b, c, d)
        w.largest = max(w.largest, abs(real), abs(w.v_real[v]) if v != NONE else 0.0)
        access.write(w, kind, a, b, c, d, number, real)
        return
    a, b, c, d = known_object(w, a), known_object(w, b), known_object(w, c), known_object(w, d)
    if w.astray != 0:
        return
    v = _begin_change(w, kind, a, b, c, d)
    is_touched = v != NONE and w.v_stamp[v] == w.step
    w.g_int[4], w.g_real[0] = number, real
    if v == NONE or (is_touched and w.t_flags[w.v_mark[v]] & FRESH):
        elsewhere(w, faults.NOT_BEFORE, kind, a, b, c, d)
    elif w.v_flags[v] & PENDING:
        elsewhere(w, faults.OTHER_OWNER, kind, a, b, c, d)
    elif w.v_flags[v] & (SET | REMOVED) == 0:
        # What the move has left alone may be set to what it is.
        same = w.v_real[v] == real if w.k_real[kind] else w.v_int[v] == number
        if not same:
            w.g_int[5], w.g_real[1] = w.v_int[v], w.v_real[v]
            elsewhere(w, faults.OTHER_VALUE, kind, a, b, c, d)
    else:
        _compare(w, v, number, real)


@jit
def _compare(w: World, v: int, number: int, real: float) -> None:
    """Whether the way back sets a variable to what it was."""
    t = w.v_mark[v]
    kind = w.v_kind[v]
    w.t_undone[t] = w.runs
    if w.k_real[kind]:
        add_output(w, real)
        same = w.way != BACK or is_close(w, real, w.t_real[t])
    else:
        same = is_for(w, number, w.t_int[t])
    if not same:
        w.g_int[5], w.g_real[1] = w.t_int[t], w.t_real[t]
        elsewhere(w, faults.OTHER_VALUE, kind, w.v_a[v], w.v_b[v], w.v_c[v], w.v_d[v])


@jit
def take_away(w: World, kind: int, a: int, b: int, c: int, d: int) -> None:
    """Removes a variable; on the way back one that the move has newly set."""
    if w.way == THERE:
        _begin_change(w, kind, a, b, c, d)
        access.take_away(w, kind, a, b, c, d)
        return
    a, b, c, d = known_object(w, a), known_object(w, b), known_object(w, c), known_object(w, d)
    if w.astray != 0:
        return
    v = _begin_change(w, kind, a, b, c, d)
    if v == NONE or w.v_stamp[v] != w.step or w.t_flags[w.v_mark[v]] & FRESH == 0:
        elsewhere(w, faults.REMOVED_OLD, kind, a, b, c, d)
    else:
        w.t_undone[w.v_mark[v]] = w.runs


@jit
def redraw(w: World, kind: int, a: int, b: int, c: int, d: int) -> None:
    """Leaves a variable to the engine; on the way back one that the move has left to it."""
    if w.way == THERE:
        _begin_change(w, kind, a, b, c, d)
        access.redraw(w, kind, a, b, c, d)
        return
    a, b, c, d = known_object(w, a), known_object(w, b), known_object(w, c), known_object(w, d)
    if w.astray != 0:
        return
    v = _begin_change(w, kind, a, b, c, d)
    if v == NONE or w.v_flags[v] & PENDING == 0:
        elsewhere(w, faults.OTHER_OWNER, kind, a, b, c, d)
    else:
        w.t_undone[w.v_mark[v]] = w.runs
