"""Below a plot of numbers: a line over the middle nine tenths, with points at the median and the mean."""

from __future__ import annotations

import math
from collections.abc import Iterator

from noumena.posterior.answer import QueryAnswer
from noumena.posterior.report import svg
from noumena.posterior.report.svg import Scale
from noumena.posterior.report.words import measured, number


def interval_line(answer: QueryAnswer, across: Scale, y: float) -> Iterator[str]:
    """The line at height `y`; nothing where the quantiles are not finite."""
    quantiles = answer.quantiles
    if quantiles is None or not all(map(math.isfinite, quantiles.values())):
        return
    low, middle, high = (quantiles[level] for level in ("0.05", "0.5", "0.95"))
    start, end = (min(max(across(v), across.start), across.end) for v in (low, high))
    tip = f"nine tenths lie between {number(low)} and {number(high)}"
    yield svg.box(start, y - 2.5, max(end - start, 2.0), 5, "i", tip)
    if across.low <= middle <= across.high:
        yield _point(across(middle), y, "p", f"median {number(middle)}")
    mean = answer.mean
    if mean is not None and across.low <= mean <= across.high:
        yield _point(across(mean), y, "q", f"mean {measured(mean, answer.mcse)}")


def _point(x: float, y: float, kind: str, tip: str) -> str:
    return f'<circle class="{kind}" cx="{svg.place(x)}" cy="{svg.place(y)}" r="4.5" data-tip="{tip}"/>'
