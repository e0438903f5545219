"""The chains of one run, in threads, until a rule says to stop: native code lets go of Python's lock."""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from contextlib import ExitStack, contextmanager
from typing import NamedTuple

from noumena.inference.checkpoint.keeper import Keeper
from noumena.inference.course import Course
from noumena.inference.kept import Kept
from noumena.inference.result import Progress
from noumena.inference.stopping import Figures, Stopping

_BETWEEN_LOOKS = 0.1
_LONGEST_TURN, _TURNS = 0.5, 5
"""Seconds that a chain runs before it is the turn of others, and how often it is its own at least."""
_BETWEEN_FIGURES, _RARELY = 1.0, 5.0
_SHARE_OF_FIGURES = 0.05
"""Seconds between two diagnostics that are shown while chains run, and how much of the time they are to take.

The first takes longer than others, since the statistics must be imported: it should not be the last for long.
"""


class Sight(NamedTuple):
    """What can be seen of a run under way.

    `taken` and `wanted` are samples of all chains together, `wanted` is None if nobody knows; `accepted` is the share
    of all proposals, and `log_joint` ln p of the last states, on average over the chains. `figures` are those of the
    queries so far, `seconds` those since the chains began, of which at most `limit`.
    """

    taken: int
    wanted: int | None
    steps: int
    steps_per_second: float
    accepted: float | None
    log_joint: float | None
    figures: Sequence[Figures]
    seconds: float
    limit: float | None


Watch = Callable[[Sight], None]
"""Called some ten times a second with what can be seen."""


class Rounds:
    """Runs the courses of all chains, at most `workers` at a time.

    `look` makes the figures of all queries of what the chains have kept. `progress` is told how many samples there
    are, and `watch` is shown more where it is given.
    """

    def __init__(
        self,
        courses: Sequence[Course],
        workers: int,
        turnstile: threading.Lock,
        look: Callable[[Sequence[Kept]], list[Figures]],
        progress: Progress,
        watch: Watch | None = None,
        keeper: Keeper | None = None,
    ) -> None:
        self._courses, self._workers, self._turnstile = courses, min(workers, len(courses)), turnstile
        self._look, self._progress, self._watch, self._keeper = look, progress, watch, keeper
        self._stopped = threading.Event()
        self.figures: list[Figures] = []
        self._log_joint: float | None = None
        self._next_figures = 0.0
        self.stopped_by: str | None = None
        self.interrupted = False

    def run(self, stopping: Stopping) -> None:
        """Runs all chains until `stopping` says to stop, or to an interruption."""
        self._begun = self._saved = time.perf_counter()
        self._first_steps = self._steps
        self._deadline = None if stopping.seconds is None else self._begun + stopping.seconds
        self._limit, self._wanted = stopping.seconds, stopping.samples
        try:
            with ThreadPoolExecutor(max_workers=self._workers) as pool:
                self._run_rounds(pool, stopping)
        except KeyboardInterrupt:
            self.interrupted, self.stopped_by = True, "interrupted"

    def _run_rounds(self, pool: ThreadPoolExecutor, stopping: Stopping) -> None:
        try:
            for goal in stopping.goals(min(course.taken for course in self._courses)):
                self._run_to(goal, pool)
                if self._stopped.is_set():
                    self.stopped_by = f"time: {stopping.seconds:g} s"
                    return
                if stopping.rules:
                    self.figures = self._look(alike(self._courses))
                    if stopping.met(self.figures):
                        self.stopped_by = f"until: {stopping.shown_rules()}"
                        return
            self.stopped_by = "samples"
        except BaseException:
            self._stopped.set()
            raise

    def _going(self) -> bool:
        if self._deadline is not None and time.perf_counter() >= self._deadline:
            self._stopped.set()
        return not self._stopped.is_set()

    def _run_to(self, goal: int, pool: ThreadPoolExecutor) -> None:
        """Runs all chains to so many samples; where there are too few workers, chains take turns."""
        running = {pool.submit(self._turn, course, goal): course for course in self._courses}
        while running:
            done, _ = wait(running, timeout=_BETWEEN_LOOKS)
            for future in done:
                course = running.pop(future)
                if not future.result() and not self._stopped.is_set():
                    running[pool.submit(self._turn, course, goal)] = course
            self._progress(sum(course.taken for course in self._courses))
            if self._watch is not None:
                self._show(self._watch)
            if self._keeper is not None and time.perf_counter() - self._saved >= self._keeper.every:
                with self._still():
                    write = self._keeper.copy()
                write()
                self._saved = time.perf_counter()

    def _turn(self, course: Course, goal: int) -> bool:
        """Runs a chain as long as it is its turn; whether it has come to its goal."""
        end = time.perf_counter() + self._length_of_turn
        return course.go(goal, lambda: self._going() and time.perf_counter() < end)

    @property
    def _length_of_turn(self) -> float:
        """Seconds; so short that all chains have had several turns when the time is over."""
        if self._workers == len(self._courses):
            return math.inf
        turns = _TURNS * math.ceil(len(self._courses) / self._workers)
        return _LONGEST_TURN if self._limit is None else min(_LONGEST_TURN, self._limit / turns)

    @contextmanager
    def _still(self) -> Iterator[None]:
        """Has all chains wait at the end of their portions."""
        with self._turnstile, ExitStack() as locks:
            for course in self._courses:
                locks.enter_context(course.lock)
            yield

    def _show(self, watch: Watch) -> None:
        now = time.perf_counter()
        if now >= self._next_figures:
            with self._still():
                kept = alike(self._courses)
            self.figures = self._look(kept)
            last = [float(k.log_joint[-1]) for k in kept if k.samples]
            self._log_joint = math.fsum(last) / len(last) if last else None
            spent = time.perf_counter() - now
            self._next_figures = now + max(_BETWEEN_FIGURES, 2 * spent, min(_RARELY, spent / _SHARE_OF_FIGURES))
        seconds = now - self._begun
        worlds = [course.chain.world for course in self._courses]
        tried, done = (sum(int(sum(getattr(w, name))) for w in worlds) for name in ("move_tried", "move_done"))
        watch(
            Sight(
                sum(course.taken for course in self._courses),
                None if self._wanted is None else self._wanted * len(self._courses),
                self._steps,
                (self._steps - self._first_steps) / max(seconds, 1e-9),
                done / tried if tried else None,
                self._log_joint,
                self.figures,
                seconds,
                self._limit,
            )
        )

    @property
    def _steps(self) -> int:
        return sum(int(course.chain.world.iteration) for course in self._courses)


def alike(courses: Sequence[Course]) -> list[Kept]:
    """What the chains have kept, all as thinly as the one that keeps the fewest of its samples."""
    every = max(course.every for course in courses)
    return [course.chain.kept.thinned(every // course.every) for course in courses]
