"""Adaptation in warm-up: how often a chain tries its moves, and how long their steps are; then both are fixed.

A chain whose moves depend on its past is no Markov chain, and need not have the posterior as its law, however slowly it
adapts. So the moves are adapted between rounds of the warm-up alone: what is recorded comes from moves that stay as
they are, each of which leaves the posterior as it is (a10). Each chain adapts by itself, from what it has seen.

* Shares. A move that is hardly ever accepted is tried less often: with a rate below one in a hundred its share falls in
  proportion, to no less than a tenth, so that every state can still be reached. Moves that are there for what nothing
  else reaches keep theirs: several variables at once, and totals that evidence fixes. A row goes by its best move.
* Lengths of steps. The scale of a walk, and the factor of a proposer that is `scaled`, follow Robbins and Monro: after
  round n, ln scale changes by 4 n^-0.6 (rate - 0.44), which is the best rate for a normal target of one dimension.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from typing import Any

from noumena.compiler.program import Program
from noumena.inference.chain import Chain
from noumena.runtime.weights import weigh_moves

ROUNDS_AT_MOST = 50
LEAST_ROUND = 50
"""Steps; a warm-up without room for two such rounds adapts nothing."""
HARDLY = 0.01
FLOOR = 0.1
TARGET = 0.44
_FORGOTTEN = 0.9
"""What counts of earlier rounds are multiplied by: the first states may be far from typical ones."""
_GAIN, _DECAY = 4.0, 0.6
_FEW = 20
"""With fewer tries in a round, ln scale changes by so much less."""
_FARTHEST = math.log(1e6)
_ALONE = ("several", "together", "exchange", "share_out", "transfer")
"""What reaches states that no other default move does."""


class Adaptation:
    """The shares and scales of one chain, and what they are adapted by; `scaled` are the moves with a factor."""

    def __init__(self, chain: Chain, scaled: Collection[int] = ()) -> None:
        self._world, layout = chain.world, chain.program.layout
        self._shares, self._rows = layout.weights, layout.rows
        moves = chain.program.moves
        self._moves = len(moves)
        self._kept = {k for k, move in enumerate(moves) if move.function in _ALONE}
        self._kinds = {k: move.kind for k, move in enumerate(moves) if move.function == "walk"}
        self._scaled = tuple(scaled)
        self._first = [kind.scale for kind in layout.kinds]
        self._changes = dict.fromkeys((*self._kinds, *self._scaled), 0.0)
        self._tried, self._done = [0.0] * self._moves, [0.0] * self._moves
        self._counted = [(0, 0)] * self._moves
        self._round = self._done_rounds = 0

    def warm_up(
        self, advance: Callable[[int], bool], steps: int, alone: AbstractContextManager[Any] | None = None
    ) -> None:
        """Runs the chain to so many steps in rounds, after each of which but the last the moves are adapted.

        `advance` runs steps, and tells whether to go on; `alone` is held while moves are adapted. A warm-up that was
        cut short goes on from where it was.
        """
        rounds = min(ROUNDS_AT_MOST, steps // LEAST_ROUND) if self._moves else 1
        while self._done_rounds < rounds - 1:
            if not advance((self._done_rounds + 1) * (steps // rounds) - int(self._world.iteration)):
                return
            with alone or nullcontext():
                self.adapt()
                self._done_rounds += 1
        advance(steps - int(self._world.iteration))

    @property
    def state(self) -> dict[str, Any]:
        """What it has learnt, as plain data; shares and scales themselves are in the world."""
        return {
            "rounds": [self._round, self._done_rounds],
            "changes": list(self._changes.values()),
            "tried": self._tried,
            "done": self._done,
            "counted": self._counted,
        }

    @state.setter
    def state(self, found: Mapping[str, Any]) -> None:
        self._round, self._done_rounds = map(int, found["rounds"])
        self._changes = dict(zip(self._changes, map(float, found["changes"]), strict=True))
        self._tried, self._done = list(found["tried"]), list(found["done"])
        self._counted = [(tried, done) for tried, done in found["counted"]]

    def adapt(self) -> None:
        """Adapts shares and scales by the steps since the last time."""
        self._round += 1
        for k in range(self._moves):
            counts = int(self._world.move_tried[k]), int(self._world.move_done[k])
            tried, done = (now - before for now, before in zip(counts, self._counted[k], strict=True))
            self._counted[k] = counts
            self._tried[k] = _FORGOTTEN * self._tried[k] + tried
            self._done[k] = _FORGOTTEN * self._done[k] + done
            if k in self._changes and tried > 0:
                self._stretch(k, tried, done / tried)
        self._weigh()

    def _weigh(self) -> None:
        lowered = [share * self._lowering(k) for k, share in enumerate(self._shares)]
        total = math.fsum(lowered)
        weigh_moves(self._world, [share / total for share in lowered])

    def _lowering(self, choice: int) -> float:
        """What the share of a move, or of a row, is multiplied by."""
        if choice >= self._moves:
            return max(map(self._lowering, set(self._rows[choice - self._moves])))
        # As if it had been accepted once more: a few tries tell nothing.
        rate = (self._done[choice] + 1.0) / (self._tried[choice] + 1.0)
        return 1.0 if choice in self._kept else min(1.0, max(FLOOR, rate / HARDLY))

    def _stretch(self, k: int, tried: int, rate: float) -> None:
        change = _GAIN * self._round**-_DECAY * min(1.0, tried / _FEW) * (rate - TARGET)
        self._changes[k] = min(_FARTHEST, max(-_FARTHEST, self._changes[k] + change))
        factor = math.exp(self._changes[k])
        if k in self._kinds:
            kind = self._kinds[k]
            self._world.k_scale[kind] = self._first[kind] * factor
        else:
            self._world.move_scale[k] = factor


def final_shares(program: Program, chains: Sequence[Chain]) -> dict[str, float]:
    """The shares of the choices that moves and rows have in the end, on average over the chains."""
    names = [*(m.name for m in program.moves), *(f"row {i + 1}" for i in range(len(program.layout.rows)))]
    found = {}
    for k, name in enumerate(names):
        if program.layout.weights[k] > 0:
            parts = [int(c.world.move_until[k]) - (int(c.world.move_until[k - 1]) if k else 0) for c in chains]
            found[name] = sum(parts) / len(parts) / 2.0**32
    return found


def final_scales(program: Program, chains: Sequence[Chain], scaled: Collection[int]) -> dict[str, float]:
    """What scales of moves that were made have been multiplied by: the geometric mean over the chains."""
    found = {}
    for k, move in enumerate(program.moves):
        if not any(c.world.move_tried[k] for c in chains):
            continue
        if move.function == "walk":
            first = program.layout.kinds[move.kind].scale
            factors = [float(c.world.k_scale[move.kind]) / first for c in chains]
        elif k in scaled:
            factors = [float(c.world.move_scale[k]) for c in chains]
        else:
            continue
        found[move.name] = math.exp(math.fsum(map(math.log, factors)) / len(factors))
    return found
