"""Steps of a chain whose move runs in Python: the same as a round of `runtime/driver`, cut where the move is."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from . import completer, jit
from .chain import choose_move, judge
from .moves import REJECT
from .patch import begin, rollback

if TYPE_CHECKING:
    from noumena.runtime.world import World


@jit
def next_move(w: World) -> int:
    """The number of the move that the next step will take; the random stream stays as it is."""
    a, b, c, d = w.random[0], w.random[1], w.random[2], w.random[3]
    move = choose_move(w)
    w.random[0], w.random[1], w.random[2], w.random[3] = a, b, c, d
    return move


@jit
def open_step(w: World) -> int:
    """Begins a step; the number of the move that is to propose."""
    w.move = choose_move(w)
    begin(w)
    return w.move


@completer
def close_step(w: World, evaluate: Callable[[World, int, int], float], k: int) -> float:
    """Completes what move k has done, its ln q being left in `out_real`, and accepts or rejects it; 1 if accepted."""
    log_q = w.out_real
    w.out_real = 0.0
    accepted = 0
    if log_q == REJECT:
        rollback(w)
    else:
        accepted = judge(w, evaluate, log_q)
    w.move_done[k] += accepted
    w.move_tried[k] += 1
    w.iteration += 1
    return float(accepted)
