"""What citations cite: one citation cites another publication, or publications are split and merged.

A move plans, and returns ln of the q ratio and by how much ln p becomes greater; `REJECT` if there is no way back.
"""

from __future__ import annotations

import math

from benchmarks.citations.hand_written.coming_and_going import gain_of_joining, gain_of_merging, gain_of_new, take_in
from benchmarks.citations.hand_written.description import NOWHERE, describe, draw_fame, is_own, log_described
from benchmarks.citations.hand_written.draws import flip, integer
from benchmarks.citations.hand_written.state import CITED, FAME, HEAD, LINE_SIZE, NEXT, NONE, SIZE, State
from benchmarks.citations.hand_written.suggestions import gather
from benchmarks.compiled import compiled, inlined

REJECT = (NOWHERE, 0.0)
SELDOM = 0.02
FAINT = 0.05
_SMALL = 1e-200
"""Below this a product of probabilities gives way to the sum of their logarithms."""


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
        line = describe(s, 1, old)
        log_q = math.log(_picked(s, c, old, size - 1)) - log_described(s, 1, old, NONE, line, fame, 1)
        return log_q, gain_of_new(s, 1, old, fame, line)
    d = integer(s, everyone)
    if begin < end and flip(s, 1.0 - SELDOM):
        d = s.near[begin + integer(s, end - begin)]
    new = s.citation[d, CITED]
    if new == old:
        return REJECT
    forth = _picked(s, c, new, s.publication[new, SIZE])
    if size > 1:
        return math.log(_picked(s, c, old, size - 1) / forth), gain_of_joining(s, 1, old, new)
    log_back = _log_back(s, 1, old, new, 1)
    if log_back == NOWHERE:
        return REJECT
    return log_back - math.log(forth), gain_of_merging(s, 1, old, new)


@compiled
def divide(s: State) -> tuple[float, float]:
    """Two neighbours are picked: what both cite is split, or what they cite is made one."""
    c = integer(s, len(s.citation))
    begin, end = s.first[c], s.first[c + 1]
    if begin == end:
        return REJECT
    d = s.near[begin + integer(s, end - begin)]
    keep, other = s.citation[c, CITED], s.citation[d, CITED]
    log_q, product = 0.0, 1.0
    if keep != other:
        e = s.publication[keep, HEAD]
        while e != NONE:
            product *= 1.0 - _leaning(s, e, c, d) if e != c else 1.0
            log_q, product = _kept(log_q, product)
            e = s.citation[e, NEXT]
        count = gather(s, other)
        for i in range(count):
            product *= _leaning(s, s.moved[i], c, d) if s.moved[i] != d else 1.0
            log_q, product = _kept(log_q, product)
        log_back = _log_back(s, count, other, keep, (s.publication[keep, SIZE] + count) // 2)
        if log_back == NOWHERE:
            return REJECT
        return log_q + math.log(product) + log_back, gain_of_merging(s, count, other, keep)
    half = s.publication[keep, SIZE] // 2
    fame = draw_fame(s, half)
    count = 0
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
        e = s.citation[e, NEXT]
    line = describe(s, count, keep)
    log_q += math.log(product) + log_described(s, count, keep, NONE, line, fame, half)
    return -log_q, gain_of_new(s, count, keep, fame, line)


@inlined
def _picked(s: State, c: int, p: int, citing: int) -> float:
    """How probable it is that a citation picks a publication that so many others cite."""
    begin, end = int(s.first[c]), int(s.first[c + 1])
    anyone = citing / len(s.citation)
    if begin == end:
        return anyone
    near = 0
    for i in range(begin, end):
        near += int(s.citation[s.near[i], CITED] == p)
    return (1.0 - SELDOM) * near / (end - begin) + SELDOM * anyone


@inlined
def _log_back(s: State, count: int, old: int, new: int, citing: int) -> float:
    """ln of the probability that the old publication, which `moved` cite, comes out of the new one."""
    line = take_in(s, old)
    if s.line[line, LINE_SIZE] == 1:
        if not is_own(s, line):
            return NOWHERE
        line = NONE
    return log_described(s, count, new, old, line, s.publication[old, FAME], citing)


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
