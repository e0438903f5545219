"""The joint-distribution test of moves that cannot be enumerated: those that draw normal numbers, or large models.

If a move is right, then to move the state given the data and to draw the data anew given the state both leave the joint
law of states and data as it is, which is the prior. Many worlds are drawn from the prior, independently; each goes
through rounds of the move and of new data; and then they must look like other worlds drawn from the prior. Since the
worlds are independent of each other, and begin in the law that they must keep, no chain has to forget its beginning and
nothing has to be known of autocorrelations: the false-alarm rate is that of a test of two samples.

The data are the evidence itself, drawn by the engine from its CPDs in a patch of its own, in place of the observed
values, so that the program, its moves and what a proposer may see and set are those of a run. The worlds end with the
move, before data are drawn again: a move that looks at other data than there are would not be seen after that.

Reference: J. Geweke, "Getting it right: joint distribution tests of posterior simulators", Journal of the American
Statistical Association 99 (2004), 799-804.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np

from noumena.compiler.program import Program
from noumena.inference.examination import examine
from noumena.inference.fewer_objects import fewer_objects
from noumena.inference.joint_figures import Figures, comparisons, figures
from noumena.inference.joint_report import JointTest
from noumena.inference.joint_validity import Void, check_data, check_proposers
from noumena.inference.result import Progress
from noumena.inference.state import State
from noumena.inference.transitions import copied
from noumena.inference.user_moves import UserMoves, user_moves
from noumena.model.diagnostics import BlogError, Diagnostic
from noumena.model.model import Problem
from noumena.moves.mixture import Mixture, Part
from noumena.reference.variables import describe
from noumena.runtime import storage
from noumena.runtime.kernel import chain as kernel_chain
from noumena.runtime.kernel import flags, patch, variables
from noumena.runtime.kernel.random import save_stream

REPLICAS = 1000
ROUNDS = 30
FALSE_ALARM = 1e-4
"""How often a right move is called wrong."""
_REPLICAS_AT_LEAST = 100
_EVIDENCE_AT_MOST = 20
_OBJECTS = 3
"""With more evidence than that, only so many guaranteed objects of each type are kept."""


def smaller(problem: Problem) -> tuple[Problem, tuple[str, ...]]:
    """The problem without queries, and with fewer guaranteed objects if there is much evidence; what is gone."""
    if len(problem.evidence) <= _EVIDENCE_AT_MOST:
        return replace(problem, queries=()), ()
    return fewer_objects(problem, _OBJECTS)


def joint_test(
    program: Program, given: Part, *, replicas: int, rounds: int, seed: int, why: str | None, progress: Progress
) -> tuple[str, JointTest]:
    """The name of what was tested, and what came of it; `why` says why there is no exact proof.

    A proposer is tested alone, a mixture with its shares. Raises `RunError` where the move breaks.
    """
    if replicas < _REPLICAS_AT_LEAST or rounds < 1:
        message = f"a test of {replicas} worlds and {rounds} rounds would find nothing"
        raise BlogError([Diagnostic(message, None, f"take {_REPLICAS_AT_LEAST} worlds and 1 round at least")])
    made = user_moves(program, given if isinstance(given, Mixture) else Mixture([given]), "python")
    try:
        check_data(program)
        check_proposers(made)
        before, after, accepted = _compared(_Worlds(made, seed), replicas, rounds, progress)
    except Void as void:
        return _name(made), JointTest(why=why, void=str(void), replicas=replicas, rounds=rounds)
    found = comparisons(before, after)
    return _name(made), JointTest(why, None, replicas, rounds, accepted, FALSE_ALARM, found)


def _name(made: UserMoves) -> str:
    names = [own.name for own in made.own]
    own = {own.number for own in made.own}
    names += [m.name for k, m in enumerate(made.program.moves) if m.weight > 0 and k not in own]
    return names[0] if len(names) == 1 else f"Mixture of {', '.join(names)}"


def _compared(
    worlds: _Worlds, replicas: int, rounds: int, progress: Progress
) -> tuple[list[Figures], list[Figures], float]:
    """The figures of worlds from the prior and of others after all rounds, and what share of the tries was accepted."""
    before: list[Figures] = []
    after: list[Figures] = []
    for done in range(replicas):
        progress(done)
        worlds.draw()
        worlds.draw_data()  # only to see whether it can be done in this world
        before.append(worlds.figures())
        worlds.draw()
        for _ in range(rounds - 1):
            worlds.move()
            worlds.draw_data()
        worlds.move()
        after.append(worlds.figures())
    return before, after, worlds.accepted / (replicas * rounds)


class _Worlds:
    """Worlds of a program in the Python backend, one after the other, from one stream of random numbers."""

    def __init__(self, made: UserMoves, seed: int) -> None:
        self._program = made.program
        self._chain = made.chain(np.random.SeedSequence(seed))
        self._evaluate: Callable[[Any, int, int], float] = self._chain.code.module.evaluate
        storage.reserve(self._chain.world, self._program.layout, 3 * len(self._program.observations))
        self._empty = copied(self._chain.world)
        self.accepted = 0

    def draw(self) -> None:
        """Another world, state and data drawn from the prior."""
        world = copied(self._empty)
        world.random[:] = self._chain.world.random
        self._chain.use(world)

        def build() -> None:
            kernel_chain.open_state(world)
            self._keep(world)

        self._chain.with_room(build)
        self._chain.forget()

    def draw_data(self) -> None:
        """The data are drawn anew given the state."""
        world = self._chain.world

        def change() -> None:
            save_stream(world)
            patch.begin(world)
            for v in range(world.v_top):
                if world.v_kind[v] != flags.NONE and world.v_flags[v] & flags.OBSERVED:
                    patch.touch(world, v)
                    patch.touch_children(world, v)
            self._check_readers(world)
            self._keep(world)

        self._chain.with_room(change)

    def _check_readers(self, world: Any) -> None:
        """Raises `Void` if something reads data that is none itself: it would have to be drawn anew with them."""
        for t in range(world.t_top):
            v = int(world.t_variable[t])
            if world.v_kind[v] < world.first_shared and not world.v_flags[v] & (flags.OBSERVED | flags.DERIVED):
                patch.rollback(world)
                raise Void(f"{self._described(world, v)} depends on the data")

    def _keep(self, world: Any) -> None:
        """Completes a patch, data being drawn, and makes it the state."""
        ratio = kernel_chain.start(world, self._drawing, 0)
        if ratio == -math.inf:
            raise Void("a world drawn from the prior has probability 0")

    def _drawing(self, world: Any, v: int, draw: int) -> float:
        """Evaluates a variable, but draws what is evidence instead of asking how probable its value is."""
        if not world.v_flags[v] & flags.OBSERVED:
            return self._evaluate(world, v, draw)
        score = self._evaluate(world, v, 1)
        if world.need == flags.NONE:
            if world.status != flags.RANDOM_LEAF:
                raise Void(f"{self._described(world, v)} is determined by the state in some worlds")
            variables.assign(world, v, world.out_int, world.out_real)
        return score

    def _described(self, world: Any, v: int) -> str:
        return describe(State(self._program, world).variable(v), self._program.problem.model)

    def move(self) -> None:
        """One try of the move, or of one of the mixture."""
        world = self._chain.world
        before = sum(world.move_done)
        self._chain.advance(1)
        self.accepted += int(sum(world.move_done) - before)

    def figures(self) -> Figures:
        """What does not depend on the names of objects."""
        return figures(examine(State(self._program, self._chain.world)))
