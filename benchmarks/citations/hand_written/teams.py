"""Teams of researchers behind lines of work: who is taken where a line needs people of given names, and who goes.

A line looks at the lines of what the neighbours of a citation cite: the first team there with the same names is its
own too, else each member is the first researcher there with that name, or a new one. With `STRANGERS` it looks at
nobody. A team that comes is planned in `plan[TEAM_TO]` (`NONE` if it is new) and `joining`, its members (`NONE` if they
are new).
"""

from __future__ import annotations

from benchmarks.citations.hand_written.counts import change
from benchmarks.citations.hand_written.draws import flip
from benchmarks.citations.hand_written.known import log_name, log_size
from benchmarks.citations.hand_written.state import (
    AUTHORS,
    CITED,
    FREE_RESEARCHERS,
    FREE_TEAMS,
    GOES_TO,
    HEAD,
    LINE,
    LINE_TEAM,
    NEXT,
    NONE,
    RESEARCHERS,
    TEAM_LIST,
    TEAM_LISTED,
    TEAM_TO,
    TEAM_USED,
    TEAMS,
    Array,
    State,
)
from benchmarks.compiled import compiled, inlined

STRANGERS = 0.1


@inlined
def home(s: State, p: int) -> int:
    """The first of the citations of a publication, by its number."""
    first = int(s.publication[p, HEAD])
    c = first
    while c != NONE:
        first = min(first, c)
        c = int(s.citation[c, NEXT])
    return first


@inlined
def first_of(citing: Array, count: int) -> int:
    """The first of these citations, by its number."""
    first = int(citing[0])
    for i in range(1, count):
        first = min(first, int(citing[i]))
    return first


@inlined
def assembled_for(s: State, count: int) -> float:
    """Plans the team of a new line for a publication, which is told, that `moved` will cite; its chance."""
    for i in range(count):
        s.goes[s.moved[i]] = True
    home = first_of(s.moved, count)
    assemble(s, NONE, home, s.told[AUTHORS])
    chance = chance_assembled(s, NONE, home)
    for i in range(count):
        s.goes[s.moved[i]] = False
    return chance


@inlined
def assemble(s: State, line: int, c: int, names: int) -> None:
    """Plans a team of these names for a line, `NONE` if the line is new.

    Citations that `goes` marks are taken for citing what is in the line `plan[GOES_TO]`, in none if that is `NONE`.
    """
    strangers = flip(s, STRANGERS)
    s.plan[TEAM_LISTED] = names
    s.plan[TEAM_TO] = NONE
    for j in range(s.list_size[names]):
        s.joining[j] = NONE
    if not strangers:
        _look(
            s.first, s.near, s.citation, s.publication, s.line, s.member, s.list_names, s.list_size, s.goes, s.plan,
            s.joining, line, c, names,
        )  # fmt: skip


@inlined
def take_back(s: State, line: int) -> None:
    """Plans the team that a line has, as if it were to come."""
    team = s.line[line, LINE_TEAM]
    names = s.team[team, TEAM_LIST]
    s.plan[TEAM_LISTED] = names
    s.plan[TEAM_TO] = team if s.team[team, TEAM_USED] > 1 else NONE
    for j in range(s.list_size[names]):
        researcher = s.member[team, j]
        s.joining[j] = researcher if s.membership[researcher] > 1 else NONE


@inlined
def chance_assembled(s: State, line: int, c: int) -> float:
    """The probability that a line comes by the planned team."""
    return _chance(
        s.first, s.near, s.citation, s.publication, s.line, s.member, s.list_names, s.list_size, s.goes, s.plan,
        s.joining, line, c,
    )  # fmt: skip


# These are given their arrays one by one: a call with the whole state costs more than what they do.
@inlined
def _line_near(citation: Array, publication: Array, lines: Array, goes: Array, plan: Array, line: int, e: int) -> int:
    """The line of what a neighbour cites, or `NONE` if it is this one."""
    if goes[e]:
        return int(plan[GOES_TO])
    other = int(publication[citation[e, CITED], LINE])
    return NONE if other == line else other


@compiled
def _team_near(
    first: Array, near: Array, citation: Array, publication: Array, lines: Array, goes: Array, plan: Array,
    line: int, c: int, names: int,
) -> int:  # fmt: skip
    for i in range(first[c], first[c + 1]):
        other = _line_near(citation, publication, lines, goes, plan, line, near[i])
        if other != NONE and lines[other, AUTHORS] == names:
            return int(lines[other, LINE_TEAM])
    return NONE


