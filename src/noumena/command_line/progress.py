"""Progress on a terminal: what, how far, how fast, how well the chains do, and the time left."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, ProgressColumn, Task, TextColumn, TimeRemainingColumn
from rich.progress import Progress as Display
from rich.table import Column
from rich.text import Text

from noumena.inference.result import COMPILING, Progress, Stage, no_progress, no_stage
from noumena.inference.rounds import Sight, Watch

_SECONDS_BETWEEN = 0.1
_WIDE, _SHORT_BAR, _LONG_BAR = 100, 8, 30


@contextmanager
def shown_progress(engine: str, samples: int) -> Iterator[Progress]:
    """Shows on standard error how an engine gets on, if that is a terminal; nothing is left of it afterwards."""
    with shown_run(engine, samples) as (progress, _):
        yield progress


@contextmanager
def shown_run(engine: str, samples: int | None) -> Iterator[tuple[Progress, Watch | None]]:
    """The same, with what is shown chains under way; it is None where nothing is shown."""
    console = Console(stderr=True)
    if not sys.stderr.isatty() or console.is_dumb_terminal:
        yield no_progress, None
        return
    bar = BarColumn(_SHORT_BAR if console.width < _WIDE else _LONG_BAR)
    whole, whole_too = Column(no_wrap=True), Column(no_wrap=True)  # if something must be shorter, it is the bar
    columns = (TextColumn("{task.description}"), bar, _Count(whole), _Speed(whole_too), TimeRemainingColumn())
    with Display(*columns, console=console, transient=True) as display:
        meter = _Meter(display, engine, samples)
        yield meter, meter.watch


@contextmanager
def shown_stages(samples: int) -> Iterator[tuple[Progress, Stage]]:
    """The same, with what is shown of stages that come before the samples."""
    with shown_run("mh", samples) as (progress, _):
        yield progress, progress.stage if isinstance(progress, _Meter) else no_stage


class _Meter:
    """Takes the engine's reports, and shows ten of them a second.

    Enumeration counts states, of which nobody knows how many there will be; it begins with 1. Sampling begins with 0,
    which tells that `auto` has given up enumeration. Before that, `COMPILING` tells that code is being compiled.
    """

    def __init__(self, display: Display, engine: str, samples: int | None) -> None:
        self._display = display
        self._samples = samples
        self._shown = 0.0
        self._task = display.add_task("states", total=None)
        self._sampling = self._watching = False
        self._stage = ""
        if engine not in ("exact", "auto", "mh"):
            self._sample()

    def __call__(self, done: int) -> None:
        if done == COMPILING:
            self._compile()
            return
        if self._stage or (done == 0 and not self._sampling):
            self._sample()
        now = time.monotonic()
        if now - self._shown >= _SECONDS_BETWEEN and not self._watching:
            self._shown = now
            self._display.update(self._task, completed=done)

    def stage(self, what: str, done: int, total: int) -> None:
        """Shows how far a part of what comes before the samples is."""
        if what != self._stage:
            self._display.remove_task(self._task)
            self._task = self._display.add_task(what, total=total)
            self._stage = what
        now = time.monotonic()
        if now - self._shown >= _SECONDS_BETWEEN:
            self._shown = now
            self._display.update(self._task, completed=done)

    def watch(self, sight: Sight) -> None:
        """Shows what can be seen of chains; where only time stops them, the bar is that of the time."""
        self._watching = True  # `sight` knows more than the number of samples
        self._display.update(self._task, description=described(sight), speed=sight.steps_per_second)
        if sight.wanted is None and sight.limit is not None:
            self._display.update(self._task, completed=sight.seconds, total=sight.limit, samples=sight.taken)
        else:
            self._display.update(self._task, completed=sight.taken, total=sight.wanted)

    def _compile(self) -> None:
        self._stage = ""
        self._display.remove_task(self._task)
        self._task = self._display.add_task("compiling", total=None)

    def _sample(self) -> None:
        self._sampling, self._stage = True, ""
        self._display.remove_task(self._task)
        self._task = self._display.add_task("samples", total=self._samples)


def described(sight: Sight) -> str:
    """What the chains say of themselves: `accepted 31%, ln p -12.3, ESS 812, R-hat 1.013`, of the worst queries."""
    parts = []
    if sight.accepted is not None:
        parts.append(f"accepted {sight.accepted:.0%}")
    if sight.log_joint is not None:
        parts.append(f"ln p {sight.log_joint:.1f}")
    least = min((f for f in sight.figures if f.ess is not None), key=lambda f: f.ess or 0.0, default=None)
    if least is not None:
        parts.append(f"ESS {least.ess:,.0f}")
    apart = max((f for f in sight.figures if f.rhat is not None), key=lambda f: f.rhat or 0.0, default=None)
    if apart is not None:
        parts.append(f"R-hat {apart.rhat:.3f}")
    return ", ".join(parts) or "samples"


class _Count(ProgressColumn):
    def render(self, task: Task) -> Text:
        if "samples" in task.fields:
            return Text(f"{task.fields['samples']:,.0f}")
        total = "" if task.total is None else f"/{task.total:,.0f}"
        return Text(f"{task.completed:,.0f}{total}")


class _Speed(ProgressColumn):
    def render(self, task: Task) -> Text:
        if "speed" in task.fields:
            return Text(f"{task.fields['speed']:,.0f} steps/s")
        return Text("" if task.speed is None else f"{task.speed:,.0f}/s")
