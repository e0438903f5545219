"""Histograms of weighted real numbers, in a few rows of text."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from noumena.posterior.weighted import Floats, quantile

_TAIL = 0.01
"""How much of each tail lies outside the bins, so that one far sample does not squeeze all others into one bin."""


class Bin(NamedTuple):
    """The numbers from `low` to `high`, and the weight of the samples among them."""

    low: float
    high: float
    weight: float


def histogram(values: Floats, weights: Floats, bins: int = 10) -> list[Bin]:
    """Bins of equal width between the quantiles at 1 % and 99 %, those included; none if no value is finite.

    The weights are positive and need not sum to 1.
    """
    finite = np.isfinite(values)
    values, weights = values[finite], weights[finite]
    if not len(values):
        return []
    shares = weights / weights.sum()
    low, high = (quantile(values.tolist(), shares, level) for level in (_TAIL, 1.0 - _TAIL))
    if not low < high or not math.isfinite(high - low):
        return [Bin(low, high, float(weights[(values >= low) & (values <= high)].sum()))]
    heights, edges = np.histogram(values, bins, (low, high), weights=weights)
    return [Bin(*row) for row in zip(edges[:-1].tolist(), edges[1:].tolist(), heights.tolist(), strict=True)]


def labels(bins: list[Bin], dots: str) -> list[str]:
    """The range of each bin, with as many decimals as tell neighbours apart."""
    width = bins[0].high - bins[0].low
    largest = max(abs(edge) for b in bins for edge in (b.low, b.high))
    decimals = max(0, 1 - math.floor(math.log10(width))) if 0.0 < width < math.inf else 4
    if decimals > 9 or largest >= 1e9:
        written = [(f"{b.low:.4g}", f"{b.high:.4g}") for b in bins]
    else:
        written = [(f"{b.low:.{decimals}f}", f"{b.high:.{decimals}f}") for b in bins]
    widest = max(len(edge) for edges in written for edge in edges)
    return [f"{low:>{widest}} {dots} {high:>{widest}}" for low, high in written]
