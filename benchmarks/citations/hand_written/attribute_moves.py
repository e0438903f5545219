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
    CHANGED,
    CITED,
    KIND,
    LINE,
    LINE_SIZE,
    MOVED,
    NONE,
    NOWHERE,
    OF_LINES,
    REJECT,
    STAYED,
    WHICH,
    WITH_LINE,
    WORDS,
    State,
)
from benchmarks.citations.hand_written.suggestions import gather, suggested, suggestion
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
    if back == 0.0:
        return REJECT
    gain = change_gain(s, p, a, new, s.line[s.publication[p, LINE], LINE_SIZE] == 1, count)
    if gain == NOWHERE:
        return REJECT
    return math.log(back / suggested(s, a, new, s.stayed, count)), gain


@inlined
def no_change(s: State) -> None:
    """Plans that no attribute changes, and that no citation goes elsewhere."""
    s.plan[CHANGED], s.plan[WITH_LINE] = NONE, 0
    s.plan[MOVED], s.plan[STAYED] = 0, 0


@inlined
def change_gain(s: State, p: int, a: int, new: int, alone: bool, count: int) -> float:
    """By how much ln p becomes greater, without texts, if a publication that `stayed` cite gets another value.

    Where it is alone in its line of work and has the line's, both change. Where it has not, it may not come to have it,
    as from there both would change: then the result is `NOWHERE`. Nothing was planned before.
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
    if s.plan[WITH_LINE]:
        s.line[s.publication[p, LINE], a] = s.changed[a]
    for i in range(s.plan[STAYED]):
        s.text[s.stayed[i]] = s.stayed_text[i]
