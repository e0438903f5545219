"""Factors that are asked for last: what Python's distributions say of observed values, when all else is known.

A string model takes a thousand times as long as all the rest of a step, and most proposals are rejected. The uniform
number that decides is drawn before these factors are asked for, and none of them is more than 1: as soon as the product
falls below that number the others are not asked for. What is decided, and which random numbers it takes, is as if all
were known.

No move changes an observed value, so that whatever reads it is defined even if its factor turns out to be 0. Where a
first state is sought, and may contradict the evidence at a cost, nothing is put off.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TYPE_CHECKING

from noumena.runtime.faults import NOT_A_NUMBER, Fault

from . import jit
from .flags import LATE, NONE, OBSERVED, SUSPENDED
from .memo import call_and_remember, recall

if TYPE_CHECKING:
    from noumena.runtime.world import World

_SLACK = 1e-9
"""What rounding may add to a factor (`model.library.CERTAIN`)."""


@jit
def host_score(w: World, v: int, operation: int, count: int, reals: int) -> float:
    """ln p of a variable's value by an operation of the host, no density; 0 if it is put off (`memo` has the rest)."""
    if not recall(w, operation, count, reals):
        if w.waits != 0 and w.v_flags[v] & OBSERVED:
            w.v_flags[v] |= LATE
            w.late += 1
            return 0.0
        call_and_remember(w, operation, count, reals)
    return w.g_real[0]


@jit
def with_late(w: World, evaluate: Callable[[World, int, int], float], ratio: float, u: float) -> float:
    """ln of an acceptance ratio with the factors that were put off, as far as the number u does not reject it yet."""
    least = (math.log(u) if u > 0.0 else -math.inf) - _SLACK * w.late
    for n in range(w.n_top):
        v = w.n_variable[n]
        if v == NONE or w.v_flags[v] & (LATE | SUSPENDED) != LATE:
            continue
        if ratio < least or ratio == -math.inf:
            break
        score = _late_score(w, evaluate, v)
        w.v_score[v] = score
        w.log_ratio += score
        ratio = ratio + score if score > -math.inf else score  # it may be infinite already (a6)
    return ratio


@jit
def _late_score(w: World, evaluate: Callable[[World, int, int], float], v: int) -> float:
    """ln p of a value, for which all that it reads is there."""
    w.r_top = 0
    w.c_top = 0
    w.y_top = 0
    w.f_top = 0
    score = evaluate(w, v, 0)
    if score != score or score == math.inf:
        w.fault = NOT_A_NUMBER
        w.fault_variable = v
        raise Fault
    return score
