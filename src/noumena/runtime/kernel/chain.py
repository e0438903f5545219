"""A chain: propose, complete, accept or reject, again and again."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TYPE_CHECKING

from . import completer, driver, inlined, jit
from .completion import complete, enter
from .evidence import observe_all
from .moves import APPLIED, REJECT
from .patch import begin, commit, rollback
from .random import LOW_HALF, first_word, uniform
from .ratio import log_acceptance
from .variables import create

if TYPE_CHECKING:
    from noumena.runtime.world import World


@inlined
def choose_move(w: World) -> int:
    """A move, by the weights, which do not depend on the state (a10); a step begins here."""
    w.word = first_word(w)
    low = w.word & LOW_HALF
    # The table has the first move that each of 256 parts of the range may be for: a search would be foretold wrongly.
    k = w.move_guess[low >> 24]
    while low >= w.move_until[k]:
        k += 1
    return k


@jit
def proposed(w: World, evaluate: Callable[[World, int, int], float], log_q: float) -> float:
    """ln of the acceptance ratio of what a move has done; `log_q` is what it returned."""
    complete(w, evaluate)
    if w.log_ratio == -math.inf:
        return -math.inf
    total = log_acceptance(w) + log_q
    # Mass and density are never compared: fewer density factors on observed values win outright (a6).
    if w.density > 0:
        return -math.inf
    if w.density < 0 and total > -math.inf:
        return math.inf
    return total


@jit
def judge(w: World, evaluate: Callable[[World, int, int], float], log_q: float) -> int:
    """Completes what a move has done on a patch and accepts or rejects it; 1 if accepted."""
    ratio = proposed(w, evaluate, log_q)
    if ratio >= 0.0 or uniform(w) < math.exp(ratio):
        commit(w)
        return 1
    rollback(w)
    return 0


@jit
def one_step(w: World, evaluate: Callable[[World, int, int], float], propose: Callable[[World, int], float]) -> None:
    """One step of the chain."""
    k = choose_move(w)
    w.move = k
    if w.move_direct[k] == 0:
        begin(w)
    log_q = propose(w, k)
    if log_q == APPLIED:
        w.move_done[k] += 1
    elif log_q != REJECT:
        w.move_done[k] += judge(w, evaluate, log_q)
    elif w.move_direct[k] == 0:
        rollback(w)
    w.move_tried[k] += 1
    w.iteration += 1


@driver
def advance(
    w: World, evaluate: Callable[[World, int, int], float], propose: Callable[[World, int], float], steps: int
) -> int:
    """Runs the chain until it has made `steps` steps in all."""
    while w.iteration < steps:
        one_step(w, evaluate, propose)
    return w.iteration


@jit
def ask(w: World, evaluate: Callable[[World, int, int], float]) -> None:
    """Answers the queries on a patch that is then thrown away, with the queries' own random numbers (a4)."""
    for i in range(4):
        w.saved[4 + i] = w.random[4 + i]
    w.stream = 1
    begin(w)
    w.mode = 1
    row = w.recorded * w.queries
    for q in range(w.queries):
        v = create(w, w.ask_kind[q], w.ask_a[q], w.ask_b[q], 0, 0)
        enter(w, evaluate, v)
        w.answer_int[row + q] = w.v_int[v]
        w.answer_real[row + q] = w.v_real[v]
    rollback(w)
    w.stream = 0


@driver
def record(
    w: World, evaluate: Callable[[World, int, int], float], propose: Callable[[World, int], float], samples: int
) -> int:
    """Runs the chain until `samples` samples are recorded in all: every `thin` steps the queries are answered.

    All that it must know is in the world, so that it can be entered again where it was left.
    """
    while w.recorded < samples:
        while w.since < w.thin:
            one_step(w, evaluate, propose)
            w.since += 1
        ask(w, evaluate)
        w.recorded += 1
        w.since = 0
    return w.recorded


@jit
def open_state(w: World) -> None:
    """Begins a patch on the empty world that holds the evidence."""
    for i in range(4):
        w.saved[i] = w.random[i]
    begin(w)
    observe_all(w)


@completer
def start(w: World, evaluate: Callable[[World, int, int], float], _: int) -> float:
    """Completes the patch under way and makes it the state, whatever its ratio; but takes it back if that is -inf."""
    complete(w, evaluate)
    ratio = log_acceptance(w) if w.log_ratio > -math.inf else -math.inf
    if ratio > -math.inf:
        commit(w)
    else:
        rollback(w)
    return ratio