@compiled
def _researcher_near(
    first: Array, near: Array, citation: Array, publication: Array, lines: Array, member: Array, list_names: Array,
    list_size: Array, goes: Array, plan: Array, line: int, c: int, name: int,
) -> int:  # fmt: skip
    for i in range(first[c], first[c + 1]):
        other = _line_near(citation, publication, lines, goes, plan, line, near[i])
        if other != NONE:
            names = lines[other, AUTHORS]
            for j in range(list_size[names]):
                if list_names[names, j] == name:
                    return int(member[lines[other, LINE_TEAM], j])
    return NONE


@compiled
def _look(
    first: Array, near: Array, citation: Array, publication: Array, lines: Array, member: Array, list_names: Array,
    list_size: Array, goes: Array, plan: Array, joining: Array, line: int, c: int, names: int,
) -> None:  # fmt: skip
    plan[TEAM_TO] = _team_near(first, near, citation, publication, lines, goes, plan, line, c, names)
    if plan[TEAM_TO] == NONE:
        for j in range(list_size[names]):
            joining[j] = _researcher_near(
                first, near, citation, publication, lines, member, list_names, list_size, goes, plan, line, c,
                list_names[names, j],
            )  # fmt: skip


@compiled
def _chance(
    first: Array, near: Array, citation: Array, publication: Array, lines: Array, member: Array, list_names: Array,
    list_size: Array, goes: Array, plan: Array, joining: Array, line: int, c: int,
) -> float:  # fmt: skip
    names = plan[TEAM_LISTED]
    found = _team_near(first, near, citation, publication, lines, goes, plan, line, c, names)
    if plan[TEAM_TO] != NONE:
        return 1.0 - STRANGERS if found == plan[TEAM_TO] else 0.0
    as_found, all_new = found == NONE, True
    for j in range(list_size[names]):
        all_new = all_new and joining[j] == NONE
        if as_found:
            there = _researcher_near(
                first, near, citation, publication, lines, member, list_names, list_size, goes, plan, line, c,
                list_names[names, j],
            )  # fmt: skip
            as_found = there == joining[j]
    return (1.0 - STRANGERS if as_found else 0.0) + (STRANGERS if all_new else 0.0)


@inlined
def gain_of_team(s: State) -> float:
    """By how much ln p becomes greater, without counts, which are planned, if the planned team comes to a line."""
    change(s, TEAMS, int(s.plan[TEAM_TO] == NONE), 1)
    if s.plan[TEAM_TO] != NONE:
        return 0.0
    names = s.plan[TEAM_LISTED]
    gain = log_size(s, names)
    for j in range(s.list_size[names]):
        change(s, RESEARCHERS, int(s.joining[j] == NONE), 1)
        gain += log_name(s, s.list_names[names, j]) if s.joining[j] == NONE else 0.0
    return gain


@inlined
def gain_without_team(s: State, team: int, others: int) -> float:
    """The same if a line no longer has a team, which goes if it was the last, and no others come."""
    last = s.team[team, TEAM_USED] + others == 1
    change(s, TEAMS, -int(last), -1)
    if not last:
        return 0.0
    names = s.team[team, TEAM_LIST]
    gain = -log_size(s, names)
    for j in range(s.list_size[names]):
        gone = s.membership[s.member[team, j]] == 1
        change(s, RESEARCHERS, -int(gone), -1)
        gain -= log_name(s, s.list_names[names, j]) if gone else 0.0
    return gain


@inlined
def join_team(s: State, line: int) -> None:
    """Gives a line the planned team."""
    team, names = s.plan[TEAM_TO], s.plan[TEAM_LISTED]
    if team == NONE:
        s.scalars[FREE_TEAMS] -= 1
        team = s.free_teams[s.scalars[FREE_TEAMS]]
        s.team[team, TEAM_LIST], s.team[team, TEAM_USED] = names, 0
        for j in range(s.list_size[names]):
            researcher = s.joining[j]
            if researcher == NONE:
                s.scalars[FREE_RESEARCHERS] -= 1
                researcher = s.free_researchers[s.scalars[FREE_RESEARCHERS]]
                s.membership[researcher] = 0
            s.member[team, j] = researcher
            s.membership[researcher] += 1
    s.team[team, TEAM_USED] += 1
    s.line[line, LINE_TEAM], s.line[line, AUTHORS] = team, names


@inlined
def leave_team(s: State, team: int) -> None:
    """Takes a team from a line; it goes if that was the last, and so do members who are in no other."""
    s.team[team, TEAM_USED] -= 1
    if s.team[team, TEAM_USED] > 0:
        return
    for j in range(s.list_size[s.team[team, TEAM_LIST]]):
        researcher = s.member[team, j]
        s.membership[researcher] -= 1
        if s.membership[researcher] == 0:
            s.free_researchers[s.scalars[FREE_RESEARCHERS]] = researcher
            s.scalars[FREE_RESEARCHERS] += 1
    s.free_teams[s.scalars[FREE_TEAMS]] = team
    s.scalars[FREE_TEAMS] += 1
