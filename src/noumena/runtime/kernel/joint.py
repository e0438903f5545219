"""ln p of the state, summed from what is kept of each variable; and whether it is the best that was recorded.

It is that of the reference semantics: Eq. 3, N^-k of each shared set (a8), n!/(n-m)! of each application with m
identifiers (Eq. 4), and the slopes of evidence on derived reals (a6). It takes two passes over the variables;
samples are about that many steps apart, so it is little beside them.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from . import jit
from .flags import DENSE, DERIVED, FORCED, NONE, OBSERVED
from .ratio import log_falling
from .variables import kept_score

if TYPE_CHECKING:
    from noumena.runtime.world import World


@jit
def log_joint(w: World) -> float:
    """ln p of the state, between two steps."""
    total = 0.0
    for v in range(w.v_top):
        kind = w.v_kind[v]
        if kind == NONE or w.v_stamp[v] == NONE:
            continue
        if w.first_shared <= kind < w.first_evidence:
            if w.v_score[v] > 0.0:  # how many are drawn from it
                total -= w.v_score[v] * math.log(w.v_int[v])
        elif w.v_flags[v] & DERIVED == 0:
            total += kept_score(w, v)
    for a in range(w.a_top):
        if w.a_used[a] > 0 and w.o_concrete[w.a_type[a]] == 0:
            total += log_falling(w, max(w.v_int[w.a_variable[a]], 0), w.a_used[a])
    return total


@jit
def observed_densities(w: World) -> int:
    """How many observed or forced values are paid with a density: states with fewer win outright (a6)."""
    found = 0
    for v in range(w.v_top):
        in_use = w.v_kind[v] != NONE and w.v_stamp[v] != NONE
        if in_use and w.v_flags[v] & DENSE and w.v_flags[v] & (OBSERVED | FORCED):
            found += 1
    return found


@jit
def note_joint(w: World) -> None:
    """Records ln p of the state with the sample under way; `better` is then 1 if no sample before it was as good."""
    joint = log_joint(w)
    w.answer_joint[w.recorded] = joint
    # There are never more of them than before.
    densities = observed_densities(w) if w.best_densities > 0 else 0
    if densities < w.best_densities or (densities == w.best_densities and joint > w.best_joint):
        w.best_densities = densities
        w.best_joint = joint
        w.better = 1
