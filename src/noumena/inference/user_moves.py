"""Proposers as further moves of a program: compiled with the kernel where they can be, else run by Python."""

from __future__ import annotations

import hashlib
import importlib
import inspect
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from noumena.compiler.cache import guarded, is_compiled, kernel_folder, locked, store
from noumena.compiler.load import Code, load_program
from noumena.compiler.plan import Move
from noumena.compiler.program import Program
from noumena.compiler.words import Words
from noumena.inference.numbered_rows import NOT_WRITTEN, NumberedRow, default_number, laid_out, planned
from noumena.inference.proposer_hooks import initialise
from noumena.inference.user_chain import OwnMove, UserChain
from noumena.model.diagnostics import BlogError
from noumena.model.types import STRING
from noumena.moves.declared import DeclaredMove, written
from noumena.moves.fingerprint import fingerprint
from noumena.moves.interpreted import InterpretedFirstState, interpreted
from noumena.moves.library.made import made, move_name
from noumena.moves.library.written import LibraryMove
from noumena.moves.mixture import DefaultMove, Defaults, Part, Single, shares
from noumena.moves.proposer import Joined, Proposer, array_fields, array_words
from noumena.moves.rows import Cycle, Repeat, Row
from noumena.moves.source_check import check_source
from noumena.moves.table import Table, make_table
from noumena.runtime.backend import NATIVE_PACKAGE, PYTHON_PACKAGE, load_generated
from noumena.runtime.driver import RUN, loop
from noumena.runtime.layout import Layout

Array = npt.NDArray[Any]
Propose = Callable[[Any, int], float]
Run = Callable[[Any, Any, int], int]
KEPT = "kept"
"""The native backend where program and moves were compiled by an earlier run, else that of Python."""


@dataclass(frozen=True)
class UserMoves:
    """A program with proposers as its last moves, and its code, whose `propose` knows them."""

    program: Program
    code: Code
    own: tuple[OwnMove, ...]
    table: Table

    @property
    def notes(self) -> tuple[str, ...]:
        """Which proposers Python runs although the rest is compiled, and why; nothing where all is as it should be."""
        return tuple(f"Python runs the proposer {m.name}, slowly: {m.reason}" for m in self.own if m.reason is not None)

    @property
    def scaled(self) -> frozenset[int]:
        """The numbers of the moves that multiply the length of their steps by a factor."""
        return frozenset(move.number for move in self.own if move.scaled)

    def chain(self, seed: np.random.SeedSequence) -> UserChain:
        """A chain that runs the program."""
        return UserChain(self.program, self.code, seed, self.own, self.table)


def written_text(program: Program, move: LibraryMove) -> str:
    """The source of the proposer that a move of the library is for a program."""
    return move.text(_names(program, load_program(program, "python")))


def _names(program: Program, code: Code) -> Table:
    return make_table(program.problem, program.layout, code.module, program.words.encode)


def user_moves(program: Program, given: Part, backend: str, seed: int = 0, tempered: bool = False) -> UserMoves:
    """Adds what is given to a program and loads both in a backend; `seed` is that of the run, for `initialise`.

    A move of the library writes its proposer for the names of the program. Raises `BlogError` for faults that a
    proposer's source shows, and for default moves that the program has not. With `tempered` the chains
    are (`kernel/tempering`), and the moves of the program must be on patches. `backend` may also be `KEPT`.
    """
    if backend == KEPT and not is_compiled(store({"model.py": program.text})):
        backend = "python"
    # What an instance says of its share counts.
    asked = shares(given() if isinstance(given, type) and issubclass(given, Proposer) else given)
    parts: list[tuple[float, Single | Row]] = [(share, planned(program, part)) for share, part in asked]
    code = load_program(program, "native" if backend == KEPT else backend)
    table = _names(program, code)
    given_moves: list[tuple[float, Any]] = [(s, part) for s, part in parts if not isinstance(part, NOT_WRITTEN)]
    rows = laid_out(program, [(share, part) for share, part in parts if isinstance(part, Cycle | Repeat)], given_moves)
    fixed = _Fixed(program.words)
    proposers = [_ready(part, program, table, seed, fixed) for _, part in given_moves]
    names = _told_apart([move_name(part) for _, part in given_moves])
    moves = (
        *(replace(m, weight=w) for m, w in zip(program.moves, _default_weights(program, parts), strict=True)),
        *(Move(name, "propose", -1, weight) for name, (weight, _) in zip(names, given_moves, strict=True)),
    )
    whole = replace(program, moves=moves, layout=_with_moves(program.layout, moves, proposers, rows))
    joined, run_text = _joined(program, proposers), loop(bool(rows), tempered)
    if backend == KEPT and not is_compiled(_entry(joined, len(program.moves), table, code, run_text)[1]):
        return user_moves(program, given, "python", seed, tempered)
    reasons = _load(joined, program, code, table, run_text)
    replayed = table
    if code.package == NATIVE_PACKAGE and joined:
        replayed = _names(program, load_program(program, "python"))
    own = tuple(
        _own_move(p, name, reasons.get(p.number), code, table, replayed) for p, name in zip(joined, names, strict=True)
    )
    return UserMoves(whole, code, own, table)


