"""A chain with moves of users: faults are told to their authors, and steps are cut where Python has to run a move."""

from __future__ import annotations

import math
import types
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from noumena.compiler.load import Code
from noumena.compiler.program import Program
from noumena.inference.chain import Chain
from noumena.inference.proposer_hooks import impossible
from noumena.model.diagnostics import RunError, fail
from noumena.model.source import Span
from noumena.moves.interpreted import InterpretedFirstState, InterpretedMove
from noumena.moves.messages import fault_complaint
from noumena.moves.place import line_span
from noumena.moves.table import Table
from noumena.runtime.backend import kernel_function
from noumena.runtime.faults import Fault
from noumena.runtime.kernel import outside
from noumena.runtime.move_faults import NO_LOG_Q
from noumena.runtime.world import FIELDS, World


@dataclass(frozen=True, slots=True)
class OwnMove:
    """A proposer as a move of a program, by its number; `replay` runs it on worlds of the Python backend.

    `reason` says why Python runs it although the rest is compiled; it is None where all is as it should be. `scaled`
    says whether it multiplies the length of its steps by `rng.scale()`, `looks_at_evidence` whether it has an
    `initialise` of its own.
    """

    name: str
    number: int
    reason: str | None
    function: types.FunctionType
    run: InterpretedMove
    replay: InterpretedMove
    first_state: InterpretedFirstState | None
    scaled: bool
    looks_at_evidence: bool

    @property
    def file(self) -> str:
        """The file that the proposer was written in, as Python calls it."""
        return str(self.function.__code__.co_filename)

    def line(self, number: int) -> Span | None:
        """A line of that file."""
        return line_span(self.function, number)


class UserChain(Chain):
    """A chain whose last moves are proposers."""

    def __init__(
        self, program: Program, code: Code, seed: np.random.SeedSequence, own: Sequence[OwnMove], table: Table
    ) -> None:
        super().__init__(program, code, seed)
        self._own = {move.number: move for move in own}
        self._table = table
        self._by_python = {move.number for move in own if move.reason is not None}
        if self.native:
            self._keep_evaluate = self.kernel("prospects", "keep_evaluate")
        if self._by_python:
            self._next_move = self.kernel("outside", "next_move")
            self._open_step = self.kernel("outside", "open_step")
            self._close_step = self.kernel("outside", "close_step")

    def with_room(self, action: Callable[[], Any]) -> Any:
        """Runs what may find no room, again after making some; what is wrong with a proposer is told to its author."""

        def guarded() -> Any:
            try:
                return action()
            except Fault:
                error = self.explained(self.world)
                if error is None:
                    raise
                raise error from None

        return super().with_room(guarded)

    def explained(self, world: Any) -> RunError | None:
        """What a `Fault` means to the author of a proposer; None if no proposer has a part in it.

        The step is taken back and run again by Python, which knows the line at which a compiled proposer stopped.
        """
        own = self._own.get(int(world.move)) if world.stream == 0 else None
        complaint = fault_complaint(self._table, world) if own is not None else None
        if own is None or complaint is None:
            return None
        kernel_function(self.code.package, "patch", "rollback")(world)
        replayed = _in_python(world)
        replayed.random[0:4] = replayed.saved[0:4]
        outside.open_step(replayed)
        try:
            own.replay(replayed)
        except RunError as error:
            if int(world.fault) == NO_LOG_Q or error.diagnostic.message == complaint.message:
                return error
        return fail(complaint.message, own.line(own.function.__code__.co_firstlineno), complaint.hint)

    def _change_first_state(self) -> None:
        for own in self._own.values():
            if own.first_state is not None and own.first_state is not self._settle:
                self._change_by(own.first_state)

    def _change_by(self, run: InterpretedFirstState) -> None:
        world = self.world

        def change() -> None:
            world.saved[0:4] = list(world.random[0:4])
            self._begin(world)
            try:
                changed = run(world) == 0.0
                ratio = self._start(world, self.code.module.evaluate, 0) if changed else -math.inf
            except Fault:
                error = run.explained(world)
                if error is None:
                    raise
                raise error from None
            if changed and ratio == -math.inf:
                raise run.error(impossible(world, self._table, lambda v: self._observation(v).evidence))
            if not changed:
                self._rollback(world)

        super().with_room(change)

    def _run(self, world: Any, evaluate: Any, until: int) -> None:
        """Runs the chain; moves that Python has to run have the same random numbers as compiled code would."""
        if self.native:
            self._keep_evaluate(world, evaluate, 0)
        if not self._by_python:
            super()._run(world, evaluate, until)
            return
        recording = int(world.recording)
        while (world.recorded if recording else world.iteration) < until and not world.better:
            asks = recording and world.since >= world.thin
            if asks or (following := self._next_move(world)) not in self._by_python:
                # One round of the loop of the compiled moves.
                world.recording = 1 if asks else 0
                try:
                    super()._run(world, evaluate, world.recorded + 1 if asks else world.iteration + 1)
                finally:
                    world.recording = recording  # it may have found no room, and is run again
            else:
                self._open_step(world)
                world.out_real = self._own[following].run(world)
                self._close_step(world, evaluate, following)
            world.since += 0 if asks else recording


def _in_python(world: Any) -> World:
    """A copy of a world of either backend in the Python backend, where nothing has to be compiled to look into it."""
    made = World()
    for name, kind in FIELDS.items():
        value = getattr(world, name)
        setattr(made, name, value if kind in (int, float) else np.asarray(value).tolist())
    return made
