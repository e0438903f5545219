"""The urn's state as the two fast samplers keep it: small records, counts of draws that are alike, no lists.

A ball is a record of four 32-bit words: its colour, how many of its draws show Blue, how many Green, and its place in
`balls`, a permutation whose first m elements are in use. A draw is one word: twice its ball plus the colour it shows.
"""

from __future__ import annotations

import numpy as np

from benchmarks.compiled import inlined
from benchmarks.contestant import Rival
from benchmarks.problem import Array, World, canonical
from benchmarks.random_words import seeded

RECORD, COLOUR, SHOWN, PLACE = 4, 0, 1, 3
FURTHEST = 64
"""The lead of one colour beyond which the other has probability below 1e-38."""


@inlined
def retire(record: Array, balls: Array, ball: int, m: int) -> None:
    """Make `ball` the first one out of use, where `m` are left in use."""
    last = balls[m]
    hole = record[RECORD * ball + PLACE]
    balls[hole] = last
    record[RECORD * last + PLACE] = hole
    balls[m] = ball
    record[RECORD * ball + PLACE] = m


@inlined
def move_draw(record: Array, draws: Array, draw: int, shown: int, old: int, new: int) -> None:
    """Let `draw`, which shows the colour `shown`, go from one ball to another."""
    draws[draw] = 2 * new + shown
    record[RECORD * new + SHOWN + shown] += 1
    record[RECORD * old + SHOWN + shown] -= 1


class PackedUrn(Rival):
    """What the fast samplers share: arrays, start and read-out."""

    def load(self, world: World) -> None:
        """Make `world` the current state."""
        seen = self.problem.seen
        size = len(seen) + 1
        self.scalars = np.array([world.number, world.used])
        self.draws = (2 * world.owner + seen).astype(np.int32)
        record = np.zeros((size, RECORD), dtype=np.int32)
        record[: world.used, COLOUR] = world.kind
        for colour in (0, 1):
            record[:, SHOWN + colour] = np.bincount(world.owner[seen == colour], minlength=size)
        record[:, PLACE] = np.arange(size)
        self.record = record.reshape(-1)
        self.balls = np.arange(size, dtype=np.int32)

    def world(self) -> World:
        """The current state."""
        return canonical(int(self.scalars[0]), self.draws >> 1, self.record[COLOUR::RECORD])

    def sow(self, seed: int) -> None:
        """Start the random numbers afresh."""
        self.words = seeded(seed)

    def state(self) -> list[Array]:
        """The arrays that hold the current state."""
        return [self.scalars, self.draws, self.record, self.balls, self.words]
