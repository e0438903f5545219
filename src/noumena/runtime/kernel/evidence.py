"""Evidence: observed variables, and what the solving of evidence terms needs."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from noumena.runtime.faults import Full

from . import jit
from .alike import implied_parent, implied_parents
from .flags import DIRTY, ENTERED, FORCED, FULL_STACK, NONE, OBSERVED, PENDING, RANDOM_LEAF, SEEN, SUSPENDED
from .patch import push
from .variables import assign, create

if TYPE_CHECKING:
    from noumena.runtime.world import World


@jit
def observe(w: World, kind: int, a: int, b: int, c: int, d: int, number: int, real: float) -> int:
    """A new variable with its observed value; or, for a kind of evidence, a new evidence term."""
    v = create(w, kind, a, b, c, d)
    w.v_flags[v] = (w.v_flags[v] | OBSERVED) & ~(PENDING | SUSPENDED)
    if kind < w.first_evidence:
        assign(w, v, number, real)
    return v


@jit
def observe_all(w: World) -> None:
    """Puts all evidence into a patch on the empty state."""
    for o in range(w.observations):
        observe(w, w.obs_kind[o], w.obs_a[o], w.obs_b[o], w.obs_c[o], w.obs_d[o], w.obs_int[o], w.obs_real[o])


@jit
def is_open(w: World, evidence: int, v: int) -> bool:
    """Whether an evidence term may be solved for a variable (-1 if it is not there): no other evidence has it.

    A term that is to be evaluated anew has nothing: else it would depend on the order of terms what one may force.
    """
    if v == NONE:
        return True
    if w.v_flags[v] & OBSERVED:
        return False
    owner = w.v_owner[v]
    return w.v_flags[v] & FORCED == 0 or owner == evidence or w.v_flags[owner] & DIRTY != 0


@jit
def is_behind(w: World, v: int) -> bool:
    """Whether the evaluation under way has read a variable, or one that depends on it."""
    if v == NONE:
        return False
    floor = w.d_top
    if floor + w.v_top > w.d_capacity:
        w.full = FULL_STACK
        raise Full
    for r in range(w.r_top):
        _look_at(w, w.r_read[r])
    at = floor
    while at < w.d_top:
        u = w.d_stack[at]
        at += 1
        entered = NONE
        if w.v_flags[u] & ENTERED:
            for n in range(w.n_top):
                if w.n_variable[n] == u:
                    entered = n
        if entered != NONE:
            for b in range(w.n_from[entered], w.n_to[entered]):
                _look_at(w, w.b_read[b])
        else:
            e = w.v_parents[u]
            while e != NONE:
                _look_at(w, w.e_parent[e])
                e = w.e_sibling[e]
            for i in range(implied_parents(w, u)):
                _look_at(w, implied_parent(w, u, i))
    found = w.v_flags[v] & SEEN != 0
    while w.d_top > floor:
        w.d_top -= 1
        w.v_flags[w.d_stack[w.d_top]] &= ~SEEN
    return found


@jit
def _look_at(w: World, read: int) -> None:
    """Puts what was read on the stack, once."""
    u = read if read >= 0 else -2 - read
    if w.v_flags[u] & SEEN == 0:
        push(w, u)
        w.v_flags[u] |= SEEN


@jit
def is_open_number(w: World, evidence: int, application: int) -> bool:
    """Whether an evidence term may be solved for the number variable of an application."""
    if w.s_open[w.a_statement[application]] == 0:
        return False
    return is_open(w, evidence, w.a_variable[application])


@jit
def create_number(w: World, application: int) -> int:
    """The number variable of an application, which is not there yet."""
    kind = w.s_kind[w.a_statement[application]]
    first = max(w.a_first[application], 0)
    return create(w, kind, first, max(w.a_second[application], 0), max(w.a_third[application], 0), 0)


@jit
def fail(w: World) -> float:
    """The factor of evidence that cannot hold."""
    w.status = RANDOM_LEAF
    return -math.inf
