"""What a user's proposer asks of the world: read, set, remove, resample, preimages, objects, random numbers.

A variable is given by its kind and up to four arguments, padded with 0; the caller has checked with `check_object`
those that are objects. Whatever cannot be done raises `Fault` with a number of `move_faults`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from noumena.runtime.move_faults import (
    EMPTY_CHOICE,
    NEGATIVE_NUMBER,
    NO_SUCH_MEMBER,
    NO_SUCH_OBJECT,
    NOT_HELD,
    NOT_SAVED,
)
from noumena.runtime.world import NULL

from . import inlined, jit
from .apart import apart
from .flags import FRESH, NONE, OP_ALLOCATE, PENDING, REMOVED, SET
from .holding import check_held, has_value, misuse
from .objects import application_of, concrete_object, new_object
from .prospects import log_factor as log_factor
from .prospects import repeat as repeat
from .prospects import weigh as weigh
from .random import integer, normal, uniform
from .variables import assign, create, find, keep_preimages
from .verbs import remove, resample, set_value

if TYPE_CHECKING:
    from noumena.runtime.world import World


@jit
def check_object(w: World, kind: int, type_: int, o: int) -> None:
    """Stops unless `o` is an object of a type: guaranteed, in use before or after the move's changes, or new."""
    g = w.o_guaranteed[type_]
    if 0 <= o < g:
        return
    if g < o < w.o_top[type_]:
        at = w.o_base[type_] + o
        if w.o_concrete[type_] or w.o_references[at] > 0 or w.o_stamp[at] == w.step:
            return
    _check_new(w, kind, type_, o)


@jit
def _check_new(w: World, kind: int, type_: int, o: int) -> None:
    """Stops unless `o` has come just now: it is not in use yet then."""
    apart()
    for i in range(w.l_top - 1, -1, -1):
        if w.l_op[i] == OP_ALLOCATE and w.l_a[i] == type_ and w.l_b[i] == o:
            return
    misuse(w, NO_SUCH_OBJECT, kind, type_, o, 0, 0)


@jit
def check_objects(w: World, kind: int, t1: int, t2: int, t3: int, t4: int, a: int, b: int, c: int, d: int) -> None:
    """Stops unless each argument whose type is given, not -1, is an object of that type."""
    if t1 >= 0:
        check_object(w, kind, t1, a)
    if t2 >= 0:
        check_object(w, kind, t2, b)
    if t3 >= 0:
        check_object(w, kind, t3, c)
    if t4 >= 0:
        check_object(w, kind, t4, d)


@jit
def held(w: World, kind: int, a: int, b: int, c: int, d: int) -> int:
    """A variable that is there and has a value now."""
    v = find(w, kind, a, b, c, d)
    if v == NONE:
        misuse(w, NOT_HELD, kind, a, b, c, d)
    check_held(w, v)
    return v


@jit
def read_int(w: World, kind: int, a: int, b: int, c: int, d: int) -> int:
    """The value of a variable that is a whole number, an object or a handle."""
    return w.v_int[held(w, kind, a, b, c, d)]


@inlined
def _settled(
    w: World, kind: int, width: int, t1: int, t2: int, t3: int, t4: int, a: int, b: int, c: int, d: int
) -> int:
    """A variable that has a value now, or -1: only then what is wrong need be found out.

    If it is there, so are the objects that it is about.
    """
    if (t1 >= 0 and (a < 0 or a >= w.o_top[t1])) or (t2 >= 0 and (b < 0 or b >= w.o_top[t2])):
        return NONE
    if (t3 >= 0 and (c < 0 or c >= w.o_top[t3])) or (t4 >= 0 and (d < 0 or d >= w.o_top[t4])):
        return NONE
    v = w.index[w.k_base[kind] + a] if width == 1 else find(w, kind, a, b, c, d)
    return v if v != NONE and has_value(w, v) else NONE


@jit
def _checked(w: World, kind: int, t1: int, t2: int, t3: int, t4: int, a: int, b: int, c: int, d: int) -> int:
    """The same with the fault that says why there is none."""
    apart()
    check_objects(w, kind, t1, t2, t3, t4, a, b, c, d)
    return held(w, kind, a, b, c, d)


@inlined
def get_int(w: World, kind: int, width: int, t1: int, t2: int, t3: int, t4: int, a: int, b: int, c: int, d: int) -> int:
    """The value of a variable, no real, whose arguments have not been checked."""
    v = _settled(w, kind, width, t1, t2, t3, t4, a, b, c, d)
    return w.v_int[v if v != NONE else _checked(w, kind, t1, t2, t3, t4, a, b, c, d)]


@inlined
def get_real(
    w: World, kind: int, width: int, t1: int, t2: int, t3: int, t4: int, a: int, b: int, c: int, d: int
) -> float:
    """The same of a real variable."""
    v = _settled(w, kind, width, t1, t2, t3, t4, a, b, c, d)
    return w.v_real[v if v != NONE else _checked(w, kind, t1, t2, t3, t4, a, b, c, d)]


@jit
def read_real(w: World, kind: int, a: int, b: int, c: int, d: int) -> float:
    """The value of a real variable."""
    return w.v_real[held(w, kind, a, b, c, d)]


@jit
def _saved(w: World, kind: int, a: int, b: int, c: int, d: int) -> int:
    """A variable that was there before the move."""
    v = find(w, kind, a, b, c, d)
    if v == NONE or (w.v_stamp[v] == w.step and w.t_flags[w.v_mark[v]] & FRESH):
        misuse(w, NOT_SAVED, kind, a, b, c, d)
    return v


