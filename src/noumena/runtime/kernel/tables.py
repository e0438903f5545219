"""Constant tables, as compiled code takes them in and as Python does."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

import numpy as np

from . import NATIVE, inlined

T = TypeVar("T", int, float)


def constant(values: Sequence[T]) -> Sequence[T]:
    """A table for code that is compiled or run; of a few thousand elements at most."""
    return np.array(values) if NATIVE else list(values)  # type: ignore[return-value]  # indexed alike


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
