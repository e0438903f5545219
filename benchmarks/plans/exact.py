"""Exact answers for the models of this folder, each by a way of its own: partitions, convolutions, quadrature.

Nothing here knows of the engines. An answer is the probability of each value of a query, by the query's text.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from itertools import product

import numpy as np

Distribution = dict[object, float]
Answers = dict[str, Distribution]


def partitions(items: int) -> Iterator[list[list[int]]]:
    """All ways to put so many items into blocks."""

    def extended(k: int, blocks: list[list[int]]) -> Iterator[list[list[int]]]:
        if k == items:
            yield [list(b) for b in blocks]
            return
        for block in blocks:
            block.append(k)
            yield from extended(k + 1, blocks)
            block.pop()
        blocks.append([k])
        yield from extended(k + 1, blocks)
        blocks.pop()

    yield from extended(0, [])


def normalised(weights: dict[object, float]) -> Distribution:
    """Weights as probabilities."""
    total = math.fsum(weights.values())
    return {value: weight / total for value, weight in weights.items()}


def of_partitions(
    items: int,
    prior: dict[int, float],
    log_block: Callable[[Sequence[int]], float],
    number: str,
    pairs: dict[str, tuple[int, int]],
) -> Answers:
    """The number of objects and which of the items refer to the same one, each drawn uniformly from all objects.

    A partition into m blocks has the weight Σ_n p(n) (n)_m n^-k ∏ p(block).
    """
    cached: dict[tuple[int, ...], float] = {}
    by_size: dict[int, float] = defaultdict(float)
    same: dict[str, dict[int, float]] = {text: defaultdict(float) for text in pairs}
    for blocks in partitions(items):
        log_p = 0.0
        for block in blocks:
            key = tuple(block)
            if key not in cached:
                cached[key] = log_block(block)
            log_p += cached[key]
        by_size[len(blocks)] += math.exp(log_p)
        for text, (i, j) in pairs.items():
            if any(i in block and j in block for block in blocks):
                same[text][len(blocks)] += math.exp(log_p)
    factor = {m: {n: p * math.perm(n, m) / n**items for n, p in prior.items() if n >= m > 0} for m in by_size}
    numbers: dict[object, float] = defaultdict(float)
    for m, weight in by_size.items():
        for n, p in factor[m].items():
            numbers[n] += weight * p
    total = math.fsum(numbers.values())
    found: Answers = {number: normalised(numbers)}
    for text, sizes in same.items():
        p = math.fsum(w * math.fsum(factor[m].values()) for m, w in sizes.items()) / total
        found[text] = {True: p, False: 1 - p}
    return found


def poisson(mean: float, most: int = 60) -> dict[int, float]:
    """Its probabilities up to a number beyond which there is nothing to speak of."""
    return {n: math.exp(n * math.log(mean) - mean - math.lgamma(n + 1)) for n in range(most + 1)}


def log_normal_block(x: Sequence[float], mean: float, variance: float, noise: float) -> float:
    """ln p(x) of points with a common normal centre and normal noise of this variance, the centre integrated out."""
    n = len(x)
    covariance = variance * np.ones((n, n)) + noise * np.eye(n)
    off = np.asarray(x) - mean
    return float(-0.5 * (off @ np.linalg.solve(covariance, off) + np.linalg.slogdet(2 * math.pi * covariance)[1]))


def storm() -> Answers:
    """The first city has Severe damage; so the other one prepares, and has it with 0.9 · 0.2 + 0.1 · 0.8."""
    severe = 0.9 * 0.2 + 0.1 * 0.8
    either = 0.5 * 1 + 0.5 * severe
    return {
        "First": {"A": 0.5, "B": 0.5},
        "Damage(A)": {"Severe": either, "Mild": 1 - either},
        "Damage(Other)": {"Severe": severe, "Mild": 1 - severe},
    }


def weather() -> Answers:
    """The chain of states forwards and backwards: position 0 is Sun, 1 is Rain, and day 21 was not seen."""
    umbrella = [c == "1" for c in "001111001000110111" + "00"]
    step = np.array([[0.9, 0.1], [0.2, 0.8]])
    seen = [np.ones(2), *(np.array([0.2, 0.9]) if u else np.array([0.8, 0.1]) for u in umbrella), np.ones(2)]
    forward, backward = [np.array([0.7, 0.3])], [np.ones(2)]
    for factor in seen[1:]:
        forward.append((forward[-1] @ step) * factor)
    for factor in seen[:0:-1]:
        backward.insert(0, step @ (factor * backward[0]))
    total = float(forward[-1].sum())
    found: Answers = {}
    for day in (4, 9, 21):
        sun, rain = (forward[day] * backward[day] / total).tolist()
        found[f"State(@{day})"] = {"Sun": sun, "Rain": rain}
    pair = forward[15][:, None] * step * (seen[16] * backward[16])[None, :] / total
    same = float(np.trace(pair))
    return {**found, "State(@15) == State(@16)": {True: same, False: 1 - same}}


def mixture() -> Answers:
    """Clusters: the centres are integrated out."""
    x = [-4.1, -3.2, -2.9, 0.3, 0.9, 4.4, 5.0, 5.3]
    prior = dict.fromkeys(range(1, 5), 0.25)

    def block(members: Sequence[int]) -> float:
        return log_normal_block([x[i] for i in members], 0.0, 16.0, 1.0)

    return of_partitions(8, prior, block, "#Cluster", {"Origin(P[2]) == Origin(P[3])": (2, 3)})


def logins() -> Answers:
    """Homes and habits are summed out."""
    homes = {"Oslo": 0.4, "Rome": 0.3, "Lima": 0.2, "Kyiv": 0.1}
    seen = ["Oslo", "Oslo", "Oslo", "Rome", "Rome", "Lima", "Lima", "Kyiv", "Oslo"]
    dark = [False, False, True, True, True, False, False, True, True]

    def block(members: Sequence[int]) -> float:
        by_home = math.fsum(p * math.prod(0.91 if seen[i] == h else 0.03 for i in members) for h, p in homes.items())
        by_habit = math.fsum(
            share * math.prod(p if dark[i] else 1 - p for i in members) for share, p in ((0.3, 0.85), (0.7, 0.2))
        )
        return math.log(by_home * by_habit)

    pairs = {"Owner(L[0]) == Owner(L[1])": (0, 1), "Owner(L[2]) == Owner(L[8])": (2, 8)}
    return of_partitions(9, poisson(4), block, "#Person", pairs)


def urn(draws: int) -> Answers:
    """Half of the draws Blue, half Green: given n balls, b of them blue, the draws are independent."""
    numbers: dict[object, float] = {}
    for n, p in poisson(6).items():
        if n > 0:
            numbers[n] = p * math.fsum(
                math.comb(n, b) / 2**n * ((0.2 + 0.6 * b / n) * (0.8 - 0.6 * b / n)) ** (draws // 2)
                for b in range(n + 1)
            )
    return {"size({b for Ball b})": normalised(numbers)}


def citations() -> Answers:
    """Given n publications, t of them with the title true, citations are independent; pairs by counting twice."""
    texts = [k % 3 != 2 for k in range(12)]
    numbers: dict[object, float] = {}
    same = {"PubCited(C[0]) == PubCited(C[1])": (0, 1), "PubCited(C[0]) == PubCited(C[2])": (0, 2)}
    together = dict.fromkeys(same, 0.0)
    some = 0.0
    for n in range(1, 7):
        numbers[n] = 0.0
        for t in range(n + 1):
            p = math.comb(n, t) * 0.3**t * 0.7 ** (n - t) / 6
            shows = 0.9 * t / n + 0.2 * (n - t) / n
            one = [shows if text else 1 - shows for text in texts]
            weight = p * math.prod(one)
            numbers[n] += weight
            some += weight if t else 0.0
            for query, (i, j) in same.items():
                both = math.prod(0.9 if texts[k] else 0.1 for k in (i, j)) * t / n**2
                both += math.prod(0.2 if texts[k] else 0.8 for k in (i, j)) * (n - t) / n**2
                together[query] += weight / (one[i] * one[j]) * both
    total = math.fsum(numbers.values())
    found: Answers = {"#Pub": normalised(numbers)}
    for query, p in {**together, "exists Pub p (Title(p) == true)": some}.items():
        found[query] = {True: p / total, False: 1 - p / total}
    return found


def aircraft() -> Answers:
    """Each blip is of an aircraft or of none; the names of the blips give ∏ n_a!/3!."""
    z = [-2.0, -1.5, 3.0]
    of_aircraft, of_none = {0: 0.3, 1: 0.5, 2: 0.2}, {0: 0.6, 1: 0.3, 2: 0.1}
    numbers: dict[object, float] = defaultdict(float)
    same = none = 0.0
    for n in range(4):
        for source in product(range(n + 1), repeat=3):  # n is no aircraft
            groups = [[z[i] for i in range(3) if source[i] == a] for a in range(n)]
            false = [z[i] for i in range(3) if source[i] == n]
            p = 0.25 * of_none.get(len(false), 0.0) * math.factorial(len(false)) / math.factorial(3)
            p *= math.prod(math.exp(log_normal_block([x], 0.0, 0.0, 25.0)) for x in false)
            for group in groups:
                p *= of_aircraft.get(len(group), 0.0) * math.factorial(len(group))
                p *= math.exp(log_normal_block(group, 0.0, 9.0, 0.5)) if group else 1.0
            numbers[n] += p
            same += p if source[0] == source[1] else 0.0
            none += p if source[2] == n else 0.0
    total = math.fsum(numbers.values())
    return {
        "#Aircraft": normalised(numbers),
        "Source(B1) == Source(B2)": {True: same / total, False: 1 - same / total},
        "Source(B3) == null": {True: none / total, False: 1 - none / total},
    }


def birthday() -> Answers:
    """23 people."""
    different = math.prod(1 - i / 365 for i in range(23))
    return {"exists Person p exists Person q ((p != q) & (Day(p) == Day(q)))": {True: 1 - different, False: different}}


def boxes() -> Answers:
    """Sums of n weights by convolution; with all weights at most k for the largest one."""
    numbers: dict[object, float] = {}
    below = dict.fromkeys(range(7), 0.0)
    for n, p in poisson(4).items():
        for most in range(1, 7):
            sums = np.ones(1)
            for _ in range(n):
                sums = np.convolve(sums, [0.0] + [1 / 6] * most)[:16]
            weight = p * float(sums[15]) if len(sums) > 15 else 0.0
            below[most] += weight
            if most == 6:
                numbers[n] = weight
    largest: dict[object, float] = {k: below[k] - below[k - 1] for k in range(1, 7)}
    return {"#Box": normalised(numbers), "max({Weight(b) for Box b})": normalised(largest)}


def tug() -> Answers:
    """Strengths by quadrature on a grid, laziness summed out."""
    points = 10 + 2 * np.linspace(-5, 5, 301)
    density = np.exp(-((points - 10) ** 2) / 8)

    def wins(a: np.ndarray, b: np.ndarray) -> np.ndarray:
        total = np.zeros(np.broadcast(a, b).shape)
        for lazy_a, lazy_b in product((False, True), repeat=2):
            share = (0.25 if lazy_a else 0.75) * (0.25 if lazy_b else 0.75)
            difference = (a / 2 if lazy_a else a) - (b / 2 if lazy_b else b)
            total = total + share * np.where(difference > 0, 0.95, np.where(difference < 0, 0.05, 0.5))
        return total

    ann, bea, cid = points[:, None, None], points[None, :, None], points[None, None, :]
    weight = density[:, None, None] * density[None, :, None] * density[None, None, :]
    weight = weight * wins(ann, bea) ** 2 * wins(bea, cid) * (1 - wins(bea, cid))
    weight /= weight.sum()

    def above(other: np.ndarray) -> Distribution:
        p = float((weight * np.where(ann > other, 1.0, np.where(ann == other, 0.5, 0.0))).sum())
        return {True: p, False: 1 - p}

    halves: dict[object, float] = defaultdict(float)
    for point, p in zip(points, weight.sum(axis=(1, 2)), strict=True):
        halves[math.floor(point / 2 + 0.5)] += float(p)
    return {
        "Strength(Ann) > Strength(Bea)": above(bea),
        "Strength(Ann) > Strength(Cid)": above(cid),
        "round(Strength(Ann) / 2.0)": dict(halves),
    }
