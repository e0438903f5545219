"""Evidence terms that are solved for a variable: it takes the value that makes them true.

Given the rest of the state a forced variable has no other value, so that it is charged like one that the move set with
q = 1. The one that was forced before is left to the engine, if anything still needs it (a1, M13).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import jit
from .flags import DERIVED, DIRTY, DRAWN, ENTERED, FORCED, FRESH, LATE, NONE, PENDING, REMOVED, SET
from .patch import push, touch, touch_children
from .readers import drop_reads, release_dirty
from .variables import assign, snapshot

if TYPE_CHECKING:
    from noumena.runtime.world import World


@jit
def force(w: World, evidence: int) -> bool:
    """Gives the variable that an evidence term is solved for its value; whether that is possible."""
    v = w.force
    number = w.out_int
    real = w.out_real
    before = claimed(w, evidence)
    if before != NONE and before != v:
        unforce(w, evidence, before)
    w.v_int[evidence] = v + 1
    same = w.v_real[v] == real if w.k_real[w.v_kind[v]] else w.v_int[v] == number
    if w.v_flags[v] & SET:
        w.v_flags[v] |= FORCED
        w.v_owner[v] = evidence
        release_dirty(w)
        return same
    if w.v_flags[v] & FORCED == 0 or w.v_flags[v] & (FRESH | PENDING) or not same:
        change(w, v, evidence)
        w.v_flags[v] = (w.v_flags[v] | FORCED) & ~(PENDING | DERIVED)
        assign(w, v, number, real)
    snapshot(w, v)
    w.v_owner[v] = evidence
    release_dirty(w)
    return True


@jit
def claimed(w: World, evidence: int) -> int:
    """The variable that an evidence term forces, or -1."""
    v = w.v_int[evidence] - 1
    return v if v >= 0 and w.v_flags[v] & FORCED and w.v_owner[v] == evidence else NONE


@jit
def unforce(w: World, evidence: int, v: int) -> None:
    """Leaves a variable that an evidence term has forced to the engine, if anything still needs it (a1, M13)."""
    w.v_int[evidence] = 0
    if w.v_flags[v] & (SET | REMOVED):
        # The move has released it, and chosen what becomes of it.
        w.v_flags[v] &= ~FORCED
        return
    change(w, v, evidence)
    w.v_flags[v] = (w.v_flags[v] | PENDING) & ~FORCED
    release_dirty(w)


@jit
def change(w: World, v: int, reader: int) -> None:
    """Makes a variable dirty whose value changes during completion, and all that was computed from it in this patch.

    The evidence term `reader` that forces it stays.
    """
    floor = w.d_top
    push(w, v)
    for n in range(w.n_top):
        if w.n_variable[n] == v:
            unenter(w, n)
    while w.d_top > floor:
        w.d_top -= 1
        changed = w.d_stack[w.d_top]
        for n in range(w.n_top):
            u = w.n_variable[n]
            if u == NONE or w.v_flags[u] & DIRTY:
                continue
            reads = False
            for b in range(w.n_from[n], w.n_to[n]):
                # What was drawn from a shared set of another size is drawn anew; other sharers pay through the set.
                reads = reads or w.b_read[b] == changed or (w.b_read[b] == -2 - changed and w.v_flags[u] & DRAWN != 0)
            if reads and not (changed == v and u == reader):
                unenter(w, n)
                push(w, u)
    touch(w, v)
    touch_children(w, v)


@jit
def unenter(w: World, n: int) -> None:
    """Takes back that a variable was entered."""
    v = w.n_variable[n]
    w.n_variable[n] = NONE
    drop_reads(w, n)
    if w.v_flags[v] & (DRAWN | DERIVED) == 0:
        w.log_ratio -= w.v_score[v]
    if w.v_flags[v] & DRAWN:
        w.v_flags[v] |= PENDING
    w.v_flags[v] = (w.v_flags[v] | DIRTY) & ~(ENTERED | DRAWN | LATE)
