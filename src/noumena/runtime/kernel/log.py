"""The undo log: what must be done to take a patch back, last first."""

from __future__ import annotations

from typing import TYPE_CHECKING

from noumena.runtime.faults import Full

from . import jit
from .flags import FULL_LOG

if TYPE_CHECKING:
    from noumena.runtime.world import World


@jit
def note_undo(w: World, op: int, a: int, b: int, c: int, d: int, real: float) -> None:
    """Notes one change that is about to be made."""
    at = w.l_top
    if at >= w.l_capacity:
        w.full = FULL_LOG
        raise Full
    w.l_op[at] = op
    w.l_a[at] = a
    w.l_b[at] = b
    w.l_c[at] = c
    w.l_d[at] = d
    w.l_real[at] = real
    w.l_top = at + 1
