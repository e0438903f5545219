"""A call of a C function by its address, from compiled code."""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba import types
from numba.extending import intrinsic


@intrinsic
def call_address(typing_context: Any, address: Any, argument: Any) -> Any:
    """The result of `int64 f(int64)` at an address."""
    signature = types.int64(types.int64, types.int64)

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        word = ir.IntType(64)
        function = builder.inttoptr(arguments[0], ir.FunctionType(word, [word]).as_pointer())
        return builder.call(function, [arguments[1]])

    return signature, generate
