"""A patch on top of the current state: what a move changes, taken back or kept at the cost of what was touched (§5.1).

Before a value changes, the variable and everything that reads it are touched: their old factors leave the ratio and
they are marked dirty. The active graph of the old state stays as it is until the patch is accepted.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from noumena.runtime.faults import Full

from . import jit
from .alike import join_class, leave_class, reference_of, room_for_classes
from .flags import (
    DERIVED,
    DIRTY,
    ENTERED,
    FRESH,
    FULL_EDGES,
    FULL_LIST,
    FULL_QUEUE,
    FULL_STACK,
    IMPLIED,
    LASTING,
    NONE,
    OBSERVED,
    OP_ALLOCATE,
    OP_CREATE,
    OP_USE,
    OP_VALUE,
    READING,
    SUSPENDED,
    UNLISTED,
    VIOLATED,
)
from .objects import forget_object, free_object
from .variables import discard, find, keep_preimages, snapshot, unassign

if TYPE_CHECKING:
    from noumena.runtime.world import World


@jit
def begin(w: World) -> None:
    """Starts an empty patch."""
    w.step += 1
    w.l_top = 0
    w.t_top = 0
    w.w_top = 0
    w.n_top = 0
    w.b_top = 0
    w.r_top = 0
    w.d_top = 0
    w.q_top = 0
    w.q_done = 0
    w.x_top = 0
    w.c_top = 0
    w.y_top = 0
    w.f_top = 0
    w.need = NONE
    w.picked = NONE
    w.several = 0
    w.mode = READING
    w.log_ratio = 0.0
    w.density = 0
    w.violated = 0
    w.waits = 0
    w.late = 0


@jit
def push(w: World, v: int) -> None:
    """Puts a variable on the stack."""
    d = w.d_top
    if d >= w.d_capacity:
        w.full = FULL_STACK
        raise Full
    w.d_stack[d] = v
    w.d_top = d + 1


@jit
def touch(w: World, v: int) -> None:
    """Marks a variable dirty before something that its factor depends on changes.

    What is derived may change its value with it, so that its own readers are touched too: they depend through it.
    """
    floor = w.d_top
    push(w, v)
    while w.d_top > floor:
        w.d_top -= 1
        u = w.d_stack[w.d_top]
        if w.v_flags[u] & (DIRTY | ENTERED):
            continue
        snapshot(w, u)
        if w.q_top >= w.q_capacity:
            w.full = FULL_QUEUE
            raise Full
        w.q_queue[w.q_top] = u
        w.q_top += 1
        w.v_flags[u] |= DIRTY
        kind = w.v_kind[u]
        if w.v_flags[u] & DERIVED or w.first_shared <= kind < w.first_evidence:
            e = w.v_children[u]
            while e != NONE:
                push(w, w.e_child[e])
                e = w.e_next[e]
        elif w.v_flags[u] & FRESH == 0:
            w.log_ratio -= w.v_score[u]


@jit
def touch_children(w: World, v: int) -> None:
    """Touches everything that reads a variable in the old state."""
    e = w.v_children[v]
    while e != NONE:
        touch(w, w.e_child[e])
        e = w.e_next[e]
    kind = w.v_kind[v]
    for i in range(w.k_lookers[kind], w.k_lookers[kind] + w.k_lookers_size[kind]):
        _touch_lookers(w, w.lookers[i], w.v_a[v])


@jit
def _touch_lookers(w: World, kind: int, p: int) -> None:
    """Touches the variables of a counted kind that look at an object: those of its preimage under their reference."""
    keep_preimages(w, w.k_reference[kind])
    r = w.p_first[w.k_preimage[w.k_reference[kind]] + p]
    while r != NONE:
        u = find(w, kind, w.v_a[r], w.v_b[r], w.v_c[r], w.v_d[r])
        if u != NONE:
            touch(w, u)
        r = w.v_next[r]


@jit
def rollback(w: World) -> None:
    """Takes the patch back."""
    while w.l_top > 0:
        w.l_top -= 1
        at = w.l_top
        op = w.l_op[at]
        if op == OP_VALUE:
            unassign(w, w.l_a[at], w.l_b[at], w.l_c[at], w.l_d[at], w.l_real[at])
        elif op == OP_CREATE:
            discard(w, w.l_a[at])
        elif op == OP_USE:
            type_ = w.l_a[at]
            w.o_used[type_] -= 1
            w.o_place[w.o_base[type_] + w.l_b[at]] = NONE
        else:
            free_object(w, w.l_a[at], w.l_b[at])
    for t in range(w.t_top):
        if w.t_flags[t] & FRESH == 0:
            v = w.t_variable[t]
            w.v_flags[v] = w.t_flags[t]
            w.v_owner[v] = w.t_owner[t]
            w.v_count[v] = w.t_count[t]
            w.v_int[v] = w.t_int[t]
            w.v_real[v] = w.t_real[t]
            w.v_score[v] = w.t_score[t]
            w.v_stamp[v] = 0
    for i in range(w.w_top):
        w.v_count[w.w_variable[i]] -= w.w_change[i]
    w.t_last = w.t_top
    w.t_top = 0
    w.w_top = 0
    w.mode = READING


@jit
def commit(w: World) -> None:
    """Makes the patch part of the state; it must have been completed.

    Nothing may fail half-way, so room for the new edges and lists is looked for first.
    """
    if w.b_top > w.e_room + w.e_capacity - w.e_top:
        w.full = FULL_EDGES
        raise Full
    counted = 0
    for t in range(w.t_top):
        kind = w.v_kind[w.t_variable[t]]
        if w.k_classes[kind] != NONE and w.k_values[kind] == 0:
            counted += 1
        if w.k_listed[kind] != 0 and w.k_size[kind] + w.t_top > w.k_room[kind]:
            w.full = FULL_LIST
            w.full_which = kind
            raise Full
    room_for_classes(w, counted)
    # All leave their classes before one joins: a class holds the old ln p as long as one of its old members is there.
    for n in range(w.n_top):
        if w.n_variable[n] != NONE:
            _forget_parents(w, w.n_variable[n])
    for t in range(w.t_top):
        v = w.t_variable[t]
        if w.v_flags[v] & SUSPENDED:
            _forget_parents(w, v)
    for n in range(w.n_top):
        if w.n_variable[n] != NONE:
            _keep_parents(w, n)
    for t in range(w.t_top):
        v = w.t_variable[t]
        list_or_not(w, v)
        if w.v_flags[v] & SUSPENDED:
            discard(w, v)
        else:
            w.v_flags[v] &= LASTING
    for at in range(w.l_top):
        if w.l_op[at] == OP_ALLOCATE and w.o_references[w.o_base[w.l_a[at]] + w.l_b[at]] == 0:
            _drop_object(w, w.l_a[at], w.l_b[at])
    for x in range(w.x_top):
        type_ = w.x_type[x]
        at = w.o_base[type_] + w.x_object[x]
        if w.o_concrete[type_] == 0 and w.o_before[at] > 0 and w.o_references[at] == 0:
            _drop_object(w, type_, w.x_object[x])
    w.violations += w.violated
    w.mode = READING
    w.l_top = 0
    w.t_top = 0
    w.w_top = 0


@jit
def _keep_parents(w: World, n: int) -> None:
    """Keeps what an entered variable has read, by edges or by its class."""
    v = w.n_variable[n]
    p = _looked_at(w, n)
    for b in range(w.n_from[n], w.n_to[n]):
        r = w.b_read[b]
        if p == NONE or not _is_attribute(w, r):
            _add_edge(w, v, r)
    if p != NONE:
        join_class(w, v, p, w.v_score[v])


@jit
def _is_attribute(w: World, read: int) -> bool:
    return read >= 0 and w.k_lookers_size[w.v_kind[read]] > 0


@jit
def _looked_at(w: World, n: int) -> int:
    """The object that an entered variable looks at, if it is to be counted with those that are alike; else -1."""
    v = w.n_variable[n]
    kind = w.v_kind[v]
    if w.k_classes[kind] == NONE or w.v_flags[v] & (SUSPENDED | DERIVED | VIOLATED):
        return NONE
    attributes = 0
    for b in range(w.n_from[n], w.n_to[n]):
        if _is_attribute(w, w.b_read[b]):
            attributes += 1
    p = reference_of(w, v)
    return p if p >= 0 and attributes == w.k_attributes_size[kind] else NONE


@jit
def _drop_object(w: World, type_: int, o: int) -> None:
    if w.o_place[w.o_base[type_] + o] != NONE:
        forget_object(w, type_, o)
    free_object(w, type_, o)


@jit
def list_or_not(w: World, v: int) -> None:
    """Puts a variable into the list of its function from which moves pick, or takes it out."""
    kind = w.v_kind[v]
    if w.k_listed[kind] == 0:
        return
    base = w.k_list[kind]
    place = w.v_place[v]
    wanted = w.v_flags[v] & (OBSERVED | DERIVED | SUSPENDED) == 0
    if wanted and place == NONE:
        w.v_place[v] = w.k_size[kind]
        w.m_variable[base + w.k_size[kind]] = v
        w.k_size[kind] += 1
    elif not wanted and place != NONE:
        last = w.m_variable[base + w.k_size[kind] - 1]
        w.m_variable[base + place] = last
        w.v_place[last] = place
        w.v_place[v] = NONE
        w.k_size[kind] -= 1


@jit
def _forget_parents(w: World, v: int) -> None:
    """Removes the edges from a variable to what it read, and takes it from its class."""
    if w.v_class[v] != NONE:
        leave_class(w, v)
    e = w.v_parents[v]
    while e != NONE:
        after = w.e_sibling[e]
        before = w.e_before[e]
        if before != UNLISTED and before != IMPLIED:
            following = w.e_next[e]
            if before == NONE:
                w.v_children[w.e_parent[e]] = following
            else:
                w.e_next[before] = following
            if following != NONE:
                w.e_before[following] = before
        w.e_sibling[e] = w.e_free
        w.e_free = e
        w.e_room += 1
        e = after
    w.v_parents[v] = NONE


@jit
def _add_edge(w: World, child: int, read: int) -> None:
    """Adds the edge for one read; those of sharers, written as -2 - parent, are not listed with the parent.

    Nor are those to an attribute of an object: these children are found by the preimage.
    """
    e = w.e_free
    if e != NONE:
        w.e_free = w.e_sibling[e]
        w.e_room -= 1
    else:
        e = w.e_top
        w.e_top = e + 1
    listed = read >= 0
    parent = read if listed else -2 - read
    w.e_child[e] = child
    w.e_parent[e] = parent
    w.e_sibling[e] = w.v_parents[child]
    w.v_parents[child] = e
    if not listed:
        w.e_before[e] = UNLISTED
        return
    if w.k_lookers_size[w.v_kind[parent]] > 0:
        w.e_before[e] = IMPLIED
        return
    following = w.v_children[parent]
    w.e_next[e] = following
    w.e_before[e] = NONE
    if following != NONE:
        w.e_before[following] = e
    w.v_children[parent] = e
