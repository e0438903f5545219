"""A lock between processes: one of them compiles an entry while others wait for it, or all add to it together.

It saves work and guards nothing: entries are sound without it. So it may fail to be had, and a lock file may be removed
while somebody holds it. The operating system releases it when its holder ends, however it ends.
"""

from __future__ import annotations

import contextlib
import os
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

if sys.platform != "win32":
    import fcntl

WAIT = 120.0
"""Seconds to wait for another process: longer than a large model takes to compile."""
_PAUSE = 0.05
_GLANCE = 0.2
"""Seconds to wait for who only looks whether an entry is `busy`, or is the first of those that join."""


@contextlib.contextmanager
def locked(folder: Path, wait: float = WAIT) -> Iterator[bool]:
    """Holds the lock of an entry; after `wait` seconds, or where there are no locks, goes on without it.

    Gives whether it is held. A thread that holds it and asks again waits in vain, then goes on.
    """
    handle = _opened(folder)
    held = False
    try:
        if handle is not None:
            held = _acquire(handle, wait) is True
        yield held
    finally:
        if handle is not None:
            _release(handle, held)


@contextlib.contextmanager
def joined(folder: Path, prepare: Callable[[bool], None]) -> Iterator[None]:
    """Holds the lock of an entry together with all others that join; calls `prepare` first, with whether none is there.

    Nobody joins while the first one prepares. Where there are no locks everybody is taken for the first.
    """
    handle = _opened(folder)
    outcome = None if handle is None else _acquire(handle, _GLANCE)
    held, first = outcome is True, outcome is not False
    try:
        if handle is not None and not first:
            held = _acquire(handle, WAIT, together=True) is True
        prepare(first)
        if handle is not None and first:
            held = _acquire(handle, _GLANCE, together=True) is True
        yield
    finally:
        if handle is not None:
            _release(handle, held)


def busy(folder: Path) -> bool:
    """Whether a process, this one included, holds the lock of the entry at this moment."""
    if not lock_file(folder).exists():
        return False
    handle = _opened(folder)
    if handle is None:
        return False
    outcome = _attempt(handle)
    _release(handle, outcome is True)
    return outcome is False


def lock_file(folder: Path) -> Path:
    """The file that stands for the lock; beside the entry, which may itself be replaced while the lock is held."""
    return folder.with_name(f"{folder.name}.lock")


def _opened(folder: Path) -> int | None:
    try:
        return os.open(lock_file(folder), os.O_RDWR | os.O_CREAT, 0o600)
    except OSError:
        return None


def _acquire(handle: int, wait: float, together: bool = False) -> bool | None:
    """Whether the lock was had within `wait` seconds; None where there are no locks."""
    until = time.monotonic() + wait
    while (outcome := _attempt(handle, together)) is False and time.monotonic() < until:
        time.sleep(_PAUSE)
    return outcome


def _attempt(handle: int, together: bool = False) -> bool | None:
    """Whether the lock was had at the first try; None where there are no locks."""
    if sys.platform == "win32":
        return None
    try:
        fcntl.flock(handle, (fcntl.LOCK_SH if together else fcntl.LOCK_EX) | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:  # this file system has none
        return None
    return True


def _release(handle: int, held: bool) -> None:
    if held and sys.platform != "win32":
        fcntl.flock(handle, fcntl.LOCK_UN)  # closing alone would not do: a forked child has the handle as well
    os.close(handle)
