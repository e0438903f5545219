"""Statistics of weighted samples.

Every function takes weights that are positive and sum to 1. With exact probabilities as weights, mean, standard
deviation and quantiles are those of the distribution; the standard errors hold for samples only.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TypeVar

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]
Number = TypeVar("Number", int, float)

_ROUNDING = 1e-12
"""How far a sum of weights may be off by rounding: ten tenths must reach 1."""


def mean(values: Floats, weights: Floats) -> float:
    """Σ wᵢ xᵢ."""
    with np.errstate(invalid="ignore"):  # the mean of both infinities is NaN, which is an answer
        origin = _origin(values)
        return float(origin + weights @ (values - origin))


def standard_deviation(values: Floats, weights: Floats) -> float:
    """√(Σ wᵢ (xᵢ − mean)²)."""
    return math.sqrt(_squared_deviations(values, weights, weights))


def quantile(values: Sequence[Number], weights: Floats, level: float) -> Number:
    """The least value x with P(X ≤ x) ≥ level; it is always one of the values."""
    order = sorted(range(len(values)), key=lambda i: (values[i] != values[i], values[i]))  # NaN comes last
    reached = np.cumsum(weights[order])
    position = int(np.searchsorted(reached, level - _ROUNDING))
    return values[order[min(position, len(order) - 1)]]


def error_of_mean(values: Floats, weights: Floats, squares: Floats) -> float:
    """The standard error of the mean of self-normalised weighted samples: √(Σ wᵢ² (xᵢ − mean)²).

    A value that several samples have may stand once, with their weights summed and the squares of their weights summed.
    """
    return math.sqrt(_squared_deviations(values, weights, squares))


def error_of_probability(probability: float, squares_here: float, squares: float) -> float:
    """The standard error of the probability p of a value: √(Σ wᵢ² (1[xᵢ = value] − p)²).

    It takes the sum of wᵢ² over the samples that have the value, and over all samples.
    """
    elsewhere = max(0.0, squares - squares_here)
    return math.sqrt((1.0 - probability) ** 2 * squares_here + probability**2 * elsewhere)


def effective_samples(weights: Floats) -> float:
    """How many samples of equal weight would be as good (Kish): 1 / Σ wᵢ²."""
    return float(weights.sum() ** 2 / (weights**2).sum())


def _squared_deviations(values: Floats, weights: Floats, factors: Floats) -> float:
    """Σ fᵢ (xᵢ − mean)²."""
    with np.errstate(invalid="ignore", over="ignore"):  # infinite values have infinite or undefined deviations
        shifted = values - _origin(values)
        return float(factors @ (shifted - weights @ shifted) ** 2)


def _origin(values: Floats) -> float:
    """Where to measure from: near the values, so that equal values have a deviation of 0 and not of rounding."""
    return float(values[0]) if math.isfinite(values[0]) else 0.0
