"""What a chain does in a step, beside the moves: see `runtime/driver` for the loop."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TYPE_CHECKING

from . import completer, inlined, jit
from .completion import complete
from .evidence import observe_all
from .flags import NONE
from .foresight import move_of
from .joint import note_joint
from .late import with_late
from .patch import begin, commit, rollback
from .queries import answer_queries
from .random import save_stream, second_word_of_step, uniform, word_of_step
from .ratio import log_acceptance

if TYPE_CHECKING:
    from noumena.runtime.world import World


@inlined
def choose_move(w: World) -> int:
    """The move of this step, which begins here."""
    at = w.iteration
    word = word_of_step(w, at)
    w.place = place_of(w, w.after, word)
    begin_step(w, w.place_move[w.place], word, second_word_of_step(w, at))
    return w.move


@inlined
def place_of(w: World, after: int, word: int) -> int:
    """The place of a step: the next one of the row that the step before was in, or what its word chooses."""
    return after if after != NONE else move_of(w, word)


@inlined
def end_step(w: World, k: int, accepted: int) -> None:
    """Counts a step whose move was k, begun by `choose_move`."""
    w.move_done[k] += accepted
    w.move_tried[k] += 1
    w.iteration += 1
    w.after = w.place_next[w.place]


@inlined
def begin_step(w: World, k: int, word: int, second: int) -> None:
    """Begins a step whose move is k, with its words."""
    save_stream(w)
    w.word = word
    w.second_word = second
    w.move = k


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
    w.waits = int(w.penalty == 0.0)
    ratio = proposed(w, evaluate, log_q)
    w.waits = 0
    # A number is drawn in any case: which ones a chain takes does not depend on how a ratio of 1 is rounded.
    u = uniform(w)
    if w.late != 0 and ratio > -math.inf:
        ratio = with_late(w, evaluate, ratio, u)
    if ratio >= 0.0 or u < math.exp(ratio):
        commit(w)
        return 1
    rollback(w)
    return 0


@jit
def ask(w: World, evaluate: Callable[[World, int, int], float]) -> None:
    """Answers the queries on a patch that is then thrown away, with the queries' own random numbers (a4)."""
    if w.tracing != 0:
        note_joint(w)
    for i in range(4):
        w.saved[4 + i] = w.random[4 + i]
    w.stream = 1
    begin(w)
    answer_queries(w, evaluate)
    rollback(w)
    w.stream = 0


@jit
def open_state(w: World) -> None:
    """Begins a patch on the empty world that holds the evidence."""
    for i in range(4):
        w.saved[i] = w.random[i]
    begin(w)
    observe_all(w)


@completer
def start(w: World, evaluate: Callable[[World, int, int], float], _: int) -> float:
    """Completes the patch under way and makes it the state; not if it is impossible, for which the result is -inf.

    No way need lead back: the state before may have too few objects for what it would take.
    """
    complete(w, evaluate)
    w.one_way = 1
    ratio = log_acceptance(w) if w.log_ratio > -math.inf else -math.inf
    w.one_way = 0
    if ratio > -math.inf:
        commit(w)
    return ratio
