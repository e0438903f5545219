"""What the chains recorded of a query, as numbers without labels: the values, or how often one value was met so far."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from noumena.model.functions.conversions import render
from noumena.posterior import diagnostics
from noumena.posterior.answer import QueryAnswer
from noumena.posterior.grouping import is_number, positions_of
from noumena.posterior.plain import order
from noumena.posterior.weighted import Floats

FEW = 6
"""So few different numbers are shown by their mean so far, not one by one."""


class Series(NamedTuple):
    """`values` are chains × draws, NaN where there is no number; `ranks` are the places of the draws among all values.

    Where the query has no numbers, `share_of` is its most probable value, and `values` tell whether it was met. `few`
    says that there are so few different ones that lines through them would hide each other.
    """

    values: Floats
    ranks: npt.NDArray[np.int64]
    share_of: str | None
    few: bool

    @property
    def running(self) -> Floats:
        """The mean of each chain up to each draw."""
        return np.cumsum(self.values, axis=1) / np.arange(1, self.values.shape[1] + 1)


def series_of(answer: QueryAnswer) -> Series | None:
    """The series of a query that chains answered; None where there are no chains, or nothing was recorded."""
    lengths = answer.marginal.chain_lengths
    if not lengths or not any(lengths):
        return None
    groups = answer.groups
    positions = diagnostics.even(positions_of(answer.marginal, groups), lengths)
    ranks = np.empty(len(groups), dtype=np.int64)
    ranks[sorted(range(len(groups)), key=lambda i: order(groups[i].value))] = np.arange(len(groups))
    if answer.mean is not None:
        numbers = np.array([float(g.value) if is_number(g.value) else np.nan for g in groups])
        few = len(groups) <= FEW and bool(np.isfinite(numbers).all())
        return Series(numbers[positions], ranks[positions], None, few)
    most = max(range(len(groups)), key=lambda i: groups[i].weight)
    if True in {g.value for g in groups if isinstance(g.value, bool)}:
        most = next(i for i, g in enumerate(groups) if g.value is True)
    return Series((positions == most).astype(np.float64), ranks[positions], render(groups[most].value), True)
