"""What compiled proposers do with views of functions, types and random numbers, as `views` does it in Python.

Each operation becomes a call of the kernel's `access`, of the native package.
"""

from __future__ import annotations

import importlib
import operator
from typing import Any

import numpy as np
from numba import types
from numba.extending import overload, overload_attribute, overload_method

from noumena.moves import wording
from noumena.moves.native_arguments import (
    check_whole,
    checked,
    entry_for,
    four,
    given,
    granted,
    is_whole,
    items,
    refuse,
    refuse_if,
    types_of,
    unannotated,
    without_missing,
)
from noumena.moves.native_types import FunctionType, RngType, SavedType, TypeType, UsedType, WorldViewType, world_of
from noumena.moves.table import FunctionEntry
from noumena.moves.views import NOT_FREE
from noumena.runtime.kernel.flags import NONE


@overload(operator.getitem, jit_options={"forceinline": True})
@unannotated
def _get(view: Any, index: Any) -> Any:
    if isinstance(view, FunctionType):
        entry = entry_for(view, items(index))
        if isinstance(view, SavedType):
            if (complaint := wording.not_saved(entry)) is not None:
                refuse(complaint)
            read = view.access.saved_real if entry.real else view.access.saved_int
        elif entry.reader is not None:
            return _computed(view, entry)
        else:
            return _held(view, entry)
        words, kind = checked(view.access, entry), entry.kind

        def get(view: Any, index: Any) -> Any:
            w = world_of(view)
            a, b, c, d = words(w, index)
            return read(w, np.int64(kind), a, b, c, d)

        return get
    if isinstance(view, TypeType):
        return _member(view, index)
    return None


def _held(view: Any, entry: FunctionEntry) -> Any:
    """The reading of a variable."""
    read = view.access.get_real if entry.real else view.access.get_int
    kind, width, (t1, t2, t3, t4) = np.int64(entry.kind), np.int64(entry.width), types_of(entry)

    def get(view: Any, index: Any) -> Any:
        a, b, c, d = four(index)
        return read(world_of(view), kind, width, t1, t2, t3, t4, a, b, c, d)

    return get


def _computed(view: Any, entry: FunctionEntry) -> Any:
    """The reading of a derived function, by the generated code."""
    words, reader = checked(view.access, entry), entry.reader
    assert reader is not None

    def none(view: Any, index: Any) -> Any:
        return reader(world_of(view))

    def one(view: Any, index: Any) -> Any:
        a, _, _, _ = words(world_of(view), index)
        return reader(world_of(view), a)

    def two(view: Any, index: Any) -> Any:
        a, b, _, _ = words(world_of(view), index)
        return reader(world_of(view), a, b)

    def three(view: Any, index: Any) -> Any:
        a, b, c, _ = words(world_of(view), index)
        return reader(world_of(view), a, b, c)

    def four(view: Any, index: Any) -> Any:
        a, b, c, d = words(world_of(view), index)
        return reader(world_of(view), a, b, c, d)

    return (none, one, two, three, four)[len(entry.objects)]


@overload(operator.setitem)
@unannotated
def _set(view: Any, index: Any, value: Any) -> Any:
    if not isinstance(view, FunctionType):
        return None
    if isinstance(view, SavedType):
        refuse(wording.saved_is_fixed(view.entries))
    entry = entry_for(view, items(index))
    refuse_if(wording.may_set(entry))
    words, kind, write, check = checked(view.access, entry), entry.kind, view.access.write, view.access.check_object
    type_ = entry.result
    if entry.real:
        if not is_whole(value) and not isinstance(value, types.Float):
            refuse(wording.not_a_value(entry, str(types.unliteral(value))))

        def set_real(view: Any, index: Any, value: Any) -> None:
            w = world_of(view)
            a, b, c, d = words(w, index)
            write(w, np.int64(kind), a, b, c, d, np.int64(0), np.float64(value))

        return set_real
    if not is_whole(value):
        refuse(wording.not_a_value(entry, str(types.unliteral(value))))

    def set_whole(view: Any, index: Any, value: Any) -> None:
        w = world_of(view)
        a, b, c, d = words(w, index)
        if type_ >= 0:
            check(w, np.int64(kind), np.int64(type_), np.int64(value))
        write(w, np.int64(kind), a, b, c, d, np.int64(value), 0.0)

    return set_whole


def _verb(name: str, function: str) -> None:
    @overload_method(FunctionType, name)
    @unannotated
    def method(view: Any, a: Any = None, b: Any = None, c: Any = None, d: Any = None) -> Any:
        entry = entry_for(view, without_missing((a, b, c, d)))
        refuse_if(wording.may_set(entry))
        words, kind, act = checked(view.access, entry), entry.kind, getattr(view.access, function)

        def run(view: Any, a: Any = None, b: Any = None, c: Any = None, d: Any = None) -> None:
            w = world_of(view)
            p, q, r, s = words(w, given(a, b, c, d))
            act(w, np.int64(kind), p, q, r, s)

        return run


_verb("remove", "take_away")
_verb("resample", "redraw")


