"""The course of one chain: steps before the first sample, in which moves adapt, then samples.

It is run in portions of about a tenth of a second, between which others may look at the chain. Where it is cut changes
nothing: the random numbers of a step go by its number.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from functools import partial
from typing import Any

from noumena.inference.adaptation import Adaptation
from noumena.inference.chain import Chain
from noumena.inference.checking import Checker

_FIRST_PORTION = 100
_SHORT, _LONG = 0.05, 0.2
"""Seconds that a portion takes at least, and at most, once it is known how fast the chain is."""


class Course:
    """A chain that has a first state, on its way to its samples.

    `thin` are the steps from one sample to the next, `at_once` the samples that there is room for. Of more than `most`
    samples, which is even, every second one is thrown away, and from then on every second one is not recorded; `every`
    says how many samples one that is kept stands for. Whoever holds the `turnstile` has the chains wait at the end of
    their portions.
    """

    def __init__(
        self,
        chain: Chain,
        burn_in: int,
        thin: int,
        at_once: int,
        most: int,
        check: bool,
        turnstile: threading.Lock,
    ) -> None:
        self.chain = chain
        self.every = 1
        self.lock = threading.Lock()
        self.adaptation: Adaptation | None = None
        self._burn_in, self._thin, self._at_once, self._most, self._check = burn_in, thin, at_once, most, check
        self._turnstile = turnstile
        self._runner: Chain | Checker | None = None
        self._portion = _FIRST_PORTION

    @property
    def taken(self) -> int:
        """How many samples the chain has gone through."""
        return self.chain.samples * self.every

    def go(self, samples: int, going: Callable[[], bool]) -> bool:
        """Runs the chain until it has gone through so many samples in all; False if it was not to go on so far."""
        if self._runner is None:
            self._runner = Checker(self.chain) if self._check else self.chain
        runner = self._runner

        def advance(steps: int) -> bool:
            goal = int(self.chain.world.iteration) + steps
            while self.chain.program.moves and self.chain.world.iteration < goal:
                if not going():
                    return False
                part = min(goal - int(self.chain.world.iteration), self._portion)
                self._run(part, partial(runner.advance, part))
            return True

        if self.adaptation is not None:
            self.adaptation.warm_up(advance, self._burn_in, self.lock)
        else:
            advance(self._burn_in - int(self.chain.world.iteration))
        is_warm = not self.chain.program.moves or self.chain.world.iteration >= self._burn_in
        while is_warm and going():
            if not self._record(runner, samples):
                return True
        return False

    def _record(self, runner: Chain | Checker, samples: int) -> bool:
        """Runs one portion; False if there is nothing left to do."""
        chain, world = self.chain, self.chain.world
        left = samples - self.taken
        if left <= 0:
            return False
        if chain.samples >= self._most:
            self._run(0, self._halve)
        rows = min(left // self.every, self._at_once, self._most - chain.samples, self._portion // max(1, world.thin))
        steps = 0 if rows else min(left, self.every) * self._thin - int(world.since) if world.thin else 0
        if rows:
            self._run(rows * world.thin, lambda: self._keep(runner, rows))
        elif steps > 0:
            part = min(steps, self._portion)
            self._run(part, lambda: self._towards(runner, part))
        elif left >= self.every:
            self._run(0, lambda: self._keep(runner, 1))
        else:
            return False  # the steps that were asked for are made, if not up to a sample that is kept
        return True

    def _keep(self, runner: Chain | Checker, rows: int) -> None:
        runner.record(rows)
        self.chain.keep()

    def _towards(self, runner: Chain | Checker, steps: int) -> None:
        """Runs some of the steps to the next sample."""
        world: Any = self.chain.world
        before = int(world.iteration)
        try:
            runner.advance(steps)
        finally:
            world.since += int(world.iteration) - before

    def _halve(self) -> None:
        """Keeps every second sample, and records so many from now on."""
        self.chain.kept = self.chain.kept.thinned(2)
        self.chain.world.thin *= 2
        self.every *= 2

    def _run(self, steps: int, portion: Callable[[], None]) -> None:
        with self._turnstile:
            pass
        with self.lock:
            begun = time.perf_counter()
            portion()
            seconds = time.perf_counter() - begun
        if seconds > _LONG:
            self._portion = max(1, self._portion // 2)
        elif seconds < _SHORT and steps >= self._portion // 2:
            self._portion *= 2
