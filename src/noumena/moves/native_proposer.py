"""A proposer compiled: its `propose`, and the functions that it calls, joined to the moves of a model."""

from __future__ import annotations

import importlib
import math
import re
import types
from collections.abc import Callable, Sequence
from typing import Any

from numba import float64, int64, njit
from numba import types as numba_types
from numba.core.dispatcher import Dispatcher
from numba.core.errors import NumbaError, TypingError, UnsupportedBytecodeError
from numba.extending import intrinsic

from noumena.model.diagnostics import BlogError, Diagnostic
from noumena.moves import native_preimages, native_round_trip, native_views
from noumena.moves.declared import DeclaredMove, written
from noumena.moves.native_arguments import complaint_in
from noumena.moves.native_choices import declared_views
from noumena.moves.native_self import REASON, self_of, self_type
from noumena.moves.native_types import RngType, ViewType, WorldViewType, cast_to
from noumena.moves.place import line_span
from noumena.moves.proposer import Joined, Proposer
from noumena.moves.table import Table
from noumena.moves.wording import NO_LOG_Q
from noumena.runtime import move_faults
from noumena.runtime.driver import NAMES
from noumena.runtime.native_world import WORLD

OPTIONS: dict[str, Any] = {"error_model": "numpy", "nogil": True, "forceinline": False}
"""How all code of proposers is compiled.

Functions that say nothing of `forceinline` take it over from who calls them first: all that a proposer calls would
become part of one function, which takes long to compile, and to fetch whenever Python was called in between.
"""
_REGISTERED = (native_preimages, native_round_trip, native_views)
"""Importing these tells Numba what views can do."""


_TEXT = """\
# {key}


def propose(w, move):
    if move < {first}:
        return propose_model(w, move)
{moves}    return REJECT


{run}
"""
_MOVE = """\
    if move == {number}:
        log_q = as_number(propose_{number}(as_self_{number}(w), as_world_{number}(w), as_rng_{number}(w)))
        if log_q != log_q or log_q == INFINITE:
            misuse(w, NO_LOG_Q, 0, 0, 0, 0, 0)
        return log_q
"""


class NotCompiled(Exception):
    """Numba does not take the proposer; the text says why, and where."""


def moves_text(first: int, proposers: Sequence[Joined], key: str | None, loop: str) -> str:
    """The text of what is compiled, with the hash of what it depends on but does not show.

    `first` is the number of the first move that is not the model's own, `loop` the text of `run`.
    """
    moves = "".join(_MOVE.format(number=p.number) for p in proposers)
    unknown = "nothing is known of what it depends on, and it is not kept"
    return _TEXT.format(key=key or unknown, first=first, moves=moves, run=loop)


def compiled_proposers(
    proposers: Sequence[Joined],
    table: Table,
    access: Any,
    model_propose: Callable[..., Any],
    joined: types.ModuleType,
    keep: bool,
) -> tuple[Callable[[Any, int], float], Callable[..., int]]:
    """`propose(w, move)` that runs proposers as moves and leaves others to the model's own, and `run` with it.

    `joined` is a module of `moves_text`, loaded for these proposers alone; its machine code is kept beside it if
    `keep`, and found there. `access` is the kernel's module of the native package. Raises `BlogError` for a mistake
    that the types show, and `NotCompiled` for what is right but beyond the compiler.
    """
    functions = Functions()
    # Globals, not parameters or cells: Numba looks at the text of the function alone when it looks for its code.
    for module, names in NAMES.items():
        part = importlib.import_module(f"{access.__package__}.{module}")
        vars(joined).update({name: getattr(part, name) for name in names})
    for p in proposers:
        own = self_type(p.proposer, p.place, functions.plain)
        compiled = njit(**OPTIONS)(functions.plain(p.code()))
        world, rng = _views(p, table, access)
        vars(joined).update({f"propose_{p.number}": compiled, f"as_self_{p.number}": self_of(own)})
        vars(joined).update({f"as_world_{p.number}": cast_to(world), f"as_rng_{p.number}": cast_to(rng)})
    vars(joined).update(
        propose_model=model_propose,
        as_number=_as_number,
        misuse=access.misuse,
        INFINITE=math.inf,
        NO_LOG_Q=move_faults.NO_LOG_Q,
    )
    try:
        made = joined.propose = njit(cache=keep, **OPTIONS | {"forceinline": True})(joined.propose)  # type: ignore[attr-defined]  # see `moves_text`
        signature = int64(WORLD, numba_types.FunctionType(float64(WORLD, int64, int64)), int64)
        run: Callable[..., int] = njit(signature, cache=keep, **OPTIONS)(joined.run)
    except (
        NumbaError,
        UnsupportedBytecodeError,
    ) as error:  # the second is raised as code is read, and is no NumbaError
        raise _judged([written(p.proposer) for p in proposers], str(error)) from error
    return made, run


