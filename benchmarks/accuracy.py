"""How good a chain's answer is: effective sample size, distance from the exact posterior, and how far chance goes."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

Reals = npt.NDArray[np.float64]


def effective_samples(trace: npt.NDArray[np.int64]) -> float:
    """Effective sample size of the mean, by Geyer's initial monotone sequence; 0 for a chain that never moved.

    ESS = N / (-1 + 2 Σ_t P_t), P_t = ρ_{2t} + ρ_{2t+1} summed while positive and never let grow.
    """
    length = len(trace)
    if length < 4 or trace.min() == trace.max():
        return 0.0
    centred = trace - trace.mean()
    padded = 1 << (2 * length - 1).bit_length()
    spectrum = np.fft.rfft(centred, padded)
    correlation = np.fft.irfft(spectrum * np.conj(spectrum), padded)[:length]
    correlation = correlation / correlation[0]
    pairs = correlation[: length // 2 * 2].reshape(-1, 2).sum(axis=1)
    negative = np.flatnonzero(pairs <= 0.0)
    pairs = np.minimum.accumulate(pairs[: negative[0] if len(negative) else len(pairs)])
    return float(length / max(2.0 * pairs.sum() - 1.0, 1.0))


def total_variation(histogram: npt.NDArray[np.int64], exact: Reals) -> float:
    """½ Σ_n |frequency of n - P(n)|."""
    length = max(len(histogram), len(exact))
    frequency = np.zeros(length)
    frequency[: len(histogram)] = histogram / histogram.sum()
    probability = np.zeros(length)
    probability[: len(exact)] = exact
    return float(0.5 * np.abs(frequency - probability).sum())


def bound(trace: npt.NDArray[np.int64], batches: int = 50) -> float:
    """The total variation that a chain from the right posterior stays below, but for one run in 5,000 at worst.

    It is ½ Σ_n 4 · s(n), as if every frequency were off by four of its standard errors s(n), which come from the
    scatter of `batches` parts of the trace, long enough to be taken as independent. An error of 0.8 standard errors is
    usual. The worst case is a chain so slow that the errors of all n go together: then it is exceeded as often as
    Student's t with 49 degrees of freedom exceeds 4. A chain that never moves has the bound 0, which it misses.
    """
    usable = len(trace) // batches * batches
    parts = (trace[:usable] - trace.min()).reshape(batches, -1)
    width = int(parts.max()) + 1
    frequency = np.stack([np.bincount(part, minlength=width) / len(part) for part in parts])
    return float(2.0 * (frequency.std(axis=0, ddof=1) / np.sqrt(batches)).sum())
