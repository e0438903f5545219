"""Independent runs of the general engine on a set of citations, and what they have on average."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from typing import NamedTuple

import numpy as np
from scipy import stats

from benchmarks.citations.other_tags import Taught
from benchmarks.citations.people import researcher_scores
from benchmarks.citations.sets import CitationSet
from noumena.domains.citations.draws import Draws, Options
from noumena.domains.citations.matching import match
from noumena.domains.citations.scores import Reliability, average_accuracy, reliability, scores
from noumena.posterior.partition_estimates import binder_estimate
from noumena.posterior.partitions import PartitionSamples

LEVEL = 0.95
"""How often an interval holds the mean of all runs that could be made, if their figures are normal."""


@dataclass(frozen=True)
class EngineRun:
    """One run: accuracies in percent, pairs of the estimate, shares of accepted proposals, seconds on the clock.

    `average` is over all samples, the first included, and `final` that of the last; `estimate`, and the figures of
    pairs, are those of the partition of least expected Binder's loss. A share is None if the move was never tried.
    `researchers_f1` is that of pairs of mentions of names, in the last sample; None without a truth of authors.
    """

    start: str
    seed: int
    samples: int
    average: float
    final: float
    estimate: float
    precision: float
    recall: float
    f1: float
    recite: float | None
    divide: float | None
    compile: float
    initialise: float
    sampling: float
    researchers_f1: float | None = None


class Interval(NamedTuple):
    """The mean of runs, and how far the interval goes to both sides of it; None if there is one run only."""

    mean: float
    half: float | None


def engine_runs(
    given: CitationSet, start: str, samples: int, runs: int, backend: str, taught: Taught | None = None
) -> tuple[list[EngineRun], Reliability]:
    """Runs with the seeds 0, 1, …, at least one, and the reliability of the first one's probabilities of pairs.

    Formats and reader are those of the package, if they were not taught elsewhere.
    """
    formats, weights = (None, None) if taught is None else (taught.formats, taught.weights)
    made = []
    for seed in range(runs):
        options = Options(samples=samples, seed=seed, start=start, formats=formats, weights=weights)
        draws = match(given.texts, options, backend=backend)
        partitions = PartitionSamples.of(draws.publication)
        made.append(_scored(given, start, seed, draws, partitions))
        if seed == 0:
            first = reliability(partitions.similarity(), given.truth)
        del draws  # they are large, and the next run needs room
    return made, first


def _scored(given: CitationSet, start: str, seed: int, draws: Draws, partitions: PartitionSamples) -> EngineRun:
    people = researcher_scores(given, draws)
    estimate = scores(binder_estimate(partitions).labels.tolist(), given.truth)
    return EngineRun(
        start,
        seed,
        draws.samples,
        average_accuracy(partitions.clusters(), given.truth),
        scores(draws.publication[-1].tolist(), given.truth).accuracy,
        estimate.accuracy,
        estimate.precision,
        estimate.recall,
        estimate.f1,
        draws.acceptance.get("Recite"),
        draws.acceptance.get("Divide"),
        *draws.seconds,
        None if people is None else people.f1,
    )


def interval(values: Sequence[float]) -> Interval:
    """The mean ± t·s/√n of at least one value, t being of Student's distribution with n - 1 degrees of freedom."""
    count = len(values)
    if count == 1:
        return Interval(values[0], None)
    far = float(stats.t.ppf(0.5 + LEVEL / 2.0, count - 1))
    return Interval(float(np.mean(values)), far * float(np.std(values, ddof=1)) / sqrt(count))
