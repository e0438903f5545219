"""Acceptance: ratios and logarithms worked out beforehand, and the decision on a log ratio."""

from __future__ import annotations

import math

import numpy as np
import numpy.typing as npt

from benchmarks.compiled import inlined
from benchmarks.problem import Problem

Reals = npt.NDArray[np.float64]


def births(problem: Problem) -> Reals:
    """births[n] = rate · (n / (n+1))^k, k the number of observations, for n = 0 … most.

    With m objects in use the ratio of n → n+1 is p(n+1)/p(n) · (n/(n+1))^k · (n+1)_m/(n)_m = births[n] / (n+1-m), since
    p(n+1)/p(n) = rate/(n+1) and (n+1)_m/(n)_m = (n+1)/(n+1-m). That of n → n-1 is the inverse, (n-m) / births[n-1].
    The last element is 0: the prior is cut off where less than 1e-30 of it remains.
    """
    n = np.arange(problem.most + 1, dtype=np.float64)
    with np.errstate(divide="ignore"):
        table = problem.rate * np.exp(len(problem.seen) * (np.log(n) - np.log(n + 1)))
    table[-1] = 0.0
    return np.asarray(table)


def logarithms(problem: Problem) -> Reals:
    """ln 0 = -inf, ln 1, … as far as any count of objects or observations in the problem goes."""
    with np.errstate(divide="ignore"):
        return np.log(np.arange(max(problem.most, len(problem.seen)) + 2, dtype=np.float64))


@inlined
def accepted(ratio: float, uniform: float) -> bool:
    """Whether a move with this log ratio is taken; no exponential is computed when it must be."""
    return ratio >= 0.0 or uniform < math.exp(ratio)
