"""What compiled proposers do with preimages: count them, take one, go through all."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

import numpy as np
from numba import types
from numba.core import cgutils
from numba.core.imputils import RefType, iternext_impl
from numba.extending import lower_builtin, overload, overload_attribute, overload_method, register_jitable

from noumena.moves import wording
from noumena.moves.native_arguments import granted, is_whole, refuse, unannotated
from noumena.moves.native_types import (
    FunctionType,
    PreimageIteratorType,
    PreimageType,
    object_of,
    preimage_of,
    world_of,
)
from noumena.moves.table import FunctionEntry
from noumena.runtime.native_world import WORLD


@overload_method(FunctionType, "preimage")
@unannotated
def _preimage(view: Any, value: Any) -> Any:
    entry = granted(wording.only_one_preimage(view.entries))
    if not is_whole(value):
        refuse(wording.not_a_value(entry, str(types.unliteral(value))))
    check, kind, type_ = view.access.check_object, entry.kind, entry.result

    def preimage(view: Any, value: Any) -> Any:
        check(world_of(view), np.int64(kind), np.int64(type_), np.int64(value))
        return preimage_of(view, value)

    return preimage


@overload_attribute(PreimageType, "number")
@unannotated
def _preimage_number(preimage: Any) -> Any:
    count, kind = preimage.access.preimage_number, preimage.entry.kind
    return lambda preimage: count(world_of(preimage), np.int64(kind), object_of(preimage))


def _arguments(entry: FunctionEntry) -> Callable[..., Any]:
    """A function that gives the arguments of a variable: one, or a tuple of several."""
    chosen = (
        lambda w, v: (),
        lambda w, v: w.v_a[v],
        lambda w, v: (w.v_a[v], w.v_b[v]),
        lambda w, v: (w.v_a[v], w.v_b[v], w.v_c[v]),
        lambda w, v: (w.v_a[v], w.v_b[v], w.v_c[v], w.v_d[v]),
    )[len(entry.objects)]
    return register_jitable(chosen)  # type: ignore[no-any-return]  # Numba carries no types


@overload(operator.getitem)
@unannotated
def _preimage_item(view: Any, index: Any) -> Any:
    if not isinstance(view, PreimageType):
        return None
    at, kind, arguments = view.access.preimage_at, view.entry.kind, _arguments(view.entry)

    def item(view: Any, index: Any) -> Any:
        w = world_of(view)
        return arguments(w, at(w, np.int64(kind), object_of(view), np.int64(index)))

    return item


@lower_builtin("getiter", PreimageType)
def _iterate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    preimage = signature.args[0]
    given = context.make_helper(builder, preimage, value=arguments[0])
    first, kind = preimage.access.preimage_first, preimage.entry.kind

    def begin(w: Any, o: Any) -> Any:
        return first(w, np.int64(kind), o)

    found = context.compile_internal(builder, begin, types.int64(WORLD, types.int64), (given.world, given.object))
    made = context.make_helper(builder, signature.return_type)
    made.world = given.world
    made.next = cgutils.alloca_once_value(builder, found)
    return made._getvalue()


@lower_builtin("iternext", PreimageIteratorType)
@iternext_impl(RefType.UNTRACKED)
def _next(context: Any, builder: Any, signature: Any, arguments: Any, result: Any) -> None:
    type_ = signature.args[0]
    iterator = context.make_helper(builder, type_, value=arguments[0])
    v = builder.load(iterator.next)
    is_valid = builder.icmp_signed(">=", v, context.get_constant(types.int64, 0))
    result.set_valid(is_valid)
    item = type_.preimage.item
    with builder.if_then(is_valid):
        # The next one is looked up first, since the move may give this one another value.
        after = context.compile_internal(
            builder, lambda w, v: w.v_next[v], types.int64(WORLD, types.int64), (iterator.world, v)
        )
        builder.store(after, iterator.next)
        arguments_of = _arguments(type_.preimage.entry)
        words = context.compile_internal(builder, arguments_of, item(WORLD, types.int64), (iterator.world, v))
        result.yield_(words)
