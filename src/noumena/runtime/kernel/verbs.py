"""What a move may do to the world: set, remove, resample (a1), and pick a variable to do it to."""

from __future__ import annotations

from typing import TYPE_CHECKING

from noumena.runtime.faults import OBSERVED_SET, Fault

from . import inlined, jit
from .flags import DERIVED, OBSERVED, PENDING, REMOVED, SET
from .patch import touch, touch_children
from .random import integer_of
from .variables import assign

if TYPE_CHECKING:
    from noumena.runtime.world import World


@jit
def _may_change(w: World, v: int) -> None:
    if w.v_flags[v] & (OBSERVED | DERIVED):
        w.fault = OBSERVED_SET
        w.fault_variable = v
        raise Fault


@jit
def set_value(w: World, v: int, number: int, real: float) -> None:
    """Gives a variable the value that the move chose; the move's q pays for it."""
    _may_change(w, v)
    touch(w, v)
    touch_children(w, v)
    assign(w, v, number, real)
    w.v_flags[v] = (w.v_flags[v] | SET) & ~PENDING


@jit
def resample(w: World, v: int) -> None:
    """Leaves a variable to the engine, which draws it from its CPD in both directions."""
    _may_change(w, v)
    touch(w, v)
    touch_children(w, v)
    w.v_flags[v] |= PENDING


@jit
def remove(w: World, v: int) -> None:
    """Takes a variable away that the reverse move would set."""
    _may_change(w, v)
    touch(w, v)
    w.v_flags[v] |= REMOVED


@inlined
def pick(w: World, kind: int) -> int:
    """A variable of a function, uniform among those of the state that are not evidence; -1 if there are none.

    It comes from the word that chose the move, so that a step may pick only once.
    The engine charges the choice: ln of how many there are before the move over how many after (a10).
    """
    size = w.k_size[kind]
    if size == 0:
        return -1
    i = integer_of(w, w.word, size)
    # If all places of a kind are taken, the list need not be looked at: with a million places it is far away.
    w.picked = w.k_first[kind] + i if size == w.k_span[kind] else w.m_variable[w.k_list[kind] + i]
    return w.picked
