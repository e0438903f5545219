"""Traces, ranks and densities of chains, drawn by ArviZ.

ArviZ is given label-free numbers: the values of a query for numbers, and else whether its most probable value was met.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from noumena.posterior.answer import QueryAnswer
from noumena.posterior.plots.libraries import arviz_base, arviz_plots
from noumena.posterior.report.series import series_of

KINDS = {"trace": "plot_trace", "rank": "plot_rank", "density": "plot_dist"}


def chains_figure(answers: Sequence[QueryAnswer], kind: str) -> Any:
    """A figure with a panel for each query that chains answered; raises `ValueError` where there is none."""
    drawn = {}
    for answer in answers:
        series = series_of(answer)
        if series is not None:
            name = answer.query if series.share_of is None else f"{answer.query}: {series.share_of}"
            values = series.values
            # Of whole numbers ArviZ draws a histogram instead of a density.
            whole = bool((values == np.round(values)).all() and np.abs(values).max() < 2**53)
            drawn[name] = values.astype(np.int64) if whole else values
    if not drawn:
        raise ValueError(f"there are no chains to draw a {kind} plot of: only the engine mh has them")
    data = arviz_base().from_dict({"posterior": drawn})
    collection = getattr(arviz_plots(), KINDS[kind])(data, backend="matplotlib")
    return collection.viz["figure"].item()
