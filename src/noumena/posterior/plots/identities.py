"""Who is who by Matplotlib: the probability that two things are the same, as a matrix of squares."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from noumena.posterior.answer import QueryAnswer
from noumena.posterior.plots.libraries import matplotlib_figure
from noumena.posterior.report.matrix import identities


def identities_figure(answers: Sequence[QueryAnswer]) -> Any:
    """A figure with a matrix for each function f of queries `f(a) == f(b)`; raises `ValueError` where there is none."""
    found = identities(answers)
    if not found:
        raise ValueError("there is nothing to compare: ask at least three queries of the form f(a) == f(b)")
    figure = matplotlib_figure()(figsize=(4.5 * len(found), 4.2), layout="constrained")
    panels = figure.subplots(1, len(found), squeeze=False).ravel()
    for each, axes in zip(found, panels, strict=True):
        size = len(each.items)
        matrix = np.full((size, size), np.nan)
        np.fill_diagonal(matrix, 1.0)
        for (one, other), probability in each.probabilities.items():
            matrix[one, other] = matrix[other, one] = probability
        image = axes.imshow(matrix, vmin=0.0, vmax=1.0, cmap="Blues")
        axes.set_xticks(range(size), each.items, rotation=90)
        axes.set_yticks(range(size), each.items)
        axes.set_title(f"same {each.function}")
        figure.colorbar(image, ax=axes, shrink=0.8, label="probability")
    return figure
