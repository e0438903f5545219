"""The partition that a chain begins with: citations that are much alike together, or each by itself."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from noumena.domains.citations.draws import Pairs
from noumena.domains.citations.proposals.neighbours import Neighbours

MUCH_ALIKE = 0.75


class _Clusters:
    """Citations that are put together two by two, unless somebody has said that they are different."""

    def __init__(self, number: int, different: Pairs) -> None:
        self._of = list(range(number))
        self._members = {c: [c] for c in range(number)}
        self._different = {frozenset(pair) for pair in different}

    def join(self, c: int, d: int) -> None:
        """Puts the clusters of two citations together, if they may be."""
        keep, other = sorted((self._of[c], self._of[d]))
        if keep == other:
            return
        ours, theirs = self._members[keep], self._members[other]
        if self._different and any(frozenset((a, b)) in self._different for a in ours for b in theirs):
            return
        for member in theirs:
            self._of[member] = keep
        ours += self._members.pop(other)

    def first(self) -> npt.NDArray[np.int64]:
        """For each citation the first of its cluster."""
        found: npt.NDArray[np.int64] = np.array([min(self._members[of]) for of in self._of], np.int64)
        return found


def start(neighbours: Neighbours, how: str, same: Pairs, different: Pairs) -> npt.NDArray[np.int64]:
    """For each citation the first that is with it; pairs that a person has decided are as decided.

    `how` is one of `draws.STARTS`; from canopies, pairs that are much alike are put together, the most alike first.
    """
    number = len(neighbours.first) - 1
    clusters = _Clusters(number, different)
    for c, d in same:
        clusters.join(c, d)
    if how == "canopies":
        of = np.repeat(np.arange(number), np.diff(neighbours.first))
        chosen = np.flatnonzero((neighbours.alike >= MUCH_ALIKE) & (of < neighbours.near))
        for i in chosen[np.argsort(-neighbours.alike[chosen], kind="stable")].tolist():
            clusters.join(int(of[i]), int(neighbours.near[i]))
    return clusters.first()
