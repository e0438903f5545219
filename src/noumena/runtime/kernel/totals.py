"""Default moves that keep a total that evidence fixes: a sum over all objects of a type, or the named set of all (a11).

Each changes several variables in one move, since between the states before and after there is none that the evidence
allows. `compiler/totals` finds the functions that they are for.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from . import jit
from .flags import DERIVED, FORCED, NONE, OBSERVED
from .moves import REJECT, small_step
from .objects import application_of, application_of_number, concrete_object, new_object
from .random import integer, next_word
from .variables import create, find
from .verbs import remove, set_value

if TYPE_CHECKING:
    from noumena.runtime.world import World

_FIXED = OBSERVED | FORCED | DERIVED
_PARTS = 16
"""The largest part that is drawn where the text does not tell the values of a function."""


@jit
def exchange(w: World, kind: int) -> float:
    """Takes a small number from one variable of a kind and gives it to another.

    Both are drawn from the same list, which the move leaves as it is, and the step up is as probable as the step down:
    q cancels.
    """
    size = w.k_size[kind]
    if size < 2:
        return REJECT
    v = w.m_variable[w.k_list[kind] + integer(w, size)]
    u = w.m_variable[w.k_list[kind] + integer(w, size)]
    if u == v or (w.v_flags[u] | w.v_flags[v]) & FORCED:
        return REJECT
    step = small_step(w, next_word(w))
    set_value(w, v, w.v_int[v] + step, 0.0)
    set_value(w, u, w.v_int[u] - step, 0.0)
    return 0.0


@jit
def share_out(w: World, kind: int, number: int) -> float:
    """Appends an object that takes a part of another's value, or gives the last one's value to another (a12).

    The type is concrete, and every object has a value. Of n objects the birth chooses one, with probability 1/n, and
    the part d, with probability g(d), which depends on d alone. The death that undoes it chooses among the n others
    the one that gets the value, with probability 1/n. So ln q(s|s′)/q(s′|s) is -ln g(d) for a birth and ln g(d) for
    a death. The value of the last object is set by the birth and removed by the death.
    """
    v = find(w, number, 0, 0, 0, 0)
    if v == NONE or w.v_flags[v] & _FIXED:
        return REJECT
    application = application_of(w, w.k_number[number], NONE, NONE, NONE)
    n = w.v_int[v]
    others = n if integer(w, 2) == 0 else n - 1
    if others < 1:
        return REJECT
    last = concrete_object(w, application, others + 1)
    u = find(w, kind, concrete_object(w, application, 1 + integer(w, others)), 0, 0, 0)
    if u == NONE or w.v_flags[u] & _FIXED:
        return REJECT
    if others == n:
        part = _draw_part(w, kind)
        set_value(w, v, n + 1, 0.0)
        set_value(w, u, w.v_int[u] - part, 0.0)
        set_value(w, create(w, kind, last, 0, 0, 0), part, 0.0)
        return -_log_part(w, kind, part)
    gone = find(w, kind, last, 0, 0, 0)
    if gone == NONE or w.v_flags[gone] & _FIXED:
        return REJECT
    part = w.v_int[gone]
    log_part = _log_part(w, kind, part)
    if log_part == -math.inf:
        return REJECT
    set_value(w, v, n - 1, 0.0)
    set_value(w, u, w.v_int[u] + part, 0.0)
    remove(w, gone)
    return log_part


@jit
def _draw_part(w: World, kind: int) -> int:
    """One of the values that the function may have, each alike, or else a small number."""
    size = w.k_domain_size[kind]
    if size > 0:
        return w.domain[w.k_domain[kind] + integer(w, size)]
    return 1 + integer(w, _PARTS)


@jit
def _log_part(w: World, kind: int, part: int) -> float:
    """ln of the probability of a part."""
    size = w.k_domain_size[kind]
    if size == 0:
        return -math.log(_PARTS) if 1 <= part <= _PARTS else -math.inf
    for i in range(size):
        if w.domain[w.k_domain[kind] + i] == part:
            return -math.log(size)
    return -math.inf


@jit
def transfer(w: World, kind: int) -> float:
    """Gives a named object to another application of the number statements of its type (b5).

    The name gets a new identifier there, and both numbers change, so that all objects stay named. The application is
    drawn from all that the state has, and those stay: q cancels. A number that evidence on the size forces follows.
    """
    if w.k_size[kind] == 0:
        return REJECT
    v = w.m_variable[w.k_list[kind]]
    type_ = w.k_type[kind]
    old = w.v_int[v]
    if old < 0 or w.v_flags[v] & FORCED:
        return REJECT
    u = _any_number(w, type_)
    if u == NONE:
        return REJECT
    giver = w.o_application[w.o_base[type_] + old]
    taker = application_of_number(w, w.v_kind[u], w.v_a[u], w.v_b[u], w.v_c[u])
    given = w.a_variable[giver]
    if taker == giver or given == NONE or w.v_flags[given] & (OBSERVED | DERIVED):
        return REJECT
    if w.v_flags[given] & FORCED == 0:
        set_value(w, given, w.v_int[given] - 1, 0.0)
    if w.v_flags[u] & FORCED == 0:
        set_value(w, u, w.v_int[u] + 1, 0.0)
    set_value(w, v, new_object(w, type_, taker), 0.0)
    return 0.0


@jit
def _any_number(w: World, type_: int) -> int:
    """A number variable of a type, drawn from all of the state that are not evidence; -1 if there is none."""
    total = 0
    for kind in range(w.first_shared):
        if w.k_number[kind] != NONE and w.s_type[w.k_number[kind]] == type_:
            total += w.k_size[kind]
    if total == 0:
        return NONE
    at = integer(w, total)
    for kind in range(w.first_shared):
        if w.k_number[kind] != NONE and w.s_type[w.k_number[kind]] == type_:
            if at < w.k_size[kind]:
                return w.m_variable[w.k_list[kind] + at]
            at -= w.k_size[kind]
    return NONE
