"""The acceptance ratio of a completed patch (b1).

While a move touches and completion enters, `log_ratio` has become the sum of the new factors of all entered
variables, less the old factors of all touched ones, without the factors of what the engine has drawn. Here are added:
what the engine would have drawn in the reverse move, shared sets (a8), identifiers (Eq. 4 and the last line of b1),
and the choice of a variable.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from noumena.runtime.faults import STILL_NEEDED, UNNEEDED, Fault
from noumena.runtime.world import NULL

from . import jit
from .flags import (
    DENSE,
    DERIVED,
    DIRTY,
    DRAWN,
    ENTERED,
    FORCED,
    FRESH,
    NONE,
    OBSERVED,
    PICKED,
    REMOVED,
    SET,
    SHARES,
    SUSPENDED,
    TAG_OBJECT,
    UNLISTED,
    VIOLATED,
)
from .hashing import hash_find
from .logarithms import log_factorial, log_whole
from .objects import application_of_number, note_application
from .variables import assign

if TYPE_CHECKING:
    from noumena.runtime.world import World

_PRODUCTS_AT_MOST = 64
_NOT_IN_STATE = FRESH | DERIVED


@jit
def log_falling(w: World, n: int, m: int) -> float:
    """ln n!/(n-m)!; impossible if m > n."""
    if m == 0:
        return 0.0
    if m > n:
        return -math.inf
    if m <= _PRODUCTS_AT_MOST:
        total = 0.0
        for i in range(m):
            total += log_whole(w, n - i)
        return total
    return log_factorial(n) - log_factorial(n - m)


@jit
def log_falling_ratio(w: World, n_new: int, m_new: int, n: int, m: int) -> float:
    """ln (n_new)_{m_new} / (n)_m, without computing what cancels."""
    if m_new > n_new:
        return -math.inf
    if n_new == n and abs(m_new - m) <= _PRODUCTS_AT_MOST:
        total = 0.0
        for i in range(m, m_new):
            total += log_whole(w, n - i)
        for i in range(m_new, m):
            total -= log_whole(w, n - i)
        return total
    if m_new == m and abs(n_new - n) <= _PRODUCTS_AT_MOST and abs(n_new - n) < m:
        total = 0.0
        for i in range(n, n_new):
            total += log_whole(w, i + 1) - log_whole(w, i + 1 - m)
        for i in range(n_new, n):
            total -= log_whole(w, i + 1) - log_whole(w, i + 1 - m)
        return total
    return log_falling(w, n_new, m_new) - log_falling(w, n, m)


@jit
def log_acceptance(w: World) -> float:
    """ln of the acceptance ratio without the move's own q; `density` and `violated` are set on the way."""
    for type_ in range(w.types):
        w.o_drawn[type_] = 0
        w.o_undrawn[type_] = 0
    _count_draws(w)
    listed = 0
    for t in range(w.t_top):
        if w.v_flags[w.t_variable[t]] != w.t_flags[t]:  # else it has only gained or lost readers
            listed += _account(w, t)
    for t in range(w.t_top):
        v = w.t_variable[t]
        kind = w.v_kind[v]
        if w.first_shared <= kind < w.first_evidence:
            _account_shared(w, t)
        elif w.k_number[kind] != NONE:
            a = application_of_number(w, kind, w.v_a[v], w.v_b[v], w.v_c[v])
            note_application(w, a)
    _account_identifiers(w)
    if w.several > 0:
        total = 0
        for kind in range(w.first_shared):
            total += w.k_size[kind]
        if total + listed < w.several:
            return -math.inf
        w.log_ratio += w.several * (math.log(total) - math.log(total + listed))
    if w.picked != NONE:
        # The reverse move must be able to pick it, and moves leave alone what evidence forces.
        if w.v_flags[w.picked] & (SUSPENDED | DERIVED | OBSERVED | FORCED):
            return -math.inf
        size = w.k_size[w.v_kind[w.picked]]
        w.log_ratio += math.log(size / (size + listed))
    return w.log_ratio


@jit
def _count_draws(w: World) -> None:
    """Counts for each shared set what the engine has drawn from it.

    What it would draw in the reverse move is counted later: first there is nothing.
    """
    for t in range(w.t_top):
        w.t_drawn[t] = 0
        w.t_undrawn[t] = 0
    for n in range(w.n_top):
        v = w.n_variable[n]
        if v != NONE and w.v_flags[v] & (DRAWN | SHARES | SUSPENDED | DERIVED) == DRAWN | SHARES:
            for b in range(w.n_from[n], w.n_to[n]):
                if w.b_read[b] < 0:
                    w.t_drawn[w.v_mark[-2 - w.b_read[b]]] += 1


