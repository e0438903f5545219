"""One attribute of a publication changes, and with it what its citations' texts weigh.

A plan has CHANGED (`NONE` if nothing changes), WHICH, WITH_LINE if its line of work gets the same, and
`stayed[:plan[STAYED]]`, citations whose texts weigh otherwise then; `changed` is what the publication is like then.
"""

from __future__ import annotations

import math

from benchmarks.citations.hand_written.draws import integer
from benchmarks.citations.hand_written.known import log_own, log_prior, log_variant
from benchmarks.citations.hand_written.state import (
    ATTRIBUTES,
    AUTHORS,
    CHANGED,
    CITED,
    GOES_TO,
    HANDED,
    KIND,
    LINE,
    LINE_SIZE,
    LINE_TEAM,
    MOVED,
    NONE,
    NOWHERE,
    OF_LINES,
    REJECT,
    STAYED,
    TEAM_HELD,
    TEAM_USED,
    TO,
    WHICH,
    WITH_LINE,
    WORDS,
    State,
)
from benchmarks.citations.hand_written.suggestions import gather, suggested, suggestion
from benchmarks.citations.hand_written.teams import (
    assemble,
    chance_assembled,
    first_of,
    gain_of_team,
    gain_without_team,
    join_team,
    leave_team,
    take_back,
)
from benchmarks.compiled import compiled, inlined


@compiled
def retell(s: State) -> tuple[float, float]:
    """One attribute of a publication becomes what a citation suggests."""
    p = s.citation[integer(s, len(s.citation)), CITED]
    a = integer(s, ATTRIBUTES)
    count = gather(s, p, s.stayed)
    new = suggestion(s, a, s.stayed, count)
    old = s.publication[p, a]
    if new == old:
        return 0.0, 0.0
    back = suggested(s, a, old, s.stayed, count)
    line = s.publication[p, LINE]
    alone = s.line[line, LINE_SIZE] == 1
    along = a == AUTHORS and alone and s.line[line, AUTHORS] == old
    if along:
        home = first_of(s.stayed, count)
        take_back(s, line)
        chance = chance_assembled(s, line, home)
        if chance == 0.0:
            return REJECT
        assemble(s, line, home, new)
        back *= chance / chance_assembled(s, line, home)
    if back == 0.0:
        return REJECT
    gain = change_gain(s, p, a, new, alone, count)
    if gain == NOWHERE:
        return REJECT
    if along:
        gain += gain_of_team(s) + gain_without_team(s, s.line[line, LINE_TEAM], 0)
    return math.log(back / suggested(s, a, new, s.stayed, count)), gain


@inlined
def no_change(s: State) -> None:
    """Plans that no attribute changes, and that no citation goes elsewhere."""
    s.plan[CHANGED], s.plan[WITH_LINE] = NONE, 0
    s.plan[MOVED], s.plan[STAYED], s.plan[HANDED] = 0, 0, 0
    s.plan[GOES_TO] = NONE


@inlined
def change_gain(s: State, p: int, a: int, new: int, alone: bool, count: int) -> float:
    """By how much ln p becomes greater, without texts, if a publication that `stayed` cite gets another value.

    Where it is alone in its line of work and has the line's, both change; what authors
    do to counts and names, by way of the planned team, is left to the caller. Where it has
    not, it may not come to have it, as from there both would change: then the result is `NOWHERE`. Nothing was planned
    before of attributes.
    """
    for b in range(ATTRIBUTES):
        s.changed[b] = s.publication[p, b]
    old = s.changed[a]
    if new == old:
        return 0.0
    s.changed[a] = new
    s.plan[CHANGED], s.plan[WHICH], s.plan[STAYED] = p, a, count
    gain: float = -s.own[p, a]
    if a >= OF_LINES:
        s.changed_own[a] = log_own(s, a, new, s.changed[KIND])
    else:
        given = s.line[s.publication[p, LINE], a]
        if alone and given == new:
            return NOWHERE
        if alone and given == old:
            if a != AUTHORS:
                gain += log_prior(s, a, new) - log_prior(s, a, old)
            given = new
            s.plan[WITH_LINE] = 1
        s.changed_own[a] = log_variant(s, a, new, given)
    gain += s.changed_own[a]
    if a == KIND:
        s.changed_own[WORDS] = log_own(s, WORDS, s.changed[WORDS], new)
        gain += s.changed_own[WORDS] - s.own[p, WORDS]
    return gain


@inlined
def change_attribute(s: State) -> None:
    """Does what is planned."""
    p, a = s.plan[CHANGED], s.plan[WHICH]
    if p == NONE:
        return
    s.publication[p, a] = s.changed[a]
    s.own[p, a] = s.changed_own[a]
    if a == KIND:
        s.own[p, WORDS] = s.changed_own[WORDS]
    if s.plan[WITH_LINE] and a == AUTHORS:
        line = s.publication[p, LINE]
        team = s.line[line, LINE_TEAM]
        if s.plan[HANDED] and s.plan[TO] == NONE:
            s.plan[TEAM_HELD] = team
            s.team[team, TEAM_USED] += 1
        join_team(s, line)
        leave_team(s, team)
    elif s.plan[WITH_LINE]:
        s.line[s.publication[p, LINE], a] = s.changed[a]
    for i in range(s.plan[STAYED]):
        s.text[s.stayed[i]] = s.stayed_text[i]
