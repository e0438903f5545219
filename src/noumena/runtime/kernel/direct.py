"""Moves without a patch: where the text tells beforehand what a move may change, it is scored first and then written.

Nothing is completed and nothing swept: the acceptance ratio of b1 is computed from the state as it is, and only an
accepted move writes. The generated code that scores a move comes first (`compiler/direct`); here is what it needs, and
what it ends in. All that may find no room is looked for before the first change.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from noumena.runtime.faults import Full

from . import inlined, jit
from .alike import diminish_class, enlarge_class
from .decision import falls_below, if_possible
from .flags import (
    BY_GIBBS,
    BY_SETTING,
    DENSE,
    FULL_ELEMENTS,
    FULL_LIST,
    FULL_TYPE,
    FULL_VARIABLES,
    LINKED,
    NONE,
    OBSERVED,
    READING,
)
from .logarithms import log_falling_change, log_whole, room_for_number
from .members import checked_number
from .moves import REFUSED
from .objects import application_of, forget_object, free_object, take_slot
from .patch import list_or_not, push
from .random import integer, step_uniform
from .variables import delist, discard, enlist, find, take_place

if TYPE_CHECKING:
    from noumena.runtime.world import World

_CERTAIN = 37.0
"""Weights whose logarithms are so far apart leave the smaller one no chance.

