"""How far samples of Markov chains can be trusted: effective samples, R-hat, standard errors.

Draws are an array of chains × draws, of label-free numbers: an identifier means nothing in another sample. ArviZ
computes the statistics; this module decides where they mean something, and has None, never NaN, where they do not.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, NamedTuple, TypeVar

import numpy as np
import numpy.typing as npt

from noumena.posterior.weighted import Floats

FEW_SAMPLES = 100
"""Fewer effective samples than these are worth a warning."""

FAR_APART = 1.05
"""A larger R-hat says that the chains disagree."""

SHORTEST = 4
"""The shortest chain that can be diagnosed: it is split into halves, and a half needs two draws to have a variance."""

Scalar = TypeVar("Scalar", bound=np.generic)


class Diagnosis(NamedTuple):
    """The effective number of samples, R-hat, and the standard error of the mean; None where there is none."""

    ess: float | None = None
    rhat: float | None = None
    mcse: float | None = None


def of_numbers(draws: Floats) -> Diagnosis:
    """Bulk effective samples and R-hat, both of rank-normalised split chains, and the standard error of the mean.

    Infinite draws have ranks but no mean. A single chain has no R-hat; chains that stay at different values have an
    infinite one.
    """
    if draws.shape[1] < SHORTEST or np.isnan(draws).any() or _constant(draws):
        return Diagnosis()
    return Diagnosis(_effective(draws, "bulk"), _rhat(draws, "rank"), error_of_mean(draws))


def of_indicator(draws: npt.NDArray[np.bool_]) -> Diagnosis:
    """The same for draws that are true or false, the mean being the probability of true.

    Ranks of two values are a linear function of them, so that effective samples and R-hat need no ranks.
    """
    if draws.shape[1] < SHORTEST or _constant(draws):
        return Diagnosis()
    numbers = draws.astype(np.float64)
    effective = _effective(numbers, "mean")
    error = None if effective is None else float(numbers.std(ddof=1)) / math.sqrt(effective)
    return Diagnosis(effective, _rhat(numbers, "split"), error)


def error_of_mean(draws: Floats) -> float | None:
    """The standard error of the mean: sd / √(effective samples of the mean)."""
    if draws.shape[1] < SHORTEST or not np.isfinite(draws).all() or _constant(draws):
        return None
    centred = draws - draws.mean()
    scale = float(np.abs(centred).max())  # squares of very small or large numbers would leave the range of floats
    effective = _effective(centred / scale, "mean")
    return None if effective is None else scale * float((centred / scale).std(ddof=1)) / math.sqrt(effective)


def errors_of_many(positions: npt.NDArray[np.int64], values: int) -> Floats:
    """The standard error of the probability of each of the values 0, 1, …, by batch means; NaN where there are too few.

    With B batches of a = ⌊√draws⌋ successive draws, of which the share c_b/a has the value and p = Σ c_b/(aB), it is
    √(Σ (c_b/a − p)² / (B (B − 1))). The time does not depend on how many values there are, which makes it fit for the
    many improbable ones; for them it is less exact than `of_indicator`.
    """
    chains, draws = positions.shape
    size = math.isqrt(draws)
    in_chain = draws // size if size else 0
    batches = chains * in_chain
    if batches < 2:
        return np.full(values, math.nan)
    batch = np.repeat(np.arange(batches), size)
    kept = positions[:, : in_chain * size].ravel()
    found, counts = np.unique(kept * batches + batch, return_counts=True)
    squares = np.bincount(found // batches, (counts / size) ** 2, values)
    probability = np.bincount(kept, minlength=values) / len(kept)
    variance = np.maximum(0.0, squares - batches * probability**2) / (batches - 1)
    return np.where(probability > 0.0, np.sqrt(variance / batches), math.nan)


def even(series: npt.NDArray[Scalar], lengths: Sequence[int]) -> npt.NDArray[Scalar]:
    """The series, chain after chain, as an array of chains × draws.

    Chains that were interrupted have different lengths: the ends of some and the whole of others are left out so that
    as many draws as possible remain, of as many chains as possible.
    """
    longest = sorted(lengths, reverse=True)
    draws = longest[max(range(len(longest)), key=lambda k: (longest[k] * (k + 1), k))]
    starts = np.cumsum([0, *lengths[:-1]])
    return np.stack([series[start : start + draws] for start, n in zip(starts, lengths, strict=True) if n >= draws])


def _constant(draws: npt.NDArray[Scalar]) -> bool:
    return bool((draws == draws.flat[0]).all())


def _effective(draws: Floats, method: str) -> float | None:
    with np.errstate(all="ignore"):
        return _number(_array_stats().ess(draws, chain_axis=0, draw_axis=1, method=method))


def _rhat(draws: Floats, method: str) -> float | None:
    if len(draws) < 2:
        return None
    if (draws == draws[:, :1]).all():  # no chain moves: where rounding would make it finite
        return math.inf
    with np.errstate(all="ignore"):
        return _number(_array_stats().rhat(draws, chain_axis=0, draw_axis=1, method=method))


def _number(found: Any) -> float | None:
    return None if math.isnan(found) else float(found)


def _array_stats() -> Any:
    """ArviZ's statistics of arrays, imported when needed: it takes half a second, which other engines need not wait."""
    from arviz_stats.base.array import array_stats

    return array_stats
