"""The members of types: gathered on the scratch list, counted, and drawn from.

Generated code reads the number variables and adds each application with its number; here the members are spelled out.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from noumena.runtime.faults import NUMBER, Fault, Full

from . import jit
from .flags import FULL_ELEMENTS, FULL_SCRATCH, FULL_SOURCES, NONE
from .objects import concrete_object, new_object, use_object
from .random import integer

if TYPE_CHECKING:
    from noumena.runtime.world import World

OBJECTS_AT_MOST = 1_000_000


@jit
def add_int(w: World, number: int) -> None:
    """Adds a member to the scratch list."""
    if w.c_top >= w.c_capacity:
        w.full = FULL_SCRATCH
        raise Full
    w.c_int[w.c_top] = number
    w.c_top += 1


@jit
def add_element(w: World, number: int, real: float) -> None:
    """Adds an element to the list of elements of the set that is being formed."""
    if w.y_top >= w.y_capacity:
        w.full = FULL_ELEMENTS
        raise Full
    w.y_int[w.y_top] = number
    w.y_real[w.y_top] = real
    w.y_top += 1


@jit
def checked_number(w: World, v: int, number: int) -> int:
    """A number of objects, which must be from 0 to a million; null counts as 0."""
    if number > OBJECTS_AT_MOST or -(2**62) < number < 0:
        w.fault = NUMBER
        w.fault_variable = v
        raise Fault
    return max(number, 0)


@jit
def add_guaranteed(w: World, type_: int) -> None:
    """Adds the guaranteed objects of a type."""
    for o in range(w.o_guaranteed[type_]):
        add_int(w, o)


@jit
def add_all(w: World, application: int, number: int) -> None:
    """Adds all `number` objects of an application, giving identifiers to those that have none."""
    type_ = w.a_type[application]
    if w.o_concrete[type_]:
        for label in range(1, number + 1):
            add_int(w, concrete_object(w, application, label))
        return
    known = add_used(w, application)
    for _ in range(known, number):
        o = new_object(w, type_, application)
        use_object(w, type_, o)
        add_int(w, o)


@jit
def add_used(w: World, application: int) -> int:
    """Adds the identifiers in use of an application; how many there are."""
    type_ = w.a_type[application]
    base = w.o_base[type_]
    known = 0
    for i in range(w.o_used[type_]):
        o = w.o_list[base + i]
        if w.o_application[base + o] == application:
            add_int(w, o)
            known += 1
    return known


@jit
def add_source(w: World, application: int, number: int) -> None:
    """Notes that a set has `number` members of an application beside those on the scratch list."""
    if w.f_top >= w.f_capacity:
        w.full = FULL_SOURCES
        raise Full
    w.f_application[w.f_top] = application
    w.f_number[w.f_top] = number
    w.f_top += 1


@jit
def unnamed_in_sources(w: World, start: int) -> int:
    """How many members the sources from `start` on stand for."""
    total = 0
    for f in range(start, w.f_top):
        total += max(w.f_number[f], 0)
    return total


@jit
def draw_int(w: World, start: int, sources: int) -> int:
    """A member of a set at random: one of the elements from `start` on, or a new object of one of its sources."""
    listed = w.y_top - start
    i = integer(w, listed + unnamed_in_sources(w, sources))
    if i < listed:
        return w.y_int[start + i]
    i -= listed
    f = sources
    while i >= max(w.f_number[f], 0):
        i -= max(w.f_number[f], 0)
        f += 1
    o = new_object(w, w.a_type[w.f_application[f]], w.f_application[f])
    add_element(w, o, 0.0)
    return o


@jit
def draw_real(w: World, start: int) -> float:
    """A member of a set of reals at random."""
    return w.y_real[start + integer(w, w.y_top - start)]


@jit
def log_share_int(w: World, start: int, size: int, number: int) -> float:
    """ln of how often a value occurs among the elements from `start` on, over the size of the set."""
    found = 0
    for y in range(start, w.y_top):
        if w.y_int[y] == number:
            found += 1
    return math.log(found / size) if found > 0 and size > 0 else -math.inf


@jit
def log_share_real(w: World, start: int, size: int, real: float) -> float:
    """The same for a set of reals."""
    found = 0
    for y in range(start, w.y_top):
        if w.y_real[y] == real:
            found += 1
    return math.log(found / size) if found > 0 and size > 0 else -math.inf


@jit
def draw_member(w: World, type_: int, sources: int) -> int:
    """A member of a whole type at random, the numbers of its applications being those of the sources."""
    g = w.o_guaranteed[type_]
    total = g
    for f in range(sources, w.f_top):
        total += w.f_number[f]
    i = integer(w, total)
    if i < g:
        return i
    i -= g
    f = sources
    while i >= w.f_number[f]:
        i -= w.f_number[f]
        f += 1
    return _member_of(w, w.f_application[f], i)


@jit
def draw_generated(w: World, application: int, number: int) -> int:
    """One of the `number` objects of an application at random."""
    return _member_of(w, application, integer(w, number))


@jit
def _member_of(w: World, application: int, i: int) -> int:
    """The i-th object of an application, in an order that does not matter."""
    type_ = w.a_type[application]
    if w.o_concrete[type_]:
        return concrete_object(w, application, i + 1)
    start = w.c_top
    known = add_used(w, application)
    w.c_top = start
    if i < known:
        return w.c_int[start + i]
    return new_object(w, type_, application)


@jit
def log_shared(w: World, type_: int, o: int) -> float:
    """0 if an object is a member of a whole type, else -inf; the factor 1/N is the shared set's (a8).

    Of an abstract type every identifier is a member: there are too many of them only if n!/(n-m)! is 0 as well.
    """
    if o < 0:
        return -math.inf
    if o < w.o_guaranteed[type_] or w.o_concrete[type_] == 0:
        return 0.0
    return _log_made(w, w.o_base[type_] + o)


@jit
def log_generated(w: World, application: int, o: int) -> float:
    """0 if an object is one of those of an application, else -inf; the factor 1/N is the shared set's (a8)."""
    type_ = w.a_type[application]
    if o < w.o_guaranteed[type_] or w.o_application[w.o_base[type_] + o] != application:
        return -math.inf
    return 0.0 if w.o_concrete[type_] == 0 else _log_made(w, w.o_base[type_] + o)


@jit
def _log_made(w: World, at: int) -> float:
    """0 if a concrete object is there, its number being within that of its application; else -inf."""
    v = w.a_variable[w.o_application[at]]
    return 0.0 if v != NONE and w.o_label[at] <= w.v_int[v] else -math.inf


@jit
def log_share(share: float) -> float:
    """ln of a share, -inf of none."""
    return math.log(share) if share > 0.0 else -math.inf
