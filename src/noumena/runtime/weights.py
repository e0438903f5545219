"""How often each move is tried, and which come one after the other."""

from __future__ import annotations

import bisect
import itertools
from collections.abc import Sequence

from noumena.runtime.kernel.flags import NONE
from noumena.runtime.kernel.foresight import FEW
from noumena.runtime.world import AnyWorld

_PARTS = 2**32
_NEAR, _LESS_NEAR = 2**15, 2**19
"""With more variables than these, steps look ahead to the next one, or to those after it (`kernel/foresight`)."""


def weigh_moves(world: AnyWorld, weights: Sequence[float]) -> None:
    """Sets how often each move is tried; the weights sum to 1."""
    until = [min(_PARTS, round(_PARTS * share)) for share in itertools.accumulate(weights)]
    last = max(k for k, weight in enumerate(weights) if weight > 0)
    until[last:] = [_PARTS] * (len(until) - last)
    world.move_until = until
    world.move_guess = [bisect.bisect_right(until, part * (_PARTS // 256)) for part in range(256)]
    look_ahead(world)


def look_ahead(world: AnyWorld) -> None:
    """Sets how far ahead steps look: not at all in a small state, nor where moves pick from few variables only."""
    world.far = 0
    if world.v_top > _NEAR:
        weighed = [until > before for before, until in itertools.pairwise([0, *world.move_until])]
        picked = [kind for kind, weight in zip(world.move_kind, weighed, strict=False) if weight and kind != NONE]
        if any(world.k_size[kind] >= FEW for kind in picked):
            world.far = 1 + int(world.v_top > _LESS_NEAR)


def lay_rows(world: AnyWorld, moves: int, rows: Sequence[Sequence[int]]) -> None:
    """Sets which move is made at each place, and which place comes next.

    The places are the moves, after which the next one is chosen; the first of each row, which is chosen as a move is;
    and the others of the rows. No row is empty.
    """
    made, then = [*range(moves), *(row[0] for row in rows)], [NONE] * (moves + len(rows))
    for first, row in enumerate(rows, moves):
        place = first
        for move in row[1:]:
            then[place] = len(made)
            place = len(made)
            made.append(move)
            then.append(NONE)
    world.place_move, world.place_next, world.after = made or [0], then or [NONE], NONE