@jit
def saved_int(w: World, kind: int, a: int, b: int, c: int, d: int) -> int:
    """The value before the move, of a variable that is a whole number, an object or a handle."""
    v = _saved(w, kind, a, b, c, d)
    return w.t_int[w.v_mark[v]] if w.v_stamp[v] == w.step else w.v_int[v]


@jit
def saved_real(w: World, kind: int, a: int, b: int, c: int, d: int) -> float:
    """The value before the move of a real variable."""
    v = _saved(w, kind, a, b, c, d)
    return w.t_real[w.v_mark[v]] if w.v_stamp[v] == w.step else w.v_real[v]


@jit
def write(w: World, kind: int, a: int, b: int, c: int, d: int, number: int, real: float) -> None:
    """Sets a variable, which is made if it is not there."""
    if w.k_number[kind] != NONE and number < 0:
        misuse(w, NEGATIVE_NUMBER, kind, a, b, c, number)
    v = find(w, kind, a, b, c, d)
    if v == NONE:
        v = create(w, kind, a, b, c, d)
    set_value(w, v, number, real)
    w.v_flags[v] &= ~REMOVED


@jit
def take_away(w: World, kind: int, a: int, b: int, c: int, d: int) -> None:
    """Removes a variable that the reverse move would set; it leaves the preimage of its value at once."""
    v = find(w, kind, a, b, c, d)
    if v == NONE or w.v_flags[v] & REMOVED:
        misuse(w, NOT_HELD, kind, a, b, c, d)
    remove(w, v)
    w.v_flags[v] &= ~(SET | PENDING)
    if w.k_preimage[kind] != NONE:
        assign(w, v, NULL, 0.0)


@jit
def redraw(w: World, kind: int, a: int, b: int, c: int, d: int) -> None:
    """Leaves a variable to the engine to draw."""
    v = find(w, kind, a, b, c, d)
    if v == NONE or w.v_flags[v] & REMOVED:
        misuse(w, NOT_HELD, kind, a, b, c, d)
    resample(w, v)
    w.v_flags[v] &= ~SET


@jit
def preimage_number(w: World, kind: int, o: int) -> int:
    """How many variables of a kind have an object as their value."""
    keep_preimages(w, kind)
    return w.p_size[w.k_preimage[kind] + o]


@jit
def preimage_first(w: World, kind: int, o: int) -> int:
    """The first variable of a preimage, or -1; `v_next` leads on."""
    keep_preimages(w, kind)
    return w.p_first[w.k_preimage[kind] + o]


@jit
def preimage_at(w: World, kind: int, o: int, i: int) -> int:
    """The variable at a position of a preimage; takes as many steps."""
    size = preimage_number(w, kind, o)
    if i < 0 or i >= size:
        misuse(w, NO_SUCH_MEMBER, kind, i, size, 0, 0)
    v = preimage_first(w, kind, o)
    for _ in range(i):
        v = w.v_next[v]
    return v


@jit
def used_number(w: World, type_: int) -> int:
    """How many identifiers of a type are in use as things stand in the move."""
    size = w.o_used[type_]
    for x in range(w.x_top):
        if w.x_type[x] == type_:
            at = w.o_base[type_] + w.x_object[x]
            if w.o_place[at] != NONE and w.o_references[at] == 0:
                size -= 1
    return size


@jit
def used_at(w: World, type_: int, i: int) -> int:
    """The identifier at a position among those in use; the order means nothing, and changes with the state only."""
    size = used_number(w, type_)
    if i < 0 or i >= size:
        misuse(w, NO_SUCH_MEMBER, NONE, i, size, 0, 0)
    base = w.o_base[type_]
    if size == w.o_used[type_]:
        return w.o_list[base + i]
    at = 0
    while i > 0 or w.o_references[base + w.o_list[base + at]] == 0:
        if w.o_references[base + w.o_list[base + at]] > 0:
            i -= 1
        at += 1
    return w.o_list[base + at]


@jit
def make_object(w: World, statement: int, first: int, second: int, third: int) -> int:
    """An identifier that is not in use, of the application of a number statement to generating objects (-1: none)."""
    return new_object(w, w.s_type[statement], application_of(w, statement, first, second, third))


@jit
def numbered_object(w: World, statement: int, i: int) -> int:
    """The object at a position of a type of which one statement without generating objects makes objects by number."""
    type_ = w.s_type[statement]
    g = w.o_guaranteed[type_]
    if 0 <= i < g:
        return i
    number = max(read_int(w, w.s_kind[statement], 0, 0, 0, 0), 0)
    if i < 0 or i >= g + number:
        misuse(w, NO_SUCH_MEMBER, NONE, i, g + number, 0, 0)
    return concrete_object(w, application_of(w, statement, NONE, NONE, NONE), i - g + 1)


@jit
def draw_uniform(w: World) -> float:
    """A real number from 0 up to but not including 1."""
    return uniform(w)


@jit
def draw_integer(w: World, n: int) -> int:
    """A whole number from 0 to n - 1, all alike."""
    if n <= 0:
        misuse(w, EMPTY_CHOICE, NONE, n, 0, 0, 0)
    return integer(w, n)


@jit
def draw_normal(w: World) -> float:
    """A standard normal number."""
    return normal(w)


@jit
def draw_flip(w: World, p: float) -> bool:
    """True with probability p."""
    return uniform(w) < p
