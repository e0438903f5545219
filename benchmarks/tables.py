"""Acceptance: ratios and logarithms worked out beforehand, and the decision on a log ratio."""

from __future__ import annotations

import math

import numpy as np
import numpy.typing as npt

from benchmarks.compiled import inlined
from benchmarks.problem import Array, Problem

Reals = npt.NDArray[np.float64]
LARGEST = 8
"""The largest step of the number move."""


def steps() -> npt.NDArray[np.int64]:
    """96 equally likely steps of the number move: 1 half of the time, else uniform up to 2, 4 or 8; up or down alike.

    1/96 is the smallest probability in it, that of 5 … 8 in one direction: ½ · ½ · ⅓ · ⅛.
    """
    sizes = [1] * 24 + [1 + i % most for most in (2, 4, 8) for i in range(8)]
    return np.array(sizes + [-size for size in sizes])


def births(problem: Problem) -> Reals:
    """births[n] = rate · (n / (n+1))^k, k the number of observations, for n = 0 … most, and so far as steps go beyond.

    With m objects in use the ratio of n → n+1 is p(n+1)/p(n) · (n/(n+1))^k · (n+1)_m/(n)_m = births[n] / (n+1-m), since
    p(n+1)/p(n) = rate/(n+1) and (n+1)_m/(n)_m = (n+1)/(n+1-m). That of n → n-1 is the inverse, (n-m) / births[n-1], and
    that of a longer step the product of those on its way. From n = most on they are 0: the prior is cut off where less
    than 1e-30 of it remains.
    """
    n = np.arange(problem.most + LARGEST, dtype=np.float64)
    with np.errstate(divide="ignore"):
        table = problem.rate * np.exp(len(problem.seen) * (np.log(n) - np.log(n + 1)))
    table[problem.most :] = 0.0
    return np.asarray(table)


def logarithms(problem: Problem) -> Reals:
    """ln 0 = -inf, ln 1, … as far as any count of objects or observations in the problem goes."""
    with np.errstate(divide="ignore"):
        return np.log(np.arange(max(problem.most, len(problem.seen)) + 2, dtype=np.float64))


def log_factorials(problem: Problem) -> Reals:
    """ln 0!, ln 1!, … as far as a step of the number may lead."""
    return np.array([math.lgamma(n + 1.0) for n in range(problem.most + LARGEST + 1)])


@inlined
def number_taken(birth: Array, n: int, m: int, step: int, uniform: float) -> bool:
    """Whether n → n + step is taken with m objects in use; see `births`."""
    there = 1.0
    back = uniform
    if step > 0:
        for i in range(step):
            there *= birth[n + i]
            back *= n + 1 - m + i
    elif n + step >= m:
        for i in range(-step):
            there *= n - m - i
            back *= birth[n - 1 - i]
    else:
        return False
    return back < there


@inlined
def log_number_ratio(
    log: Array, log_factorial: Array, log_rate: float, k: int, most: int, n: int, m: int, step: int
) -> float:
    """ln of the ratio of n → n + step with m of the objects in use by k observations, -inf if it cannot be.

    ln p(n+step)/p(n) + k ln n/(n+step) + ln (n+step)_m/(n)_m, where n! cancels.
    """
    after = n + step
    if after < m or after > most:
        return -math.inf
    ratio: float = step * log_rate + k * (log[n] - log[after]) + log_factorial[n - m] - log_factorial[after - m]
    return ratio


@inlined
def accepted(ratio: float, uniform: float) -> bool:
    """Whether a move with this log ratio is taken; no exponential is computed when it must be, or cannot.

    Below e^-37 there is no uniform number but 0, and the exponential of what underflows is slow.
    """
    return ratio >= 0.0 or (ratio > -37.0 and uniform < math.exp(ratio))
