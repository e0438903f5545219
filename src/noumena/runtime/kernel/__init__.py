"""The code that a chain runs, common to all models; the same text is run by Python and compiled by Numba.

This package, imported as it is, is the Python backend: `jit` leaves functions alone. `noumena.runtime.backend` loads
the same files a second time as `noumena.runtime.native`, where `jit` compiles.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
R = TypeVar("R")

NATIVE = False


def jit(function: Callable[P, R]) -> Callable[P, R]:
    """The function as it is."""
    return function


inlined = jit
"""The same for small functions whose text is put in place of each call: what every step runs."""
evaluator = completer = sampler = asker = refuser = jit
"""The same for functions whose signature is fixed, so that they can be passed to others, or are not compiled anew for
each constant that they are called with: see `backend`."""
