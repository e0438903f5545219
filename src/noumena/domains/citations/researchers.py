"""Researchers with their publications: which authors of reconstructed publications are the same person.

An item is one author of one publication. Who that is in a sample is read off the publication that the most typical
citation of the cluster cites there: the author of the same surname at the same place, else of the same surname at
another place, else the one at the same place if the lists are equally long, else nobody else's. The estimate is
again the partition of least expected Binder's loss.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from noumena.domains.citations.draws import NONE, Integers
from noumena.domains.citations.publications import Publication
from noumena.domains.citations.tally import Mentions, Tally
from noumena.posterior.partition_estimates import binder_estimate
from noumena.posterior.partitions import PartitionSamples

Numbers = npt.NDArray[np.int64]


class Researcher(NamedTuple):
    """The most probable name, "surname, given"; publications counted from 0; the probability of exactly these."""

    name: str
    publications: tuple[int, ...]
    probability: float


class _Item(NamedTuple):
    publication: int
    place: int
    name: str


def researchers(found: Sequence[Publication], typical: Sequence[int], tally: Tally) -> tuple[Researcher, ...]:
    """The researchers, those with the most publications first; `typical` has a citation for each publication."""
    items = [_Item(k, j, name) for k, publication in enumerate(found) for j, name in enumerate(publication.names)]
    if not items:
        return ()
    samples = PartitionSamples(len(items))
    names: list[Counter[str]] = [Counter() for _ in items]
    surnames = _Surnames(tally.strings)
    for mentions in tally.mentions:
        labels, named = _labels(items, typical, mentions, surnames)
        for row in labels:
            samples.add(row)
        for item, column in enumerate(named.T):
            values, times = np.unique(column[column != NONE], return_counts=True)
            names[item].update({tally.strings[v]: n for v, n in zip(values.tolist(), times.tolist(), strict=True)})
    groups: defaultdict[int, list[int]] = defaultdict(list)
    for item, label in enumerate(binder_estimate(samples).labels.tolist()):
        groups[label].append(item)
    shares = samples.clusters()
    made = [
        Researcher(
            _name([names[item] for item in group], items[group[0]].name),
            tuple(sorted({items[item].publication for item in group})),
            shares.get(tuple(group), 0.0),
        )
        for group in groups.values()
    ]
    return tuple(sorted(made, key=lambda one: (-len(one.publications), one.name, one.publications)))


class _Surnames:
    """A number for each surname, and for each name the number of its surname; `NONE` for none."""

    def __init__(self, names: Sequence[str]) -> None:
        self._numbers: dict[str, int] = {}
        # The last one is found by the index NONE.
        self.of_name = np.array([*(self.number(name) for name in names), NONE], np.int64)

    def number(self, name: str) -> int:
        return self._numbers.setdefault(name.partition(",")[0].strip(), len(self._numbers))


def _labels(
    items: Sequence[_Item], typical: Sequence[int], mentions: Mentions, surnames: _Surnames
) -> tuple[Numbers, Numbers]:
    """For each kept sample and item a label of the researcher, and the researcher's name; -2, -3, … are nobody else."""
    total = mentions.names.shape[0]
    labels = np.tile(-2 - np.arange(len(items)), (total, 1))
    named = np.full((total, len(items)), NONE, np.int64)
    begin = 0
    while begin < len(items):
        end = begin
        while end < len(items) and items[end].publication == items[begin].publication:
            end += 1
        citation = typical[items[begin].publication]
        people, names = mentions.researchers[:, citation], mentions.names[:, citation]
        wanted = [surnames.number(item.name) for item in items[begin:end]]
        for item, places in enumerate(_places(wanted, surnames.of_name[names], names), start=begin):
            there = np.flatnonzero(places != NONE)
            labels[there, item] = people[there, places[there]]
            named[there, item] = names[there, places[there]]
        begin = end
    return labels, named


def _places(wanted: Sequence[int], seen: Numbers, names: Integers) -> list[Numbers]:
    """For each wanted surname its place in the list of authors of each sample, no place twice; `NONE` for none.

    `seen` has the surnames and `names` the names, by sample and place.
    """
    total, width = seen.shape
    taken = names == NONE
    is_as_long = (~taken).sum(axis=1) == len(wanted)
    found = [np.full(total, NONE, np.int64) for _ in wanted]

    def take(place: int, rows: Numbers, columns: Numbers | int) -> None:
        found[place][rows] = columns
        taken[rows, columns] = True

    for place in range(min(width, len(wanted))):
        take(place, np.flatnonzero((seen[:, place] == wanted[place]) & ~taken[:, place]), place)
    for place, surname in enumerate(wanted):
        fits = (seen == surname) & ~taken & (found[place] == NONE)[:, None]
        rows = np.flatnonzero(fits.any(axis=1))
        take(place, rows, fits[rows].argmax(axis=1))
    for place in range(min(width, len(wanted))):
        take(place, np.flatnonzero((found[place] == NONE) & is_as_long & ~taken[:, place]), place)
    return found


def _name(counts: Sequence[Counter[str]], otherwise: str) -> str:
    """The name that was drawn most often, the first of several; or another one where none was drawn."""
    together: Counter[str] = Counter()
    for count in counts:
        together.update(count)
    return max(sorted(together), key=together.__getitem__) if together else otherwise
