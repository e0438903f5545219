"""What compiled code does below the level of numbers: a call by address, the bits of a real, where code lies."""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba import types
from numba.extending import intrinsic


@intrinsic
def call_address(typing_context: Any, address: Any, argument: Any) -> Any:
    """The result of `double f(int64)` at an address."""
    signature = types.float64(types.int64, types.int64)

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        word = ir.IntType(64)
        function = builder.inttoptr(arguments[0], ir.FunctionType(ir.DoubleType(), [word]).as_pointer())
        return builder.call(function, [arguments[1]])

    return signature, generate


@intrinsic
def bits_of(typing_context: Any, real: Any) -> Any:
    """The word with the bits of a real."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.bitcast(arguments[0], ir.IntType(64))

    return types.int64(types.float64), generate


@intrinsic
def real_of(typing_context: Any, word: Any) -> Any:
    """The real with the bits of a word."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.bitcast(arguments[0], ir.DoubleType())

    return types.float64(types.int64), generate


@intrinsic
def apart(typing_context: Any) -> Any:
    """Says that the function which calls this is run seldom, and is not to be put in place of its calls."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        attributes = builder.function.attributes
        attributes.discard("alwaysinline")  # it may have come from a caller that is put in place of its calls
        attributes.add("noinline")
        attributes.add("cold")
        return context.get_dummy_value()

    return types.void(), generate
