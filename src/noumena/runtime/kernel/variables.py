"""Variables: where they are found, made, given a value and discarded."""

from __future__ import annotations

from typing import TYPE_CHECKING

from noumena.runtime.faults import UNSUPPORTED, Fault, Full
from noumena.runtime.move_faults import NOT_HELD

from . import asker, inlined, jit
from .apart import apart
from .flags import (
    DERIVED,
    DIRTY,
    FRESH,
    FULL_LOG,
    FULL_READS,
    FULL_TOUCHED,
    FULL_VARIABLES,
    LINKED,
    LOOKING,
    NONE,
    OP_CREATE,
    OP_VALUE,
    PENDING,
    READING,
    SUSPENDED,
)
from .hashing import hash_find, hash_put, hash_remove
from .holding import misuse
from .log import note_undo
from .objects import application_of_number, note_application, note_references, refer, unrefer

if TYPE_CHECKING:
    from noumena.runtime.world import World

_NOT_LINKED = -3
_NOT_KEPT = -4
"""In place of the variable before another one in its preimage: it was in none, or preimages were not kept."""


@inlined
def place_in_index(w: World, kind: int, a: int, b: int) -> int:
    """Where the index has the variable with these arguments, or -1 if it is hashed."""
    width = w.k_width[kind]
    if width == 1:
        return w.k_base[kind] + a
    return w.k_base[kind] + width * a + b if 0 <= b < width else NONE


@jit
def find(w: World, kind: int, a: int, b: int, c: int, d: int) -> int:
    """The variable of a kind with these arguments, or -1."""
    place = place_in_index(w, kind, a, b)
    if place != NONE:
        return w.index[place]
    at = hash_find(w, kind, a, b, c, d)
    return NONE if at == NONE else w.h_value[at]


@inlined
def kept_score(w: World, v: int) -> float:
    """ln p of a variable, which is kept with its class if it has one."""
    c = w.v_class[v]
    if c == NONE:
        return w.v_score[v]
    kind = w.v_kind[v]
    return w.i_score[w.k_classes[kind] + c] if w.k_values[kind] > 0 else w.u_score[c]


@jit
def snapshot(w: World, v: int) -> None:
    """Keeps a variable as it is before this patch changes it."""
    if w.v_stamp[v] == w.step:
        return
    t = w.t_top
    if t >= w.t_capacity:
        w.full = FULL_TOUCHED
        raise Full
    w.v_stamp[v] = w.step
    w.v_mark[v] = t
    w.t_variable[t] = v
    w.t_flags[t] = w.v_flags[v]
    w.t_owner[t] = w.v_owner[v]
    w.t_count[t] = w.v_count[v]
    w.t_int[t] = w.v_int[v]
    w.t_real[t] = w.v_real[v]
    w.v_score[v] = kept_score(w, v)
    w.t_score[t] = w.v_score[v]
    w.t_top = t + 1


@jit
def create(w: World, kind: int, a: int, b: int, c: int, d: int) -> int:
    """A variable that is not there yet, without a value: the engine is to draw it unless somebody sets it."""
    if w.t_top >= w.t_capacity:
        w.full = FULL_TOUCHED
        raise Full
    v = w.v_free
    if v == NONE and w.v_top >= w.v_capacity - 1:  # the last place is that of the query under way
        w.full = FULL_VARIABLES
        raise Full
    # Whatever may find no room comes first, so that a full table leaves nothing half made.
    application = NONE
    if w.k_number[kind] != NONE:
        application = application_of_number(w, kind, a, b, c)
    if w.l_top >= w.l_capacity:
        w.full = FULL_LOG
        raise Full
    if place_in_index(w, kind, a, b) == NONE:
        hash_put(w, kind, a, b, c, d, v if v != NONE else w.v_top)
    v = take_place(w, kind, a, b, c, d)
    note_undo(w, OP_CREATE, v, 0, 0, 0, 0.0)
    snapshot(w, v)
    w.t_flags[w.v_mark[v]] = FRESH
    w.v_flags[v] = FRESH | DIRTY | PENDING | SUSPENDED
    if application != NONE:
        w.a_variable[application] = v
        note_application(w, application)
    return v


@jit
def take_place(w: World, kind: int, a: int, b: int, c: int, d: int) -> int:
    """The place of a new variable, with nothing in it; there must be room, and hashed kinds must be in the table."""
    v = w.v_free
    if w.k_span[kind] > 0:
        v = w.k_first[kind] + a
    elif v != NONE:
        w.v_free = w.v_next[v]
    else:
        v = w.v_top
        w.v_top = v + 1
    place = place_in_index(w, kind, a, b)
    if place != NONE:
        w.index[place] = v
    w.v_kind[v] = kind
    w.v_a[v] = a
    w.v_b[v] = b
    w.v_c[v] = c
    w.v_d[v] = d
    w.v_int[v] = 0
    w.v_real[v] = 0.0
    w.v_score[v] = 0.0
    w.v_count[v] = 0
    w.v_parents[v] = NONE
    w.v_children[v] = NONE
    w.v_place[v] = NONE
    w.v_class[v] = NONE
    w.v_flags[v] = 0
    w.v_owner[v] = NONE
    w.v_stamp[v] = 0
    return v


