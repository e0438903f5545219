"""Steps of a tempered chain, whose law is p^beta: what of an acceptance ratio is ln p(s′)/p(s), and what is not.

The ratio of b1 is the sum of ln p(s′)/p(s), with Eq. 4 in both, and of what remains, e: ln q of the move, what the
engine would draw in the reverse less what it has drawn, the identifiers of each application, and the choice of the
variable. e is the ratio of the proposals, whatever the target is. So for a chain with the law p^beta the ratio is

    beta ln p(s′)/p(s) + e.

A move without a patch decides by itself, with beta = 1: the moves of such a chain must all be on patches.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TYPE_CHECKING

from . import jit
from .chain import proposed
from .flags import (
    DERIVED,
    DRAWN,
    FORCED,
    FRESH,
    NONE,
    OBSERVED,
    REMOVED,
    SET,
    SUSPENDED,
)
from .objects import application_of_number
from .patch import commit, rollback
from .random import uniform

if TYPE_CHECKING:
    from noumena.runtime.world import World

_COUNTED = 2
"""What `a_done` is for an application that was counted here too."""


@jit
def log_proposals(w: World) -> float:
    """e of a completed patch whose ratio `log_acceptance` has just computed, without the move's own ln q."""
    total = 0.0
    listed = 0
    for t in range(w.t_top):
        v = w.t_variable[t]
        kind = w.v_kind[v]
        if kind >= w.first_shared:
            if kind < w.first_evidence:
                total += _of_shared(w, t)
            continue
        old = w.t_flags[t]
        new = w.v_flags[v]
        in_old = old & (FRESH | DERIVED) == 0
        in_new = new & (SUSPENDED | DERIVED) == 0
        if in_new and new & DRAWN:
            total -= w.v_score[v]
        newly_forced = new & FORCED != 0 and old & FORCED == 0
        engines = in_old and (old | new) & (OBSERVED | SET | REMOVED) == 0 and old & FORCED == 0
        if engines and (not in_new or new & DRAWN or newly_forced):
            total += w.t_score[t]
        same = w.several > 0 or (w.picked != NONE and kind == w.v_kind[w.picked])
        if same and w.k_listed[kind] != 0 and (old | new) & OBSERVED == 0:
            listed += (1 if in_new else 0) - (1 if in_old else 0)
    for x in range(w.x_top):
        total += _of_identifiers(w, w.o_application[w.o_base[w.x_type[x]] + w.x_object[x]])
    for t in range(w.t_top):
        v = w.t_variable[t]
        if w.k_number[w.v_kind[v]] != NONE:
            total += _of_identifiers(w, application_of_number(w, w.v_kind[v], w.v_a[v], w.v_b[v], w.v_c[v]))
    if w.several > 0:
        size = 0
        for kind in range(w.first_shared):
            size += w.k_size[kind]
        total += w.several * (math.log(size) - math.log(size + listed))
    if w.picked != NONE:
        size = w.k_size[w.v_kind[w.picked]]
        total += math.log(size / (size + listed))
    return total


@jit
def _of_shared(w: World, t: int) -> float:
    """What the engine draws from a shared set, each with 1/N, and would draw in the reverse."""
    v = w.t_variable[t]
    total = 0.0
    if w.t_drawn[t] > 0:
        total += w.t_drawn[t] * math.log(w.v_int[v])
    if w.t_undrawn[t] > 0:
        total -= w.t_undrawn[t] * math.log(w.t_int[t])
    return total


@jit
def _of_identifiers(w: World, a: int) -> float:
    """The braces of b1 for one application, without (n′)_{m′} and (n)_m, which are part of ln p; 0 the second time."""
    if w.a_done[a] == _COUNTED or w.o_concrete[w.a_type[a]]:
        return 0.0
    w.a_done[a] = _COUNTED
    v = w.a_variable[a]
    n_new = 0
    n_old = 0
    if v != NONE and w.v_flags[v] & SUSPENDED == 0:
        n_new = max(w.v_int[v], 0)
    if v != NONE and w.v_stamp[v] != w.step:
        n_old = n_new
    elif v != NONE and w.t_flags[w.v_mark[v]] & FRESH == 0:
        n_old = max(w.t_int[w.v_mark[v]], 0)
    both = w.a_old[a] + w.a_in_both[a]
    total = 0.0
    for i in range(w.a_old[a] + w.a_set[a], both):
        total -= math.log(n_new - i)
    for i in range(w.a_used[a] + w.a_unset[a], both):
        total += math.log(n_old - i)
    return total


@jit
def tempered(w: World, evaluate: Callable[[World, int, int], float], log_q: float) -> float:
    """ln of the acceptance ratio for p^beta; ln p(s′)/p(s) is left in `log_change`."""
    ratio = proposed(w, evaluate, log_q)
    w.log_change = 0.0
    if ratio == -math.inf:
        return ratio
    remaining = log_proposals(w) + log_q
    w.log_change = w.log_ratio + log_q - remaining
    return ratio if ratio == math.inf else w.beta * w.log_change + remaining


@jit
def judge_tempered(w: World, evaluate: Callable[[World, int, int], float], log_q: float) -> int:
    """Like `judge`, for p^beta; notes after how many steps the state was the best so far."""
    ratio = tempered(w, evaluate, log_q)
    if ratio >= 0.0 or uniform(w) < math.exp(ratio):
        fewer = w.density < 0
        commit(w)  # it may find no room, and the step is run again: nothing is counted before
        w.log_p += w.log_change
        # States with fewer density factors win outright (a6), and what was best before is no longer.
        if fewer or w.log_p > w.best:
            w.best = w.log_p
            w.best_at = w.iteration + 1
        return 1
    rollback(w)
    return 0
