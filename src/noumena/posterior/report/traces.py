"""The trace: a line for each chain, sample by sample, or how its share of one value settles."""

from __future__ import annotations

from collections.abc import Iterator

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
        mean = np.nanmean(series.values[chain]) if np.isfinite(series.values[chain]).any() else np.nan
        what = "mean" if series.share_of is None else "share"
        tip = f"chain {chain + 1}: {what} {number(mean)}"
        lines.append(svg.path(_line(draw, across, up, points), f"l c{chain % COLOURS}", tip))
    yield f'<g transform="scale({1 / _FINER})">{"".join(lines)}</g>'
    yield from svg.bottom_axis(across, _FLOOR, 4, whole=True)


def _line(values: Floats, across: Scale, up: Scale, points: int) -> str:
    """A line through the values, in steps from one point to the next; it is broken where there is no number."""
    commands: list[str] = []
    before: tuple[int, int] | None = None
    for i in _kept(values, points):
        value = float(values[i])
        if not np.isfinite(value):
            before = None
            continue
        inside = min(max(value, up.low), up.high)
        here = round(across(i + 1) * _FINER), round(up(inside) * _FINER)
        if before is None:
            commands.append(f"M{here[0]} {here[1]}l")
        else:
            right, down = here[0] - before[0], here[1] - before[1]
            commands.append(f"{right}{'' if down < 0 else ' '}{down} ")
        before = here
    return "".join(commands).rstrip(" l")


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
