"""A user's proposer as one more move of a program: compiled with the kernel where it can be, else run by Python."""

from __future__ import annotations

import copy
import importlib
import inspect
import math
import types
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from noumena.compiler.cache import guarded, kernel_folder, locked, store
from noumena.compiler.load import Code, load_program
from noumena.compiler.plan import Move
from noumena.compiler.program import Program
from noumena.inference.chain import Chain
from noumena.inference.proposer_hooks import impossible, initialise
from noumena.model.diagnostics import BlogError, Diagnostic, RunError, fail
from noumena.model.source import Span
from noumena.moves.fingerprint import fingerprint
from noumena.moves.interpreted import InterpretedFirstState, InterpretedMove
from noumena.moves.messages import fault_complaint
from noumena.moves.place import line_span
from noumena.moves.proposer import Proposer, array_fields
from noumena.moves.source_check import check_source
from noumena.moves.table import Table, make_table
from noumena.runtime.backend import NATIVE_PACKAGE, kernel_function, load_generated
from noumena.runtime.faults import Fault
from noumena.runtime.kernel import access as access_in_python
from noumena.runtime.kernel import outside
from noumena.runtime.move_faults import NO_LOG_Q
from noumena.runtime.world import FIELDS, World

Propose = Callable[[Any, int], float]
Run = Callable[[Any, Any, int], int]


@dataclass(frozen=True)
class UserMoves:
    """A program with a proposer as its last move, and its code, whose `propose` knows that move.

    `reason` says why Python runs the proposer although the rest is compiled; it is None where all is as it should be.
    """

    program: Program
    code: Code
    reason: str | None
    _table: Table
    _replay: InterpretedMove
    _function: types.FunctionType
    _model_propose: Propose
    _first_state: InterpretedFirstState | None

    @property
    def name(self) -> str:
        """The name of the move, in acceptance figures and messages."""
        return self.program.moves[-1].name

    @property
    def file(self) -> str:
        """The file that the proposer was written in, as Python calls it."""
        return self._function.__code__.co_filename

    @property
    def first_line(self) -> int:
        """Where `propose` begins in that file."""
        return self._function.__code__.co_firstlineno

    def line(self, number: int) -> Span | None:
        """A line of that file."""
        return line_span(self._function, number)

    def chain(self, seed: np.random.SeedSequence) -> Chain:
        """A chain that runs the program."""
        return _UserChain(self, seed)

    def explain(self, world: Any) -> RunError | None:
        """What a `Fault` means to the author of the proposer; None if the proposer has no part in it.

        The step is taken back and run again by Python, which knows the line at which a compiled proposer stopped.
        """
        by_user = world.stream == 0 and world.move == len(self.program.moves) - 1
        complaint = fault_complaint(self._table, world) if by_user else None
        if complaint is None:
            return None
        kernel_function(self.code.package, "patch", "rollback")(world)
        replayed = _in_python(world)
        replayed.random[0:4] = replayed.saved[0:4]
        outside.open_step(replayed)
        try:
            self._replay(replayed)
        except RunError as error:
            if int(world.fault) == NO_LOG_Q or error.diagnostic.message == complaint.message:
                return error
        return fail(complaint.message, self.line(self.first_line), complaint.hint)


def _in_python(world: Any) -> World:
    """A copy of a world of either backend in the Python backend, where nothing has to be compiled to look into it."""
    made = World()
    for name, kind in FIELDS.items():
        value = getattr(world, name)
        setattr(made, name, value if kind in (int, float) else np.asarray(value).tolist())
    return made


class _UserChain(Chain):
    """A chain with a user's move: faults are told to its author, and steps are cut where Python has to run it."""

    def __init__(self, moves: UserMoves, seed: np.random.SeedSequence) -> None:
        super().__init__(moves.program, moves.code, seed)
        self._moves = moves
        if moves.reason is not None:
            self._next_move = self.kernel("outside", "next_move")
            self._open_step = self.kernel("outside", "open_step")
            self._close_step = self.kernel("outside", "close_step")

    def with_room(self, action: Callable[[], Any]) -> Any:
        def guarded() -> Any:
            try:
                return action()
            except Fault:
                error = self._moves.explain(self.world)
                if error is None:
                    raise
                raise error from None

        return super().with_room(guarded)

    def _change_first_state(self) -> None:
        run = self._moves._first_state
        if run is None:
            return
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
                raise run.error(impossible(world, self._moves._table, lambda v: self._observation(v).evidence))
            if not changed:
                self._rollback(world)

        super().with_room(change)

    def _run(self, world: Any, evaluate: Any, until: int) -> None:
        """Runs the chain; if Python has to run the user's move, with the same random numbers as compiled code would."""
        if self._moves.reason is None:
            super()._run(world, evaluate, until)
            return
        own = len(self.program.moves) - 1
        recording = int(world.recording)
        while (world.recorded if recording else world.iteration) < until:
            asks = recording and world.since >= world.thin
            if asks or self._next_move(world) != own:
                # One round of the loop of the model's own moves.
                world.recording = 1 if asks else 0
                try:
                    super()._run(world, evaluate, world.recorded + 1 if asks else world.iteration + 1)
                finally:
                    world.recording = recording  # it may have found no room, and is run again
            else:
                self._open_step(world)
                world.out_real = self.code.module.propose(world, own)
                self._close_step(world, evaluate, own)
            world.since += 0 if asks else recording


