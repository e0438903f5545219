"""Objects and applications of number statements: identifiers in use, fresh ones, references.

Of an abstract type the state tells apart only the objects that some value refers to: those in the type's list of used
ones. Removal from that list waits until a patch is accepted, since a draw during completion chooses among the
identifiers of the old state as well as the new ones (b1).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from noumena.runtime.faults import Full

from . import jit
from .apart import apart
from .flags import (
    FULL_APPLICATIONS,
    FULL_LOG,
    FULL_OBJECTS_TOUCHED,
    FULL_TYPE,
    NONE,
    OP_ALLOCATE,
    OP_USE,
    TAG_APPLICATION,
    TAG_OBJECT,
)
from .hashing import hash_find, hash_put
from .log import note_undo

if TYPE_CHECKING:
    from noumena.runtime.world import World


@jit
def application_of(w: World, statement: int, first: int, second: int, third: int) -> int:
    """The application of a number statement to generating objects (-1 where it has fewer); made when first met.

    That of a statement without generating objects is there from the beginning, and has the statement's number.
    """
    return statement if w.s_count[statement] == 0 else _application_with(w, statement, first, second, third)


@jit
def _application_with(w: World, statement: int, first: int, second: int, third: int) -> int:
    apart()
    at = hash_find(w, TAG_APPLICATION, statement, first, second, third)
    if at != NONE:
        return w.h_value[at]
    a = w.a_top
    if a >= w.a_capacity:
        w.full = FULL_APPLICATIONS
        raise Full
    hash_put(w, TAG_APPLICATION, statement, first, second, third, a)
    w.a_statement[a] = statement
    w.a_type[a] = w.s_type[statement]
    w.a_first[a] = first
    w.a_second[a] = second
    w.a_third[a] = third
    w.a_variable[a] = NONE
    w.a_used[a] = 0
    w.a_stamp[a] = 0
    w.a_top = a + 1
    return a


@jit
def application_of_number(w: World, kind: int, a: int, b: int, c: int) -> int:
    """The application whose number is the variable of a kind with these arguments."""
    s = w.k_number[kind]
    count = w.s_count[s]
    return application_of(w, s, a if count > 0 else NONE, b if count > 1 else NONE, c if count > 2 else NONE)


@jit
def _slot(w: World, type_: int) -> int:
    """A free place for an object of a type."""
    o = w.o_free[type_]
    if o != NONE:
        w.o_free[type_] = w.o_label[w.o_base[type_] + o]
        return o
    o = w.o_top[type_]
    if o >= w.o_capacity[type_]:
        w.full = FULL_TYPE
        w.full_which = type_
        raise Full
    w.o_top[type_] = o + 1
    return o


@jit
def new_object(w: World, type_: int, application: int) -> int:
    """An identifier that is not in use, of an application of an abstract type."""
    if w.l_top >= w.l_capacity:
        w.full = FULL_LOG
        raise Full
    o = take_slot(w, type_, application)
    note_undo(w, OP_ALLOCATE, type_, o, 0, 0, 0.0)
    return o


@jit
def take_slot(w: World, type_: int, application: int) -> int:
    """A free place for an identifier, made its own."""
    o = _slot(w, type_)
    at = w.o_base[type_] + o
    w.o_application[at] = application
    w.o_label[at] = 0
    w.o_references[at] = 0
    w.o_place[at] = NONE
    w.o_stamp[at] = 0
    w.o_set[at] = 0
    w.o_unset[at] = 0
    return o


@jit
def free_object(w: World, type_: int, o: int) -> None:
    """Gives the place of an identifier back."""
    w.o_label[w.o_base[type_] + o] = w.o_free[type_]
    w.o_free[type_] = o


@jit
def concrete_object(w: World, application: int, label: int) -> int:
    """The object with this number (from 1) of an application of a concrete type; it keeps its place for ever."""
    at = hash_find(w, TAG_OBJECT, application, label, 0, 0)
    if at != NONE:
        return w.h_value[at]
    type_ = w.a_type[application]
    if w.o_top[type_] >= w.o_capacity[type_]:
        w.full = FULL_TYPE
        w.full_which = type_
        raise Full
    o = w.o_top[type_]
    hash_put(w, TAG_OBJECT, application, label, 0, 0, o)
    w.o_top[type_] = o + 1
    s = w.o_base[type_] + o
    w.o_application[s] = application
    w.o_label[s] = label
    w.o_references[s] = 0
    w.o_place[s] = NONE
    w.o_stamp[s] = 0
    return o


@jit
def use_object(w: World, type_: int, o: int) -> None:
    """Adds an identifier to the used ones, if it is not there."""
    at = w.o_base[type_] + o
    if w.o_place[at] != NONE:
        return
    note_undo(w, OP_USE, type_, o, 0, 0, 0.0)
    place = w.o_used[type_]
    w.o_list[w.o_base[type_] + place] = o
    w.o_place[at] = place
    w.o_used[type_] = place + 1


@jit
def forget_object(w: World, type_: int, o: int) -> None:
    """Takes an identifier from the used ones; the last one moves to its place."""
    base = w.o_base[type_]
    place = w.o_place[base + o]
    last = w.o_list[base + w.o_used[type_] - 1]
    w.o_list[base + place] = last
    w.o_place[base + last] = place
    w.o_place[base + o] = NONE
    w.o_used[type_] -= 1


@jit
def _note_object(w: World, type_: int, o: int) -> None:
    """Notes an object whose references are about to change, and its application."""
    at = w.o_base[type_] + o
    if w.o_stamp[at] == w.step:
        return
    x = w.x_top
    if x >= w.x_capacity:
        w.full = FULL_OBJECTS_TOUCHED
        raise Full
    w.o_stamp[at] = w.step
    w.x_type[x] = type_
    w.x_object[x] = o
    w.o_before[at] = w.o_references[at]
    w.x_top = x + 1
    note_application(w, w.o_application[at])


@jit
def note_application(w: World, a: int) -> None:
    """Notes an application whose number or identifiers may change."""
    if w.a_stamp[a] != w.step:
        w.a_stamp[a] = w.step
        w.a_old[a] = w.a_used[a]
        w.a_in_both[a] = 0
        w.a_set[a] = 0
        w.a_unset[a] = 0
        w.a_done[a] = 0


@jit
def note_references(w: World, type_: int, o: int, always: int) -> None:
    """Notes an object whose references are about to change, and those that generate it, if it is unused or `always`.

    All that may find no room is done here, before anything is counted: what is half counted could not be taken back.
    """
    if o <= w.o_guaranteed[type_]:
        return
    at = w.o_base[type_] + o
    _note_object(w, type_, o)
    if w.o_references[at] > 0 and always == 0:
        return
    if w.o_concrete[type_] == 0:
        use_object(w, type_, o)
    a = w.o_application[at]
    s = w.a_statement[a]
    if w.s_first[s] != NONE:
        note_references(w, w.s_first[s], w.a_first[a], always)
    if w.s_second[s] != NONE:
        note_references(w, w.s_second[s], w.a_second[a], always)
    if w.s_third[s] != NONE:
        note_references(w, w.s_third[s], w.a_third[a], always)


@jit
def refer(w: World, type_: int, o: int) -> None:
    """Counts one more value that is this object; the first one brings its generating objects into use."""
    note_references(w, type_, o, 0)
    _count_reference(w, type_, o)


@jit
def _count_reference(w: World, type_: int, o: int) -> None:
    if o <= w.o_guaranteed[type_]:
        return
    at = w.o_base[type_] + o
    w.o_references[at] += 1
    if w.o_references[at] > 1:
        return
    a = w.o_application[at]
    w.a_used[a] += 1
    s = w.a_statement[a]
    if w.s_first[s] != NONE:
        _count_reference(w, w.s_first[s], w.a_first[a])
    if w.s_second[s] != NONE:
        _count_reference(w, w.s_second[s], w.a_second[a])
    if w.s_third[s] != NONE:
        _count_reference(w, w.s_third[s], w.a_third[a])


@jit
def unrefer(w: World, type_: int, o: int) -> None:
    """Counts one value less that is this object; its references have been noted in this patch."""
    if o <= w.o_guaranteed[type_]:
        return
    at = w.o_base[type_] + o
    w.o_references[at] -= 1
    if w.o_references[at] > 0:
        return
    a = w.o_application[at]
    w.a_used[a] -= 1
    s = w.a_statement[a]
    if w.s_first[s] != NONE:
        unrefer(w, w.s_first[s], w.a_first[a])
    if w.s_second[s] != NONE:
        unrefer(w, w.s_second[s], w.a_second[a])
    if w.s_third[s] != NONE:
        unrefer(w, w.s_third[s], w.a_third[a])
