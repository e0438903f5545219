"""The general engine among the contestants: the same models from their BLOG text, with the moves that the rivals make.

The number is read off the recorded query, which costs it a little time at every recorded sample.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from functools import cache
from time import thread_time
from typing import Any

import numpy as np

import noumena as nm
from benchmarks.contestant import Counts, Memory, Mix
from benchmarks.problem import Array, Problem, World, canonical
from benchmarks.titles import model as citations
from benchmarks.urn import model as urn
from noumena.compiler.load import load_program
from noumena.compiler.program import compile_problem
from noumena.inference.chain import Chain
from noumena.model.model import Problem as Asked
from noumena.model.symmetry import concrete_types
from noumena.runtime.backend import NATIVE_PACKAGE, kernel_function
from noumena.runtime.storage import bytes_of
from noumena.runtime.weights import weigh_moves

SAMPLES_AT_ONCE = 10_000


class Engine(ABC):
    """A model of the family in the general engine; subclasses name its functions and moves."""

    name = "engine"
    backend = "native"
    number: str
    attribute: str
    choice: str
    attribute_move: str

    def __init__(self, problem: Problem, world: World, mix: Mix, seed: int, thin: int) -> None:
        self.observations = len(problem.seen)
        asked = self.asked(problem)
        program = compile_problem(asked, frozenset(concrete_types(asked)))
        self.chain = Chain(program, load_program(program, self.backend), np.random.SeedSequence(seed))
        kinds = {kind.name: number for number, kind in enumerate(program.layout.kinds)}
        settle = settler(self.chain.code.package)
        self._number, self._attribute, self._choice = (kinds[f] for f in (self.number, self.attribute, self.choice))
        self.chain.initialise(
            lambda w: settle(w, self._number, self._attribute, self._choice, world.number, world.kind, world.owner)
        )
        self.chain.prepare(SAMPLES_AT_ONCE, thin)
        self.use(mix)
        self._thin = thin
        self._first = 0

    @abstractmethod
    def asked(self, problem: Problem) -> Asked:
        """The problem as the package takes it."""

    def steps(self, count: int) -> float:
        """See `Contestant.steps`."""
        seconds = 0.0
        for left in range(count // self._thin, 0, -SAMPLES_AT_ONCE):
            begun = thread_time()
            self.chain.record(min(left, SAMPLES_AT_ONCE))
            seconds += thread_time() - begun
            self.chain.keep()
        return seconds

    def trace(self) -> Counts:
        """See `Contestant.trace`."""
        return np.array(self.chain.answers(0)[self._first :], dtype=np.int64)

    def histogram(self) -> Counts:
        """How often the number had each value at the recorded samples."""
        return np.bincount(self.trace(), minlength=1)

    def forget(self) -> None:
        """See `Contestant.forget`."""
        self._first = self.chain.samples

    def world(self) -> World:
        """The current state."""
        package = self.chain.code.package
        read = kernel_function(package, "access", "read_int")
        w = self.chain.world
        owner = np.array([read(w, self._choice, d, 0, 0, 0) for d in range(self.observations)])
        kind_of = np.zeros(owner.max() + 1, np.int64)
        for o in np.unique(owner).tolist():
            kind_of[o] = read(w, self._attribute, o, 0, 0, 0)
        return canonical(read(w, self._number, 0, 0, 0, 0), owner, kind_of)

    def use(self, mix: Mix) -> None:
        """See `Contestant.use`."""
        shares = {
            f"Number({self.number})": mix.number,
            self.attribute_move: mix.attribute,
            f"Identity({self.choice})": mix.identity,
        }
        moves = self.chain.program.moves
        weigh_moves(self.chain.world, [shares.pop(move.name, 0.0) for move in moves])
        if shares:
            raise ValueError(f"the engine has no move {min(shares)}; it has {', '.join(m.name for m in moves)}")

    def memory(self) -> Memory:
        """All arrays of the world but those of the answers."""
        return Memory(bytes_of(self.chain.world), self.chain.variables + self.observations)


@cache
def settler(package: str) -> Callable[[Any, int, int, int, int, Array, Array], None]:
    """A function of one backend that sets the number, the kind of each object in use, and the object of each draw."""
    make = kernel_function(package, "access", "make_object")
    write = kernel_function(package, "access", "write")

    def settle(w: Any, number: int, attribute: int, choice: int, n: int, kind: Array, owner: Array) -> None:
        write(w, number, 0, 0, 0, 0, n, 0.0)
        objects = np.empty(len(kind), np.int64)
        for i in range(len(kind)):
            objects[i] = make(w, 0, -1, -1, -1)
            write(w, attribute, objects[i], 0, 0, 0, kind[i], 0.0)
        for d in range(len(owner)):
            write(w, choice, d, 0, 0, 0, objects[owner[d]], 0.0)

    if package != NATIVE_PACKAGE:
        return settle
    from numba import njit

    compiled: Callable[[Any, int, int, int, int, Array, Array], None] = njit(error_model="numpy")(settle)
    return compiled


class EngineUrn(Engine):
    """The urn in the general engine."""

    number, attribute, choice = "#Ball", "Paint", "Drawn"
    attribute_move = "Gibbs(Paint)"

    def asked(self, problem: Problem) -> Asked:
        """See `Engine.asked`."""
        model = nm.Model.from_text(urn.rules(problem), objects={"Draw": range(len(problem.seen))})
        return model.problem({"Seen": [urn.COLOURS[colour] for colour in problem.seen.tolist()]})


class EngineCitations(Engine):
    """The citation-like model in the general engine."""

    number, attribute, choice = "#Pub", "Title", "PubCited"
    attribute_move = "Parental(Title)"

    def asked(self, problem: Problem) -> Asked:
        """See `Engine.asked`."""
        model = nm.Model.from_text(
            citations.rules(problem),
            objects={"Cit": range(len(problem.seen))},
            distributions={"NoisyCopy": citations.NoisyCopy},
        )
        return model.problem({"Text": problem.seen.tolist()})
