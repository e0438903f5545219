"""Names with initials, as other texts write them in full: so that one researcher may stand behind both."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable

from noumena.domains.citations.model.people import joined, listed, may_be_one, surname_of

MOST_ALIKE = 50
"""Names of one surname and initial, beyond which nobody can say who is who."""


class FullerNames:
    """For each name the longest that it may be short for, if all that it may be short for agree with that."""

    def __init__(self, lists: Iterable[str]) -> None:
        often = Counter(name for names in lists for name in listed(names))
        alike: dict[tuple[str, str], list[str]] = defaultdict(list)
        for name in sorted(often, key=lambda name: (-len(name), -often[name], name)):
            alike[_key(name)].append(name)
        self._fuller = {
            name: found
            for held in alike.values()
            if len(held) <= MOST_ALIKE
            for name in held
            if (found := _fullest(name, held)) != name
        }

    def completed(self, names: str) -> str:
        """A list with each name as it is written most fully; as it is, where that would name somebody twice."""
        fuller = [self._fuller.get(name, name) for name in listed(names)]
        return joined(fuller) if len(set(fuller)) == len(fuller) else names


def _key(name: str) -> tuple[str, str]:
    return surname_of(name), name.partition(", ")[2][:1]


def _fullest(name: str, held: list[str]) -> str:
    """The first of the names, which are in order, that may be the same; the name itself if not all such agree."""
    same = [other for other in held if len(other) >= len(name) and may_be_one(name, other)]
    return same[0] if all(may_be_one(same[0], other) for other in same) else name
