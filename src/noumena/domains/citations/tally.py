"""What is kept of the draws of all runs: partitions, how often each value was drawn, and who wrote what.

Runs are added one after another and need not be held in memory: partitions keep their changes, values of fields are
counted by citation, and of researchers the draws have some samples only.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

from noumena.domains.citations.draws import NONE, Draws, Integers
from noumena.posterior.partitions import PartitionSamples


class Fields(NamedTuple):
    """How often each value was drawn for the publication that one citation cites."""

    title: Counter[str]
    authors: Counter[str]
    venue: Counter[str]
    year: Counter[int]
    kind: Counter[int]


class Mentions(NamedTuple):
    """Some samples of researchers and their names, by sample, citation and place; names are strings of the tally."""

    researchers: Integers
    names: Integers


class Tally:
    """All that is made of draws is made of this; `partitions` has the samples of each run."""

    def __init__(self, citations: int) -> None:
        self.citations = citations
        self.partitions: list[PartitionSamples] = []
        self.fields = [Fields(Counter(), Counter(), Counter(), Counter(), Counter()) for _ in range(citations)]
        self.mentions: list[Mentions] = []
        self.strings: list[str] = []
        """The names that `mentions` count from 0."""
        self._numbers: dict[str, int] = {}

    def add(self, draws: Draws) -> None:
        """Count the draws of a run."""
        if draws.citations != self.citations:
            raise ValueError(f"the draws are of {draws.citations} citations, not of {self.citations}")
        self.partitions.append(PartitionSamples.of(draws.publication))
        self.mentions.append(self._mentions(draws))
        strings = draws.strings
        for counts, values in zip(self.fields, _by_citation(draws.title), strict=True):
            counts.title.update({strings[value]: times for value, times in values})
        for counts, values in zip(self.fields, _by_citation(draws.authors), strict=True):
            counts.authors.update({strings[value]: times for value, times in values})
        for counts, values in zip(self.fields, _by_citation(draws.venue), strict=True):
            counts.venue.update({strings[value]: times for value, times in values})
        for counts, values in zip(self.fields, _by_citation(draws.year), strict=True):
            counts.year.update(dict(values))
        for counts, values in zip(self.fields, _by_citation(draws.kind), strict=True):
            counts.kind.update(dict(values))

    def _mentions(self, draws: Draws) -> Mentions:
        names = draws.names
        numbers = np.full(max(1, len(draws.strings)), NONE, np.int64)
        for name in np.unique(names[names != NONE]).tolist():
            numbers[name] = self._number(draws.strings[name])
        return Mentions(draws.researchers, np.where(names == NONE, NONE, numbers[names]))

    def _number(self, string: str) -> int:
        if string not in self._numbers:
            self._numbers[string] = len(self.strings)
            self.strings.append(string)
        return self._numbers[string]


def pooled(runs: Sequence[PartitionSamples]) -> PartitionSamples:
    """The samples of all runs, of which there is at least one, as those of one."""
    if len(runs) == 1:
        return runs[0]
    together = PartitionSamples(runs[0].items)
    for run in runs:
        clusters = np.full(run.items, NONE, np.int64)
        ends = [change.time for change in run.changes[1:]] + [run.total]
        for change, end in zip(run.changes, ends, strict=True):
            clusters[change.items] = change.clusters
            together.add(clusters, end - change.time)
    return together


def _by_citation(values: Integers) -> Iterator[list[tuple[int, int]]]:
    """For each citation the values that were drawn, and how often."""
    for column in np.ascontiguousarray(values.T):
        found, times = np.unique(column, return_counts=True)
        yield list(zip(found.tolist(), times.tolist(), strict=True))
