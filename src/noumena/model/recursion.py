"""Room for long chains of dependencies: `State(@5000)` reads `State(@4999)`, and so on down."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager

from noumena.model.diagnostics import fail

FRAMES = 120_000
"""How many calls of Python may be open at a time."""


@contextmanager
def deep_recursion() -> Iterator[None]:
    """Lets evaluation nest about ten thousand variables deep; beyond that it is an error, not a crash."""
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(max(before, FRAMES))
    try:
        yield
    except RecursionError:
        hint = "does a recursive function miss its end, or does a variable depend on infinitely many others?"
        raise fail("the chain of dependencies is too long", None, hint) from None
    finally:
        sys.setrecursionlimit(before)
