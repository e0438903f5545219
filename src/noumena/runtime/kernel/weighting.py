"""Likelihood weighting: worlds drawn forward into an empty state, each with the weight of its evidence.

All evidence is put into a patch on the empty state and the patch is completed. Its acceptance ratio is then
P(state, evidence) / q(what was drawn): the likelihood weight. Without evidence this is forward sampling.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TYPE_CHECKING

from . import jit, sampler
from .completion import complete
from .evidence import observe_all
from .flags import NONE
from .objects import forget_object
from .patch import begin, rollback
from .queries import answer_queries
from .ratio import log_acceptance

if TYPE_CHECKING:
    from noumena.runtime.world import World


@jit
def _forget_dropped(w: World) -> None:
    """Takes identifiers that nothing refers to any more from the used ones, as `commit` would.

    Of the objects of an application no more may be known than there are.
    """
    for x in range(w.x_top):
        type_ = w.x_type[x]
        at = w.o_base[type_] + w.x_object[x]
        if w.o_concrete[type_] == 0 and w.o_references[at] == 0 and w.o_place[at] != NONE:
            forget_object(w, type_, w.x_object[x])


@jit
def _one_sample(w: World, evaluate: Callable[[World, int, int], float]) -> None:
    """Draws one world; if the evidence is possible in it, records its weight and what the queries are there."""
    for i in range(8):
        w.saved[i] = w.random[i]
    for type_ in range(w.types):
        w.o_used[type_] = 0  # nothing is left of the sample before, but `_forget_dropped` has no entry in the undo log
    begin(w)
    observe_all(w)
    complete(w, evaluate)
    log_weight = log_acceptance(w) if w.log_ratio > -math.inf else -math.inf
    if log_weight > -math.inf:
        _forget_dropped(w)
        # The queries have random numbers of their own: worlds and weights do not depend on what is asked.
        w.stream = 1
        answer_queries(w, evaluate)
        w.answer_weight[w.recorded] = log_weight
        w.answer_density[w.recorded] = w.density
    rollback(w)
    w.stream = 0
    w.iteration += 1
    if log_weight > -math.inf:
        w.recorded += 1


@sampler
def weigh(w: World, evaluate: Callable[[World, int, int], float], samples: int) -> int:
    """Draws worlds until there are `samples` in all; only those in which the evidence is possible are recorded.

    All that it must know is in the world, so that it can be entered again where it was left.
    """
    while w.iteration < samples:
        _one_sample(w, evaluate)
    return w.recorded
