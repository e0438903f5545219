"""Citations go from one publication to another, which may be new; the one that they leave may go with its line.

A plan has FROM, TO (`NONE` if new), the fame and line of a new one, and `moved[:plan[MOVED]]`.
"""

from __future__ import annotations

from benchmarks.citations.hand_written.counts import change
from benchmarks.citations.hand_written.known import log_own, log_prior, log_variant
from benchmarks.citations.hand_written.lists import cite, join_line, new_line, new_publication, retire, uncite
from benchmarks.citations.hand_written.state import (
    ATTRIBUTES,
    AUTHORS,
    FAME,
    FAME_TO,
    FROM,
    HANDED,
    KIND,
    LINE,
    LINE_SIZE,
    LINE_TEAM,
    LINE_TO,
    LINES,
    MOVED,
    NONE,
    OF_LINES,
    SIZE,
    TEAM_HELD,
    TEAMS,
    TITLE,
    TO,
    YEAR,
    State,
)
from benchmarks.citations.hand_written.teams import gain_of_team, gain_without_team, join_team
from benchmarks.compiled import inlined


@inlined
def gain_of_new(s: State, count: int, source: int, fame: int, line: int) -> float:
    """By how much ln p becomes greater, without texts, if `moved` go from the source to a new one like `told`."""
    gain = 0.0
    for a in range(OF_LINES):
        gain += log_prior(s, a, s.told[a]) if line == NONE and a != AUTHORS else 0.0
        s.told_own[a] = log_variant(s, a, s.told[a], s.told[a] if line == NONE else s.line[line, a])
    for a in range(OF_LINES, ATTRIBUTES):
        s.told_own[a] = log_own(s, a, s.told[a], s.told[KIND])
    for a in range(ATTRIBUTES):
        gain += s.told_own[a]
    change(s, s.publication[source, FAME], 0, -count)
    change(s, fame, 1, count)
    change(s, LINES, 1 if line == NONE else 0, 1)
    if line == NONE and s.plan[HANDED]:
        change(s, TEAMS, 0, 1)
    elif line == NONE:
        gain += gain_of_team(s)
    _plan(s, count, source, NONE)
    s.plan[FAME_TO] = fame
    s.plan[LINE_TO] = line
    return gain


@inlined
def gain_of_joining(s: State, count: int, old: int, new: int) -> float:
    """The same if `moved` go to another publication that is there, and the old one stays."""
    change(s, s.publication[old, FAME], 0, -count)
    change(s, s.publication[new, FAME], 0, count)
    _plan(s, count, old, new)
    return 0.0


@inlined
def gain_of_merging(s: State, count: int, old: int, new: int) -> float:
    """The same where `moved` are all that cite the old one, which goes."""
    gain = 0.0
    for a in range(ATTRIBUTES):
        gain -= s.own[old, a]
    line = s.publication[old, LINE]
    last = s.line[line, LINE_SIZE] == 1
    if last:
        gain -= log_prior(s, TITLE, s.line[line, TITLE]) + log_prior(s, YEAR, s.line[line, YEAR])
    change(s, s.publication[old, FAME], -1, -count)
    change(s, s.publication[new, FAME], 0, count)
    change(s, LINES, -1 if last else 0, -1)
    if last:
        gain += gain_without_team(s, s.line[line, LINE_TEAM], s.plan[HANDED])
    _plan(s, count, old, new)
    return gain


@inlined
def _plan(s: State, count: int, old: int, new: int) -> None:
    s.plan[MOVED], s.plan[FROM], s.plan[TO] = count, old, new


@inlined
def move_citations(s: State) -> None:
    """Does what is planned."""
    p = s.plan[TO]
    if p == NONE:
        p = new_publication(s, s.plan[FAME_TO])
        line = s.plan[LINE_TO]
        for a in range(ATTRIBUTES):
            s.publication[p, a] = s.told[a]
            s.own[p, a] = s.told_own[a]
        if line == NONE:
            line = new_line(s)
            s.line[line, TITLE], s.line[line, YEAR] = s.told[TITLE], s.told[YEAR]
            if s.plan[HANDED]:
                s.line[line, LINE_TEAM], s.line[line, AUTHORS] = s.plan[TEAM_HELD], s.told[AUTHORS]
            else:
                join_team(s, line)
        join_line(s, p, line)
    for i in range(s.plan[MOVED]):
        c = s.moved[i]
        uncite(s, c)
        cite(s, c, p)
        s.text[c] = s.moved_text[i]
    if s.publication[s.plan[FROM], SIZE] == 0:
        retire(s, s.plan[FROM])