@jit
def discard(w: World, v: int) -> None:
    """Takes a variable out of all tables."""
    kind = w.v_kind[v]
    if w.v_flags[v] & LINKED:
        unlink(w, v)
    if w.k_number[kind] != NONE:
        w.a_variable[application_of_number(w, kind, w.v_a[v], w.v_b[v], w.v_c[v])] = NONE
    place = place_in_index(w, kind, w.v_a[v], w.v_b[v])
    if place != NONE:
        w.index[place] = NONE
    else:
        hash_remove(w, kind, w.v_a[v], w.v_b[v], w.v_c[v], w.v_d[v])
    w.v_stamp[v] = NONE  # which no place in use has
    if w.k_span[kind] > 0:
        w.v_kind[v] = NONE
        w.v_flags[v] = 0
    else:
        w.v_next[v] = w.v_free
        w.v_free = v


@jit
def link(w: World, v: int) -> None:
    """Puts a variable first in the preimage of its value, an object, and refers to that object."""
    refer(w, w.k_type[w.v_kind[v]], w.v_int[v])  # first, as it may find no room
    enlist(w, v)


@jit
def unlink(w: World, v: int) -> None:
    """Takes a variable from the preimage of its value."""
    delist(w, v)
    unrefer(w, w.k_type[w.v_kind[v]], w.v_int[v])


@inlined
def enlist(w: World, v: int) -> None:
    """Puts a variable first in the preimage of its value, an object, if preimages are kept."""
    kind = w.v_kind[v]
    w.v_flags[v] |= LINKED
    if w.k_unread[kind] > w.k_patience[kind]:
        return
    at = w.k_preimage[kind] + w.v_int[v]
    first = w.p_first[at]
    w.v_next[v] = first
    w.v_before[v] = NONE
    if first != NONE:
        w.v_before[first] = v
    w.p_first[at] = v
    w.p_size[at] += 1


@inlined
def delist(w: World, v: int) -> None:
    """Takes a variable from the preimage of its value, whose references stay."""
    kind = w.v_kind[v]
    w.v_flags[v] &= ~LINKED
    if w.k_unread[kind] > w.k_patience[kind]:
        return
    at = w.k_preimage[kind] + w.v_int[v]
    after = w.v_next[v]
    before = w.v_before[v]
    if before == NONE:
        w.p_first[at] = after
    else:
        w.v_next[before] = after
    if after != NONE:
        w.v_before[after] = before
    w.p_size[at] -= 1


@jit
def keep_preimages(w: World, kind: int) -> None:
    """Sees to it that the preimages of a kind are there to be read.

    Those of a kind with fixed places are given up when a sixteenth as many changes as there are places have been made
    and nothing has read them (`direct.refer_to`), and made again here: a constant for each of these changes. With a
    million places it is the smaller one, since each change would go to far places three times.
    """
    if w.k_unread[kind] > w.k_patience[kind]:
        w.k_unread[kind] = 0
        base = w.k_preimage[kind]
        for o in range(base, base + w.o_top[w.k_type[kind]]):
            w.p_first[o] = NONE
            w.p_size[o] = 0
        for v in range(w.k_first[kind], w.k_first[kind] + w.k_span[kind]):
            if w.v_flags[v] & LINKED:
                enlist(w, v)
    w.k_unread[kind] = 0


@jit
def relink(w: World, v: int, before: int, after: int) -> None:
    """Puts a variable back where it was in the preimage of its value; if none was kept then, in the first place."""
    kind = w.v_kind[v]
    if before == _NOT_KEPT:
        link(w, v)
        return
    at = w.k_preimage[kind] + w.v_int[v]
    w.v_next[v] = after
    w.v_before[v] = before
    if before == NONE:
        w.p_first[at] = v
    else:
        w.v_next[before] = v
    if after != NONE:
        w.v_before[after] = v
    w.p_size[at] += 1
    w.v_flags[v] |= LINKED
    refer(w, w.k_type[kind], w.v_int[v])


@jit
def assign(w: World, v: int, number: int, real: float) -> None:
    """Gives a variable a value, keeping preimages and references; the caller has touched it and its children."""
    kind = w.v_kind[v]
    linked = w.v_flags[v] & LINKED
    if linked != 0:
        note_references(w, w.k_type[kind], w.v_int[v], 1)
        kept = w.k_unread[kind] <= w.k_patience[kind]
        note_undo(w, OP_VALUE, v, w.v_int[v], w.v_before[v] if kept else _NOT_KEPT, w.v_next[v], w.v_real[v])
        unlink(w, v)
    else:
        note_undo(w, OP_VALUE, v, w.v_int[v], _NOT_LINKED, NONE, w.v_real[v])
    w.v_int[v] = number
    w.v_real[v] = real
    if w.k_preimage[kind] != NONE and number >= 0 and w.v_flags[v] & DERIVED == 0:
        link(w, v)
    if w.k_number[kind] != NONE:
        note_application(w, application_of_number(w, kind, w.v_a[v], w.v_b[v], w.v_c[v]))


@jit
def unassign(w: World, v: int, number: int, before: int, after: int, real: float) -> None:
    """Takes an assignment back."""
    if w.v_flags[v] & LINKED:
        unlink(w, v)
    w.v_int[v] = number
    w.v_real[v] = real
    if before != _NOT_LINKED:
        relink(w, v, before, after)


@jit
def note_read(w: World, v: int) -> None:
    """Notes that the evaluation under way has read a variable."""
    r = w.r_top
    if r >= w.r_capacity:
        w.full = FULL_READS
        raise Full
    w.r_read[r] = v
    w.r_top = r + 1


@asker
def demand(w: World, kind: int, a: int, b: int, c: int, d: int) -> int:
    """Asks for a variable that is not there; what is returned means nothing."""
    apart()
    if w.mode == LOOKING:
        misuse(w, NOT_HELD, kind, a, b, c, d)
    if w.mode == READING:
        w.fault = UNSUPPORTED
        w.fault_variable = kind
        raise Fault
    w.need = create(w, kind, a, b, c, d)
    return 0
