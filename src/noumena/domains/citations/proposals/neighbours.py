"""Which citations may be of the same publication: those whose texts share many and rare words."""

from __future__ import annotations

import math
import re
from collections import Counter, defaultdict
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

LEAST_ALIKE = 0.12
MOST_NEIGHBOURS = 25
_COMMON = 0.1
"""Words of more than this share of the texts bring no texts together, though they count where others do."""
_WORDS = re.compile(r"[a-z]{2,}|[0-9]{2,}")


class Neighbours(NamedTuple):
    """The neighbours of c are `near[first[c]:first[c + 1]]`; `alike` is the cosine of their words."""

    first: npt.NDArray[np.int64]
    near: npt.NDArray[np.int64]
    alike: npt.NDArray[np.float64]


def neighbours(texts: Sequence[str], same: Sequence[tuple[int, int]] = ()) -> Neighbours:
    """Neighbours by the cosine Σ w² / √(Σ w² Σ w²) of their words, w = ln(1 + n/frequency).

    Each text chooses those most alike; who is chosen is a neighbour of who chose it. The time is in proportion to the
    number of texts, times how many share a word that is not common. Those of whom a person has said that they are
    the `same` are neighbours too, and wholly alike.
    """
    words = [sorted(set(_WORDS.findall(text))) for text in texts]
    frequency = Counter(word for held in words for word in held)
    square = {word: math.log1p(len(texts) / count) ** 2 for word, count in frequency.items()}
    most = max(10.0, _COMMON * len(texts))
    holding: dict[str, list[int]] = defaultdict(list)
    for c, held in enumerate(words):
        for word in held:
            holding[word].append(c)
    length = [math.sqrt(sum(square[word] for word in held)) or 1.0 for held in words]
    chosen: dict[tuple[int, int], float] = {}
    for c, held in enumerate(words):
        common = set(held)
        reached = {d for word in held if frequency[word] <= most for d in holding[word] if d != c}
        likeness = {d: sum(square[w] for w in words[d] if w in common) / (length[c] * length[d]) for d in reached}
        best = sorted((-value, d) for d, value in likeness.items() if value >= LEAST_ALIKE)[:MOST_NEIGHBOURS]
        for value, d in best:
            chosen[c, d] = chosen[d, c] = min(1.0, -value)
    for c, d in same:
        chosen[c, d] = chosen[d, c] = 1.0
    pairs = sorted(chosen)
    counts = np.bincount([c for c, _ in pairs], minlength=len(texts))
    return Neighbours(
        np.concatenate([[0], np.cumsum(counts)]).astype(np.int64),
        np.array([d for _, d in pairs], np.int64),
        np.array([chosen[pair] for pair in pairs]),
    )
