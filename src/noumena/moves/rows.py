"""Moves made one after the other: a cycle of moves, and a move that is repeated.

Each is a step of its own, accepted or rejected by itself. Which move comes next depends on the place in the row alone,
never on the state, and each leaves the posterior as it is: so it is the posterior of the state after any number of
them, and a sample may be recorded between two moves of a row.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, TypeAlias

from noumena.model.diagnostics import refused

LONGEST = 100_000
"""How many steps one row may have."""


class Cycle:
    """Moves made in turn whenever the mixture chooses the cycle: `Cycle(SplitMerge("PubCited"), Gibbs("Title"))`.

    A part is a proposer, a move of the library, a default move, or a row again. Each makes a step of its own, accepted
    or rejected by itself, and a sample may be recorded between them. The share of a cycle in a mixture is that of the
    *choices*: a cycle of three moves takes three steps where another part takes one. Alone it makes all steps.
    """

    def __init__(self, *parts: Any) -> None:
        self.parts = parts
        if not parts:
            raise refused("a cycle has no moves", "give it at least one: Cycle(a, b)")
        check_length(self)


class Repeat:
    """A move that makes `times` steps whenever the mixture chooses it: `Repeat(Gibbs("Title"), 5)`.

    What is said of `Cycle` holds for it too; `Repeat(Cycle(a, b), 3)` makes a, b, a, b, a and b.
    """

    def __init__(self, part: Any, times: int) -> None:
        self.part, self.times = part, times
        if isinstance(times, bool) or not isinstance(times, int) or times < 1:
            raise refused(f"a move is to be repeated {times} times", "give a whole number from 1 on")
        check_length(self)


Row: TypeAlias = Cycle | Repeat


def check_length(row: Row) -> None:
    """Refuses a row that is too long to be written down."""
    length = _length(row)
    if length > LONGEST:
        hint = f"at most {LONGEST:,} can be; a larger weight in the mixture does nearly the same"
        raise refused(f"a row of moves makes {length:,} steps", hint)


def _length(part: Any) -> int:
    if isinstance(part, Cycle):
        return sum(map(_length, part.parts))
    return part.times * _length(part.part) if isinstance(part, Repeat) else 1


def in_turn(part: Any) -> Iterator[Any]:
    """The moves of a row one after the other, those of rows in it too."""
    if isinstance(part, Cycle):
        for inner in part.parts:
            yield from in_turn(inner)
    elif isinstance(part, Repeat):
        for _ in range(part.times):
            yield from in_turn(part.part)
    else:
        yield part
