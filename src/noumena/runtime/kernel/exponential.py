"""The exponential where it is seldom needed."""

from __future__ import annotations

import math

from . import NATIVE, inlined

if NATIVE:
    from noumena.runtime.native_math import library_exp

    @inlined
    def exp_where_needed(x: float) -> float:
        """e^x."""
        return library_exp(x)  # type: ignore[no-any-return]  # Numba carries no types

else:

    @inlined
    def exp_where_needed(x: float) -> float:
        """e^x."""
        return math.exp(x)
