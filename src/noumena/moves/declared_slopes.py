"""The Jacobian of the reals of a declared move, from runs of its program with one of them a little changed.

The way back is run, since it changes nothing: its Jacobian is one over that of the way there. A slope is a central
difference D(h) at three steps, extrapolated twice: R(h) = (4 D(h/2) - D(h))/3 has no error of order h², and
(16 R(h/2) - R(h))/15 none of order h⁴. Where R(h) and R(h/2) differ, another step is tried.

What stands here is run by Python and compiled with the moves.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

_GOOD, _GOOD_ENOUGH = 1e-10, 1e-6
"""The difference between R(h) and R(h/2), as part of the largest slope, that needs no other step, and that will do."""


def log_slope(move: Any, world: Any, choose: Any) -> float:
    """ln |det| of the slopes of all reals that come out of the way back by all that go in; stops if it has none."""
    n = choose.reals()
    matrix = np.zeros((n, n))
    values = np.zeros((6, n))
    for j in range(n):
        room = choose.room(j)
        best = math.inf
        # Within its room a real keeps its sign; beyond it only as a last resort, for reals that are next to 0.
        for h in (room / 128.0, room / 1024.0, room / 16.0, max(1.0, room) / 128.0):
            if h > 0.0 and is_tried(move, world, choose, j, h, values):
                difference = disagreement(values, h)
                if difference < best:
                    best = difference
                    for i in range(n):
                        early, late = extrapolated(values, h, i)
                        matrix[i, j] = (16.0 * late - early) / 15.0
            if best < _GOOD:
                break
        if best > _GOOD_ENOUGH:
            choose.refuse_slope(False)
    result = log_determinant(matrix)
    if result == -math.inf:
        choose.refuse_slope(True)
    return result


def is_tried(move: Any, world: Any, choose: Any, j: int, h: float, values: Any) -> bool:
    """Runs the way back with a real changed by h, h/2 and h/4 up and down; False if it goes another way then."""
    for k in range(6):
        size = h * 0.5 ** (k // 2)
        choose.nudge(j, size if k % 2 == 0 else -size)
        choose.is_rejected(move.change(world, choose))
        if not choose.restore(j):
            return False
        for i in range(values.shape[1]):
            values[k, i] = choose.output(i)
    return True


def extrapolated(values: Any, h: float, i: int) -> tuple[float, float]:
    """R(h) and R(h/2) of the i-th real that comes out."""
    first = (values[0, i] - values[1, i]) / (2.0 * h)
    second = (values[2, i] - values[3, i]) / h
    third = (values[4, i] - values[5, i]) / (0.5 * h)
    return (4.0 * second - first) / 3.0, (4.0 * third - second) / 3.0


def disagreement(values: Any, h: float) -> float:
    """How far R(h) and R(h/2) are apart at most, as part of the largest slope; 0 if all slopes are 0."""
    apart, largest = 0.0, 0.0
    for i in range(values.shape[1]):
        early, late = extrapolated(values, h, i)
        if not abs(early - late) < math.inf:
            return math.inf
        apart = max(apart, abs(early - late))
        largest = max(largest, abs(late))
    return apart / largest if largest > 0.0 else 0.0


def log_determinant(matrix: Any) -> float:
    """ln |det| of a square matrix, which is changed: Gauss's elimination, the largest element of each column first."""
    n = matrix.shape[0]
    total = 0.0
    for k in range(n):
        pivot = k
        for i in range(k + 1, n):
            if abs(matrix[i, k]) > abs(matrix[pivot, k]):
                pivot = i
        if matrix[pivot, k] == 0.0:
            return -math.inf
        for j in range(k, n):
            matrix[k, j], matrix[pivot, j] = matrix[pivot, j], matrix[k, j]
        total += math.log(abs(matrix[k, k]))
        for i in range(k + 1, n):
            factor = matrix[i, k] / matrix[k, k]
            for j in range(k, n):
                matrix[i, j] -= factor * matrix[k, j]
    return total