The first value is chosen if u (1 + e^d) < 1, where u is a multiple of 2^-53 below 1, and d the lead of the second.
For d <= -37 it always is: e^d < 2^-53, so that 1 + e^d is rounded to 1. For d >= 37 it never is unless u = 0:
2^-53 e^d > 1.
"""


@inlined
def ready(w: World) -> None:
    """Prepares evaluations of the state as it is."""
    w.mode = READING
    w.need = NONE
    w.dense = 0
    w.c_top = 0
    w.y_top = 0
    w.f_top = 0
    w.d_top = 0


@inlined
def accepted(w: World, log_ratio: float, how: int) -> bool:
    """Whether a move with this acceptance ratio is accepted; the ratio is left for the checks then."""
    if not falls_below(w, log_ratio):
        return False
    w.log_ratio = log_ratio
    w.applied = how
    return True


@inlined
def put_value(w: World, v: int, number: int, real: float) -> None:
    """Gives a variable a value that is no generated object; where it is the old one, nothing must depend on that."""
    if w.v_flags[v] & LINKED:
        delist(w, v)
        w.v_int[v] = number
        enlist(w, v)
        return
    w.v_int[v] = number
    w.v_real[v] = real


# A variable whose value never decides what is read: only its own factor and those of its children change.


@jit
def gather_children(w: World, v: int, before: int) -> None:
    """Puts the children of a variable on the stack, each once; their factors find room after `before` elements."""
    ready(w)
    w.step += 1  # what an accepted patch has touched still has its stamp
    e = w.v_children[v]
    while e != NONE:
        child = w.e_child[e]
        if w.v_stamp[child] != w.step:
            w.v_stamp[child] = w.step
            push(w, child)
        e = w.e_next[e]
    for d in range(w.d_top):
        w.v_stamp[w.d_stack[d]] = 0
    w.y_top = before + w.d_top + 1
    if w.y_top > w.y_capacity:
        w.full = FULL_ELEMENTS
        raise Full


@jit
def kept_of_children(w: World) -> float:
    """The sum of the factors of the children on the stack, as kept."""
    total = 0.0
    for d in range(w.d_top):
        total += w.v_score[w.d_stack[d]]
    return total


@jit
def keep_with_children(w: World, v: int, before: int) -> None:
    """Keeps the factors that were computed last: those of the children after `before` elements, then its own."""
    for d in range(w.d_top):
        w.v_score[w.d_stack[d]] = w.y_real[before + d]
    w.v_score[v] = w.y_real[before + w.d_top]


# Gibbs moves: the logarithms of the weights of all values are the first elements.


@inlined
def choose_by_weight(w: World, kind: int) -> int:
    """The position of a value of the domain, drawn by its weight."""
    size = w.k_domain_size[kind]
    best = -math.inf
    for i in range(size):
        best = max(best, w.y_real[i])
    total = 0.0
    for i in range(size):
        w.y_real[i] = 1.0 if w.y_real[i] == best else math.exp(w.y_real[i] - best)
        total += w.y_real[i]
    left = step_uniform(w)
    chosen = NONE
    for i in range(size):
        if w.y_real[i] > 0.0 and (chosen == NONE or left >= 0.0):
            chosen = i
            left = left - w.y_real[i] / total
    w.applied = BY_GIBBS
    return chosen


@inlined
def choose_of_two(w: World, first: float, second: float) -> int:
    """The same for two values, whose ln weights are given; they are not both -inf."""
    w.applied = BY_GIBBS
    lead = second - first
    if -_CERTAIN < lead < _CERTAIN:
        return 0 if step_uniform(w) * (1.0 + math.exp(lead)) < 1.0 else 1
    return 1 if lead > 0.0 else 0


# The number of a type, read by nothing but the set that variables are drawn from. Its statement has no generating
# objects, so that its application has the statement's number (`objects.application_of`).


@inlined
def is_plain_number(w: World, v: int, u: int) -> bool:
    """Whether the number v may be changed without a patch: all that are drawn from its set u have found a member."""
    return w.v_flags[v] == 0 and w.v_children[u] == NONE and w.penalty == 0.0


@inlined
def room_for_change(w: World, statement: int, n: int, x: int) -> None:
    """Makes sure that the tables of the world reach so far as a number that is n and becomes x needs them."""
    room_for_number(w, max(n, checked_number(w, statement, x)))


@inlined
def decide_number(w: World, statement: int, v: int, u: int, x: int, enough: int, score: float) -> bool:
    """Accepts or rejects the number x: (n′)_m/(n)_m and N^-k change with it, N > 0.

    There must be as many objects as are in use: x is rejected unless it is `enough`, the larger of the two, whose own
    factor is `score`.
    """
    n = w.v_int[v]
    size = w.v_int[u] + enough - n
    ratio = score - w.v_score[v] + log_falling_change(w, enough, n, w.a_used[statement])
    ratio -= w.v_score[u] * (log_whole(w, size) - log_whole(w, w.v_int[u]))
    if not accepted(w, if_possible(ratio, x == enough), BY_SETTING):
        return False
    w.picked = v
    w.log_q = 0.0
    w.v_int[v] = x
    w.v_score[v] = score
    w.v_int[u] = size
    return True


# A reference: an object drawn from a whole abstract type, of whose readers the text shows all that they read. The type
# has one number statement, which has no generating objects either.


@inlined
def draw_object(w: World, type_: int, statement: int, old: int) -> int:
    """Draws an object from the CPD of a reference; a new one is -1."""
    w.log_q = 0.0
    if old < 0:
        return REFUSED
    g = w.o_guaranteed[type_]
    i = integer(w, g + w.v_int[w.a_variable[statement]])
    if i < g:
        w.new_int = i
    else:
        w.new_int = w.o_list[w.o_base[type_] + i - g] if i - g < w.o_used[type_] else NONE
    return w.new_int


@inlined
def objects_left(w: World, statement: int) -> int:
    """How many objects there are that nothing refers to."""
    return w.v_int[w.a_variable[statement]] - w.a_used[statement]


@inlined
def log_identifiers(w: World, type_: int, statement: int, held: int, p: int, left: int) -> float:
    """What the use of objects adds to the ratio if a reference gets another one: (n)_m′/(n)_m, and ln q.

    For a new object `left` is `objects_left`, and something else refers to the old one; else `held` is the old one, or
    0 if something else is known to refer to it.
    """
    if p == NONE:
        return w.log_q + log_whole(w, left)
    if w.o_references[w.o_base[type_] + held] == 1:
        return w.log_q - log_whole(w, objects_left(w, statement) + 1)
    return 0.0


@inlined
def room_for_reference(w: World, type_: int, attributes: int) -> None:
    """Makes sure that an object and so many attributes of it find room."""
    if w.o_free[type_] == NONE and w.o_top[type_] >= w.o_capacity[type_]:
        w.full = FULL_TYPE
        w.full_which = type_
        raise Full
    if w.v_top + attributes >= w.v_capacity:
        w.full = FULL_VARIABLES
        raise Full


@inlined
def room_in_list(w: World, kind: int) -> None:
    """Makes sure that a variable finds room in the list of its function."""
    if w.k_size[kind] + 1 > w.k_room[kind]:
        w.full = FULL_LIST
        w.full_which = kind
        raise Full


@jit
def introduce(w: World, kind: int) -> int:
    """A new object of the result type of a kind, which nothing refers to yet."""
    type_ = w.k_type[kind]
    return take_slot(w, type_, application_of(w, w.k_single[kind], NONE, NONE, NONE))


@jit
def instantiate(w: World, kind: int, p: int, number: int, real: float, score: float, dense: int) -> int:
    """A new attribute of an object, with a value from its CPD."""
    v = take_place(w, kind, p, 0, 0, 0)
    w.v_int[v] = number
    w.v_real[v] = real
    w.v_score[v] = score
    if dense != 0:
        w.v_flags[v] = DENSE
    if w.k_preimage[kind] != NONE:
        enlist(w, v)
    list_or_not(w, v)
    return v


@inlined
def refer_to(w: World, kind: int, v: int, o: int) -> None:
    """Lets a variable refer to another object; the old one stays until `release_object`."""
    if w.k_unread[kind] > w.k_patience[kind]:
        w.v_int[v] = o
    else:
        w.k_unread[kind] += 1
        delist(w, v)
        w.v_int[v] = o
        enlist(w, v)
    type_ = w.k_type[kind]
    if o <= w.o_guaranteed[type_]:
        return
    base = w.o_base[type_]
    w.o_references[base + o] += 1
    if w.o_references[base + o] == 1:
        w.a_used[w.o_application[base + o]] += 1
        place = w.o_used[type_]
        w.o_list[base + place] = o
        w.o_place[base + o] = place
        w.o_used[type_] = place + 1


@inlined
def release_object(w: World, kind: int, o: int) -> None:
    """Counts one value of a kind less that is this object; without any it is not in use."""
    type_ = w.k_type[kind]
    if o <= w.o_guaranteed[type_]:
        return
    at = w.o_base[type_] + o
    w.o_references[at] -= 1
    if w.o_references[at] == 0:
        w.a_used[w.o_application[at]] -= 1
        forget_object(w, type_, o)
        free_object(w, type_, o)


UNCOUNTED = -2
"""In place of a variable: there is one, but it is in no class."""


@inlined
def reader_of(w: World, reference: int, kind: int, v: int) -> int:
    """The variable of a counted kind that looks at the object of a reference, or -1; UNCOUNTED if it is in no class."""
    if w.k_counted[kind] == w.k_span[kind] > 0:
        return w.k_first[kind] + v - w.k_first[reference]
    u = find(w, kind, w.v_a[v], w.v_b[v], w.v_c[v], w.v_d[v])
    return UNCOUNTED if u != NONE and w.v_class[u] == NONE else u


@inlined
def look_at(w: World, kind: int, v: int, c: int, number: int, real: float, p: int, score: float) -> None:
    """Counts a reader, which is in a class and whose ln p is `score` now, with the object that it looks at."""
    diminish_class(w, kind, c)
    w.v_class[v] = enlarge_class(w, kind, p, number, real, score)


@inlined
def count_at(w: World, kind: int, v: int, x: int, old: int, p: int, score: float) -> None:
    """The same for a kind with few values, where x is its own."""
    size = w.k_values[kind]
    w.v_class[v] = size * p + x
    w.i_count[w.k_classes[kind] + size * old + x] -= 1.0
    w.i_count[w.k_classes[kind] + size * p + x] += 1.0
    w.i_score[w.k_classes[kind] + size * p + x] = score


@jit
def drop_attribute(w: World, v: int) -> None:
    """Drops an attribute that nothing reads, unless it is evidence."""
    if w.v_flags[v] & OBSERVED == 0:
        kind = w.v_kind[v]
        last = w.m_variable[w.k_list[kind] + w.k_size[kind] - 1]
        w.m_variable[w.k_list[kind] + w.v_place[v]] = last
        w.v_place[last] = w.v_place[v]
        w.k_size[kind] -= 1
        if w.v_flags[v] & LINKED:
            delist(w, v)
        discard(w, v)
