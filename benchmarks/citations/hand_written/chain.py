"""The chain: a move is chosen by its share, proposed, and accepted with min(1, weight ratio · q ratio)."""

from __future__ import annotations

import math

from benchmarks.citations.hand_written.attribute_moves import change_attribute, no_change, retell
from benchmarks.citations.hand_written.coming_and_going import move_citations
from benchmarks.citations.hand_written.counts import count_gain, make_changes, no_changes
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
    no_changes(s)
    if move == RECITE:
        log_q, gain = recite(s)
    elif move == DIVIDE:
        log_q, gain = divide(s)
    elif move == RETELL:
        log_q, gain = retell(s)
    elif move == REALIGN:
        log_q, gain = realign(s)
    elif move == RETHEME:
        log_q, gain = retheme(s)
    elif move == PROMOTE:
        log_q, gain = promote(s)
    else:
        log_q, gain = recount(s)
    return log_q, gain + count_gain(s) if log_q > NOWHERE else 0.0


@inlined
def accept(s: State, move: int) -> None:
    """Does what the move has planned."""
    make_changes(s)
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


@compiled
def run(s: State, steps: int, factor: float) -> int:
    """Takes so many steps, or fewer if a table needs room or a string model has failed; how many.

    The chain is that whose weights are to the power of a factor, more than 0; below 1 it is a flatter one.
    """
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
