"""Publications are split in two and made one.

At most one attribute changes hands. In a split the new publication has it as it was, and the one that is left gets what
a citation left to it suggests. When two are made one, the one that is left gets it from the other.
"""

from __future__ import annotations

import math

from benchmarks.citations.hand_written.attribute_moves import change_gain
from benchmarks.citations.hand_written.coming_and_going import gain_of_merging, gain_of_new
from benchmarks.citations.hand_written.description import describe, draw_fame, log_back, log_described
from benchmarks.citations.hand_written.draws import flip, integer, neighbour
from benchmarks.citations.hand_written.known import log_variant
from benchmarks.citations.hand_written.state import (
    ATTRIBUTES,
    AUTHORS,
    CITED,
    GOES_TO,
    HANDED,
    HEAD,
    LINE,
    LINE_SIZE,
    LINE_TEAM,
    NEXT,
    NONE,
    NOWHERE,
    REJECT,
    SIZE,
    TEAM_LISTED,
    TEAM_TO,
    WITH_LINE,
    State,
)
from benchmarks.citations.hand_written.suggestions import gather, suggested, suggestion
from benchmarks.citations.hand_written.teams import (
    assemble,
    chance_assembled,
    first_of,
    gain_of_team,
    gain_without_team,
    take_back,
)
from benchmarks.compiled import compiled, inlined

FAINT = 0.05
_SMALL = 1e-200
"""Below this a product of probabilities gives way to the sum of their logarithms."""


@compiled
def divide(s: State) -> tuple[float, float]:
    """Two neighbours are picked: what both cite is split, or what they cite is made one."""
    c = integer(s, len(s.citation))
    begin, end = s.first[c], s.first[c + 1]
    if begin == end:
        return REJECT
    d = neighbour(s, c)
    if s.citation[c, CITED] == s.citation[d, CITED]:
        return _split(s, c, d)
    return _merge(s, c, d)


@inlined
def _split(s: State, c: int, d: int) -> tuple[float, float]:
    """What both cite is split: c keeps it, d has a new one."""
    keep = s.citation[c, CITED]
    home = s.publication[keep, LINE]
    half = s.publication[keep, SIZE] // 2
    fame = draw_fame(s, half)
    log_q, product = 0.0, 1.0
    count, left = 0, 0
    e = s.publication[keep, HEAD]
    while e != NONE:
        goes = e == d
        if e != c and e != d:
            leaning = _leaning(s, e, c, d)
            goes = flip(s, leaning)
            product *= leaning if goes else 1.0 - leaning
            log_q, product = _kept(log_q, product)
        if goes:
            s.moved[count] = e
            count += 1
        else:
            s.stayed[left] = e
            left += 1
        e = s.citation[e, NEXT]
    a = integer(s, ATTRIBUTES + 1)
    alone = s.line[home, LINE_SIZE] == 1
    along = a == AUTHORS and alone and s.line[home, AUTHORS] == s.publication[keep, AUTHORS]
    line, team = describe(s, count, keep, a, along)
    gain = 0.0
    if a < ATTRIBUTES:
        value = suggestion(s, a, s.stayed, left)
        if along:
            chance = _handed_over(s, home, line, value, count, left)
            if chance == 0.0:
                return REJECT
            product *= chance
        gain = change_gain(s, keep, a, value, alone, left)
        if gain == NOWHERE:
            return REJECT
        product *= suggested(s, a, value, s.stayed, left)
    log_q += math.log(product) + log_described(s, count, keep, NONE, line, team, fame, half, a)
    if along:
        gain += gain_of_team(s) + gain_without_team(s, s.line[home, LINE_TEAM], s.plan[HANDED])
    gain += gain_of_new(s, count, keep, fame, line)
    if s.plan[WITH_LINE] and line == home:
        gain -= s.told_own[a]
        s.told_own[a] = log_variant(s, a, s.told[a], s.changed[a])
        gain += s.told_own[a]
    return -log_q, gain


