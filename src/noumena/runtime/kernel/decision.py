"""Whether a step is accepted, by its second word."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from . import NATIVE, inlined
from .random import deciding_uniform
from .tables import constant, place

if TYPE_CHECKING:
    from noumena.runtime.world import World

if NATIVE:
    from noumena.runtime.native_math import library_exp as exp_where_needed
else:
    exp_where_needed = math.exp

_PARTS = 256
_ROUNDING = 1e-12
_SLACK = 1e-8
"""What rounding may add to the factors of a few probabilities (`model.library.CERTAIN`)."""
_ENOUGH = constant([math.log((part + 1) / _PARTS) + _ROUNDING for part in range(_PARTS)])
_TOO_LITTLE = constant([-math.inf, *(math.log(part / _PARTS) - _ROUNDING for part in range(1, _PARTS))])
_HOPELESS = constant([least - _SLACK for least in _TOO_LITTLE])
_NOT_A_RATIO = constant([math.nan, 0.0])


@inlined
def if_possible(log_ratio: float, possible: bool) -> float:
    """A ratio that `falls_below` says no to, without asking, unless a change is possible; else the same one.

    It is no number then, and found in a table: often it cannot be foretold whether a change is possible, and a branch
    would go wrong half of the time.
    """
    return log_ratio + _NOT_A_RATIO[place(int(possible))]


@inlined
def falls_below(w: World, log_ratio: float) -> bool:
    """Whether the uniform number of the step falls below an acceptance ratio, of which ln is given; it may ask once.

    The number's 256th part of the range, known early, settles nearly all cases by one comparison.
    """
    part = place((w.second_word >> 24) & (_PARTS - 1))
    if log_ratio >= _ENOUGH[part]:
        return True
    return log_ratio >= _TOO_LITTLE[part] and deciding_uniform(w) < exp_where_needed(min(log_ratio, 0.0))


@inlined
def is_hopeless(w: World, log_ratio: float) -> bool:
    """Whether it is certain that `falls_below` will say no to this ratio, times probabilities not known yet."""
    return log_ratio < _HOPELESS[place((w.second_word >> 24) & (_PARTS - 1))]
