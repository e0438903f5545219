"""Lines of work: which publications belong to one, and its theme, people and era."""

from __future__ import annotations

import math

from benchmarks.citations.hand_written.counts import change
from benchmarks.citations.hand_written.description import is_own, take_in
from benchmarks.citations.hand_written.draws import flip, integer
from benchmarks.citations.hand_written.known import log_prior, log_variant
from benchmarks.citations.hand_written.lists import cited_by, in_line, join_line, leave_line, new_line
from benchmarks.citations.hand_written.state import (
    AUTHORS,
    CITED,
    LINE,
    LINE_HEAD,
    LINE_SIZE,
    LINE_TEAM,
    LINE_TO,
    LINES,
    NEXT_PUB,
    NONE,
    OF_LINES,
    REJECT,
    SIZE,
    TEAM_LISTED,
    TEAM_TO,
    TITLE,
    TO,
    VALUE,
    WHICH,
    YEAR,
    State,
)
from benchmarks.citations.hand_written.suggestions import gather, suggested, suggestion
from benchmarks.citations.hand_written.teams import (
    assemble,
    assembled_for,
    chance_assembled,
    first_of,
    gain_of_team,
    gain_without_team,
    home,
    join_team,
    leave_team,
    take_back,
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
    if not alone and flip(s, 0.5):
        if back == 0:
            return REJECT
        chance = assembled_for(s, gather(s, p, s.moved))
        return math.log(2.0 * back / ((end - begin) * chance)), _gain_in(s, p, old, NONE)
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
    take_back(s, old)
    chance = chance_assembled(s, old, home(s, p))
    if chance == 0.0:
        return REJECT
    return math.log(chance * (end - begin) / (2.0 * forth)), _gain_in(s, p, old, new)


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
        if new == NONE and a != AUTHORS:
            gain += log_prior(s, a, s.told[a])
        if last and a != AUTHORS:
            gain -= log_prior(s, a, s.line[old, a])
        s.told_own[a] = log_variant(s, a, s.told[a], s.told[a] if new == NONE else s.line[new, a])
        gain += s.told_own[a] - s.own[p, a]
    change(s, LINES, int(new == NONE) - int(last), 0)
    if new == NONE:
        gain += gain_of_team(s)
    if last:
        gain += gain_without_team(s, s.line[old, LINE_TEAM], 0)
    s.plan[TO], s.plan[LINE_TO] = p, new
    return gain


@compiled
def change_line_of(s: State) -> None:
    """Does what `realign` has planned."""
    p, line = s.plan[TO], s.plan[LINE_TO]
    leave_line(s, p)
    if line == NONE:
        line = new_line(s)
        s.line[line, TITLE], s.line[line, YEAR] = s.told[TITLE], s.told[YEAR]
        join_team(s, line)
    for a in range(OF_LINES):
        s.own[p, a] = s.told_own[a]
    join_line(s, p, line)


@compiled
def retheme(s: State) -> tuple[float, float]:
    """Theme, people or era of a line become those of one of its publications or a neighbour's, or what is suggested."""
    line = s.publication[s.citation[integer(s, len(s.citation)), CITED], LINE]
    p = in_line(s, line, integer(s, s.line[line, LINE_SIZE]))
    way = integer(s, 3)
    q = p
    if way == 1:
        c = cited_by(s, p, integer(s, s.publication[p, SIZE]))
        degree = s.first[c + 1] - s.first[c]
        k = integer(s, max(1, degree))
        if degree > 0:
            q = s.citation[s.near[s.first[c] + k], CITED]
    a = integer(s, OF_LINES)
    if a == AUTHORS:
        return _repeople(s, line, p, q, way)
    old, new = s.line[line, a], s.publication[q, a]
    if way == 2:
        new = suggestion(s, a, s.moved, gather(s, p, s.moved))
    if new == old:
        s.plan[TO] = NONE
        return 0.0, 0.0
    s.plan[TO], s.plan[WHICH], s.plan[VALUE] = line, a, new
    back, forth = _chances(s, line, a, old, new)
    if back == 0.0:
        return REJECT
    gain = log_prior(s, a, new) - log_prior(s, a, old)
    return math.log(back / forth), gain + _gain_of_variants(s, line, a, new)


@inlined
def _gain_of_variants(s: State, line: int, a: int, new: int) -> float:
    """By how much the factors of the publications of a line become greater if it gets this value."""
    gain = 0.0
    count = 0
    o = s.line[line, LINE_HEAD]
    while o != NONE:
        s.moved_text[count] = log_variant(s, a, s.publication[o, a], new)
        gain += s.moved_text[count] - s.own[o, a]
        count += 1
        o = s.publication[o, NEXT_PUB]
    return gain


@inlined
def _repeople(s: State, line: int, p: int, q: int, way: int) -> tuple[float, float]:
    """The line gets a team of the names of a publication's authors, the team of the line of q, or one suggested."""
    other = s.publication[q, LINE]
    if way == 1 and other == line:
        return REJECT
    take_back(s, line)
    back = _chance_of_team(s, line)
    if way == 1:
        s.plan[TEAM_TO], s.plan[TEAM_LISTED] = s.line[other, LINE_TEAM], s.line[other, AUTHORS]
    else:
        names = s.publication[p, AUTHORS]
        if way == 2:
            names = suggestion(s, AUTHORS, s.moved, gather(s, p, s.moved))
        assemble(s, line, home(s, p), names)
    if back == 0.0:
        return REJECT
    forth = _chance_of_team(s, line)
    s.plan[TO], s.plan[WHICH] = line, AUTHORS
    gain = gain_of_team(s) + gain_without_team(s, s.line[line, LINE_TEAM], 0)
    return math.log(back / forth), gain + _gain_of_variants(s, line, AUTHORS, s.plan[TEAM_LISTED])


@compiled
def _chance_of_team(s: State, line: int) -> float:
    """How probable it is that a line gets the planned team, times a number that is the same for all."""
    total, names, team = 0.0, s.plan[TEAM_LISTED], s.plan[TEAM_TO]
    p = s.line[line, LINE_HEAD]
    while p != NONE:
        count = gather(s, p, s.moved)
        listed = suggested(s, AUTHORS, names, s.moved, count) + int(s.publication[p, AUTHORS] == names)
        if listed > 0.0:
            total += listed * chance_assembled(s, line, first_of(s.moved, count))
        for i in range(count):
            begin, end = s.first[s.moved[i]], s.first[s.moved[i] + 1]
            found = 0
            for k in range(begin, end):
                other = s.publication[s.citation[s.near[k], CITED], LINE]
                found += other != line and team != NONE and s.line[other, LINE_TEAM] == team
            if found > 0:
                total += found / ((end - begin) * count)
        p = s.publication[p, NEXT_PUB]
    return total


@inlined
def _chances(s: State, line: int, a: int, old: int, new: int) -> tuple[float, float]:
    """How probable it is that a line gets the one value and the other, both times the same number."""
    back, forth = 0.0, 0.0
    p = s.line[line, LINE_HEAD]
    while p != NONE:
        own = s.publication[p, a]
        own_old, own_new = int(own == old), int(own == new)
        count = gather(s, p, s.moved)
        back += own_old + suggested(s, a, old, s.moved, count)
        forth += own_new + suggested(s, a, new, s.moved, count)
        for i in range(count):
            begin, end = s.first[s.moved[i]], s.first[s.moved[i] + 1]
            if begin == end:
                back += own_old / count
                forth += own_new / count
                continue
            found_old, found_new = 0, 0
            for k in range(begin, end):
                held = s.publication[s.citation[s.near[k], CITED], a]
                found_old += held == old
                found_new += held == new
            back += found_old / ((end - begin) * count)
            forth += found_new / ((end - begin) * count)
        p = s.publication[p, NEXT_PUB]
    return back, forth


@compiled
def change_line(s: State) -> None:
    """Does what `retheme` has planned."""
    line, a = s.plan[TO], s.plan[WHICH]
    if line == NONE:
        return
    if a == AUTHORS:
        team = s.line[line, LINE_TEAM]
        join_team(s, line)
        leave_team(s, team)
    else:
        s.line[line, a] = s.plan[VALUE]
    o = s.line[line, LINE_HEAD]
    count = 0
    while o != NONE:
        s.own[o, a] = s.moved_text[count]
        count += 1
        o = s.publication[o, NEXT_PUB]
