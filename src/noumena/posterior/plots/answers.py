"""The answer of a query by Matplotlib: columns or bars with their uncertainty, or a histogram with its interval."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from noumena.posterior.answer import Outcome, QueryAnswer
from noumena.posterior.histogram import histogram
from noumena.posterior.plots.libraries import matplotlib_figure
from noumena.posterior.report import columns
from noumena.posterior.report.density import atoms_of, binned

MOST_PANELS = 24
MOST_BARS = 20
_BINS = 40
_ACROSS = 3
_ERRORS = 2.0
"""How many standard errors a whisker reaches to each side."""


def answers_figure(answers: Sequence[QueryAnswer]) -> Any:
    """A figure with a panel for each query; of many the first."""
    shown = answers[:MOST_PANELS]
    across = min(_ACROSS, len(shown))
    down = math.ceil(len(shown) / across)
    figure = matplotlib_figure()(figsize=(4.2 * across, 3.0 * down), layout="constrained")
    panels = figure.subplots(down, across, squeeze=False).ravel()
    for answer, axes in zip(shown, panels, strict=False):
        draw_answer(answer, axes)
    for axes in panels[len(shown) :]:
        axes.set_axis_off()
    return figure


def draw_answer(answer: QueryAnswer, axes: Any) -> None:
    """Draws an answer into axes of Matplotlib."""
    axes.set_title(answer.query, fontsize="small")
    for side in ("top", "right"):
        axes.spines[side].set_visible(False)
    if answer.mean is None:
        _bars(answer, axes)
        return
    if columns.fits(answer) and answer.continuous is None:
        _columns(answer, axes)
    else:
        _histogram(answer, axes)
    quantiles = answer.quantiles or {}
    if quantiles and all(map(math.isfinite, quantiles.values())):
        axes.plot([quantiles["0.05"], quantiles["0.95"]], [0, 0], linewidth=5, color="0.4", solid_capstyle="butt")
    if math.isfinite(answer.mean):
        axes.plot([answer.mean], [0], "o", color="black", markersize=5, zorder=3)


def _columns(answer: QueryAnswer, axes: Any) -> None:
    outcomes = [o for o in answer.distribution or () if o.value is not None]
    heights = [o.probability for o in outcomes]
    axes.bar([o.value for o in outcomes], heights, yerr=_whiskers(outcomes), ecolor="black")
    axes.set_ylabel("probability")


def _histogram(answer: QueryAnswer, axes: Any) -> None:
    values, weights = binned(answer)
    bins = histogram(values, weights, _BINS) if len(values) else []
    width = bins[0].high - bins[0].low if bins else 0.0
    axes.bar([b.low for b in bins], [b.weight for b in bins], width=width or 1.0, align="edge")
    atoms = atoms_of(answer)
    axes.vlines([o.value for o in atoms], 0, [o.probability for o in atoms], colors="C1", linewidth=3)
    axes.set_ylabel("probability")


def _bars(answer: QueryAnswer, axes: Any) -> None:
    outcomes = sorted(answer.distribution or (), key=lambda o: -o.probability)[:MOST_BARS]
    names = [o.text if len(o.text) <= 30 else o.text[:29] + "…" for o in outcomes]
    places = range(len(outcomes))
    axes.barh(places, [o.probability for o in outcomes], xerr=_whiskers(outcomes), ecolor="black")
    axes.set_yticks(places, names)
    axes.invert_yaxis()
    axes.set_xlabel("probability")


def _whiskers(outcomes: Sequence[Outcome]) -> list[list[float]]:
    """How far whiskers reach down and up: no probability is below 0 or above 1."""
    errors = [(o.probability, _ERRORS * (o.mcse or 0.0)) for o in outcomes]
    return [[min(e, p) for p, e in errors], [min(e, 1.0 - p) for p, e in errors]]
