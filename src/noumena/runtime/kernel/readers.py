"""Who reads whom in the new state: letting go of what was read, and taking it up again.

What has no reader left is suspended; if nothing reads it in the end, it is dropped.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from noumena.runtime.faults import Full

from . import jit
from .alike import implied_parent, implied_parents
from .flags import DIRTY, ENTERED, FULL_COUNTS, FULL_ENTERED, FULL_READS, NONE, OBSERVED, RELEASED, SUSPENDED, UNLISTED
from .patch import push
from .variables import snapshot

if TYPE_CHECKING:
    from noumena.runtime.world import World


@jit
def release(w: World, v: int) -> None:
    """Lets a variable go of what it read in the old state; what loses its last reader is suspended and lets go too."""
    floor = w.d_top
    let_go(w, v)
    suspend_unread(w, floor)


@jit
def let_go(w: World, u: int) -> None:
    """Lets a variable go of what it read in the old state; what loses its last reader is put on the stack."""
    if w.v_flags[u] & RELEASED:
        return
    w.v_flags[u] |= RELEASED
    e = w.v_parents[u]
    while e != NONE:
        p = w.e_parent[e]
        _lose_reader(w, p)
        if w.e_before[e] == UNLISTED:
            w.v_score[p] -= 1.0
        e = w.e_sibling[e]
    for i in range(implied_parents(w, u)):
        _lose_reader(w, implied_parent(w, u, i))


@jit
def suspend_unread(w: World, floor: int) -> None:
    """Suspends what is on the stack and still has no reader; it lets go of what it read."""
    while w.d_top > floor:
        w.d_top -= 1
        p = w.d_stack[w.d_top]
        if w.v_count[p] == 0 and w.v_flags[p] & (OBSERVED | SUSPENDED) == 0:
            snapshot(w, p)
            w.v_flags[p] |= SUSPENDED
            let_go(w, p)


@jit
def _lose_reader(w: World, p: int) -> None:
    count_reader(w, p, -1)
    if w.v_count[p] == 0:
        push(w, p)


@jit
def count_reader(w: World, p: int, change: int) -> None:
    """Counts a reader more or less.

    Of most variables that a move comes by nothing else changes: only how to take that back is noted, which costs less
    than to keep them as they were. Shared sets and numbers are looked at when the ratio is computed.
    """
    if w.v_stamp[p] != w.step:
        kind = w.v_kind[p]
        if kind < w.first_shared and w.k_number[kind] == NONE:
            i = w.w_top
            if i >= w.w_capacity:
                w.full = FULL_COUNTS
                raise Full
            w.w_variable[i] = p
            w.w_change[i] = change
            w.w_top = i + 1
        else:
            snapshot(w, p)
    w.v_count[p] += change


@jit
def release_dirty(w: World) -> None:
    """Lets those that have become dirty since the last time go of what they read."""
    while w.q_done < w.q_top:
        w.q_done += 1
        release(w, w.q_queue[w.q_done - 1])


@jit
def let_go_dirty(w: World) -> None:
    """The same, but what loses its last reader is only put on the stack: it may have one again in a moment."""
    while w.q_done < w.q_top:
        w.q_done += 1
        let_go(w, w.q_queue[w.q_done - 1])


@jit
def acquire(w: World, read: int) -> None:
    """Counts a new reader of a variable; one that was suspended is needed after all, and so is what it reads."""
    floor = w.d_top
    push(w, read)
    while w.d_top > floor:
        w.d_top -= 1
        r = w.d_stack[w.d_top]
        p = r if r >= 0 else -2 - r
        count_reader(w, p, 1)
        if r < 0:
            w.v_score[p] += 1.0
        if w.v_flags[p] & SUSPENDED:
            w.v_flags[p] &= ~SUSPENDED
            if w.v_flags[p] & (DIRTY | ENTERED) == 0:
                w.v_flags[p] &= ~RELEASED
                e = w.v_parents[p]
                while e != NONE:
                    push(w, w.e_parent[e] if w.e_before[e] != UNLISTED else -2 - w.e_parent[e])
                    e = w.e_sibling[e]
                for i in range(implied_parents(w, p)):
                    push(w, implied_parent(w, p, i))


@jit
def seal(w: World, v: int) -> None:
    """Keeps what a variable has read as its edges in the new state."""
    n = w.n_top
    if n >= w.n_capacity:
        w.full = FULL_ENTERED
        raise Full
    if w.b_top + w.r_top > w.b_capacity:
        w.full = FULL_READS
        raise Full
    w.n_variable[n] = v
    w.n_from[n] = w.b_top
    once = w.k_classes[w.v_kind[v]] != NONE  # edges that are implied are so once
    for r in range(w.r_top):
        known = False
        if once:
            for b in range(w.n_from[n], w.b_top):
                known = known or w.b_read[b] == w.r_read[r]
        if not known:
            w.b_read[w.b_top] = w.r_read[r]
            w.b_top += 1
    w.n_to[n] = w.b_top
    w.n_top = n + 1
    for b in range(w.n_from[n], w.n_to[n]):
        acquire(w, w.b_read[b])


@jit
def drop_reads(w: World, n: int) -> None:
    """Takes back what an entered variable has read in the new state."""
    for b in range(w.n_from[n], w.n_to[n]):
        r = w.b_read[b]
        p = r if r >= 0 else -2 - r
        count_reader(w, p, -1)
        if r < 0:
            w.v_score[p] -= 1.0
        if w.v_count[p] == 0 and w.v_flags[p] & (OBSERVED | SUSPENDED) == 0:
            snapshot(w, p)
            w.v_flags[p] |= SUSPENDED
            if w.v_flags[p] & (DIRTY | ENTERED) == 0:
                release(w, p)
