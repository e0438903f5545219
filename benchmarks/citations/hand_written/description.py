"""What a new publication is: drawn out of the one that its citations, `moved[:count]`, cited before; and how probable.

Title, authors and year are those of that source with `COPIED`, all else is suggested. The line of work is a new one
with the same title, authors and year, that of the source, or that of what a neighbour cites, each with 1/3; the fame
suits the number of citations, or is any. One attribute may be `kept`: it is that of the source for sure.
"""

from __future__ import annotations

import math

from benchmarks.citations.hand_written.draws import flip, integer
from benchmarks.citations.hand_written.state import (
    ATTRIBUTES,
    AUTHORS,
    CITED,
    FAME,
    FAMES,
    HANDED,
    LINE,
    LINE_SIZE,
    NONE,
    NOWHERE,
    OF_LINES,
    TITLE,
    YEAR,
    State,
)
from benchmarks.citations.hand_written.suggestions import suggested, suggestion
from benchmarks.citations.hand_written.teams import assembled_for, chance_assembled, first_of, take_back
from benchmarks.compiled import inlined

ANY_FAME = 0.3
COPIED = 0.4


@inlined
def usual_fame(citing: int) -> int:
    """The fame that suits a publication that so many cite."""
    return int(citing >= 2) + int(citing >= 4) + int(citing >= 10)


@inlined
def draw_fame(s: State, citing: int) -> int:
    """The fame of a publication that about so many will cite."""
    if flip(s, ANY_FAME):
        return integer(s, FAMES)
    return usual_fame(citing)


@inlined
def describe(s: State, count: int, source: int, kept: int, handed: bool) -> tuple[int, float]:
    """Draws the attributes into `told`; the line of work, or `NONE` for a new one and the chance of its team.

    With `handed` a new line has the team of the source's.
    """
    for a in range(OF_LINES):
        copied = a == kept or flip(s, COPIED)
        s.told[a] = s.publication[source, a] if copied else suggestion(s, a, s.moved, count)
    for a in range(OF_LINES, ATTRIBUTES):
        s.told[a] = s.publication[source, a] if a == kept else suggestion(s, a, s.moved, count)
    way = integer(s, 3)
    if way == 0 and handed:
        s.plan[HANDED] = 1
        return NONE, 1.0
    if way == 0:
        return NONE, assembled_for(s, count)
    relative = source
    if way == 2:
        c = s.moved[integer(s, count)]
        degree = s.first[c + 1] - s.first[c]
        k = integer(s, max(1, degree))
        if degree > 0:
            relative = s.citation[s.near[s.first[c] + k], CITED]
    return int(s.publication[relative, LINE]), 1.0


@inlined
def log_described(
    s: State, count: int, source: int, p: int, line: int, team: float, fame: int, citing: int, kept: int
) -> float:
    """ln of the probability of `told`, this line and this fame for a publication out of a source.

    `team` is the chance of the team of a line that is new. `p` is the publication if it is there already, else `NONE`;
    so is the line. A neighbour that cites `p` stands for the source, and so does one of `moved` if `p` is not there,
    since that cites the source still.
    """
    chance = team if line == NONE else _line_chance(s, count, source, p, line)
    if chance == 0.0:
        return NOWHERE
    for a in range(OF_LINES):
        if a != kept:
            r = (1.0 - COPIED) * suggested(s, a, s.told[a], s.moved, count)
            chance *= r + COPIED if s.told[a] == s.publication[source, a] else r
    for a in range(OF_LINES, ATTRIBUTES):
        if a != kept:
            chance *= suggested(s, a, s.told[a], s.moved, count)
    chance *= ANY_FAME / FAMES + (1.0 - ANY_FAME if fame == usual_fame(citing) else 0.0)
    return math.log(chance / 3.0) if chance > 0.0 else NOWHERE


@inlined
def log_back(s: State, count: int, old: int, new: int, citing: int, kept: int) -> float:
    """ln of the probability that the old publication, which `moved` cite, comes out of the new one.

    If its line goes, and its team is not handed over, that is planned to come.
    """
    line, team = take_in(s, old), 1.0
    if s.line[line, LINE_SIZE] == 1:
        if not is_own(s, line):
            return NOWHERE
        if not s.plan[HANDED]:
            take_back(s, line)
            team = chance_assembled(s, line, first_of(s.moved, count))
        line = NONE
    return log_described(s, count, new, old, line, team, s.publication[old, FAME], citing, kept)


@inlined
def take_in(s: State, p: int) -> int:
    """Copies the attributes of a publication into `told`; its line of work."""
    for a in range(ATTRIBUTES):
        s.told[a] = s.publication[p, a]
    line: int = s.publication[p, LINE]
    return line


@inlined
def _line_chance(s: State, count: int, source: int, p: int, line: int) -> float:
    """Three times the probability of a line of work that others are in."""
    from_source = 1.0 if s.publication[source, LINE] == line else 0.0
    total = 0.0
    for i in range(count):
        begin, end = s.first[s.moved[i]], s.first[s.moved[i] + 1]
        if begin == end:
            total += from_source
            continue
        found = 0
        for k in range(begin, end):
            q = s.citation[s.near[k], CITED]
            found += s.publication[source if q == p else q, LINE] == line
        total += found / (end - begin)
    return total / count + from_source


@inlined
def is_own(s: State, line: int) -> bool:
    """Whether a line of work is as it would be if it came with a publication like `told`."""
    return bool(
        s.line[line, TITLE] == s.told[TITLE]
        and s.line[line, AUTHORS] == s.told[AUTHORS]
        and s.line[line, YEAR] == s.told[YEAR]
    )
