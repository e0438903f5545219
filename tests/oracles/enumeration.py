"""The tools of every oracle: finite lists of chances, functions on numbered objects, and the sum over worlds.

A world here is a complete enough assignment of plain Python values: generated objects are numbered 1, 2, …, guaranteed
objects are their names, null is None. An oracle is a generator of (weight, answers) for the worlds that meet the
evidence; the posterior is the share of the weight that each answer gets. Nothing is imported from the package.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from itertools import permutations, product
from typing import Any, TypeAlias, TypeVar

T = TypeVar("T")
K = TypeVar("K", bound=Hashable)

Chances: TypeAlias = list[tuple[T, float]]
"""Values with their probabilities."""
Answers: TypeAlias = dict[str, Any]
"""The value of each query in one world, under the text of the query."""
World: TypeAlias = tuple[float, Answers]
"""The prior probability (or density) of a world that meets the evidence, and its answers."""
Posterior: TypeAlias = dict[str, dict[Any, float]]
"""For each query, the posterior probability of each value."""

NEGLIGIBLE = 1e-17
"""Priors without bound are cut where their terms are below this; what is lost is below 1e-15."""


# Distributions


def flip(chance: float) -> Chances[bool]:
    """BooleanDistrib(chance)."""
    return [(True, chance), (False, 1 - chance)]


def categorical(weights: Mapping[T, float]) -> Chances[T]:
    """Categorical of a map of values to probabilities that sum to 1."""
    assert math.isclose(sum(weights.values()), 1)
    return list(weights.items())


def certain(value: T) -> Chances[T]:
    """A value that is not random."""
    return [(value, 1.0)]


def choice(members: Iterable[Any]) -> Chances[Any]:
    """UniformChoice of a multiset: null if it is empty."""
    listed = list(members)
    return [(member, 1 / len(listed)) for member in listed] or [(None, 1.0)]


def uniform_int(low: int, high: int) -> Chances[int]:
    """UniformInt, with both ends."""
    return [(value, 1 / (high - low + 1)) for value in range(low, high + 1)]


def poisson(rate: float) -> Chances[int]:
    """Poisson(rate), cut far beyond its mean: e^-rate rate^n / n!."""
    return _until_negligible(lambda n: math.exp(-rate) * rate**n / math.factorial(n), rate)


def geometric(stop: float) -> Chances[int]:
    """Geometric(stop) from 0, cut far beyond its mean: stop (1 - stop)^n."""
    return _until_negligible(lambda n: stop * (1 - stop) ** n, 1 / stop)


def binomial(trials: int, chance: float) -> Chances[int]:
    """Binomial(trials, chance)."""
    return [(k, math.comb(trials, k) * chance**k * (1 - chance) ** (trials - k)) for k in range(trials + 1)]


def negative_binomial_mass(count: int, failures: int, chance: float) -> float:
    """The probability of `count` successes before `failures` failures: C(k+r-1, k) p^k (1-p)^r."""
    return math.comb(count + failures - 1, count) * chance**count * (1 - chance) ** failures


def gaussian_density(value: float, mean: float, variance: float) -> float:
    """The density of Gaussian(mean, variance) at a value."""
    return math.exp(-((value - mean) ** 2) / (2 * variance)) / math.sqrt(2 * math.pi * variance)


def _until_negligible(mass: Callable[[int], float], mean: float) -> Chances[int]:
    chances: Chances[int] = []
    number = 0
    while number <= 2 * mean or mass(number) > NEGLIGIBLE:
        chances.append((number, mass(number)))
        number += 1
    return chances


# Objects and functions on them


def objects(number: int) -> list[int]:
    """The generated objects of a type: 1 to n."""
    return list(range(1, number + 1))


def together(*variables: Iterable[tuple[Any, float]]) -> Iterator[tuple[tuple[Any, ...], float]]:
    """All joint values of independent variables, with their probabilities."""
    for combination in product(*variables):
        yield tuple(value for value, _ in combination), math.prod(chance for _, chance in combination)


def functions(domain: Sequence[K], law: Callable[[K], Chances[T]]) -> Iterator[tuple[dict[K, T], float]]:
    """All functions on a finite domain whose value at x follows law(x), independently, with their probabilities."""
    for values, chance in together(*(law(argument) for argument in domain)):
        yield dict(zip(domain, values, strict=True)), chance


def alike(domain: Sequence[K], chances: Chances[T]) -> Iterator[tuple[dict[K, T], float]]:
    """All functions on a finite domain whose values are independent and follow the same law."""
    return functions(domain, lambda _: chances)


def namings(members: Sequence[T], names: int) -> Iterator[tuple[tuple[T, ...], float]]:
    """The ways to give `names` names to the members of a set: none unless it has exactly that many members."""
    if len(members) == names:
        for order in permutations(members):
            yield order, 1 / math.factorial(names)


# The sum over worlds


def fewest_densities(worlds: Iterable[tuple[int, float, Answers]]) -> Iterator[World]:
    """Of worlds given as (density factors on observed values, weight, answers), those with the fewest factors."""
    possible = [world for world in worlds if world[1] > 0]
    fewest = min(factors for factors, _, _ in possible)
    return ((weight, answers) for factors, weight, answers in possible if factors == fewest)


def summed(worlds: Iterable[World]) -> tuple[float, Posterior]:
    """The probability (or density) of the evidence, and the posterior of each query."""
    evidence = 0.0
    weights: dict[str, defaultdict[Any, float]] = {}
    for weight, answers in worlds:
        if weight == 0:
            continue
        if not weights:
            weights = {query: defaultdict(float) for query in answers}
        assert answers.keys() == weights.keys(), "every world answers the same queries"
        evidence += weight
        for query, value in answers.items():
            weights[query][value] += weight
    return evidence, {
        query: {value: weight / evidence for value, weight in values.items()} for query, values in weights.items()
    }
