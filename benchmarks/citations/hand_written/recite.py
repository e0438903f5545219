"""What a single citation cites.

A move plans, and returns ln of the q ratio and by how much ln p becomes greater; `REJECT` if there is no way back.
"""

from __future__ import annotations

import math

from benchmarks.citations.hand_written.coming_and_going import gain_of_joining, gain_of_merging, gain_of_new
from benchmarks.citations.hand_written.description import describe, draw_fame, log_back, log_described
from benchmarks.citations.hand_written.draws import flip, integer, neighbour
from benchmarks.citations.hand_written.state import CITED, NONE, NOWHERE, REJECT, SIZE, State
from benchmarks.compiled import compiled, inlined

SELDOM = 0.02


@compiled
def recite(s: State) -> tuple[float, float]:
    """One citation cites what a neighbour cites, seldom what any does, or a publication of its own."""
    everyone = len(s.citation)
    c = integer(s, everyone)
    old = s.citation[c, CITED]
    begin, end = s.first[c], s.first[c + 1]
    size = s.publication[old, SIZE]
    s.moved[0] = c
    if flip(s, 0.5):
        if size == 1:
            return REJECT
        fame = draw_fame(s, 1)
        line, team = describe(s, 1, old, NONE, False)
        log_q = math.log(_picked(s, c, old, size - 1)) - log_described(s, 1, old, NONE, line, team, fame, 1, NONE)
        return log_q, gain_of_new(s, 1, old, fame, line)
    d = integer(s, everyone)
    if begin < end and flip(s, 1.0 - SELDOM):
        d = neighbour(s, c)
    new = s.citation[d, CITED]
    if new == old:
        return REJECT
    forth = _picked(s, c, new, s.publication[new, SIZE])
    if size > 1:
        return math.log(_picked(s, c, old, size - 1) / forth), gain_of_joining(s, 1, old, new)
    back = log_back(s, 1, old, new, 1, NONE)
    if back == NOWHERE:
        return REJECT
    return back - math.log(forth), gain_of_merging(s, 1, old, new)


@inlined
def _picked(s: State, c: int, p: int, citing: int) -> float:
    """How probable it is that a citation picks a publication that so many others cite."""
    begin, end = int(s.first[c]), int(s.first[c + 1])
    anyone = citing / len(s.citation)
    if begin == end:
        return anyone
    near = 0.0
    for i in range(begin, end):
        if s.citation[s.near[i], CITED] == p:
            near += s.chance[i]
    return (1.0 - SELDOM) * near + SELDOM * anyone
