"""The last step of a citation's probability: the parts are put together, order by order."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numba import njit

from noumena.domains.citations.text_model.graph_sum import Vector


def _meeting(before: Vector, after: Vector) -> float:
    """ln Σ_i e^(before[i] + after[i])."""
    largest = -np.inf
    for i in range(len(before)):
        largest = max(largest, before[i] + after[i])
    if largest == -np.inf:
        return largest
    total = 0.0
    for i in range(len(before)):
        total += np.exp(before[i] + after[i] - largest)
    return float(largest + np.log(total))


_compiled: Callable[..., Any] = njit(cache=True, error_model="numpy")(_meeting)


def combined_ln(
    orders: tuple[float, float, float],
    title: Vector,
    title_first: Vector,
    authors: Vector,
    after: Vector,
    after_with_names: Vector,
) -> float:
    """ln of the sum over the orders, and over the places where the last field before the rest may end.

    The orders are: authors, title, rest; title, rest with the names; authors, rest. It is at most 0 but for rounding,
    which is cut off.
    """
    parts = (_compiled(title, after), _compiled(title_first, after_with_names), _compiled(authors, after))
    ln = -np.inf
    for share, part in zip(orders, parts, strict=True):
        if share > 0.0:
            ln = np.logaddexp(ln, np.log(share) + part)
    return min(0.0, float(ln))
