"""Room for long chains of dependencies: `State(@5000)` reads `State(@4999)`, and so on down."""

from __future__ import annotations

import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager

from noumena.model.diagnostics import fail

FRAMES = 120_000
"""How many calls of Python may be open at a time."""


class _Room:
    """The limit of Python, raised while anybody needs it: threads do not leave in the order in which they came."""

    def __init__(self) -> None:
        self._lock, self._inside, self._usual = threading.Lock(), 0, 0

    def enter(self) -> None:
        """One more needs it."""
        with self._lock:
            if self._inside == 0:
                self._usual = sys.getrecursionlimit()
                sys.setrecursionlimit(max(self._usual, FRAMES))
            self._inside += 1

    def leave(self) -> None:
        """One needs it no more."""
        with self._lock:
            self._inside -= 1
            if self._inside == 0:
                sys.setrecursionlimit(self._usual)


_room = _Room()


@contextmanager
def deep_recursion() -> Iterator[None]:
    """Lets evaluation nest about ten thousand variables deep; beyond that it is an error, not a crash."""
    _room.enter()
    try:
        yield
    except RecursionError:
        hint = "does a recursive function miss its end, or does a variable depend on infinitely many others?"
        raise fail("the chain of dependencies is too long", None, hint) from None
    finally:
        _room.leave()
