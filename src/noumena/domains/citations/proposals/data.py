"""What the moves know of the citations: values that texts suggest, neighbours, and a partition to begin with.

A citation suggests what its own readings have, and, with a small share, what those of its neighbours have: a
publication may keep a title that came from a citation which has left it, and must be able to come by it again.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from noumena.domains.citations.model.people import joined, listed
from noumena.domains.citations.proposals.fuller_names import FullerNames
from noumena.domains.citations.proposals.neighbours import Integers, Neighbours
from noumena.domains.citations.reading import Reading

FROM_NEIGHBOURS = 0.15
"""The share of a suggestion that is a neighbour's."""
MOST_SUGGESTED = 24
FULLER = 0.6
"""How often a list is suggested with the fullest names that are known (`fuller_names.py`)."""
LAST_NAMES = 0.03
"""The share of a suggestion that is the last one, or the last two, of the names."""
_OFTEN = (2, 4, 10)
"""How often publications are cited at least that the second, third and fourth fame suit."""
NO_WORDS, NO_NUMBERS = 0.6, 0.05
"""How often no words of a venue are suggested, as what only one citation has is as well explained without; and no
numbers."""


class Pool(NamedTuple):
    """Suggested values (citations, places) with weights that sum to 1 for each citation; places beyond weigh 0.

    Strings are objects, many places having the same one: in rows as wide as the longest they would take gigabytes.
    """

    value: npt.NDArray[Any]
    weight: npt.NDArray[np.float64]


class FirstPeople(NamedTuple):
    """Who stands behind the first names of citations, whose names are called alike being one.

    The list of citation c is that of `team[c]`, which is the first with it; its member i is member `seat[c, i]` of the
    list of `person[c, i]`, the first that has that name, which is `name[c, i]`. Of those only citations count that are
    the first to cite what they cite. `size[c]` names are in the list.
    """

    team: Integers
    person: Integers
    seat: Integers
    name: npt.NDArray[np.object_]
    size: Integers


@dataclass(frozen=True)
class ProposalData:
    """Suggestions for each attribute, neighbours, and the partition to begin with.

    At first citation c cites what `start[c]` cites, which is the first of those that cite the same; `fame[c]` is the
    fame of that, from how many cite it, and `people` are the researchers.
    """

    titles: Pool
    authors: Pool
    years: Pool
    kinds: Pool
    words: Pool
    numbers: Pool
    neighbours: Neighbours
    start: npt.NDArray[np.int64]
    fame: npt.NDArray[np.int64]
    people: FirstPeople


def usual_fame(citing: int) -> int:
    """The fame that suits a publication that so many cite."""
    fame = 0
    for often in _OFTEN:
        fame += int(citing >= often)
    return fame


def proposal_data(
    readings: Sequence[Sequence[Reading]], neighbours: Neighbours, start: npt.NDArray[np.int64]
) -> ProposalData:
    """The data of citations with these readings, one at least for each."""

    def pool(attribute: Callable[[Reading], Hashable], kind: Any) -> Pool:
        own = [_shares((attribute(reading), reading.weight) for reading in held) for held in readings]
        return _pool(own, neighbours, kind)

    def bags(is_wanted: Callable[[str], bool], none: float) -> list[dict[str, float]]:
        own = []
        for held in readings:
            some = [(" ".join(filter(is_wanted, r.venue.split())), (1.0 - none) * r.weight) for r in held]
            own.append(_shares([*some, ("", none)]))
        return own

    fuller = FullerNames(reading.authors for held in readings for reading in held[:1])
    lists = [
        _shares((n, share * r.weight) for r in held for n, share in _ways_to_list(r.authors, fuller))
        for held in readings
    ]
    authors = _pool(lists, neighbours, np.object_)
    cited = np.bincount(start, minlength=len(start))[start]
    return ProposalData(
        pool(lambda reading: reading.title, np.object_),
        authors,
        pool(lambda reading: reading.year, np.int64),
        pool(lambda reading: reading.kind, np.int64),
        _pool(bags(str.isalpha, NO_WORDS), neighbours, np.object_),
        _pool(bags(str.isdigit, NO_NUMBERS), neighbours, np.object_),
        neighbours,
        start,
        np.array([usual_fame(number) for number in cited.tolist()], np.int64),
        _first_people(authors.value[:, 0].tolist(), start.tolist()),
    )


def _ways_to_list(authors: str, fuller: FullerNames) -> list[tuple[str, float]]:
    """A list of authors as it was read and with fuller names, and with small shares the last one or two of them.

    The last, as a text may begin with something else.
    """
    names = listed(authors)
    shorter = [joined(names[-size:]) for size in (1, 2) if size < len(names)]
    whole = 1.0 - LAST_NAMES * len(shorter)
    ways = [(authors, whole * (1.0 - FULLER)), (fuller.completed(authors), whole * FULLER)]
    return [*ways, *((last, LAST_NAMES) for last in shorter)]


def _first_people(lists: Sequence[str], start: Sequence[int]) -> FirstPeople:
    """The people of a first state in which citation c cites what `start[c]` does, as these lists say."""
    teams: dict[str, int] = {}
    people: dict[str, tuple[int, int]] = {}
    named = [listed(names) for names in lists]
    person = np.zeros((len(lists), max([1, *map(len, named)])), np.int64)
    seat, written = np.zeros_like(person), np.full(person.shape, "", np.object_)
    for c, names in enumerate(lists):
        written[c, : len(named[c])] = named[c]
        if start[c] != c or teams.setdefault(names, c) != c:
            continue
        for i, name in enumerate(named[c]):
            person[c, i], seat[c, i] = people.setdefault(name, (c, i))
    team = np.array([teams.get(names, c) for c, names in enumerate(lists)], np.int64)
    return FirstPeople(team, person, seat, written, np.array(list(map(len, named)), np.int64))


def _shares(pairs: Any) -> dict[Any, float]:
    shares: dict[Any, float] = defaultdict(float)
    for value, weight in pairs:
        shares[value] += weight
    return shares


def _pool(own: Sequence[dict[Any, float]], neighbours: Neighbours, kind: Any) -> Pool:
    """The values that each citation suggests, its own best first; the least likely of many are left out."""
    rows = []
    for c, held in enumerate(own):
        near = neighbours.near[neighbours.first[c] : neighbours.first[c + 1]].tolist()
        share = FROM_NEIGHBOURS if near else 0.0
        mixed = _shares(
            [(value, (1.0 - share) * weight) for value, weight in held.items()]
            + [(value, share * weight / len(near)) for d in near for value, weight in own[d].items()]
        )
        best = max(held, key=lambda value: held[value])
        row = sorted(mixed.items(), key=lambda pair: (pair[0] != best, -pair[1]))[:MOST_SUGGESTED]
        rows.append(row)
    places = max(len(row) for row in rows)
    # Places that weigh nothing repeat the first value, so that rounding can choose nothing else.
    value, weight = np.empty((len(rows), places), kind), np.zeros((len(rows), places))
    for c, row in enumerate(rows):
        value[c] = [shown for shown, _ in row] + [row[0][0]] * (places - len(row))
        weight[c, : len(row)] = [share for _, share in row]
    return Pool(value, weight / weight.sum(axis=1, keepdims=True))