def user_moves(program: Program, proposer: Proposer | type[Proposer], backend: str, seed: int = 0) -> UserMoves:
    """Adds a proposer to a program and loads both in a backend; `seed` is that of the run, for `initialise`.

    Raises `BlogError` for faults that the proposer's source shows.
    """
    made = _instance(proposer)
    propose = type(made).propose
    assert isinstance(propose, types.FunctionType)
    code = load_program(program, backend)
    table = make_table(program.problem, program.layout, code.module)
    initialise(made, program, table, seed)
    _fix_fields(made)
    check_source(made, table)
    access = importlib.import_module(f"{code.package}.access")
    interpreted = InterpretedMove(made, table, access)
    has_first_state = type(made).first_state is not Proposer.first_state
    first_state = InterpretedFirstState(made, table, access) if has_first_state else None
    share = made.share
    own = Move(type(made).__name__, "propose", -1, share)
    moves = (*(replace(m, weight=m.weight * (1 - share)) for m in program.moves), own)
    # A proposer may ask for the preimage of any object, the guaranteed ones included.
    kinds = tuple(replace(kind, preimages=kind.preimages or kind.result >= 0) for kind in program.layout.kinds)
    # The arrays belong to the copy of the proposer, which lives as long as its moves do.
    addresses = tuple(getattr(made, name).ctypes.data for name in array_fields(made))
    layout = replace(
        program.layout,
        kinds=kinds,
        weights=tuple(m.weight for m in moves),
        moves=(*program.layout.moves, (-1, -1)),
        direct=(*program.layout.direct, False),
        numbers=(*program.layout.numbers, *addresses),
    )
    number, model_propose = len(program.moves), code.module.propose

    def in_python(world: Any, move: int) -> float:
        log_q: float = interpreted(world) if move == number else model_propose(world, move)
        return log_q

    reason = None
    chosen: Propose = in_python
    run: Run | None = None
    if code.package == NATIVE_PACKAGE:
        found = _compiled(made, table, code, number, len(program.layout.numbers), has_first_state)
        if isinstance(found, str):
            reason = found
        else:
            chosen, run = found
    # The module was loaded for this run alone.
    code.module.propose = chosen  # type: ignore[attr-defined]  # what a generated module has
    if run is not None:
        code.module.run = run  # type: ignore[attr-defined]  # likewise
    whole = replace(program, moves=moves, layout=layout)
    replay = interpreted
    if code.package == NATIVE_PACKAGE:
        replay = InterpretedMove(
            made, make_table(program.problem, program.layout, _python_module(program)), access_in_python
        )
    return UserMoves(whole, code, reason, table, replay, propose, model_propose, first_state)


def _compiled(
    made: Proposer, table: Table, code: Code, number: int, place: int, has_first_state: bool
) -> tuple[Propose, Run] | str:
    """The model's `propose` and the user's compiled as one, or found compiled; or why Numba does not take it."""
    from noumena.moves.native_proposer import NotCompiled, compile_for_python, compiled_proposer, move_text

    access = importlib.import_module(f"{code.package}.access")
    key = fingerprint(made, table, code.module.__name__, place)
    folder = store({"move.py": move_text(number, key)})

    def attempt() -> tuple[Propose, Run] | BlogError | NotCompiled:
        if has_first_state:
            compile_for_python(access)
        joined = load_generated(code.package, folder / "move.py", folder.name)
        joined.look_ahead = code.module.look_ahead  # type: ignore[attr-defined]  # what a generated module has
        try:
            return compiled_proposer(made, table, access, code.module.propose, place, joined, keep=key is not None)
        except NotCompiled as error:
            compile_for_python(access, importlib.import_module(f"{code.package}.outside"))
            return error
        except BlogError as error:
            return error

    # What the kernel has in it for proposers is compiled here for the first time, and kept.
    with locked(kernel_folder()), locked(folder):
        found = guarded(folder, attempt)
    if isinstance(found, BlogError):
        raise found
    return str(found) if isinstance(found, NotCompiled) else found


def _python_module(program: Program) -> types.ModuleType:
    return load_program(program, "python").module


def _instance(proposer: Proposer | type[Proposer]) -> Proposer:
    """A copy of the proposer, so that what `initialise` sets in it belongs to this run."""
    made = proposer() if isinstance(proposer, type) and issubclass(proposer, Proposer) else copy.copy(proposer)
    if not isinstance(made, Proposer):
        name = getattr(proposer, "__name__", type(proposer).__name__)
        raise _refused(f"`{name}` is no proposer", "derive a class from nm.Proposer")
    kind = type(made)
    if kind.propose is Proposer.propose or not isinstance(kind.propose, types.FunctionType):
        raise _refused(f"`{kind.__name__}` has no `propose`", "define propose(self, world, rng)")
    return made


def _fix_fields(made: Proposer) -> None:
    """Makes all arrays copies that cannot be written: a step depends on the state alone."""
    if not 0 < made.share <= 1:
        name = type(made).__name__
        raise _refused(f"the share of `{name}` is {made.share}", "it must be above 0 and at most 1")
    for name in array_fields(made):
        held = np.ascontiguousarray(inspect.getattr_static(made, name)).copy()
        held.flags.writeable = False
        object.__setattr__(made, name, held)


def _refused(message: str, hint: str) -> BlogError:
    return BlogError([Diagnostic(message, None, hint)])
