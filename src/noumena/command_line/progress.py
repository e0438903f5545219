"""Progress on a terminal: what, how far, how fast, and the time left."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, ProgressColumn, Task, TextColumn, TimeRemainingColumn
from rich.progress import Progress as Display
from rich.text import Text

from noumena.inference.result import COMPILING, Progress, no_progress

_SECONDS_BETWEEN = 0.1


@contextmanager
def shown_progress(engine: str, samples: int) -> Iterator[Progress]:
    """Shows on standard error how an engine gets on, if that is a terminal; nothing is left of it afterwards."""
    console = Console(stderr=True)
    if not sys.stderr.isatty() or console.is_dumb_terminal:
        yield no_progress
        return
    columns = (TextColumn("{task.description}"), BarColumn(), _Count(), _Speed(), TimeRemainingColumn())
    with Display(*columns, console=console, transient=True) as display:
        yield _Meter(display, engine, samples)


class _Meter:
    """Takes the engine's reports, and shows ten of them a second.

    Enumeration counts states, of which nobody knows how many there will be; it begins with 1. Sampling begins with 0,
    which tells that `auto` has given up enumeration. Before that, `COMPILING` tells that code is being compiled.
    """

    def __init__(self, display: Display, engine: str, samples: int) -> None:
        self._display = display
        self._samples = samples
        self._shown = 0.0
        self._task = display.add_task("states", total=None)
        self._sampling = False
        if engine not in ("exact", "auto", "mh"):
            self._sample()

    def __call__(self, done: int) -> None:
        if done == COMPILING:
            self._compile()
            return
        if done == 0 and not self._sampling:
            self._sample()
        now = time.monotonic()
        if now - self._shown >= _SECONDS_BETWEEN:
            self._shown = now
            self._display.update(self._task, completed=done)

    def _compile(self) -> None:
        self._display.remove_task(self._task)
        self._task = self._display.add_task("compiling", total=None)

    def _sample(self) -> None:
        self._sampling = True
        self._display.remove_task(self._task)
        self._task = self._display.add_task("samples", total=self._samples)


class _Count(ProgressColumn):
    def render(self, task: Task) -> Text:
        total = "" if task.total is None else f"/{task.total:,.0f}"
        return Text(f"{task.completed:,.0f}{total}")


class _Speed(ProgressColumn):
    def render(self, task: Task) -> Text:
        return Text("" if task.speed is None else f"{task.speed:,.0f}/s")
