"""Completing a move: what is newly needed is drawn, what is no longer reached falls away (a1, b1).

First every dirty variable lets go of what it read. Those of them that are observed are entered: their factor is
computed in the new state, what they read is noted, and whatever they lack is entered before them, parents first. What
then has no reader is suspended, and the other dirty ones that are still reached are entered. Where there are evidence
terms, which may force values, what has no reader is suspended first. What is suspended in the end is dropped. Only what
is reached is ever evaluated.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TYPE_CHECKING

from noumena.runtime.faults import CYCLE, ENDLESS, NOT_A_NUMBER, STILL_NEEDED, Fault

from . import jit
from .flags import (
    COMPLETING,
    DENSE,
    DERIVED,
    DERIVED_LEAF,
    DIRTY,
    DRAWN,
    ENTERED,
    FORCED,
    FORCING,
    FRESH,
    NONE,
    OBSERVED,
    OPEN,
    PENDING,
    READING,
    REMOVED,
    SET,
    SHARES,
    SUSPENDED,
    UNLISTED,
    VIOLATED,
)
from .forcing import change, claimed, force, unenter, unforce
from .patch import push
from .readers import let_go_dirty, release_dirty, seal, suspend_unread
from .variables import assign

if TYPE_CHECKING:
    from noumena.runtime.world import World

_ENTRIES_AT_MOST = 100_000_000


@jit
def enter(w: World, evaluate: Callable[[World, int, int], float], wanted: int) -> None:
    """Computes the factor of a dirty variable in the new state, and before it of whatever it needs."""
    floor = w.d_top
    push(w, wanted)
    rounds = 0
    while w.d_top > floor:
        v = w.d_stack[w.d_top - 1]
        if w.v_flags[v] & DIRTY == 0:
            w.d_top -= 1
            continue
        rounds += 1
        if rounds > _ENTRIES_AT_MOST:
            w.fault = ENDLESS
            w.fault_variable = v
            raise Fault
        if w.v_flags[v] & REMOVED:
            w.fault = STILL_NEEDED
            w.fault_variable = v
            raise Fault
        w.v_flags[v] |= OPEN
        w.need = NONE
        w.r_top = 0
        w.c_top = 0
        w.y_top = 0
        w.f_top = 0
        w.dense = 0
        draw = 1 if w.v_flags[v] & (PENDING | DERIVED) and w.v_flags[v] & OBSERVED == 0 else 0
        depth = w.d_top
        is_evidence = w.first_evidence <= w.v_kind[v] < w.first_query
        w.claim = claimed(w, v) if is_evidence else NONE
        score = evaluate(w, v, draw)
        if w.need != NONE and w.need == w.claim:
            # The term reads what it has forced so far: it is to be solved for another variable now.
            unforce(w, v, w.claim)
        w.claim = NONE
        if w.need != NONE:
            if w.v_flags[w.need] & OPEN:
                w.fault = CYCLE
                w.fault_variable = w.need
                raise Fault
            push(w, w.need)
            continue
        w.d_top = depth - 1
        w.v_flags[v] &= ~(OPEN | DIRTY)
        w.v_flags[v] |= ENTERED
        finish(w, v, draw, score)
        w.need = NONE
        if w.log_ratio == -math.inf:
            # Impossible already, and what reads an impossible value may not even be defined.
            w.d_top = floor
            return


@jit
def finish(w: World, v: int, draw: int, score: float) -> None:
    """Gives an evaluated variable its value and factor."""
    kind = w.v_kind[v]
    if w.first_shared <= kind < w.first_evidence:
        _finish_shared(w, v)
        seal(w, v)
        return
    shares = False
    for r in range(w.r_top):
        shares = shares or w.r_read[r] < 0
    if w.status == FORCING:
        seal(w, v)
        if not force(w, v):
            score = -math.inf
    elif w.status == DERIVED_LEAF:
        score = _finish_derived(w, v)
        seal(w, v)
    else:
        if draw != 0:
            w.v_flags[v] = (w.v_flags[v] | DRAWN) & ~(PENDING | DERIVED)
            assign(w, v, w.out_int, w.out_real)
        seal(w, v)
    if w.first_evidence <= kind < w.first_query and w.status != FORCING:
        # The term is compared now: what it has forced so far is free.
        before = claimed(w, v)
        w.v_int[v] = 0
        if before != NONE:
            unforce(w, v, before)
    flags = w.v_flags[v] & ~(DENSE | SHARES | VIOLATED)
    if score != score or score == math.inf:
        w.fault = NOT_A_NUMBER
        w.fault_variable = v
        raise Fault
    if score == -math.inf and flags & (OBSERVED | FORCED) and w.penalty > 0.0:
        score = -w.penalty
        flags |= VIOLATED
    if w.dense != 0:
        flags |= DENSE
    if shares and flags & DERIVED == 0:
        flags |= SHARES
    w.v_flags[v] = flags
    w.v_score[v] = score
    if flags & (DRAWN | DERIVED) == 0:
        w.log_ratio += score


@jit
def _finish_derived(w: World, v: int) -> float:
    """A deterministic leaf: evidence is compared with it, any other variable takes its value (a5)."""
    flags = w.v_flags[v]
    if flags & OBSERVED and w.v_kind[v] < w.first_shared:
        same = w.v_real[v] == w.out_real if w.k_real[w.v_kind[v]] else w.v_int[v] == w.out_int
        return 0.0 if same else -math.inf
    if flags & (DERIVED | FRESH | PENDING) == 0:
        # A variable of the state becomes derived: its readers, some of them entered already, get another value.
        number = w.out_int
        real = w.out_real
        change(w, v, NONE)
        release_dirty(w)
        w.out_int = number
        w.out_real = real
    w.v_flags[v] = (w.v_flags[v] | DERIVED) & ~PENDING
    if w.v_flags[v] & (SET | FORCED):
        # A move or evidence gave it a value, but there is nothing to choose.
        same = w.v_real[v] == w.out_real if w.k_real[w.v_kind[v]] else w.v_int[v] == w.out_int
        if not same:
            w.log_ratio = -math.inf
    assign(w, v, w.out_int, w.out_real)
    return 0.0


@jit
def _finish_shared(w: World, v: int) -> None:
    """The size of a shared set; if it has become empty, those that were drawn from it are derived now."""
    w.v_int[v] = w.out_int
    w.v_flags[v] = (w.v_flags[v] | DERIVED) & ~PENDING
    if w.out_int > 0 or w.v_score[v] == 0.0:
        return
    for u in range(w.v_top):
        if w.v_flags[u] & (SHARES | DIRTY | ENTERED) != SHARES or not _is_drawn_from(w, u, v):
            continue
        if w.v_count[u] + (w.v_flags[u] & OBSERVED) > 0:
            # It is not among the set's children, so that its readers may have been entered with its old value.
            change(w, u, NONE)
    release_dirty(w)


@jit
def _is_drawn_from(w: World, u: int, v: int) -> bool:
    """Whether a variable of the old state was drawn from a shared set."""
    e = w.v_parents[u]
    while e != NONE:
        if w.e_parent[e] == v and w.e_before[e] == UNLISTED:
            return True
        e = w.e_sibling[e]
    return False


@jit
def sweep(w: World) -> None:
    """Lets those that were entered, but are not needed in the end, go of what they read in the new state."""
    again = True
    while again:
        again = False
        for n in range(w.n_top):
            v = w.n_variable[n]
            if v != NONE and w.v_flags[v] & SUSPENDED:
                unenter(w, n)
                again = True


@jit
def complete(w: World, evaluate: Callable[[World, int, int], float]) -> None:
    """Completes the patch after a move has returned; a patch found impossible on the way is left as it is."""
    w.mode = COMPLETING
    if w.first_evidence < w.first_query:
        release_dirty(w)
        _enter_evidence(w, evaluate)
    else:
        _enter_observed(w, evaluate)
    if w.log_ratio == -math.inf:
        return
    again = True
    while again:
        again = False
        q = 0
        while q < w.q_top:
            v = w.q_queue[q]
            q += 1
            if w.v_flags[v] & DIRTY and w.v_flags[v] & SUSPENDED == 0:
                enter(w, evaluate, v)
                if w.log_ratio == -math.inf:
                    return
                again = True
        t = 0
        while t < w.t_top:
            v = w.t_variable[t]
            t += 1
            if w.v_flags[v] & DIRTY and w.v_flags[v] & (SUSPENDED | PENDING) == 0:
                enter(w, evaluate, v)
                if w.log_ratio == -math.inf:
                    return
                again = True
    sweep(w)
    w.mode = READING


@jit
def _enter_observed(w: World, evaluate: Callable[[World, int, int], float]) -> None:
    """Enters dirty observed variables before anything else is suspended.

    They are needed for certain, and most of what they have let go of they read again: it would be suspended, with all
    that it reads, and taken up again.
    """
    floor = w.d_top
    let_go_dirty(w)
    for q in range(w.q_top):
        v = w.q_queue[q]
        if w.v_flags[v] & (DIRTY | OBSERVED) == DIRTY | OBSERVED:
            enter(w, evaluate, v)
            if w.log_ratio == -math.inf:
                return
    suspend_unread(w, floor)


@jit
def _enter_evidence(w: World, evaluate: Callable[[World, int, int], float]) -> None:
    """Enters evidence terms before anything else, in their order: they may force values that others read."""
    while w.first_evidence < w.first_query:
        first = NONE
        for t in range(w.t_top):
            v = w.t_variable[t]
            is_evidence = w.first_evidence <= w.v_kind[v] < w.first_query
            if is_evidence and w.v_flags[v] & DIRTY and (first == NONE or w.v_a[v] < w.v_a[first]):
                first = v
        if first == NONE:
            return
        enter(w, evaluate, first)
        if w.log_ratio == -math.inf:
            return
