"""Researchers against a truth of authors: which mentions of a name in citations are the same person."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from typing import NamedTuple

from benchmarks.citations.sets import CitationSet, data_folder
from noumena.domains.citations.draws import NONE, Draws
from noumena.domains.citations.scores import Scores, scores

TRUTH = ("citeseer", "authors.csv")
"""Where the truth lies under the folder of data: who wrote which cited paper, by the id of the citation."""


class Mention(NamedTuple):
    """A name in a citation, which is counted from 0, and who it is."""

    citation: int
    surname: str
    person: str


def mentions(given: CitationSet) -> list[Mention]:
    """All mentions of which the truth is known, in the order of the truth's file; none if there is no such file."""
    path = data_folder().joinpath(*TRUTH)
    return list(_mentions(given, path.read_text(encoding="utf-8").splitlines())) if path.exists() else []


def _mentions(given: CitationSet, lines: list[str]) -> Iterator[Mention]:
    places = {name: c for c, name in enumerate(given.names)}
    for row in csv.DictReader(lines):
        if row["citation_id"] in places:
            surname = row["normalized_name"].split("_")[0]
            yield Mention(places[row["citation_id"]], surname, row["author_cluster"])


def researcher_scores(given: CitationSet, draws: Draws) -> Scores | None:
    """How well the researchers of the last sample agree with the truth; None if there is no truth.

    A mention is the author with its surname of the publication that its citation cites; without such an author it is
    nobody else.
    """
    known = mentions(given)
    if not known:
        return None
    found = [_researcher(mention, draws) for mention in known]
    alone = [-1 - i if label is None else label for i, label in enumerate(found)]
    return scores(alone, [mention.person for mention in known])


def _researcher(mention: Mention, draws: Draws) -> int | None:
    people = draws.researchers[-1, mention.citation].tolist()
    names = draws.names[-1, mention.citation].tolist()
    for person, name in zip(people, names, strict=True):
        if name != NONE and draws.strings[name].partition(",")[0] == mention.surname:
            return int(person)
    return None
