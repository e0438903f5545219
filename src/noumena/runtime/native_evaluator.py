"""The model's `evaluate` kept in the world, for compiled moves that weigh: they are not given it as they run.

A function that is passed to compiled code is a few addresses, which stay the same as long as the module is loaded.
"""

from __future__ import annotations

from typing import Any

from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

from noumena.runtime.native_world import WORLD

EVALUATE = types.FunctionType(types.float64(WORLD, types.int64, types.int64))
ADDRESSES = types.UniTuple(types.int64, 3)


@intrinsic
def addresses_of(typing_context: Any, function: Any) -> Any:
    """The addresses that a function is, as words."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        word = context.get_value_type(types.int64)
        parts = [builder.ptrtoint(builder.extract_value(arguments[0], i), word) for i in range(len(ADDRESSES))]
        return context.make_tuple(builder, ADDRESSES, parts)

    return ADDRESSES(EVALUATE), generate


@intrinsic
def function_at(typing_context: Any, first: Any, second: Any, third: Any) -> Any:
    """The function that these addresses are."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        made = cgutils.create_struct_proxy(EVALUATE)(context, builder)._getvalue()
        for position, word in enumerate(arguments):
            pointer = builder.inttoptr(word, context.get_value_type(types.voidptr))
            made = builder.insert_value(made, pointer, position)
        return made

    return EVALUATE(types.int64, types.int64, types.int64), generate
