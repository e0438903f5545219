"""Chi-square tests of `sample` against `log_prob`, and the integrals they need.

The cells are chosen from pilot draws, independent of those that are counted. A test fails when its p-value is below
`FALSE_ALARM`; seeds are fixed, so that it fails always or never.
"""

from __future__ import annotations

import itertools
import math
import zlib
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
import scipy.integrate
import scipy.stats

from noumena.distributions import BUILT_IN
from noumena.model.values import Value

FALSE_ALARM = 1e-6
PILOT, DRAWS = 1000, 4000
FEWEST_EXPECTED = 8.0
NEVER = FALSE_ALARM / (PILOT * DRAWS)


@dataclass(frozen=True)
class Example:
    """A family with parameters."""

    name: str
    parameters: tuple[Value, ...]

    def __str__(self) -> str:
        return f"{self.name}{self.parameters}"[:60]

    def draws(self, count: int, stream: int) -> list[Value]:
        """Draws that are always the same."""
        rng = np.random.default_rng([zlib.crc32(repr((self.name, self.parameters)).encode()), stream])
        return [BUILT_IN[self.name].sample(rng, *self.parameters) for _ in range(count)]

    def probability(self, value: Value) -> float:
        """The mass or density at a value."""
        return math.exp(BUILT_IN[self.name].log_prob(value, *self.parameters))


@dataclass(frozen=True)
class RealExample(Example):
    """A density on the reals between `low` and `high`."""

    low: float = -math.inf
    high: float = math.inf


@dataclass(frozen=True)
class ChartExample(Example):
    """A density in several dimensions, seen through smooth coordinates from the unit cube.

    `chart` takes a point of the open cube to a value and the logarithm of the Jacobian of the density's own
    coordinates; `locate` takes a value back.
    """

    chart: Callable[[Sequence[float]], tuple[Value, float]]
    locate: Callable[[Value], Sequence[float]]
    cells: int = 4
    nodes: int = 12


def fit(example: Example) -> float:
    """The p-value of the draws of an example under its probabilities."""
    match example:
        case RealExample():
            return _fit_real(example)
        case ChartExample():
            return _fit_chart(example)
    pilot = Counter(example.draws(PILOT, 1))
    observed = Counter(example.draws(DRAWS, 2))
    listed = list(pilot)
    counts = [observed[value] for value in listed]
    return p_value(counts, [example.probability(value) for value in listed], rest=True)


def p_value(counts: Sequence[int], probabilities: Sequence[float], *, rest: bool) -> float:
    """The chi-square p-value of counts in cells; with `rest` the cells leave some probability to others.

    Cells with few expected counts are put together; one that nothing should ever hit must have no hits.
    """
    cells = sorted(zip(probabilities, counts, strict=True), reverse=True)
    if rest:
        cells.append((max(0.0, 1.0 - sum(probabilities)), DRAWS - sum(counts)))
    if any(c > 0 and p < NEVER for p, c in cells):
        return 0.0
    pooled: list[tuple[float, int]] = []
    probability, count = 0.0, 0
    for p, c in cells:
        probability, count = probability + p, count + c
        if probability * DRAWS >= FEWEST_EXPECTED:
            pooled.append((probability, count))
            probability, count = 0.0, 0
    last_probability, last_count = pooled.pop()
    pooled.append((last_probability + probability, last_count + count))
    if len(pooled) == 1:
        return 1.0
    statistic = sum((c - DRAWS * p) ** 2 / (DRAWS * p) for p, c in pooled)
    return float(scipy.stats.chi2.sf(statistic, len(pooled) - 1))


def integral(example: RealExample, low: float, high: float) -> float:
    """The probability of an interval."""
    value, _ = scipy.integrate.quad(example.probability, low, high, limit=200, epsabs=1e-10)
    return float(value)


def pilot_edges(example: RealExample) -> list[float]:
    """Ends of intervals that the draws hit about equally often, with those of the support."""
    inner = np.quantile(np.array(example.draws(PILOT, 1)), np.linspace(0.05, 0.95, 13))
    return [example.low, *inner.tolist(), example.high]


def _fit_real(example: RealExample) -> float:
    edges = pilot_edges(example)
    probabilities = [integral(example, *ends) for ends in itertools.pairwise(edges)]
    counts, _ = np.histogram(np.array(example.draws(DRAWS, 2)), np.array(edges))
    assert counts.sum() == DRAWS
    return p_value(counts.tolist(), probabilities, rest=False)


def chart_cells(example: ChartExample) -> tuple[list[list[float]], dict[tuple[int, ...], float]]:
    """The edges of the cells along each coordinate, and the probability of each cell."""
    points = np.array([example.locate(value) for value in example.draws(PILOT, 1)])
    levels = np.linspace(0.0, 1.0, example.cells + 1)[1:-1]
    edges = [[0.0, *np.quantile(points[:, axis], levels).tolist(), 1.0] for axis in range(points.shape[1])]
    nodes, weights = np.polynomial.legendre.leggauss(example.nodes)
    rules = [
        [
            [(low + 0.5 * (high - low) * (node + 1.0), 0.5 * (high - low) * weight) for node, weight in rule]
            for low, high in itertools.pairwise(axis)
        ]
        for axis in edges
        for rule in [list(zip(nodes.tolist(), weights.tolist(), strict=True))]
    ]
    return edges, {
        cell: sum(
            math.prod(weight for _, weight in term) * _chart_density(example, [node for node, _ in term])
            for term in itertools.product(*(rule[i] for rule, i in zip(rules, cell, strict=True)))
        )
        for cell in itertools.product(*(range(len(rule)) for rule in rules))
    }


def _chart_density(example: ChartExample, point: Sequence[float]) -> float:
    value, log_jacobian = example.chart(point)
    return example.probability(value) * math.exp(log_jacobian)


def _fit_chart(example: ChartExample) -> float:
    edges, probabilities = chart_cells(example)
    points = np.array([example.locate(value) for value in example.draws(DRAWS, 2)])
    counts, _ = np.histogramdd(points, [np.array(axis) for axis in edges])
    assert counts.sum() == DRAWS
    return p_value([int(counts[cell]) for cell in probabilities], list(probabilities.values()), rest=False)