def _default_weights(program: Program, parts: Sequence[tuple[float, Single | Row]]) -> list[float]:
    """What share of the choices each default move has."""
    found = [0.0] * len(program.moves)
    for share, part in parts:
        if isinstance(part, Defaults):
            for k, move in enumerate(program.moves):
                found[k] += share * move.weight
        elif isinstance(part, DefaultMove):
            found[default_number(program, part)] += share
    return found


def _with_moves(
    layout: Layout, moves: Sequence[Move], proposers: Sequence[Proposer], rows: Sequence[NumberedRow]
) -> Layout:
    """The layout of a program with proposers as its last moves."""
    # A proposer may ask for the preimage of any object, the guaranteed ones included.
    kinds = tuple(
        replace(kind, preimages=kind.preimages or (bool(proposers) and kind.result >= 0)) for kind in layout.kinds
    )
    # The arrays belong to the copies of the proposers, which live as long as their moves do.
    arrays = tuple(word for p in proposers for word in array_words(p))
    return replace(
        layout,
        kinds=kinds,
        weights=(*(m.weight for m in moves), *(share for share, _ in rows)),
        rows=tuple(row for _, row in rows),
        moves=(*layout.moves, *((-1, -1) for _ in proposers)),
        direct=(*layout.direct, *(False for _ in proposers)),
        numbers=(*layout.numbers, *arrays),
    )


def _joined(program: Program, proposers: Sequence[Proposer]) -> list[Joined]:
    found, place = [], len(program.layout.numbers)
    for number, proposer in enumerate(proposers, len(program.moves)):
        found.append(Joined(number, proposer, place))
        place += len(array_words(proposer))
    return found


def _own_move(joined: Joined, name: str, reason: str | None, code: Code, table: Table, replayed: Table) -> OwnMove:
    """A proposer as a move; `replayed` has the names of the model for the Python backend."""
    proposer = joined.proposer
    run = interpreted(proposer, table, code.package)
    replay = interpreted(proposer, replayed, PYTHON_PACKAGE)
    has_first_state = type(proposer).first_state is not Proposer.first_state
    first_state = _first_state(joined, table, code) if has_first_state else None
    looks = type(proposer).initialise is not Proposer.initialise
    scaled = proposer.scaled is True
    return OwnMove(name, joined.number, reason, written(proposer), run, replay, first_state, scaled, looks)


def _first_state(joined: Joined, table: Table, code: Code) -> InterpretedFirstState:
    """What runs `first_state` of a proposer, compiled if it can be, and if its code can be kept."""
    access = importlib.import_module(f"{code.package}.access")
    by_python = InterpretedFirstState(joined.proposer, table, access)
    if code.package != NATIVE_PACKAGE:
        return by_python
    from noumena.moves.native_first_state import CompiledFirstState, FirstState, compiled_first_state, first_state_text
    from noumena.moves.native_proposer import compile_for_python

    key = fingerprint(joined.proposer, table, code.module.__name__, joined.place, method="first_state")
    if key is not None:
        folder = store({"first_state.py": first_state_text(key)})

        def attempt() -> FirstState | None:
            module = load_generated(code.package, folder / "first_state.py", folder.name)
            return compiled_first_state(joined, table, access, module)

        with locked(folder):
            compiled = guarded(folder, attempt)
        if compiled is not None:
            return CompiledFirstState(joined, table, access, compiled)
    guarded(kernel_folder(), lambda: compile_for_python(access))
    return by_python


def _load(joined: Sequence[Joined], program: Program, code: Code, table: Table, run_text: str) -> dict[int, str]:
    """Makes the code of a program know the proposers; the reasons of those that Numba does not take, by number.

    `run_text` is that of `run`; if it is not that of the model's module, there is another one in its place.
    """
    model_propose = code.module.propose
    by_python = {p.number: interpreted(p.proposer, table, code.package) for p in joined}
    reasons: dict[int, str] = {}
    chosen: Propose = model_propose
    if code.package != NATIVE_PACKAGE and run_text != RUN:
        exec(run_text, vars(code.module))  # the module was loaded for this run alone
    if code.package == NATIVE_PACKAGE and (joined or run_text != RUN):
        reasons, found = _compiled(joined, len(program.moves), table, code, run_text)
        by_python = {number: move for number, move in by_python.items() if number in reasons}
        if found is not None:
            chosen, code.module.run = found  # type: ignore[attr-defined]  # what a generated module has
    compiled = chosen

    def by_number(world: Any, move: int) -> float:
        log_q: float = by_python[move](world) if move in by_python else compiled(world, move)
        return log_q

    code.module.propose = by_number if by_python else compiled  # type: ignore[attr-defined]  # likewise
    return reasons