@inlined
def _handed_over(s: State, home: int, line: int, value: int, count: int, left: int) -> float:
    """Plans the team of the line that is left; the chance of it over that of the way back, or 0 if there is none.

    A new line has its team from it. Who goes away is seen by the others in the line where he will be.
    """
    if value == s.line[home, AUTHORS]:
        return 0.0
    s.plan[GOES_TO] = home if line == NONE else NONE if line == home else line
    for i in range(count):
        s.goes[s.moved[i]] = True
    c, back, chance = first_of(s.stayed, left), 1.0, 0.0
    if line != NONE:
        take_back(s, home)
        back = chance_assembled(s, home, c)
    if back > 0.0:
        assemble(s, home, c, value)
        chance = chance_assembled(s, home, c) / back
    for i in range(count):
        s.goes[s.moved[i]] = False
    s.plan[GOES_TO] = NONE
    return chance


@inlined
def _merge(s: State, c: int, d: int) -> tuple[float, float]:
    """What d cites is gone, and its citations cite what c does."""
    keep, other = s.citation[c, CITED], s.citation[d, CITED]
    left, count = gather(s, keep, s.stayed), gather(s, other, s.moved)
    log_q, product = 0.0, 1.0
    for i in range(left):
        product *= 1.0 - _leaning(s, s.stayed[i], c, d) if s.stayed[i] != c else 1.0
        log_q, product = _kept(log_q, product)
    for i in range(count):
        product *= _leaning(s, s.moved[i], c, d) if s.moved[i] != d else 1.0
        log_q, product = _kept(log_q, product)
    a = integer(s, ATTRIBUTES + 1)
    line, going = s.publication[keep, LINE], s.publication[other, LINE]
    alone = s.line[line, LINE_SIZE] - int(going == line) == 1
    along = a == AUTHORS and alone and s.line[line, AUTHORS] == s.publication[keep, AUTHORS]
    if a < ATTRIBUTES:
        product *= suggested(s, a, s.publication[keep, a], s.stayed, left)
    if along:
        product *= _taken_over(s, line, going, s.publication[other, AUTHORS], left)
    back = log_back(s, count, other, keep, (left + count) // 2, a)
    if product == 0.0 or back == NOWHERE:
        return REJECT
    log_q += math.log(product) + back
    if a == ATTRIBUTES:
        return log_q, gain_of_merging(s, count, other, keep)
    gain = change_gain(s, keep, a, s.publication[other, a], alone, left)
    if gain == NOWHERE:
        return REJECT
    if along:
        gain += gain_of_team(s) + gain_without_team(s, s.line[line, LINE_TEAM], 0)
    return log_q, gain + gain_of_merging(s, count, other, keep)


@inlined
def _taken_over(s: State, line: int, going: int, value: int, left: int) -> float:
    """Plans the team of the line that is left: that of the line that goes, if it does.

    1 over what `_handed_over` gives on the way back, or 0 if there is none.
    """
    if value == s.line[line, AUTHORS]:
        return 0.0
    c = first_of(s.stayed, left)
    take_back(s, line)
    back = chance_assembled(s, line, c)
    if back == 0.0:
        return 0.0
    if s.line[going, LINE_SIZE] == 1:
        s.plan[HANDED] = 1
        s.plan[TEAM_TO], s.plan[TEAM_LISTED] = s.line[going, LINE_TEAM], s.line[going, AUTHORS]
        return back
    assemble(s, line, c, value)
    return back / chance_assembled(s, line, c)


@inlined
def _leaning(s: State, e: int, c: int, d: int) -> float:
    """The probability that a citation goes with d, and not with c."""
    to_c, to_d = _likeness(s, e, c), _likeness(s, e, d)
    return to_d / (to_c + to_d)


@inlined
def _likeness(s: State, c: int, d: int) -> float:
    """How alike two citations are; neighbours are in order."""
    for i in range(s.first[c], s.first[c + 1]):
        if s.near[i] >= d:
            return max(FAINT, s.alike[i]) if s.near[i] == d else FAINT
    return FAINT


@inlined
def _kept(log_sum: float, product: float) -> tuple[float, float]:
    """A sum of logarithms and a product that never becomes 0."""
    return (log_sum + math.log(product), 1.0) if product < _SMALL else (log_sum, product)