@jit
def _count_undrawn(w: World, v: int) -> None:
    """Counts that the engine would draw a variable in the reverse move, for each set that it was drawn from."""
    e = w.v_parents[v]
    while e != NONE:
        if w.e_before[e] == UNLISTED:
            w.t_undrawn[w.v_mark[w.e_parent[e]]] += 1
        e = w.e_sibling[e]


@jit
def _account(w: World, t: int) -> int:
    """Accounts for one touched variable; how the list that the move picked from changes by it."""
    v = w.t_variable[t]
    kind = w.v_kind[v]
    if w.first_shared <= kind < w.first_evidence:
        return 0
    old = w.t_flags[t]
    new = w.v_flags[v]
    gone = new & SUSPENDED != 0
    if new & SET and gone:
        w.fault = UNNEEDED
        w.fault_variable = v
        raise Fault
    if new & REMOVED and not gone:
        w.fault = STILL_NEEDED
        w.fault_variable = v
        raise Fault
    was = old & FRESH == 0
    if was and old & (OBSERVED | FORCED) and old & DENSE:
        w.density -= 1
    if not gone and new & (OBSERVED | FORCED) and new & DENSE:
        w.density += 1
    if was and old & VIOLATED:
        w.violated -= 1
    if not gone and new & VIOLATED:
        w.violated += 1
    if kind >= w.first_shared:
        return 0
    in_old = old & _NOT_IN_STATE == 0
    in_new = not gone and new & DERIVED == 0
    type_ = w.k_type[kind]
    if in_new and new & DRAWN and type_ != NONE:
        w.o_drawn[type_] += 1
    newly_forced = new & FORCED != 0 and old & FORCED == 0
    engines = in_old and (old | new) & (OBSERVED | SET | REMOVED) == 0 and old & FORCED == 0
    if engines and (not in_new or new & DRAWN or newly_forced):
        # The engine would draw it in the reverse move.
        if new & (DIRTY | ENTERED):
            w.log_ratio += w.t_score[t]
        if type_ != NONE:
            w.o_undrawn[type_] += 1
            if old & SHARES:
                _count_undrawn(w, v)
    if new & PICKED and (not in_new or new & FORCED):
        w.log_ratio = -math.inf
    if w.k_listed[kind] == 0 or (old | new) & OBSERVED:
        return 0
    if w.several == 0 and (w.picked == NONE or kind != w.v_kind[w.picked]):
        return 0
    return (1 if in_new else 0) - (1 if in_old else 0)


@jit
def _account_shared(w: World, t: int) -> None:
    """N^-k of a shared set, and what of it the engine draws (a8, b3)."""
    v = w.t_variable[t]
    before = 0.0 if w.t_flags[t] & FRESH else w.t_score[t]
    after = 0.0 if w.v_flags[v] & SUSPENDED else w.v_score[v]
    powers = after - w.t_drawn[t]
    if powers != 0.0:
        w.log_ratio -= powers * math.log(w.v_int[v]) if w.v_int[v] > 0 else math.inf
    powers = before - w.t_undrawn[t]
    if powers != 0.0:
        w.log_ratio += powers * math.log(w.t_int[t])


@jit
def _mark_set(w: World, type_: int, o: int) -> None:
    """Marks an identifier that the move gave to a variable, and those that generate it."""
    at = w.o_base[type_] + o
    if o <= w.o_guaranteed[type_] or w.o_concrete[type_] or w.o_set[at] == w.step:
        return
    w.o_set[at] = w.step
    a = w.o_application[at]
    if w.o_stamp[at] == w.step and w.o_before[at] == 0:
        note_application(w, a)
        w.a_set[a] += 1
    s = w.a_statement[a]
    if w.s_first[s] != NONE:
        _mark_set(w, w.s_first[s], w.a_first[a])
    if w.s_second[s] != NONE:
        _mark_set(w, w.s_second[s], w.a_second[a])
    if w.s_third[s] != NONE:
        _mark_set(w, w.s_third[s], w.a_third[a])


