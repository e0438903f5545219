"""What the harness asks of a sampler, whoever wrote it: `Contestant`; and what the hand-written ones share: `Rival`."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from time import thread_time
from typing import Protocol

import numpy as np
import numpy.typing as npt

from benchmarks.problem import Array, Problem, World

Counts = npt.NDArray[np.int64]


@dataclass(frozen=True)
class Mix:
    """How often each kind of move is tried: probabilities that do not depend on the state and sum to 1."""

    number: float
    attribute: float
    identity: float

    def thresholds(self) -> tuple[float, float]:
        """A uniform number in [0, 1) below the first asks for a number move, below the second for an attribute move."""
        return self.number, self.number + self.attribute

    def word_thresholds(self) -> tuple[int, int]:
        """The same for a uniform integer of 32 bits: comparing integers saves a conversion in every step."""
        first, second = self.thresholds()
        return round(first * 2**32), round(second * 2**32)


@dataclass(frozen=True)
class Memory:
    """Bytes of state held for so many instantiated variables (evidence included; tables of constants are not)."""

    bytes: int
    variables: int


class Contestant(Protocol):
    """One chain that records its number variable.

    `steps` may be called any number of times and goes on where it stopped. Compiling is over when the maker returns.
    """

    name: str

    def steps(self, count: int) -> float:
        """Take `count` steps, a multiple of the `thin` it was made with; processor seconds that took.

        Processor time, as other work on the machine would come into wall time.
        """

    def histogram(self) -> Counts:
        """How often the number variable had the value 0, 1, 2, … since the last `forget`."""

    def trace(self) -> Counts:
        """The number variable after every `thin` steps since the last `forget`."""

    def forget(self) -> None:
        """Drop what was recorded, as after burn-in; the state stays."""

    def use(self, mix: Mix) -> None:
        """Try the moves in other proportions from now on."""

    def memory(self) -> Memory:
        """What the state takes."""


Maker = Callable[[Problem, World, Mix, int, int], Contestant]
"""Makes a contestant from (problem, first world, mix of moves, seed, thin)."""


class Rival(ABC):
    """A hand-written sampler: subclasses keep the state in arrays and run it in one compiled function."""

    name: str

    def __init__(self, problem: Problem, world: World, mix: Mix, seed: int, thin: int) -> None:
        self.problem = problem
        self.mix = mix
        self.thin = thin
        self.counts: Counts = np.zeros(problem.most + 1, dtype=np.int64)
        self.traces: list[Counts] = []
        self.load(world)
        self.sow(seed)
        self.steps(thin)  # compiles
        self.load(world)
        self.sow(seed)
        self.forget()

    @abstractmethod
    def load(self, world: World) -> None:
        """Make `world` the current state."""

    @abstractmethod
    def world(self) -> World:
        """The current state."""

    @abstractmethod
    def sow(self, seed: int) -> None:
        """Start the random numbers afresh."""

    @abstractmethod
    def run(self, trace: Array) -> None:
        """Take `thin` steps for each element of `trace` and put the number variable there."""

    @abstractmethod
    def state(self) -> list[Array]:
        """The arrays that hold the current state."""

    def steps(self, count: int) -> float:
        """See `Contestant.steps`."""
        if count % self.thin:
            raise ValueError(
                f"{count} steps were asked for; this chain records every {self.thin}, give a multiple of it"
            )
        trace = np.empty(count // self.thin, dtype=np.int64)
        begun = thread_time()
        self.run(trace)
        seconds = thread_time() - begun
        self.traces.append(trace)
        return seconds

    def histogram(self) -> Counts:
        """See `Contestant.histogram`."""
        return self.counts.copy()

    def trace(self) -> Counts:
        """See `Contestant.trace`."""
        return np.concatenate(self.traces) if self.traces else np.empty(0, dtype=np.int64)

    def forget(self) -> None:
        """See `Contestant.forget`."""
        self.counts[:] = 0
        self.traces.clear()

    def use(self, mix: Mix) -> None:
        """See `Contestant.use`."""
        self.mix = mix

    def memory(self) -> Memory:
        """The number, a kind for each object in use, and for each observation its object and what it shows."""
        variables = 1 + self.world().used + 2 * len(self.problem.seen)
        return Memory(sum(array.nbytes for array in self.state()), variables)
