"""Numba's decorators with the options that all rivals use, keeping the types of what they decorate.

Nothing is cached on disk: Numba does not notice changes in files that the compiled one calls, and a stale rival
would be measured without anybody seeing it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar, cast

import numba

Function = TypeVar("Function", bound=Callable[..., Any])
_njit = cast(Any, numba.njit)  # its own signature loses the type of the decorated function


def compiled(function: Function) -> Function:
    """Compile on the first call. Division by zero gives inf, not a branch; no `fastmath`: ratios may be infinite."""
    return cast(Function, _njit(nogil=True, error_model="numpy")(function))


def inlined(function: Function) -> Function:
    """Compile into each caller: for the few lines that run several times in every step."""
    return cast(Function, _njit(nogil=True, error_model="numpy", forceinline=True)(function))
