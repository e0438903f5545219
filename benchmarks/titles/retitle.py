"""The retitle move needs only how many more citations of a publication show its title than show the one offered."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from benchmarks.compiled import inlined
from benchmarks.problem import Array, Problem
from benchmarks.titles.texts import RECORD, TITLE, count_of

FURTHEST = 24
"""The lead of one text beyond which other titles have no noticeable probability."""


def powers(problem: Problem) -> npt.NDArray[np.float64]:
    """(miss / hit)^j for j = 0 … FURTHEST."""
    return np.asarray((problem.miss / problem.hit) ** np.arange(FURTHEST + 1, dtype=np.float64))


@inlined
def lead_over(record: Array, entry: Array, pub: int, title: int) -> int:
    """c_u - c_v: how many more citations of `pub` have its own title u as text than have v, the `title` offered."""
    own = record[RECORD * pub + TITLE]
    if own == title:
        return 0
    return count_of(record, entry, pub, own) - count_of(record, entry, pub, title)
