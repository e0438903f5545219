"""Tables of logarithms that native code reads; all worlds share them."""

from __future__ import annotations

import math
from functools import cache

import numpy as np
import numpy.typing as npt

FIRST_SIZE = 1024
_FINEST = 2.0**-26

Table = npt.NDArray[np.float64]


@cache
def log_tables(size: int) -> tuple[Table, Table, Table]:
    """ln n, and ln n! as the sum of two parts, for n = 0, …, size - 1; size <= 2^20.

    The first part of ln n! is a multiple of 2^-26 below 2^24, so that sums and differences of a few such parts are
    exact; the second part is what that leaves of the logarithms, summed up. Thus differences of large ln n! are exact
    where they are small. Whoever computes a logarithm that is not in the table must get the same: hence `math.log`.
    """
    logs = np.array([-math.inf, *map(math.log, range(1, size))])
    factors = np.concatenate(([0.0], logs[1:]))
    rough = np.round(factors / _FINEST) * _FINEST
    return logs, np.cumsum(rough), np.cumsum(factors - rough)
