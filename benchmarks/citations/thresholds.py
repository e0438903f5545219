"""Where to stop merging: a threshold that needs no truth, and the best one that the truth would choose."""

from __future__ import annotations

from collections.abc import Hashable, Sequence

import numpy as np

from benchmarks.citations.tf_idf import cut
from noumena.domains.citations.scores import scores
from noumena.posterior.linkage import Merge


def unlabelled_threshold(count: int, merges: Sequence[Merge]) -> float:
    """The threshold that parts the merges best into two kinds, from their similarities alone (Otsu 1979).

    Merges within publications are near to 1, merges between them far from it. Of all ways to part the count - 1
    similarities, of which those that were not found are 0, into low and high ones, it is the one with the largest
    variance between the two means, low · high · (difference of means)²; the threshold lies midway between the two
    kinds. It was chosen for this reason, before its figures were known. Where all are equal nothing can be parted, and
    all merges are kept.
    """
    values = np.sort([0.0] * (count - 1 - len(merges)) + [merge.similarity for merge in merges])
    low = np.arange(1, values.size)
    sums = np.cumsum(values)
    if values.size < 2 or values[0] == values[-1]:
        return 0.0
    high = values.size - low
    between = low * high * (sums[low - 1] / low - (sums[-1] - sums[low - 1]) / high) ** 2
    place = int(np.argmax(between))
    return float(values[place] + values[place + 1]) / 2.0


def best_threshold(count: int, merges: Sequence[Merge], truth: Sequence[Hashable]) -> float:
    """The threshold of largest accuracy, then F1, given the truth: what no unlabelled choice can go beyond."""

    def value(threshold: float) -> tuple[float, float]:
        score = scores(cut(count, merges, threshold).tolist(), truth)
        return score.accuracy, score.f1

    return max([2.0, *sorted({merge.similarity for merge in merges}, reverse=True)], key=value)
