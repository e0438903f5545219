"""Whether a variable has a value now, in the middle of a move; if not, it stops with a number of `move_faults`.

A variable is given by its kind and up to four arguments, padded with 0.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from noumena.runtime.faults import Fault
from noumena.runtime.move_faults import CHANGED_BELOW, LEFT_TO_ENGINE, NOT_HELD

from . import inlined, jit
from .apart import apart
from .flags import DERIVED, DIRTY, PENDING, REMOVED

if TYPE_CHECKING:
    from noumena.runtime.world import World


@jit
def misuse(w: World, fault: int, kind: int, a: int, b: int, c: int, d: int) -> None:
    """Stops, leaving what was asked for."""
    apart()
    w.fault = fault
    w.fault_variable = kind
    w.g_int[0] = a
    w.g_int[1] = b
    w.g_int[2] = c
    w.g_int[3] = d
    raise Fault


@inlined
def has_value(w: World, v: int) -> bool:
    """Whether `check_held` lets a variable pass."""
    flags = w.v_flags[v]
    return flags & (REMOVED | PENDING) == 0 and flags & (DERIVED | DIRTY) != DERIVED | DIRTY


@jit
def check_held(w: World, v: int) -> None:
    """Stops unless a variable of the state or the patch has a value as things stand in the move."""
    flags = w.v_flags[v]
    if flags & REMOVED:
        misuse(w, NOT_HELD, w.v_kind[v], w.v_a[v], w.v_b[v], w.v_c[v], w.v_d[v])
    if flags & PENDING:
        misuse(w, LEFT_TO_ENGINE, w.v_kind[v], w.v_a[v], w.v_b[v], w.v_c[v], w.v_d[v])
    if flags & DERIVED and flags & DIRTY:
        misuse(w, CHANGED_BELOW, w.v_kind[v], w.v_a[v], w.v_b[v], w.v_c[v], w.v_d[v])
