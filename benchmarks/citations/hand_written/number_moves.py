"""How many there are: the fame of publications, and numbers."""

from __future__ import annotations

import math

from benchmarks.citations.hand_written.counts import change
from benchmarks.citations.hand_written.draws import integer
from benchmarks.citations.hand_written.state import (
    CITED,
    COUNTED,
    FAME,
    FAME_TO,
    FAMES,
    NUMBER,
    REJECT,
    SIZE,
    TO,
    State,
)
from benchmarks.compiled import compiled


@compiled
def promote(s: State) -> tuple[float, float]:
    """A publication gets another fame, and is one more of those and one less of these."""
    p = s.citation[integer(s, len(s.citation)), CITED]
    fame = integer(s, FAMES)
    old, size = s.publication[p, FAME], s.publication[p, SIZE]
    if fame == old:
        return REJECT
    change(s, old, -1, -size)
    change(s, fame, 1, size)
    s.plan[TO], s.plan[FAME_TO] = p, fame
    return 0.0, 0.0


@compiled
def change_fame(s: State) -> None:
    """Does what `promote` has planned."""
    s.publication[s.plan[TO], FAME] = s.plan[FAME_TO]


@compiled
def recount(s: State) -> tuple[float, float]:
    """The number of publications of a fame, of lines, teams or researchers becomes any from half to double."""
    row = integer(s, COUNTED)
    old = s.counts[row, NUMBER]
    least = (old + 1) // 2
    new = least + integer(s, 2 * old - least + 1)
    if new == 0:
        return REJECT
    s.changes[row, NUMBER] = new - old
    return math.log((2 * old - least + 1) / (2 * new - (new + 1) // 2 + 1)), 0.0
