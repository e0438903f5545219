"""One Markov chain: a world, the program that runs in it, and what Python does between steps."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np

from noumena.compiler.host import Host
from noumena.compiler.load import Code
from noumena.compiler.program import Observation, Program
from noumena.inference.kept import Kept
from noumena.inference.messages import explained, host_error
from noumena.inference.recorded_state import RecordedState, as_recorded
from noumena.inference.state import State
from noumena.model.diagnostics import RunError, fail
from noumena.model.functions.conversions import render
from noumena.moves.interpreted import Again
from noumena.runtime import storage
from noumena.runtime.backend import NATIVE_PACKAGE, kernel_function
from noumena.runtime.faults import Fault, Full, HostFailed
from noumena.runtime.kernel import flags
from noumena.runtime.streams import seed_words
from noumena.runtime.world import RANDOM_WORDS, World

TRIES = 200
"""How often a first state is drawn forward before it is sought step by step."""
SEARCH_STEPS = 200_000
_PENALTY = 8.0


class Chain:
    """A chain of a program in one backend, with random streams of its own."""

    def __init__(self, program: Program, code: Code, seed: np.random.SeedSequence) -> None:
        self.program = program
        self.code = code
        self.native = code.package == NATIVE_PACKAGE
        self.world: Any = self._make_world()
        storage.make(self.world, program.layout if self.native else replace(program.layout, remembered=0))
        self.host = Host(program.operations, program.words, self.world)
        self.use(self.world)
        self._enter_evidence()
        self.kept = Kept(len(program.queries))
        self.best: RecordedState | None = None
        """The most probable state that was recorded, if `prepare` was told to trace them."""
        self.first: list[Any] = []
        """The answers in the first state, if they are known."""
        self.sought = False
        """Whether no state drawn forward met the evidence, so that the first one had to be sought."""
        own, queries, moves = seed.spawn(3)
        self.world.random[0:4] = seed_words(own)
        self.world.random[4:8] = seed_words(queries)
        self.world.key = seed_words(moves)[0]
        self._begin = self.kernel("patch", "begin")
        self._open_state = self.kernel("chain", "open_state")
        self._start = self.kernel("chain", "start")
        self._rollback = self.kernel("patch", "rollback")
        self._settle: Callable[[Any], object] | None = None

    def _run(self, world: Any, evaluate: Any, until: int) -> None:
        self.code.module.run(world, evaluate, until)

    def use(self, world: Any) -> None:
        """Makes another world of the same backend the current one."""
        self.world = world
        self.host.use(world)
        if not self.native:
            world.python_host = self.host.call

    def _make_world(self) -> Any:
        if not self.native:
            return World()
        from noumena.runtime.native_world import NativeWorld  # only where Numba is wanted

        return NativeWorld()

    def kernel(self, module: str, name: str) -> Callable[..., Any]:
        """A function of the kernel, in the chain's backend."""
        return kernel_function(self.code.package, module, name)

    def with_room(self, action: Callable[[], Any]) -> Any:
        """Runs an action that may find no room: it is taken back, room is made, and it is run again as it was."""
        world = self.world
        while True:
            try:
                return action()
            except Full:
                self._take_back()
                storage.grow(world, self.program.layout)
            except Again:
                self._take_back()
            except Fault:
                error: BaseException = explained(self.program, world)
                self._take_back()
                raise error from None
            except HostFailed:
                error, cause = host_error(self.program, world, self.host), self.host.error
                self._take_back()
                self.host.error, world.failed = None, 0
                raise error from cause

    def _take_back(self) -> None:
        """Takes the patch under way back, with the random numbers that it has used."""
        world = self.world
        self._rollback(world)
        first = RANDOM_WORDS * world.stream
        world.random[first : first + RANDOM_WORDS] = list(world.saved[first : first + RANDOM_WORDS])
        world.stream = 0

    def initialise(
        self, settle: Callable[[Any], object] | None = None, variables: int | None = None, objects: int = 0
    ) -> None:
        """Makes a first state that meets the evidence: drawn forward, or sought by moves that may break it at first.

        `settle` may set variables of the patch that becomes the first state; only the others are drawn. There is room
        for so many `variables`, or for a few for each observation, and so many `objects` of each type; where they are
        more, it is made on the way.
        """
        self._settle = settle
        storage.reserve(self.world, self.program.layout, variables or 3 * len(self.program.observations), objects)
        self._seek_first_state()
        storage.release(self.world)

    def _seek_first_state(self) -> None:
        for _ in range(TRIES):
            if self._build() > -math.inf:
                self._change_first_state()
                return
        world = self.world
        self.sought = True
        world.penalty = _PENALTY
        for _ in range(TRIES):
            if self._build() > -math.inf:
                break
        else:
            raise fail("no world was found in which the evidence is possible")
        self._change_first_state()
        steps = SEARCH_STEPS if self.native else SEARCH_STEPS // 20
        while world.violations > 0 and world.iteration < steps and self.program.moves:
            self.advance(100)
        if world.violations > 0:
            raise self._not_met()
        world.penalty = 0.0
        self.forget()

    def _change_first_state(self) -> None:
        """What a proposer wants to be otherwise in a state that has just been drawn."""

    def _build(self) -> float:
        """Draws a state forward, observed variables having their values; -inf if the evidence does not hold in it."""

        def build() -> float:
            world = self.world
            self._open_state(world)
            if self._settle is not None:
                self._settle(world)
            ratio: float = self._start(world, self.code.module.evaluate, 0)
            if ratio == -math.inf:
                self._rollback(world)
            return ratio

        ratio: float = self.with_room(build)
        return ratio

    def _enter_evidence(self) -> None:
        """Puts the evidence into arrays, from which a state is begun."""
        world, observations = self.world, self.program.observations
        world.observations = len(observations)
        if not observations:
            return
        arguments = [(*o.arguments, 0, 0, 0, 0)[:4] for o in observations]
        world.obs_a, world.obs_b, world.obs_c, world.obs_d = ([row[i] for row in arguments] for i in range(4))
        world.obs_kind = [o.kind for o in observations]
        world.obs_int = [o.number for o in observations]
        world.obs_real = [o.real for o in observations]

    def _not_met(self) -> RunError:
        world = self.world
        for v in State(self.program, world).variables():
            if world.v_flags[v] & flags.VIOLATED:
                evidence = self._observation(v).evidence
                what = f"this evidence ({render(evidence.value)}) could not be met together with the rest"
                return fail(what, evidence.span, "is it possible under the model?")
        return fail("the evidence could not be met")

    def _observation(self, v: int) -> Observation:
        kind, a, b = (int(x[v]) for x in (self.world.v_kind, self.world.v_a, self.world.v_b))
        for o in self.program.observations:
            if o.kind == kind and (*o.arguments, 0, 0)[:2] == (a, b):
                return o
        return self.program.observations[0]

    @property
    def variables(self) -> int:
        """How many variables of the state moves may change."""
        return int(sum(self.world.k_size))

    def advance(self, steps: int) -> None:
        """Runs steps of the chain."""
        world, module = self.world, self.code.module
        if not self.program.moves:
            return
        goal = world.iteration + steps
        world.recording = 0
        self.with_room(lambda: self._run(world, module.evaluate, goal))

    def prepare(self, samples: int, thin: int, trace: bool = False) -> None:
        """Makes room for the answers of `samples` samples at a time, one recorded every `thin` steps.

        With `trace` ln p of each recorded state is kept, and the most probable one itself.
        """
        world, queries = self.world, self.program.queries
        world.tracing, world.answer_joint = int(trace), [0.0] * max(1, samples)
        world.best_joint, world.best_densities = -math.inf, len(self.program.observations) + 1
        world.queries, world.thin = len(queries), thin if self.program.moves else 0
        world.ask_kind = [q.kind for q in queries] or [0]
        world.ask_a = [q.arguments[0] for q in queries] or [0]
        world.ask_b = [q.arguments[1] for q in queries] or [0]
        world.answer_int = [0] * max(1, samples * len(queries))
        world.answer_real = [0.0] * max(1, samples * len(queries))

    def keep(self) -> None:
        """Puts the answers recorded so far aside, one column for each query, and makes room for others."""
        world, count = self.world, len(self.program.queries)
        rows = int(world.recorded)
        columns = []
        for q, node in enumerate(self.program.queries):
            answers = world.answer_real if self.program.layout.kinds[node.kind].real else world.answer_int
            columns.append(np.array(answers[q : rows * count : count]))
        joint = world.answer_joint[:rows] if world.tracing else [math.nan] * rows
        self.kept.add(rows, columns, np.array(joint, np.float64))
        world.recorded = 0

    @property
    def samples(self) -> int:
        """How many samples are kept."""
        return self.kept.samples

    def answers(self, query: int) -> list[Any]:
        """The words that a query had in the samples kept."""
        return self.kept.answers(query)

    def record(self, samples: int) -> None:
        """Runs the chain until it has recorded `samples` samples since the last were kept."""
        world, module = self.world, self.code.module
        world.recording = 1
        while world.recorded < samples:
            self.with_room(lambda: self._run(world, module.evaluate, samples))
            if world.better:
                world.better = 0
                self.best = as_recorded(world, self.samples + int(world.recorded) - 1)

    def first_answers(self) -> list[Any]:
        """The words that the queries have in the state as it is, which changes nothing; `prepare` comes before.

        There are none where a query fails: what it is in a state that is not recorded must not stop a run.
        """
        world = self.world
        before, tracing = list(world.random[RANDOM_WORDS:]), int(world.tracing)
        world.tracing, world.since = 0, world.thin
        try:
            self.record(1)
        except RunError:
            return []
        finally:
            world.random[RANDOM_WORDS:] = before
            world.tracing, world.recorded, world.since = tracing, 0, 0
        real = [self.program.layout.kinds[q.kind].real for q in self.program.queries]
        return [float(world.answer_real[q]) if r else int(world.answer_int[q]) for q, r in enumerate(real)]

    def forget(self) -> None:
        """Counts steps and acceptances anew."""
        world = self.world
        world.iteration = 0
        world.after = flags.NONE
        world.key = int(world.random[0])  # the words of the steps so far are not to come again
        for k in range(len(self.program.moves)):
            world.move_tried[k] = world.move_done[k] = 0
