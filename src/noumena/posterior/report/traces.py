"""The trace: a line for each chain, sample by sample, or how its share of one value settles."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

import numpy as np

from noumena.posterior.report import svg
from noumena.posterior.report.series import Series
from noumena.posterior.report.svg import Scale
from noumena.posterior.report.words import number
from noumena.posterior.weighted import Floats

COLOURS = 6
"""How many chains have a colour of their own; later ones begin anew."""

_HEIGHT, _TOP, _FLOOR, _LEFT = 140, 8, 112, 42
_FINER = 2
"""Lines are drawn by whole numbers in units of half a place, which makes them short to write."""


def trace(series: Series, label: str, points: int) -> str:
    """The plot; of each chain at most about so many points are drawn, the least and largest of each stretch."""
    return svg.plot(_HEIGHT, label, _drawn(series, points))


def _drawn(series: Series, points: int) -> Iterator[str]:
    values = series.running if series.few else series.values
    finite = values[np.isfinite(values)]
    draws = values.shape[1]
    if not len(finite):
        return
    low, high = float(finite.min()), float(finite.max())
    if series.few:  # the first means go up and down so far that they would flatten the rest
        settled = values[:, min(draws - 1, draws // 20) :]
        room = max(0.02, 0.15 * float(settled.max() - settled.min()))
        low, high = max(low, float(settled.min()) - room), min(high, float(settled.max()) + room)
    if low == high:
        low, high = low - 1.0, high + 1.0
    across = Scale(1, max(2, draws), _LEFT, svg.WIDTH - 14)
    up = Scale(low, high, _FLOOR - 2, _TOP)
    yield from svg.left_axis(up, _LEFT)
    lines = []
    for chain, draw in enumerate(values):
        numbers = series.values[chain][np.isfinite(series.values[chain])]
        mean = float(numbers.mean()) if len(numbers) else None
        what = "mean" if series.share_of is None else "share"
        tip = f"chain {chain + 1}: {what} {number(mean)}"
        lines.append(svg.path(_line(draw, across, up, points), f"l c{chain % COLOURS}", tip))
    yield f'<g transform="scale({1 / _FINER})">{"".join(lines)}</g>'
    yield from svg.bottom_axis(across, _FLOOR, 4, whole=True)


def _line(values: Floats, across: Scale, up: Scale, points: int) -> str:
    """A line through the values, in steps from one point to the next; it is broken where there is no number."""
    pieces: list[list[tuple[int, int]]] = [[]]
    for i in _kept(values, points):
        value = float(values[i])
        if np.isfinite(value):
            inside = min(max(value, up.low), up.high)
            pieces[-1].append((round(across(i + 1) * _FINER), round(up(inside) * _FINER)))
        elif pieces[-1]:
            pieces.append([])
    return "".join(_joined(piece) for piece in pieces if piece)


def _joined(piece: Sequence[tuple[int, int]]) -> str:
    """Points as one line; a single one is a dot."""
    steps = [f"{right - x}{'' if below < y else ' '}{below - y}" for (x, y), (right, below) in pairwise(piece)]
    return f"M{piece[0][0]} {piece[0][1]}" + (f"l{' '.join(steps)}" if steps else "h0")


def _kept(values: Floats, points: int) -> list[int]:
    """Which draws are drawn: all, or the least and the largest of each stretch, in their order."""
    draws = len(values)
    if draws <= points:
        return list(range(draws))
    kept: list[int] = []
    with np.errstate(invalid="ignore"):
        for part in np.array_split(np.arange(draws), max(1, points // 2)):
            here = values[part]
            if not np.isfinite(here).any():
                kept.append(int(part[0]))
                continue
            kept += sorted({int(part[np.nanargmin(here)]), int(part[np.nanargmax(here)])})
    return kept
