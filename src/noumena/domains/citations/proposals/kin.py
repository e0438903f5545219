"""Which citations name the same people: where a line of work looks for a team, or for researchers, of given names."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from noumena.domains.citations.proposals.neighbours import Integers

MOST_KIN = 8
MOST_OF_A_NAME = 30
"""Of those who share a name with many so many are looked at, so that the time is in proportion to the citations."""


class Kin(NamedTuple):
    """The kin of citation c are `near[first[c]:first[c + 1]]`, those with most names in common first."""

    first: Integers
    near: Integers


def kin(names: Sequence[Sequence[str]]) -> Kin:
    """The citations that share most names with each; `names` are those that it may mention, each once."""
    holding: dict[str, list[int]] = defaultdict(list)
    for c, held in enumerate(names):
        for name in held:
            if len(holding[name]) < MOST_OF_A_NAME:
                holding[name].append(c)
    first, near = [0], list[int]()
    for c, held in enumerate(names):
        shared = Counter(d for name in held for d in holding[name] if d != c)
        chosen = sorted(shared, key=lambda d: (-shared[d] / (len(held) + len(names[d])), d))[:MOST_KIN]
        near += chosen
        first.append(len(near))
    return Kin(np.array(first, np.int64), np.array(near, np.int64))
