"""Moves one after the other, as numbers of the moves of a program."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from noumena.compiler.program import Program
from noumena.model.diagnostics import refused
from noumena.moves.library.conjugate import Conjugate
from noumena.moves.mixture import DefaultMove, Defaults, Mixture
from noumena.moves.rows import Cycle, Repeat, Row, in_turn
from noumena.moves.wording import suggestion

NOT_WRITTEN = (DefaultMove, Defaults, Cycle, Repeat)
"""Parts of a mixture that no user has written, and that the library does not write."""
NumberedRow: TypeAlias = tuple[float, tuple[int, ...]]
"""A share of the choices, and the numbers of the moves that are made one after the other."""


def laid_out(
    program: Program, rows: Sequence[tuple[float, Row]], written: list[tuple[float, Any]]
) -> list[NumberedRow]:
    """The rows of a mixture; moves that are in rows alone are added to the `written` ones, with no share of their own.

    The same object is the same move, wherever it stands.
    """
    found = []
    for share, row in rows:
        numbers = []
        for given in in_turn(row):
            part = planned(program, given)
            if isinstance(part, DefaultMove):
                numbers.append(default_number(program, part))
            else:
                numbers.append(len(program.moves) + _place(part, written))
        found.append((share, tuple(numbers)))
    return found


def _place(part: Any, written: list[tuple[float, Any]]) -> int:
    """Where a move is among the written ones, to which it is added if it is not there."""
    if isinstance(part, Defaults | Mixture):
        name = type(part).__name__
        raise refused(f"`{name}` stands in a row, where nothing is chosen", "put the row into a mixture instead")
    for place, (_, known) in enumerate(written):
        if known is part:
            return place
    written.append((0.0, part))
    return len(written) - 1


@dataclass(frozen=True)
class _Proportions(DefaultMove):
    """The default move that draws proportions given all else."""

    @property
    def name(self) -> str:
        """`Conjugate(Pi)`."""
        return f"Conjugate({self.function})"


def planned(program: Program, part: Any) -> Any:
    """A part of a mixture; `Conjugate` of a function for which the plan of a program has it is that default move."""
    if isinstance(part, Conjugate) and part.name in [move.name for move in program.moves]:
        return _Proportions(part.function)
    return part


def default_number(program: Program, part: DefaultMove) -> int:
    """The number of a default move; `BlogError` if the program has none by that name."""
    names = [move.name for move in program.moves]
    if part.name not in names:
        hint = suggestion(part.name, names) or f"it has {', '.join(names)}"
        raise refused(f"this model has no default move {part.name}", hint)
    return names.index(part.name)
