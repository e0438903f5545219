"""Functions of native code that Numba's own would not do for."""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic


@intrinsic
def library_exp(context: Any, x: Any) -> Any:
    """The exponential as a call of the C library.

    That of `math` is taken for cheap by the compiler, which computes it before it is known to be needed.
    """

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        real = ir.DoubleType()
        function = cgutils.get_or_insert_function(builder.module, ir.FunctionType(real, [real]), "exp")
        return builder.call(function, arguments)

    return types.float64(types.float64), generate
