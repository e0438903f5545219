"""What the numbers of publications, lines of work, teams and researchers weigh, and how that changes."""

from __future__ import annotations

import math

import numpy as np

from benchmarks.citations.hand_written.state import COUNTED, DRAWN, FAMES, IN_USE, NUMBER, Array, State
from benchmarks.compiled import inlined

TABLED = 1 << 14
"""Numbers whose logarithms, and those of their factorials, are worked out beforehand."""
SHARES_OF_FAMES = (0.6, 0.22, 0.12, 0.06)


def logarithms() -> tuple[Array, Array]:
    """ln n and ln n! for n from 0; ln 0 is not used."""
    logs = np.log(np.maximum(1.0, np.arange(TABLED)))
    return logs, np.cumsum(logs)


@inlined
def _log(s: State, n: int) -> float:
    return s.log[n] if n < TABLED else math.log(n)


@inlined
def _log_factorial(s: State, n: int) -> float:
    return s.log_factorial[n] if n < TABLED else math.lgamma(n + 1.0)


@inlined
def count_weight(s: State, row: int, number: int, in_use: int, drawn: int) -> float:
    """ln of P(number) · number!/(number - in_use)! · (share/number)^drawn, with the prior 1/((k + 1)(k + 2)).

    k is how many there are beyond the least number: 1 of publications of a fame, 0 of all else.
    """
    more = number - (1 if row < FAMES else 0)
    if number < in_use or more < 0:
        return -math.inf
    prior = -_log(s, more + 1) - _log(s, more + 2)
    ways = _log_factorial(s, number) - _log_factorial(s, number - in_use)
    return prior + ways + drawn * (float(s.log_share[row]) - _log(s, number))


@inlined
def no_changes(s: State) -> None:
    """Begins to plan changes of counts."""
    for row in range(COUNTED):
        for column in range(3):
            s.changes[row, column] = 0


@inlined
def change(s: State, row: int, objects: int, drawn: int) -> None:
    """Plans that objects come and go, with their number, and that references to them do."""
    s.changes[row, NUMBER] += objects
    s.changes[row, IN_USE] += objects
    s.changes[row, DRAWN] += drawn


@inlined
def count_gain(s: State) -> float:
    """By how much the planned changes make ln p greater."""
    gain = 0.0
    for row in range(COUNTED):
        if s.changes[row, NUMBER] != 0 or s.changes[row, DRAWN] != 0:
            s.changed_weight[row] = count_weight(
                s,
                row,
                s.counts[row, NUMBER] + s.changes[row, NUMBER],
                s.counts[row, IN_USE] + s.changes[row, IN_USE],
                s.counts[row, DRAWN] + s.changes[row, DRAWN],
            )
            gain += s.changed_weight[row] - s.count_weight[row]
    return gain


@inlined
def make_changes(s: State) -> None:
    """Does what was planned; `count_gain` was asked before."""
    for row in range(COUNTED):
        if s.changes[row, NUMBER] != 0 or s.changes[row, DRAWN] != 0:
            for column in range(3):
                s.counts[row, column] += s.changes[row, column]
            s.count_weight[row] = s.changed_weight[row]
