"""Exact posteriors: of the number of objects at any size, and of every abstract state when there are few."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from math import exp, lgamma, log

import numpy as np
import numpy.typing as npt

from benchmarks.problem import Problem, World

Reals = npt.NDArray[np.float64]
NEGLIGIBLE = 1e-25


def log_prior(problem: Problem, n: int) -> float:
    """ln Poisson(n; rate)."""
    return n * log(problem.rate) - problem.rate - lgamma(n + 1)


def log_likelihood(problem: Problem, n: int) -> float:
    """ln p(evidence | n), all kinds and choices summed out; n at least 1.

    Let N_t be the number of objects of kind t. Each observation shows t with probability faithful · N_t/n + miss, and
    the N_t are independent Poisson(n/kinds) numbers given that they sum to n. So the likelihood is one coefficient of a
    product of power series, one for each kind:
        Σ_{N: ΣN_t = n} ∏_t Poisson(N_t; n/kinds) (faithful N_t/n + miss)^{c_t} / Poisson(n; n),
    c_t the number of observations that show t. All terms are positive: nothing cancels. The kinds that nobody shows
    have one Poisson number together.
    """
    shown = np.bincount(problem.seen, minlength=problem.kinds)
    count = np.arange(n + 1, dtype=np.float64)
    log_factorial = np.array([lgamma(value + 1) for value in count])
    log_shows = np.log(problem.faithful * count / n + problem.miss)
    product_so_far = np.ones(1)
    scale = -(n * log(n) - n - lgamma(n + 1))
    factors = [(int(times), 1) for times in shown if times]
    if 0 in shown:
        factors.append((0, int((shown == 0).sum())))
    for times, kinds in factors:
        mean = n * kinds / problem.kinds
        terms = count * log(mean) - mean - log_factorial + times * log_shows
        highest = float(terms.max())
        series = np.exp(terms - highest)
        series = series[: int(np.flatnonzero(series > NEGLIGIBLE)[-1]) + 1]
        product_so_far = np.convolve(product_so_far, series)[: n + 1]
        largest = float(product_so_far.max())
        product_so_far /= largest
        scale += highest + log(largest)
    coefficient = float(product_so_far[n]) if len(product_so_far) > n else 0.0
    return scale + log(coefficient) if coefficient > 0.0 else -np.inf


def number_posterior(problem: Problem) -> Reals:
    """P(n | evidence) for n = 0 … most; taken as 0 beyond 9 standard deviations of the prior."""
    spread = 9.0 * np.sqrt(problem.rate) + 10.0
    values = range(max(1, int(problem.rate - spread)), min(problem.most, int(problem.rate + spread)) + 1)
    logs = np.full(problem.most + 1, -np.inf)
    for n in values:
        logs[n] = log_prior(problem, n) + log_likelihood(problem, n)
    weights = np.exp(logs - logs.max())
    return np.asarray(weights / weights.sum())


def partitions(size: int) -> Iterator[tuple[int, ...]]:
    """All partitions of `size` things, each as the block of every thing, blocks numbered in order of first use."""
    if size == 0:
        yield ()
        return
    for start in partitions(size - 1):
        for block in range(max(start, default=-1) + 2):
            yield (*start, block)


def state_posterior(problem: Problem, most: int) -> dict[tuple[int, tuple[int, ...], tuple[int, ...]], float]:
    """P(σ | evidence) for every abstract state σ with at most `most` objects, by `World.key`.

    p(σ) = p(n) · n^-k · n!/(n-m)! · kinds^-m · ∏ p(shown | kind): the falling factorial counts the worlds that σ
    stands for.
    """
    seen = problem.seen
    weights: dict[tuple[int, tuple[int, ...], tuple[int, ...]], float] = {}
    for owner in partitions(len(seen)):
        used = max(owner) + 1
        for kind in product(range(problem.kinds), repeat=used):
            shows = [
                problem.hit if kind[block] == shown else problem.miss for block, shown in zip(owner, seen, strict=True)
            ]
            for n in range(used, most + 1):
                world = World(n, np.array(owner), np.array(kind))
                falling = lgamma(n + 1) - lgamma(n - used + 1)
                constant = -len(seen) * log(n) - used * log(problem.kinds)
                weights[world.key()] = exp(log_prior(problem, n) + constant + falling) * float(np.prod(shows))
    total = sum(weights.values())
    return {key: weight / total for key, weight in weights.items()}
