"""What would come of a move before it is decided: the ratio of changes that are then taken back, and single factors.

A move may weigh several changes against each other, each completed by the engine, and then make one of them again (b6).
The engine's draws of a trial depend on its number alone, so that what was weighed is what is kept (a9).
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TYPE_CHECKING

from . import NATIVE, completer, jit
from .chain import proposed
from .direct import ready
from .flags import LOOKING, READING
from .patch import begin, rollback
from .random import word_of_step

if TYPE_CHECKING:
    from noumena.runtime.world import World

if NATIVE:
    from noumena.runtime.native_evaluator import addresses_of, function_at

    @completer
    def keep_evaluate(w: World, evaluate: Callable[[World, int, int], float], _: int) -> float:
        """Keeps the model's `evaluate` for moves that run from here on."""
        w.evaluate[0], w.evaluate[1], w.evaluate[2] = addresses_of(evaluate)
        return 0.0

    @jit
    def kept_evaluate(w: World) -> Callable[[World, int, int], float]:
        """What was kept."""
        return function_at(w.evaluate[0], w.evaluate[1], w.evaluate[2])  # type: ignore[no-any-return]  # an intrinsic


_TRIALS = 2**60
"""Where the words of trials begin, which no chain comes to; each has four, and a step up to 2^20 trials."""
_OF_A_STEP = 2**22


@jit
def seed_trial(w: World, number: int) -> None:
    """Gives the chain's own stream the random numbers of a trial of this step."""
    first = _TRIALS + (w.iteration % 2**36) * _OF_A_STEP + 4 * number
    for i in range(4):
        w.random[i] = word_of_step(w, first + i)


@jit
def end_trial(w: World, first: int, second: int, third: int, fourth: int) -> None:
    """Gives the chain's own stream the words that it had."""
    w.random[0] = first
    w.random[1] = second
    w.random[2] = third
    w.random[3] = fourth


@completer
def weigh(w: World, evaluate: Callable[[World, int, int], float], number: int) -> float:
    """ln of the acceptance ratio of the changes so far, without a q, as the engine completes them; all are taken back.

    Changes that leave fewer density factors on observed values would win outright (a6): they are not weighed, as those
    that leave more are not.
    """
    first, second, third, fourth = w.random[0], w.random[1], w.random[2], w.random[3]
    seed_trial(w, number)
    ratio = proposed(w, evaluate, 0.0)
    rollback(w)
    begin(w)
    end_trial(w, first, second, third, fourth)
    return ratio if ratio < math.inf else -math.inf


@jit
def repeat(w: World, number: int) -> None:
    """From here on the engine draws what it drew in a trial, if the changes are the same."""
    seed_trial(w, number)


@completer
def log_factor(w: World, evaluate: Callable[[World, int, int], float], v: int) -> float:
    """ln p of the value of a variable as things stand in the move; stops if it depends on what has no value now."""
    ready(w)
    w.mode = LOOKING
    w.shared = 0.0
    score = evaluate(w, v, 0)
    w.mode = READING
    return score - w.shared  # the factor 1/N of a shared set is not part of a variable's own (a8)
