"""Constant tables, as compiled code takes them in and as Python does."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

import numpy as np

from . import NATIVE, inlined

T = TypeVar("T", int, float)


def constant(values: Sequence[T]) -> Sequence[T]:
    """A table for code that is compiled or run; of a few thousand elements at most."""
    return np.array(values) if NATIVE else list(values)  # type: ignore[return-value]  # indexed alike


def tabled(factor: Callable[..., float], attributes: Sequence[int], values: int) -> Sequence[float]:
    """What a generated function of constants, `factor(w, v, x, p, h)`, is for each h and then each x."""
    plain = getattr(factor, "py_func", factor)
    return constant([plain(None, 0, x, 0, h) for h in attributes for x in range(values)])


if NATIVE:

    @inlined
    def place(n: int) -> int:
        """A position that is not negative, so that no count from the end has to be thought of."""
        return np.uint64(n)  # type: ignore[return-value]  # an int once compiled

else:

    @inlined
    def place(n: int) -> int:
        """A position that is not negative."""
        return n
