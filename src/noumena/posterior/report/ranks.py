"""The rank plot: how the ranks of each chain's draws among those of all chains are spread.

Chains that have the same distribution have the same share of low, middle and high ranks: all lines lie near 1. Where
draws are equal, every order of them is as good as another: the plot has the mean over all of them, not one by chance.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from noumena.posterior.report import svg
from noumena.posterior.report.series import Series
from noumena.posterior.report.svg import Scale
from noumena.posterior.report.traces import COLOURS
from noumena.posterior.report.words import number
from noumena.posterior.weighted import Floats

BINS = 20
_HEIGHT, _TOP, _FLOOR, _LEFT = 140, 8, 112, 42


def ranks(series: Series, label: str) -> str:
    """The plot."""
    return svg.plot(_HEIGHT, label, _drawn(rank_shares(series, BINS)))


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


def _drawn(shares: Floats) -> Iterator[str]:
    bins = shares.shape[1]
    reach = max(0.25, float(np.abs(shares - 1.0).max()) * 1.08)
    across = Scale(0, bins, _LEFT, svg.WIDTH - 6)
    up = Scale(max(0.0, 1.0 - reach), 1.0 + reach, _FLOOR - 2, _TOP)
    yield from svg.left_axis(up, _LEFT)
    yield svg.path(f"M{_LEFT} {svg.place(up(1.0))}H{svg.WIDTH - 6}", "one")
    for chain, row in enumerate(shares.tolist()):
        steps = [f"V{svg.place(up(share))}H{svg.place(across(i + 1))}" for i, share in enumerate(row)]
        start = f"M{_LEFT} {svg.place(up(row[0]))}"
        off = max(abs(share - 1.0) for share in row)
        yield svg.path(start + "".join(steps), f"l c{chain % COLOURS}", f"chain {chain + 1}: off by {number(off, 2)}")
    yield svg.path(f"M{_LEFT} {_FLOOR}H{svg.WIDTH - 6}", "ax")
    yield svg.text(_LEFT, _FLOOR + 13, "low values")
    yield svg.text(svg.WIDTH - 6, _FLOOR + 13, "high values", "e")
