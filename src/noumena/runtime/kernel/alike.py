"""Variables that are alike, kept as counts: those whose factor depends on their own value and one object only (a8).

The factor of `Text(c)` depends on its value x, on the publication p = PubCited(c), and on attributes of p, which are
the same for all citations of p. All `Text` variables with the same p and x form a *class* with a count and one ln p, so
that the factors of all children of `Title(p)` are found without looking at each child.

If a kind has few values, 0 to K - 1, its classes are a table: that of p and x is at p K + x, in `i_count` and `i_score`
from `k_classes` on. Otherwise they are lists, one for each object. `v_class` is the place in the table, or the class.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from noumena.runtime.faults import Full

from . import inlined, jit
from .flags import DERIVED, FULL_CLASSES, NONE
from .variables import find

if TYPE_CHECKING:
    from noumena.runtime.world import World


@inlined
def room_for_classes(w: World, count: int) -> None:
    """Makes sure that so many new classes find room."""
    if count > w.u_room + w.u_capacity - w.u_top:
        w.full = FULL_CLASSES
        w.full_which = count
        raise Full


@inlined
def class_of(w: World, kind: int, p: int, number: int) -> int:
    """The class of a kind with this object and own value, or -1; each variable with a real value has one of its own."""
    if w.k_real[kind]:
        return NONE
    c = w.u_first[w.k_classes[kind] + p]
    while c != NONE and w.u_int[c] != number:
        c = w.u_next[c]
    return c


@inlined
def join_class(w: World, v: int, p: int, score: float) -> None:
    """Counts a variable, whose ln p is `score`, among those that are alike; there must be room for a new class."""
    kind = w.v_kind[v]
    w.k_counted[kind] += 1
    if w.k_values[kind] > 0:
        w.v_class[v] = p * w.k_values[kind] + w.v_int[v]
        w.i_count[w.k_classes[kind] + w.v_class[v]] += 1.0
        w.i_score[w.k_classes[kind] + w.v_class[v]] = score
        return
    w.v_class[v] = enlarge_class(w, kind, p, w.v_int[v], w.v_real[v], score)


@inlined
def enlarge_class(w: World, kind: int, p: int, number: int, real: float, score: float) -> int:
    """The class of a kind with this object and own value, with one more variable in it."""
    c = class_of(w, kind, p, number)
    if c == NONE:
        c = w.u_free
        if c != NONE:
            w.u_free = w.u_next[c]
            w.u_room -= 1
        else:
            c = w.u_top
            w.u_top = c + 1
        at = w.k_classes[kind] + p
        first = w.u_first[at]
        w.u_object[c] = p
        w.u_int[c] = number
        w.u_real[c] = real
        w.u_count[c] = 0.0
        w.u_score[c] = score
        w.u_next[c] = first
        w.u_before[c] = NONE
        if first != NONE:
            w.u_before[first] = c
        w.u_first[at] = c
    w.u_count[c] += 1.0
    return c


@inlined
def leave_class(w: World, v: int) -> None:
    """Takes a variable from its class."""
    c = w.v_class[v]
    w.v_class[v] = NONE
    kind = w.v_kind[v]
    w.k_counted[kind] -= 1
    if w.k_values[kind] > 0:
        w.i_count[w.k_classes[kind] + c] -= 1.0
    else:
        diminish_class(w, kind, c)


@inlined
def diminish_class(w: World, kind: int, c: int) -> None:
    """Takes one variable from a class; an empty one is given back."""
    w.u_count[c] -= 1.0
    if w.u_count[c] > 0.0:
        return
    before = w.u_before[c]
    after = w.u_next[c]
    if before == NONE:
        w.u_first[w.k_classes[kind] + w.u_object[c]] = after
    else:
        w.u_next[before] = after
    if after != NONE:
        w.u_before[after] = before
    w.u_next[c] = w.u_free
    w.u_free = c
    w.u_room += 1


@jit
def reference_of(w: World, v: int) -> int:
    """The object that a variable of a kind with classes looks at; negative if there is none."""
    r = find(w, w.k_reference[w.v_kind[v]], w.v_a[v], w.v_b[v], w.v_c[v], w.v_d[v])
    return NONE if r == NONE or w.v_flags[r] & DERIVED else w.v_int[r]


@inlined
def implied_parents(w: World, v: int) -> int:
    """How many variables one in a class reads of which no edge is stored: attributes of the object it looks at."""
    return 0 if w.v_class[v] == NONE else w.k_attributes_size[w.v_kind[v]]


@jit
def implied_parent(w: World, v: int, i: int) -> int:
    """One of these, in the state before the patch under way."""
    kind = w.v_kind[v]
    c = w.v_class[v]
    p = c // w.k_values[kind] if w.k_values[kind] > 0 else w.u_object[c]
    return find(w, w.attributes[w.k_attributes[kind] + i], p, 0, 0, 0)
