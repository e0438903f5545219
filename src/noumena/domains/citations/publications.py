"""Reconstructed publications: for each cluster the title, authors, year, kind and venue that are most probable."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Generic, NamedTuple, TypeVar

from noumena.domains.citations.clusters import Cluster
from noumena.domains.citations.tally import Fields
from noumena.domains.citations.text_model.formats import BOOK, JOURNAL, PROCEEDINGS, REPORT, UNKNOWN

KIND_NAMES = {REPORT: "report", PROCEEDINGS: "proceedings", JOURNAL: "journal", BOOK: "book"}
"""What kinds are called in outputs; those that are not known have no name."""

T = TypeVar("T", str, int)


class Likely(NamedTuple, Generic[T]):
    """The most probable value, and its probability."""

    value: T
    probability: float


@dataclass(frozen=True)
class Publication:
    """What one cluster cites. Strings are in normal form, `authors` is "surname, given; surname, given".

    The probability of a value is the share, over all samples and over the citations of the cluster, of publications
    cited that have it. Each field is the most probable one for itself.
    """

    cluster: Cluster
    title: Likely[str]
    authors: Likely[str]
    year: Likely[int]
    kind: Likely[int]
    venue: Likely[str]

    @property
    def kind_name(self) -> str | None:
        """The kind in a word, or None if it is not known."""
        return KIND_NAMES.get(self.kind.value)

    @property
    def names(self) -> tuple[str, ...]:
        """The authors one by one, each as "surname, given"."""
        return split_names(self.authors.value)


def publications(clusters: Iterable[Cluster], fields: Sequence[Fields]) -> tuple[Publication, ...]:
    """The publication of each cluster, from how often values were drawn for each citation."""
    return tuple(_publication(cluster, [fields[item] for item in cluster.members]) for cluster in clusters)


def split_names(authors: str) -> tuple[str, ...]:
    """The names of "surname, given; surname, given"."""
    return tuple(name.strip() for name in authors.split(";") if name.strip(" ,"))


def _publication(cluster: Cluster, fields: Sequence[Fields]) -> Publication:
    return Publication(
        cluster,
        title=_likely([field.title for field in fields]),
        authors=_likely([field.authors for field in fields]),
        year=_likely([field.year for field in fields]),
        kind=_likely([field.kind for field in fields], UNKNOWN),
        venue=_likely([field.venue for field in fields]),
    )


def _likely(counts: Iterable[Counter[T]], unwanted: T | None = None) -> Likely[T]:
    """The value that is counted most; among equals one that says something, and then the first."""
    together: Counter[T] = Counter()
    for count in counts:
        together.update(count)
    value = max(sorted(together), key=lambda value: (together[value], bool(value) and value != unwanted))
    return Likely(value, together[value] / together.total())
