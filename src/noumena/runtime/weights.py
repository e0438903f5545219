"""How often each move is tried."""

from __future__ import annotations

import bisect
import itertools
from collections.abc import Sequence

from noumena.runtime.world import AnyWorld

_PARTS = 2**32


def weigh_moves(world: AnyWorld, weights: Sequence[float]) -> None:
    """Sets how often each move is tried; the weights sum to 1."""
    until = [min(_PARTS, round(_PARTS * share)) for share in itertools.accumulate(weights)]
    last = max(k for k, weight in enumerate(weights) if weight > 0)
    until[last:] = [_PARTS] * (len(until) - last)
    world.move_until = until
    world.move_guess = [bisect.bisect_right(until, part * (_PARTS // 256)) for part in range(256)]
