"""The chain: a move is chosen by its share, proposed, and accepted with min(1, weight ratio · q ratio)."""

from __future__ import annotations

import math

from benchmarks.citations.hand_written.attribute_moves import change_attribute, no_change, retell
from benchmarks.citations.hand_written.coming_and_going import move_citations
from benchmarks.citations.hand_written.counts import make_changes
from benchmarks.citations.hand_written.divide import divide
from benchmarks.citations.hand_written.draws import uniform
from benchmarks.citations.hand_written.line_moves import change_line, change_line_of, realign, retheme
from benchmarks.citations.hand_written.number_moves import change_fame, promote, recount
from benchmarks.citations.hand_written.recite import recite
from benchmarks.citations.hand_written.state import FAILED, NOWHERE, SEEN_TEXTS, SEEN_VARIANTS, State
from benchmarks.citations.hand_written.texts import with_texts
from benchmarks.compiled import compiled, inlined

MOVES = ("Recite", "Divide", "Retell", "Realign", "Retheme", "Promote", "Recount")
SHARES = (0.3, 0.22, 0.30, 0.08, 0.03, 0.05, 0.02)
RECITE, DIVIDE, RETELL, REALIGN, RETHEME, PROMOTE, RECOUNT = range(7)


@inlined
def propose(s: State, move: int) -> tuple[float, float]:
    """Plans a move: ln of the q ratio, and by how much ln p becomes greater without texts (`with_texts`)."""
    no_change(s)
    if move == RECITE:
        return recite(s)
    if move == DIVIDE:
        return divide(s)
    if move == RETELL:
        return retell(s)
    if move == REALIGN:
        return realign(s)
    if move == RETHEME:
        return retheme(s)
    if move == PROMOTE:
        return promote(s)
    return recount(s)


@inlined
def accept(s: State, move: int) -> None:
    """Does what the move has planned."""
    if move == RECITE:
        move_citations(s)
    elif move == DIVIDE:
        change_attribute(s)
        move_citations(s)
    elif move == RETELL:
        change_attribute(s)
    elif move == REALIGN:
        change_line_of(s)
    elif move == RETHEME:
        change_line(s)
    elif move == PROMOTE:
        change_fame(s)
    else:
        make_changes(s)


@compiled
def run(s: State, steps: int) -> int:
    """Takes so many steps, or fewer if a table needs room or a string model has failed; how many."""
    return _steps(s, steps, 1.0)


@compiled
def anneal(s: State, steps: int, factor: float) -> int:
    """The same for the chain whose weights are to the power of a factor, more than 0; below 1 it is a flatter one."""
    return _steps(s, steps, factor)


@inlined
def _steps(s: State, steps: int, factor: float) -> int:
    for step in range(steps):
        if 2 * s.scalars[SEEN_TEXTS] > len(s.texts) or 2 * s.scalars[SEEN_VARIANTS] > len(s.variants):
            return step
        if s.scalars[FAILED]:
            return step
        u = uniform(s)
        move = 0
        while u >= s.share[move]:
            move += 1
        log_q, gain = propose(s, move)
        s.tally[move, 0] += 1
        needed = math.log(1.0 - uniform(s))
        if log_q == NOWHERE:
            continue
        if move <= RETELL:
            gain = with_texts(s, gain, (needed - log_q) / factor)
        if needed < log_q + factor * gain:
            accept(s, move)
            s.tally[move, 1] += 1
    return steps
