"""All that the runs have found in the citations of a file, ready to be shown in any form."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from noumena.domains.citations.clusters import Clustering, Question, clustering, questions, typical_members
from noumena.domains.citations.draws import Draws, Seconds
from noumena.domains.citations.publications import Publication, publications
from noumena.domains.citations.records import Record
from noumena.domains.citations.researchers import Researcher, researchers
from noumena.domains.citations.scores import Scores, average_accuracy, scores
from noumena.domains.citations.tally import Tally, pooled
from noumena.domains.citations.written import Writing
from noumena.posterior.partitions import PartitionSamples


@dataclass(frozen=True)
class Accuracy:
    """Scores against a truth: the percentage of clusters found by samples on average, by the last; the estimate's."""

    average: float
    final: float
    estimate: Scores


@dataclass(frozen=True)
class Run:
    """One independent run by itself."""

    seed: int
    samples: int
    clustering: Clustering
    accuracy: Accuracy | None
    acceptance: dict[str, float]
    seconds: Seconds


@dataclass(frozen=True)
class Matches:
    """What was found: the estimate from the samples of all runs, and each run by itself."""

    records: Sequence[Record]
    chains: int
    clustering: Clustering
    publications: tuple[Publication, ...]
    researchers: tuple[Researcher, ...]
    accuracy: Accuracy | None
    runs: tuple[Run, ...]

    @cached_property
    def questions(self) -> list[Question]:
        """The doubtful pairs, nearest to 1/2 first."""
        return questions(self.clustering)

    @cached_property
    def writings(self) -> list[Writing]:
        """For each publication how its citations write things."""
        return [Writing([self.records[item].text for item in p.cluster.members]) for p in self.publications]

    @property
    def seconds(self) -> Seconds:
        """The times of all runs together."""
        return Seconds(*(sum(times) for times in zip(*(run.seconds for run in self.runs), strict=True)))

    def title(self, publication: int) -> str:
        """The title of a publication, counted from 0, as people write it."""
        return self.writings[publication].title(self.publications[publication].title.value)

    def authors(self, publication: int) -> list[str]:
        """The authors of a publication, each as `Surname, Given`."""
        return [self.writings[publication].name(name) for name in self.publications[publication].names]

    def researcher_name(self, researcher: Researcher) -> str:
        """The name of a researcher as `Surname, Given`."""
        return self.writings[researcher.publications[0]].name(researcher.name)


def matches(records: Sequence[Record], runs: Iterable[tuple[int, Draws]], chains: int = 1) -> Matches:
    """Sums up the runs, each with its seed; there must be at least one. They are gone through once, one by one.

    All records have a truth, or none.
    """
    truth = [record.truth for record in records] if records[0].truth is not None else None
    tally = Tally(len(records))
    finished: list[Run] = []
    last: list[float] = []
    for seed, draws in runs:
        tally.add(draws)
        samples = tally.partitions[-1]
        found = clustering(samples)
        accuracy = None
        if truth is not None:
            last.append(_final(draws, truth, chains))
            accuracy = _accuracy(samples, found, last[-1], truth)
        finished.append(Run(seed, draws.samples, found, accuracy, draws.acceptance, draws.seconds))
        del draws  # they are large, and the next run needs room
    together = pooled(tally.partitions)
    found = finished[0].clustering if len(finished) == 1 else clustering(together)
    made = publications(found.clusters, tally.fields)
    return Matches(
        records,
        chains,
        found,
        made,
        researchers(made, typical_members(found), tally),
        None if truth is None else _accuracy(together, found, float(np.mean(last)), truth),
        tuple(finished),
    )


def _accuracy(samples: PartitionSamples, found: Clustering, final: float, truth: Sequence[str | None]) -> Accuracy:
    return Accuracy(average_accuracy(samples.clusters(), truth), final, scores(found.labels, truth))


def _final(draws: Draws, truth: Sequence[str | None], chains: int) -> float:
    """The mean accuracy of the last samples of chains, which are equally long."""
    ends = {draws.samples * (chain + 1) // chains - 1 for chain in range(chains)} - {-1}
    return float(np.mean([scores(draws.publication[end].tolist(), truth).accuracy for end in sorted(ends)]))