@jit
def _mark_unset(w: World, type_: int, o: int) -> None:
    """Marks an identifier that the reverse move would give to a variable, and those that generate it."""
    at = w.o_base[type_] + o
    if o <= w.o_guaranteed[type_] or w.o_concrete[type_] or w.o_unset[at] == w.step:
        return
    w.o_unset[at] = w.step
    a = w.o_application[at]
    if w.o_references[at] == 0:
        note_application(w, a)
        w.a_unset[a] += 1
    s = w.a_statement[a]
    if w.s_first[s] != NONE:
        _mark_unset(w, w.s_first[s], w.a_first[a])
    if w.s_second[s] != NONE:
        _mark_unset(w, w.s_second[s], w.a_second[a])
    if w.s_third[s] != NONE:
        _mark_unset(w, w.s_third[s], w.a_third[a])


@jit
def _account_identifiers(w: World) -> None:
    """The braces of b1 for every application that the patch concerns."""
    _unrefer_dropped(w)
    for t in range(w.t_top):
        v = w.t_variable[t]
        kind = w.v_kind[v]
        if kind < w.first_shared and w.k_preimage[kind] != NONE:
            if w.v_flags[v] & SET and w.v_int[v] >= 0:
                _mark_set(w, w.k_type[kind], w.v_int[v])
            if w.v_flags[v] & (SET | REMOVED) and w.t_flags[t] & _NOT_IN_STATE == 0 and w.t_int[t] >= 0:
                _mark_unset(w, w.k_type[kind], w.t_int[t])
    for x in range(w.x_top):
        at = w.o_base[w.x_type[x]] + w.x_object[x]
        if w.o_before[at] == 0 and w.o_references[at] > 0:
            w.a_in_both[w.o_application[at]] += 1
    for x in range(w.x_top):
        _account_application(w, w.o_application[w.o_base[w.x_type[x]] + w.x_object[x]])
    for t in range(w.t_top):
        v = w.t_variable[t]
        s = w.k_number[w.v_kind[v]]
        if s != NONE:
            _account_application(w, application_of_number(w, w.v_kind[v], w.v_a[v], w.v_b[v], w.v_c[v]))


@jit
def _unrefer_dropped(w: World) -> None:
    """Lets dropped variables refer to nothing, so that references are those of the new state."""
    for t in range(w.t_top):
        v = w.t_variable[t]
        kind = w.v_kind[v]
        if w.v_flags[v] & SUSPENDED and kind < w.first_shared and w.k_preimage[kind] != NONE:
            assign(w, v, NULL, 0.0)


@jit
def _account_application(w: World, a: int) -> None:
    if w.a_done[a] != 0:
        return
    w.a_done[a] = 1
    v = w.a_variable[a]
    n_new = 0
    n_old = 0
    in_new = v != NONE and w.v_flags[v] & SUSPENDED == 0
    in_old = v != NONE and (w.v_stamp[v] != w.step or w.t_flags[w.v_mark[v]] & FRESH == 0)
    if in_new:
        n_new = max(w.v_int[v], 0)
    if in_old:
        n_old = max(w.t_int[w.v_mark[v]], 0) if w.v_stamp[v] == w.step else n_new
    type_ = w.a_type[a]
    if w.o_concrete[type_]:
        for label in range(n_new + 1, n_old + 1):
            at = hash_find(w, TAG_OBJECT, a, label, 0, 0)
            if at != NONE and w.o_references[w.o_base[type_] + w.h_value[at]] > 0:
                w.log_ratio = -math.inf
        return
    m_old = w.a_old[a]
    m_new = w.a_used[a]
    both = m_old + w.a_in_both[a]
    set_ = m_old + w.a_set[a]
    unset = m_new + w.a_unset[a]
    # An application that is absent on one side has no draws there.
    too_many = in_new and w.o_drawn[type_] > 0 and set_ > n_new
    if too_many or (w.one_way == 0 and in_old and w.o_undrawn[type_] > 0 and unset > n_old):
        w.log_ratio = -math.inf
        return
    w.log_ratio += log_falling_ratio(w, n_new, m_new, n_old, m_old)
    for i in range(set_, both):
        w.log_ratio -= math.log(n_new - i) if n_new > i else math.inf
    for i in range(unset, both if w.one_way == 0 else unset):
        w.log_ratio += math.log(n_old - i) if n_old > i else -math.inf
