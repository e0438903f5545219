"""ln p of the texts whose publication changes, asked for last: most proposals are rejected before all of it is known.

Those that `moved` lists go to another publication, and those that `stayed` lists cite one that changes.
"""

from __future__ import annotations

from benchmarks.citations.hand_written.known import log_text
from benchmarks.citations.hand_written.state import CHANGED, MOVED, NONE, NOWHERE, STAYED, TO, State
from benchmarks.compiled import inlined

_SLACK = 1e-6
"""What rounding may add to the factors of all texts."""


@inlined
def with_texts(s: State, gain: float, needed: float) -> float:
    """By how much ln p becomes greater, texts and all; `NOWHERE` where that is less than what is needed for sure.

    No text weighs more than 1, so that it is known when what is missing can do no more.
    """
    moved, changed, to = s.plan[MOVED], s.plan[CHANGED], s.plan[TO]
    stayed = 0 if changed == NONE else s.plan[STAYED]
    for i in range(moved):
        gain -= s.text[s.moved[i]]
    for i in range(stayed):
        gain -= s.text[s.stayed[i]]
    told = s.told if to == NONE else s.changed if to == changed else s.publication[to]
    for i in range(moved):
        if gain < needed - _SLACK:
            return NOWHERE
        s.moved_text[i] = log_text(s, s.moved[i], told)
        gain += s.moved_text[i]
    for i in range(stayed):
        if gain < needed - _SLACK:
            return NOWHERE
        s.stayed_text[i] = log_text(s, s.stayed[i], s.changed)
        gain += s.stayed_text[i]
    return gain