@overload_method(FunctionType, "free")
@unannotated
def _free(view: Any, a: Any = None, b: Any = None, c: Any = None, d: Any = None) -> Any:
    entry = entry_for(view, without_missing((a, b, c, d)))
    words, kind, find = checked(view.access, entry), entry.kind, view.access.find
    never, none, bits = wording.may_set(entry) is not None, NONE, NOT_FREE

    def free(view: Any, a: Any = None, b: Any = None, c: Any = None, d: Any = None) -> Any:
        w = world_of(view)
        p, q, r, s = words(w, given(a, b, c, d))
        if never:
            return False
        v = find(w, np.int64(kind), p, q, r, s)
        return v != none and w.v_flags[v] & bits == 0

    return free


def _prospects(view: Any) -> Any:
    return importlib.import_module(f"{view.access.__package__}.prospects")


@overload_method(FunctionType, "log_prob")
@unannotated
def _log_prob(view: Any, a: Any = None, b: Any = None, c: Any = None, d: Any = None) -> Any:
    entry = entry_for(view, without_missing((a, b, c, d)))
    refuse_if(wording.no_factor(entry))
    words, kind, held, log_factor = checked(view.access, entry), entry.kind, view.access.held, view.access.log_factor
    kept = _prospects(view).kept_evaluate

    def log_prob(view: Any, a: Any = None, b: Any = None, c: Any = None, d: Any = None) -> Any:
        w = world_of(view)
        p, q, r, s = words(w, given(a, b, c, d))
        return log_factor(w, kept(w), held(w, np.int64(kind), p, q, r, s))

    return log_prob


@overload_method(WorldViewType, "weigh")
@unannotated
def _weigh(view: Any, trial: Any) -> Any:
    if not is_whole(trial):
        refuse(wording.no_trial(str(types.unliteral(trial))))
    weigh, kept = view.access.weigh, _prospects(view).kept_evaluate

    def run(view: Any, trial: Any) -> Any:
        w = world_of(view)
        return weigh(w, kept(w), np.int64(trial))

    return run


@overload_method(WorldViewType, "repeat")
@unannotated
def _repeat(view: Any, trial: Any) -> Any:
    if not is_whole(trial):
        refuse(wording.no_trial(str(types.unliteral(trial))))
    repeat = view.access.repeat
    return lambda view, trial: repeat(world_of(view), np.int64(trial))


@overload_method(TypeType, "new")
@unannotated
def _new(view: Any, a: Any = None, b: Any = None, c: Any = None) -> Any:
    generators = without_missing((a, b, c))
    entry = granted(wording.new_objects(view.entry, len(generators)))
    check_whole(entry, generators)
    words, statement, make = checked(view.access, entry), entry.statement, view.access.make_object
    count = len(generators)

    def new(view: Any, a: Any = None, b: Any = None, c: Any = None) -> Any:
        w = world_of(view)
        p, q, r, _ = words(w, given(a, b, c, None))
        first, second, third = p if count > 0 else -1, q if count > 1 else -1, r if count > 2 else -1
        return make(w, np.int64(statement), np.int64(first), np.int64(second), np.int64(third))

    return new


@overload_attribute(TypeType, "number")
@unannotated
def _number(view: Any) -> Any:
    if isinstance(view, UsedType):
        count, type_ = view.access.used_number, view.entry.number
        return lambda view: count(world_of(view), np.int64(type_))
    entry, type_ = granted(wording.counted(view.entry)), view.entry.number
    if entry is None:
        return lambda view: world_of(view).o_guaranteed[type_]
    read, kind = view.access.read_int, entry.kind
    zero = np.int64(0)

    def number(view: Any) -> Any:
        w = world_of(view)
        return w.o_guaranteed[type_] + max(read(w, np.int64(kind), zero, zero, zero, zero), zero)

    return number


def _member(view: Any, index: Any) -> Any:
    """`world.Pub.used[i]`, `world.Ball[i]`."""
    if isinstance(view, UsedType):
        refuse_if(wording.no_used(view.entry))
        at, type_ = view.access.used_at, view.entry.number
        return lambda view, index: at(world_of(view), np.int64(type_), np.int64(index))
    entry = granted(wording.members(view.entry))
    if entry is not None:
        at, statement = view.access.numbered_object, entry.statement
        return lambda view, index: at(world_of(view), np.int64(statement), np.int64(index))
    check, type_ = view.access.check_object, view.entry.number

    def guaranteed(view: Any, index: Any) -> Any:
        check(world_of(view), np.int64(-1), np.int64(type_), np.int64(index))
        return np.int64(index)

    return guaranteed


# Random numbers.
@overload_method(RngType, "uniform")
@unannotated
def _uniform(rng: Any) -> Any:
    draw = rng.access.draw_uniform
    return lambda rng: draw(world_of(rng))


@overload_method(RngType, "normal")
@unannotated
def _normal(rng: Any) -> Any:
    draw = rng.access.draw_normal
    return lambda rng: draw(world_of(rng))


@overload_method(RngType, "scale")
@unannotated
def _scale(rng: Any) -> Any:
    def scale(rng: Any) -> Any:
        w = world_of(rng)
        return w.move_scale[w.move]

    return scale


@overload_method(RngType, "integer")
@unannotated
def _integer(rng: Any, n: Any) -> Any:
    if not is_whole(n):
        refuse(wording.no_bound(str(types.unliteral(n))))
    draw = rng.access.draw_integer
    return lambda rng, n: draw(world_of(rng), np.int64(n))


@overload_method(RngType, "flip")
@unannotated
def _flip(rng: Any, p: Any) -> Any:
    draw = rng.access.draw_flip
    return lambda rng, p: draw(world_of(rng), np.float64(p))
