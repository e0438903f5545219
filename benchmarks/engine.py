"""The general engine among the contestants: the same models from their BLOG text, with the moves that the rivals make.

The number is read off the recorded query, which costs it a little time at every recorded sample.
"""

from __future__ import annotations

from time import thread_time

import numpy as np

from benchmarks.contestant import Counts, Memory, Mix
from benchmarks.problem import Problem, World
from benchmarks.urn.model import blog
from noumena.compiler.load import load_program
from noumena.compiler.program import compile_problem
from noumena.distributions import BUILT_IN
from noumena.inference.chain import Chain
from noumena.language.load import load
from noumena.model.source import SourceFile
from noumena.runtime.storage import bytes_of, weigh_moves

SAMPLES_AT_ONCE = 100_000


class EngineUrn:
    """The urn in the general engine."""

    name = "engine"

    def __init__(self, problem: Problem, world: World, mix: Mix, seed: int, thin: int) -> None:
        asked = load([SourceFile("urn.blog", blog(problem))], BUILT_IN).problem()
        program = compile_problem(asked, frozenset())
        self._chain = Chain(program, load_program(program, "native"), np.random.SeedSequence(seed))
        self._chain.initialise()
        self._chain.prepare(SAMPLES_AT_ONCE, thin)
        shares = {"Number(#Ball)": mix.number, "Gibbs(Paint)": mix.attribute, "Identity(Drawn)": mix.identity}
        weigh_moves(self._chain.world, [shares.get(move.name, 0.0) for move in program.moves])
        self._thin = thin
        self._first = 0
        self.steps(thin)
        self.forget()

    def steps(self, count: int) -> float:
        """See `Contestant.steps`."""
        seconds = 0.0
        for left in range(count // self._thin, 0, -SAMPLES_AT_ONCE):
            begun = thread_time()
            self._chain.record(min(left, SAMPLES_AT_ONCE))
            seconds += thread_time() - begun
            self._chain.keep()
        return seconds

    def trace(self) -> Counts:
        """See `Contestant.trace`."""
        return np.array(self._chain.answers(0)[self._first :], dtype=np.int64)

    def histogram(self) -> Counts:
        """How often the number had each value at the recorded samples."""
        return np.bincount(self.trace(), minlength=1)

    def forget(self) -> None:
        """See `Contestant.forget`."""
        self._first = self._chain.samples

    def memory(self) -> Memory:
        """All arrays of the world but those of the answers."""
        world = self._chain.world
        return Memory(bytes_of(world), int(world.v_top))