def _compiled(
    joined: Sequence[Joined], first: int, table: Table, code: Code, run_text: str
) -> tuple[dict[int, str], tuple[Propose, Run] | None]:
    """Why Numba does not take some proposers, by number, and the others compiled as one with the model's `propose`."""
    found = _compiled_together(joined, first, table, code, run_text)
    if not isinstance(found, str):
        return {}, found
    reasons = {p.number: found for p in joined[:1]}
    if len(joined) > 1:
        alone = {p.number: _compiled_together([p], first, table, code, run_text) for p in joined}
        reasons = {number: reason for number, reason in alone.items() if isinstance(reason, str)}
    rest = [p for p in joined if p.number not in reasons]
    together = _compiled_together(rest, first, table, code, run_text) if rest and reasons else found
    if not isinstance(together, str):
        return reasons, together
    # Each is taken alone, but not all of them; or none is.
    bare = None if run_text == RUN else _compiled_together([], first, table, code, run_text)
    assert not isinstance(bare, str)
    return {p.number: reasons.get(p.number, together) for p in joined}, bare


def _compiled_together(
    joined: Sequence[Joined], first: int, table: Table, code: Code, run_text: str
) -> tuple[Propose, Run] | str:
    """Proposers compiled with the model's own moves, or why Numba does not take one of them."""
    from noumena.moves.native_proposer import NotCompiled, compile_for_python, compiled_proposers

    access = importlib.import_module(f"{code.package}.access")
    key, folder = _entry(joined, first, table, code, run_text)

    def attempt() -> tuple[Propose, Run] | BlogError | NotCompiled:
        module = load_generated(code.package, folder / "move.py", folder.name)
        module.look_ahead = code.module.look_ahead  # type: ignore[attr-defined]  # what a generated module has
        try:
            return compiled_proposers(joined, table, access, code.module.propose, module, keep=key is not None)
        except NotCompiled as error:
            parts = ("outside", "declared", "choices", "round_trip") if _declares(joined) else ("outside",)
            compile_for_python(access, *(importlib.import_module(f"{code.package}.{part}") for part in parts))
            return error
        except BlogError as error:
            return error

    with locked(folder):
        found = guarded(folder, attempt)
    if isinstance(found, BlogError):
        raise found
    return str(found) if isinstance(found, NotCompiled) else found


def _entry(joined: Sequence[Joined], first: int, table: Table, code: Code, run_text: str) -> tuple[str | None, Path]:
    """All that the machine code of proposers depends on, or None if that cannot be told, and its place in the cache."""
    from noumena.moves.native_proposer import moves_text

    keys = [fingerprint(p.proposer, table, code.module.__name__, p.number, p.place) for p in joined]
    key = None if None in keys else hashlib.sha256(repr((code.module.__name__, keys)).encode()).hexdigest()
    return key, store({"move.py": moves_text(first, joined, key, run_text)})


def _declares(joined: Sequence[Joined]) -> bool:
    return any(isinstance(p.proposer, DeclaredMove) for p in joined)


def _ready(given: Any, program: Program, table: Table, seed: int, fixed: _Fixed) -> Proposer:
    """A copy of a proposer that has looked at the evidence, so that what it sets in itself belongs to this run."""
    ready = made(given, table)
    initialise(ready, program, table, seed)
    for name in array_fields(ready):
        object.__setattr__(ready, name, fixed.copy(inspect.getattr_static(ready, name)))
    check_source(ready, table)
    return ready


class _Fixed:
    """Copies of arrays that cannot be written, as a step depends on the state alone, with words for strings.

    Moves that hold the same array have one copy of it together. Strings may also be the objects of an array.
    """

    def __init__(self, words: Words) -> None:
        self._words = words
        self._copies: dict[int, tuple[Array, Array]] = {}

    def copy(self, given: Array) -> Array:
        """The copy of an array; the array itself is kept, so that no other one comes to have its address."""
        if id(given) not in self._copies:
            is_text = given.dtype.kind == "U" or (
                given.dtype.kind == "O" and all(isinstance(value, str) for value in given.flat)
            )
            held = self._encoded(given) if is_text else np.ascontiguousarray(given).copy()
            held.flags.writeable = False
            self._copies[id(given)] = given, held
        return self._copies[id(given)][1]

    def _encoded(self, given: Array) -> Array:
        # `tolist` makes texts of Python of those of NumPy.
        found = [int(self._words.encode(text, STRING)) for text in given.ravel().tolist()]
        return np.array(found, np.int64).reshape(given.shape)


def _told_apart(names: Sequence[str]) -> list[str]:
    """Names with a number where they are the same."""
    return [f"{n} {names[: k + 1].count(n)}" if names.count(n) > 1 else n for k, n in enumerate(names)]
