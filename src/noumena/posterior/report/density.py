"""A query for numbers that are no few whole ones: a histogram, and above it the outline of each chain's own."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

import numpy as np

from noumena.posterior.answer import Outcome, QueryAnswer
from noumena.posterior.histogram import Bin, histogram
from noumena.posterior.report import svg
from noumena.posterior.report.interval import interval_line
from noumena.posterior.report.series import Series
from noumena.posterior.report.svg import Scale
from noumena.posterior.report.words import number, probability
from noumena.posterior.weighted import Floats

_HEIGHT, _TOP, _FLOOR = 170, 12, 132
_FEWEST_BINS = 8
LEAST_ATOM = 0.02
_MOST_OUTLINES = 6


def density(answer: QueryAnswer, series: Series | None, label: str, most: int = 40) -> str:
    """The plot of the numbers of an answer in at most so many bins; atoms among them are columns of their own."""
    return svg.plot(_HEIGHT, label, _drawn(answer, series, most))


def _drawn(answer: QueryAnswer, series: Series | None, most: int) -> Iterator[str]:
    values, weights = binned(answer)
    bins = histogram(values, weights, min(most, _bins(len(values)))) if len(values) else []
    atoms = atoms_of(answer)
    edges = [edge for b in bins for edge in (b.low, b.high)] + [float(o.value) for o in atoms]
    if not edges:
        yield svg.text(svg.WIDTH / 2, _HEIGHT / 2, "no finite number", "m")
        return
    low, high = min(edges), max(edges)
    if not low < high or not math.isfinite(high - low):
        low, high = low - max(1.0, abs(low) * 1e-3), low + max(1.0, abs(low) * 1e-3)
    across = Scale(low, high, 8, svg.WIDTH - 8)
    top = max([b.weight for b in bins] + [o.probability for o in atoms])
    outlined = series is not None and len(bins) > 1 and not atoms
    up = Scale(0.0, top * (1.25 if outlined else 1.06), _FLOOR, _TOP)
    yield svg.group("b pale" if outlined else "b", (_column(b, across, up, answer.sampled) for b in bins))
    for o in atoms:
        tip = f"exactly {o.text}: {probability(o.probability, answer.sampled)}"
        yield svg.box(across(o.value) - 2, up(o.probability), 4, _FLOOR - up(o.probability), "a", tip)
    if series is not None and outlined:
        yield from _outlines(series, bins, across, up)
    yield from svg.bottom_axis(across, _FLOOR)
    yield from interval_line(answer, across, _FLOOR + 24)


def _column(b: Bin, across: Scale, up: Scale, sampled: bool) -> str:
    tip = f"{number(b.low)} to {number(b.high)}: {probability(b.weight, sampled)}"
    start, end = across(b.low), across(b.high)
    width = max(end - start, 2.0)
    return svg.box(start, up(b.weight), width - min(0.6, width / 4), _FLOOR - up(b.weight), "", tip)


def binned(answer: QueryAnswer) -> tuple[Floats, Floats]:
    """The numbers that go into bins, with their probabilities: all that are no atoms."""
    values, weights = answer.continuous or (np.array([]), np.array([]))
    apart = {o.value for o in atoms_of(answer)}
    met = [o for o in answer.distribution or () if isinstance(o.value, float | int) and o.value not in apart]
    return (
        np.concatenate([values, np.array([float(o.value) for o in met])]),
        np.concatenate([weights, np.array([o.probability for o in met])]),
    )


def atoms_of(answer: QueryAnswer) -> list[Outcome]:
    """The values of positive probability among draws from a density.

    A chain may come back to a number that it left, so that a small probability does not make an atom.
    """
    if answer.continuous is None:
        return []
    return [o for o in answer.distribution or () if isinstance(o.value, float | int) and o.probability >= LEAST_ATOM]


def _bins(numbers: int) -> int:
    return max(_FEWEST_BINS, round(2 * math.cbrt(numbers)))


def _outlines(series: Series, bins: Sequence[Bin], across: Scale, up: Scale) -> Iterator[str]:
    """A line for each chain through the middles of the bins: where they differ, the answer is uncertain."""
    for chain, draws in enumerate(series.values[:_MOST_OUTLINES]):
        finite = draws[np.isfinite(draws)]
        heights, _ = np.histogram(finite, len(bins), (bins[0].low, bins[-1].high))
        total = max(1, len(draws))
        points = [
            f"{svg.place(across((b.low + b.high) / 2))} {svg.place(max(_TOP / 2, up(h / total)))}"
            for b, h in zip(bins, heights.tolist(), strict=True)
        ]
        yield svg.path("M" + "L".join(points), f"l c{chain % 6}", f"chain {chain + 1}")
