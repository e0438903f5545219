"""Queries: what they are worth in a world, whatever they need being drawn into the patch under way.

A query under way stands at the last place of the variables, which is never taken: nothing reads it, so that it needs no
edges, and nothing of it is left behind.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from . import jit
from .completion import enter
from .flags import COMPLETING, NONE

if TYPE_CHECKING:
    from noumena.runtime.world import World


@jit
def answer_queries(w: World, evaluate: Callable[[World, int, int], float]) -> None:
    """Puts the values of all queries into the row of the sample that is being recorded."""
    w.mode = COMPLETING
    v = w.v_capacity - 1
    row = w.recorded * w.queries
    for q in range(w.queries):
        w.v_kind[v] = w.ask_kind[q]
        w.v_a[v] = w.ask_a[q]
        w.v_b[v] = w.ask_b[q]
        w.v_flags[v] = 0
        while True:
            w.need = NONE
            w.claim = NONE
            w.r_top = 0
            w.c_top = 0
            w.y_top = 0
            w.f_top = 0
            evaluate(w, v, 1)
            if w.need == NONE:
                break
            enter(w, evaluate, w.need)
        w.answer_int[row + q] = w.out_int
        w.answer_real[row + q] = w.out_real
