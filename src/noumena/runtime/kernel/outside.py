"""Steps of a chain whose move runs in Python: the same as a round of `runtime/driver`, cut where the move is."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from . import completer, jit
from .chain import choose_move, end_step, judge, place_of
from .moves import REJECT
from .patch import begin, rollback
from .random import word_of_step
from .tempering import judge_tempered

if TYPE_CHECKING:
    from noumena.runtime.world import World


@jit
def next_move(w: World) -> int:
    """The number of the move that the next step will take."""
    return w.place_move[place_of(w, w.after, word_of_step(w, w.iteration))]


@jit
def open_step(w: World) -> int:
    """Begins a step; the number of the move that is to propose."""
    move = choose_move(w)
    begin(w)
    return move


@completer
def close_step(w: World, evaluate: Callable[[World, int, int], float], k: int) -> float:
    """Completes what move k has done, its ln q being left in `out_real`, and accepts or rejects it; 1 if accepted."""
    log_q = w.out_real
    w.out_real = 0.0
    accepted = 0
    if log_q == REJECT:
        rollback(w)
    else:
        accepted = judge(w, evaluate, log_q) if w.tempered == 0 else judge_tempered(w, evaluate, log_q)
    end_step(w, k, accepted)
    return float(accepted)
