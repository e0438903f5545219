"""A proposer from whatever stands for one: an object, a class, or a move of the library."""

from __future__ import annotations

import copy
import types
from typing import Any

from noumena.model.diagnostics import refused
from noumena.moves.declared import DeclaredMove
from noumena.moves.library.written import LibraryMove
from noumena.moves.proposer import Proposer
from noumena.moves.table import Table


def made(given: Any, table: Table) -> Proposer:
    """A proposer of its own, for the names of a model; `BlogError` if there can be none."""
    if isinstance(given, LibraryMove):
        found: Any = given.proposer(table)
    elif isinstance(given, type) and issubclass(given, LibraryMove):
        name = given.__name__
        raise refused(f"`{name}` is a move of the library, and must be told what it is for", f'write {name}("…")')
    else:
        found = given() if isinstance(given, type) and issubclass(given, Proposer) else copy.copy(given)
    if not isinstance(found, Proposer):
        name = getattr(given, "__name__", type(given).__name__)
        raise refused(f"`{name}` is no proposer", "derive a class from nm.Proposer")
    kind: Any = type(found)
    if kind.propose is Proposer.propose or not isinstance(kind.propose, types.FunctionType):
        raise refused(f"`{kind.__name__}` has no `propose`", "define propose(self, world, rng)")
    if isinstance(found, DeclaredMove) and isinstance(given, LibraryMove):
        hint = "ask in its `change`, and return nm.REJECT"
        raise refused(f"{given.name} is of a declared move, which cannot be composed", hint)
    if isinstance(found, DeclaredMove):
        if kind.change is DeclaredMove.change or not isinstance(kind.change, types.FunctionType):
            raise refused(f"`{kind.__name__}` has no `change`", "define change(self, world, choose)")
        if kind.propose is not DeclaredMove.propose:
            hint = "a declared move has `change` only; derive from nm.Proposer to write `propose`"
            raise refused(f"`{kind.__name__}` is declared and has a `propose` of its own", hint)
    return found


def move_name(given: Any) -> str:
    """The name of a move in figures and messages."""
    if isinstance(given, LibraryMove):
        return given.name
    return given.__name__ if isinstance(given, type) else type(given).__name__