def _views(joined: Joined, table: Table, access: Any) -> tuple[ViewType, ViewType]:
    """The types of `world`, and of `rng` or `choose`."""
    if isinstance(joined.proposer, DeclaredMove):
        return declared_views(table, access.__package__)
    return WorldViewType("world", table, access), RngType("rng", table, access)


@intrinsic
def _as_number(context: Any, log_q: Any) -> Any:
    """What a proposer returns, where that is a number on every way."""
    if not isinstance(log_q, numba_types.Number):
        raise TypingError(NO_LOG_Q.message)

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return arguments[0]

    return log_q(log_q), generate


def compile_for_python(*modules: Any) -> None:
    """Compiles the functions of modules of the native kernel that Python is going to call, by their annotations."""
    kinds = {"World": WORLD, "int": int64, "float": float64}
    for module in modules:
        for function in vars(module).values():
            is_own = isinstance(function, Dispatcher) and function.py_func.__module__ == module.__name__
            if is_own and not function.signatures:
                annotations = function.py_func.__annotations__
                function.compile(tuple(kinds[kind] for name, kind in annotations.items() if name != "return"))


class Functions:
    """Plain functions made fit for compilation: what they call by a global or an enclosing name is compiled too."""

    def __init__(self) -> None:
        self._known: dict[types.FunctionType, types.FunctionType] = {}
        self._compiled: dict[types.FunctionType, Any] = {}

    def plain(self, function: types.FunctionType) -> types.FunctionType:
        """A copy of a function with compiled functions in place of plain ones."""
        if function in self._known:
            return self._known[function]
        scope = dict(function.__globals__)
        cells = tuple(map(self._cell, function.__closure__ or ()))
        made = types.FunctionType(function.__code__, scope, function.__name__, function.__defaults__, cells)
        # Kept code is loaded together with its module, and the user's may have another name then, or none.
        made.__qualname__, made.__module__ = function.__qualname__, Proposer.__module__
        self._known[function] = made
        for name in _names(function.__code__):
            if isinstance(scope.get(name), types.FunctionType):
                scope[name] = self._callable(scope[name])
        return made

    def _callable(self, function: types.FunctionType) -> Any:
        if function not in self._compiled:
            self._compiled[function] = njit(**OPTIONS)(self.plain(function))
        return self._compiled[function]

    def _cell(self, cell: Any) -> Any:
        value = cell.cell_contents
        return types.CellType(self._callable(value)) if isinstance(value, types.FunctionType) else cell


def _names(code: types.CodeType) -> set[str]:
    """The names that code refers to, and code within it."""
    inner = [_names(c) for c in code.co_consts if isinstance(c, types.CodeType)]
    return set(code.co_names).union(*inner)


def _judged(functions: Sequence[types.FunctionType], text: str) -> Exception:
    """The error that a failure of the compiler means; it is about the first function that has a line in its text."""
    text = re.sub(r"\x1b\[[0-9;]*m", "", text)
    # The innermost place comes first.
    places = [(file, int(n)) for file, n in re.findall(r" (?:at|Raised from) (\S.*) \((\d+)\)", text)]
    for function in functions:
        name = function.__code__.co_filename
        lines = [line for file, line in places if file == name]
        if lines:
            break
    else:
        function = functions[0]
        name = function.__code__.co_filename
        lines = [function.__code__.co_firstlineno]
    complaint = NO_LOG_Q if NO_LOG_Q.message in text else complaint_in(text)
    if complaint is not None:
        return BlogError([Diagnostic(complaint.message, line_span(function, lines[0]), complaint.hint)])
    return NotCompiled(f"{name}:{lines[0]}: {_summary(text)}")


def _summary(text: str) -> str:
    """The one line of a compiler's message that says what it stumbled over."""
    for line in text.splitlines():
        if REASON in line:
            return line.split(REASON, 1)[1].strip()
    empty = ("Failed in", "No implementation", "During:", "File ", "There are", "- Of which", "Overload")
    for line in map(str.strip, text.splitlines()):
        if line and not line.startswith(empty):
            return line
    return "the compiler does not take it"
