"""The state of the citation-like model as both samplers keep it; see `texts` for its records."""

from __future__ import annotations

import numpy as np

from benchmarks.contestant import Rival
from benchmarks.problem import Array, World, canonical
from benchmarks.random_words import seeded
from benchmarks.titles.texts import COUNT, DEGREE, END, FIRST, NEXT, PLACE, RECORD, TEXT, TITLE


class PackedCitations(Rival):
    """What the samplers share: arrays, start and read-out.

    `cited[2·c]` is the publication of citation c and `cited[2·c+1]` its text.
    """

    def load(self, world: World) -> None:
        """Make `world` the current state."""
        seen = self.problem.seen
        size = len(seen) + 1
        self.scalars = np.array([world.number, world.used])
        self.cited = np.stack([world.owner, seen], axis=1).astype(np.int32).reshape(-1)
        # One entry for each (publication, text) that occurs, those of one publication behind each other.
        pairs, counts = np.unique(world.owner * self.problem.kinds + seen, return_counts=True)
        pub, text = np.divmod(pairs, self.problem.kinds)
        entry = np.zeros((size, RECORD), dtype=np.int32)
        entry[:, NEXT] = np.arange(1, size + 1)
        entry[-1, NEXT] = END
        entry[: len(pairs), TEXT] = text
        entry[: len(pairs), COUNT] = counts
        entry[: len(pairs), NEXT][np.append(pub[1:] != pub[:-1], True)] = END
        record = np.zeros((size, RECORD), dtype=np.int32)
        record[: world.used, TITLE] = world.kind
        record[:, DEGREE] = np.bincount(world.owner, minlength=size)
        record[:, PLACE] = np.arange(size)
        record[:, FIRST] = END
        record[: world.used, FIRST] = np.searchsorted(pub, np.arange(world.used))
        self.record = record.reshape(-1)
        self.entry = entry.reshape(-1)
        self.free = np.array([len(pairs)])
        self.pubs = np.arange(size, dtype=np.int32)

    def world(self) -> World:
        """The current state."""
        return canonical(int(self.scalars[0]), self.cited[0::2], self.record[TITLE::RECORD])

    def sow(self, seed: int) -> None:
        """Start the random numbers afresh."""
        self.words = seeded(seed)

    def state(self) -> list[Array]:
        """The arrays that hold the current state."""
        return [self.scalars, self.cited, self.record, self.entry, self.free, self.pubs, self.words]
