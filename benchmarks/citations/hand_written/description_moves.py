"""What publications are: attributes that their citations suggest, and the theme, people and era of their lines."""

from __future__ import annotations

import math

from benchmarks.citations.hand_written.coming_and_going import take_in, text_gain
from benchmarks.citations.hand_written.draws import integer
from benchmarks.citations.hand_written.known import log_prior, log_variant
from benchmarks.citations.hand_written.lists import in_line
from benchmarks.citations.hand_written.reference_moves import REJECT
from benchmarks.citations.hand_written.state import (
    ATTRIBUTES,
    AUTHORS,
    CITED,
    LINE,
    LINE_HEAD,
    LINE_SIZE,
    MOVED,
    NEXT_PUB,
    NONE,
    OF_LINES,
    TITLE,
    TO,
    VALUE,
    WHICH,
    WITH_LINE,
    YEAR,
    State,
)
from benchmarks.citations.hand_written.suggestions import gather, suggested, suggestion
from benchmarks.compiled import compiled


@compiled
def retell(s: State) -> tuple[float, float]:
    """One attribute of a publication becomes what a citation suggests; alone in a line, they change together."""
    p = s.citation[integer(s, len(s.citation)), CITED]
    a = integer(s, ATTRIBUTES)
    line = take_in(s, p)
    count = gather(s, p)
    old = s.told[a]
    new = suggestion(s, a, count)
    s.plan[TO], s.plan[WHICH], s.plan[VALUE], s.plan[MOVED] = p, a, new, count
    s.plan[WITH_LINE] = 0
    if new == old:
        s.plan[MOVED] = 0
        s.told_own[a] = s.own[p, a]
        return 0.0, 0.0
    gain = -s.own[p, a]
    if a >= OF_LINES:
        s.told_own[a] = log_prior(s, a, new)
    else:
        given = s.line[line, a]
        if s.line[line, LINE_SIZE] == 1:
            if given == old:
                gain += log_prior(s, a, new) - log_prior(s, a, old)
                given = new
                s.plan[WITH_LINE] = 1
            elif given == new:
                return REJECT
        s.told_own[a] = log_variant(s, a, new, given)
    back = suggested(s, a, old, count)
    if back == 0.0:
        return REJECT
    log_q = math.log(back / suggested(s, a, new, count))
    s.told[a] = new
    return log_q, gain + s.told_own[a] + text_gain(s, count, s.told)


@compiled
def change_publication(s: State) -> None:
    """Does what `retell` has planned."""
    p, a = s.plan[TO], s.plan[WHICH]
    s.publication[p, a] = s.plan[VALUE]
    s.own[p, a] = s.told_own[a]
    if s.plan[WITH_LINE]:
        s.line[s.publication[p, LINE], a] = s.plan[VALUE]
    for i in range(s.plan[MOVED]):
        s.text[s.moved[i]] = s.moved_text[i]


@compiled
def retheme(s: State) -> tuple[float, float]:
    """Theme, people or era of a line become those of one of its publications."""
    line = s.publication[s.citation[integer(s, len(s.citation)), CITED], LINE]
    p = in_line(s, line, integer(s, s.line[line, LINE_SIZE]))
    which = integer(s, 3)
    a = TITLE if which == 0 else (YEAR if which == 1 else AUTHORS)
    old, new = s.line[line, a], s.publication[p, a]
    s.plan[TO], s.plan[WHICH], s.plan[VALUE] = line, a, new
    back, forth, count = 0, 0, 0
    o = s.line[line, LINE_HEAD]
    while o != NONE:
        back += s.publication[o, a] == old
        forth += s.publication[o, a] == new
        o = s.publication[o, NEXT_PUB]
    if back == 0:
        return REJECT
    gain = log_prior(s, a, new) - log_prior(s, a, old)
    o = s.line[line, LINE_HEAD]
    while o != NONE:
        s.moved_text[count] = log_variant(s, a, s.publication[o, a], new)
        gain += s.moved_text[count] - s.own[o, a]
        count += 1
        o = s.publication[o, NEXT_PUB]
    return math.log(back / forth), gain


@compiled
def change_line(s: State) -> None:
    """Does what `retheme` has planned."""
    line, a = s.plan[TO], s.plan[WHICH]
    s.line[line, a] = s.plan[VALUE]
    o = s.line[line, LINE_HEAD]
    count = 0
    while o != NONE:
        s.own[o, a] = s.moved_text[count]
        count += 1
        o = s.publication[o, NEXT_PUB]
