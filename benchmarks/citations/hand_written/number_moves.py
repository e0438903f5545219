"""How many there are, and where publications belong: lines of work, fame and numbers."""

from __future__ import annotations

import math

from benchmarks.citations.hand_written.coming_and_going import take_in
from benchmarks.citations.hand_written.counts import change, count_gain, make_changes, no_changes
from benchmarks.citations.hand_written.description import is_own
from benchmarks.citations.hand_written.draws import flip, integer
from benchmarks.citations.hand_written.known import log_prior, log_variant
from benchmarks.citations.hand_written.lists import join_line, leave_line, new_line
from benchmarks.citations.hand_written.reference_moves import REJECT
from benchmarks.citations.hand_written.state import (
    CITED,
    FAME,
    FAME_TO,
    FAMES,
    LINE,
    LINE_SIZE,
    LINE_TO,
    LINES,
    NONE,
    NUMBER,
    OF_LINES,
    SIZE,
    TO,
    State,
)
from benchmarks.compiled import compiled, inlined


@compiled
def realign(s: State) -> tuple[float, float]:
    """A publication goes to the line of work of a neighbour's, or to a new one that is its own."""
    c = integer(s, len(s.citation))
    begin, end = s.first[c], s.first[c + 1]
    if begin == end:
        return REJECT
    p = s.citation[c, CITED]
    old = take_in(s, p)
    alone = s.line[old, LINE_SIZE] == 1
    back = _neighbours_in(s, c, p, old)
    if flip(s, 0.5):
        if alone or back == 0:
            return REJECT
        return math.log(back / (end - begin)), _gain_in(s, p, old, NONE)
    neighbour = s.citation[s.near[begin + integer(s, end - begin)], CITED]
    new = s.publication[neighbour, LINE]
    if neighbour == p or new == old:
        return REJECT
    forth = _neighbours_in(s, c, p, new)
    if not alone:
        if back == 0:
            return REJECT
        return math.log(back / forth), _gain_in(s, p, old, new)
    if not is_own(s, old):
        return REJECT
    return -math.log(forth / (end - begin)), _gain_in(s, p, old, new)


@inlined
def _neighbours_in(s: State, c: int, p: int, line: int) -> int:
    """How many neighbours cite another publication, of this line of work."""
    found = 0
    for i in range(s.first[c], s.first[c + 1]):
        q = s.citation[s.near[i], CITED]
        found += q != p and s.publication[q, LINE] == line
    return found


@inlined
def _gain_in(s: State, p: int, old: int, new: int) -> float:
    """By how much ln p becomes greater if a publication goes to another line of work; `NONE` is a new one."""
    gain = 0.0
    last = s.line[old, LINE_SIZE] == 1
    for a in range(OF_LINES):
        if new == NONE:
            gain += log_prior(s, a, s.told[a])
        if last:
            gain -= log_prior(s, a, s.line[old, a])
        s.told_own[a] = log_variant(s, a, s.told[a], s.told[a] if new == NONE else s.line[new, a])
        gain += s.told_own[a] - s.own[p, a]
    no_changes(s)
    change(s, LINES, int(new == NONE) - int(last), 0)
    s.plan[TO], s.plan[LINE_TO] = p, new
    return gain + count_gain(s)


@compiled
def change_line_of(s: State) -> None:
    """Does what `realign` has planned."""
    make_changes(s)
    p, line = s.plan[TO], s.plan[LINE_TO]
    leave_line(s, p)
    if line == NONE:
        line = new_line(s)
        for a in range(OF_LINES):
            s.line[line, a] = s.told[a]
    for a in range(OF_LINES):
        s.own[p, a] = s.told_own[a]
    join_line(s, p, line)


@compiled
def promote(s: State) -> tuple[float, float]:
    """A publication gets another fame, and is one more of those and one less of these."""
    p = s.citation[integer(s, len(s.citation)), CITED]
    fame = integer(s, FAMES)
    old, size = s.publication[p, FAME], s.publication[p, SIZE]
    if fame == old:
        return REJECT
    no_changes(s)
    change(s, old, -1, -size)
    change(s, fame, 1, size)
    s.plan[TO], s.plan[FAME_TO] = p, fame
    return 0.0, count_gain(s)


@compiled
def change_fame(s: State) -> None:
    """Does what `promote` has planned."""
    make_changes(s)
    s.publication[s.plan[TO], FAME] = s.plan[FAME_TO]


@compiled
def recount(s: State) -> tuple[float, float]:
    """The number of publications of a fame, or of lines, becomes any from half to double."""
    row = integer(s, FAMES + 1)
    old = s.counts[row, NUMBER]
    least = (old + 1) // 2
    new = least + integer(s, 2 * old - least + 1)
    if new == 0:
        return REJECT
    no_changes(s)
    s.changes[row, NUMBER] = new - old
    return math.log((2 * old - least + 1) / (2 * new - (new + 1) // 2 + 1)), count_gain(s)
