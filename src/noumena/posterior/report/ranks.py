"""The rank plot: how the ranks of each chain's draws among those of all chains are spread.

Chains that have the same distribution have the same share of low, middle and high ranks: all lines lie near 1. Where
draws are equal, every order of them is as good as another: the plot has the mean over all of them, not one by chance.
"""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np

from noumena.posterior.report import svg
from noumena.posterior.report.series import Series
from noumena.posterior.report.svg import Scale
from noumena.posterior.report.traces import COLOURS
from noumena.posterior.report.words import number
from noumena.posterior.weighted import Floats

FINER = 2
"""Lines are drawn by whole numbers in units of half a place, which makes them short to write."""

_HEIGHT, _TOP, _FLOOR, _LEFT = 140, 8, 112, 42


def ranks(series: Series, effective: float | None, label: str, bins: int = 20) -> str:
    """The plot of B bins of ranks, with a band of two standard errors.

    `effective` are the samples that all chains together are worth; there is no band where it is not known. A bin has
    the share 1/B of n effective samples of a chain: relative to that, the standard error is √((B - 1)/n).
    """
    each = 0.0 if effective is None else effective / len(series.values)
    band = 2.0 * math.sqrt((bins - 1) / each) if each > 0.0 else None
    return svg.plot(_HEIGHT, label, _drawn(rank_shares(series, bins), band))


def rank_shares(series: Series, bins: int) -> Floats:
    """For each chain and bin of ranks how many draws it has there, divided by how many one expects of equal chains.

    Of a value that n draws have, of them m in this chain, each of its n ranks has the share m/n of the chain.
    """
    chains, draws = series.ranks.shape
    values = int(series.ranks.max()) + 1
    counts = np.stack([np.bincount(row, minlength=values) for row in series.ranks])
    ends = np.concatenate([[0], np.cumsum(counts.sum(axis=0))])
    edges = np.linspace(0, chains * draws, bins + 1)
    below = np.stack([np.interp(edges, ends, np.concatenate([[0], np.cumsum(row)])) for row in counts])
    return np.asarray(np.diff(below, axis=1) / (draws / bins))


def _drawn(shares: Floats, band: float | None) -> Iterator[str]:
    bins = shares.shape[1]
    reach = max(0.25, 1.15 * min(band or 0.0, 1.0), float(np.abs(shares - 1.0).max()) * 1.08)
    across = Scale(0, bins, _LEFT, svg.WIDTH - 6)
    up = Scale(max(0.0, 1.0 - reach), 1.0 + reach, _FLOOR - 2, _TOP)
    if band is not None:
        top, bottom = up(min(1.0 + band, up.high)), up(max(1.0 - band, up.low))
        yield svg.box(_LEFT, top, svg.WIDTH - 6 - _LEFT, bottom - top, "v")
    yield from svg.left_axis(up, _LEFT, 5)
    yield svg.path(f"M{_LEFT} {svg.place(up(1.0))}H{svg.WIDTH - 6}", "one")
    lines = []
    for chain, row in enumerate(shares.tolist()):
        heights = [round(FINER * up(share)) for share in row]
        ends = [round(FINER * across(i)) for i in range(bins + 1)]
        off = max(abs(share - 1.0) for share in row)
        tip = f"chain {chain + 1}: off by {number(off, 2)}"
        lines.append(svg.path(_steps(ends, heights), f"l c{chain % COLOURS}", tip))
    yield f'<g transform="scale({1 / FINER})">{"".join(lines)}</g>'
    yield svg.path(f"M{_LEFT} {_FLOOR}H{svg.WIDTH - 6}", "ax")
    yield svg.text(_LEFT, _FLOOR + 13, "low values")
    yield svg.text(svg.WIDTH - 6, _FLOOR + 13, "high values", "e")


def _steps(ends: list[int], heights: list[int]) -> str:
    """A line that goes level from end to end, and up or down between; level stretches are one."""
    commands = [f"M{ends[0]} {heights[0]}"]
    level = 0
    for i, height in enumerate(heights):
        if i and height != heights[i - 1]:
            commands.append(f"h{level}v{height - heights[i - 1]}")
            level = 0
        level += ends[i + 1] - ends[i]
    return "".join([*commands, f"h{level}"])
