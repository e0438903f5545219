"""When two descriptions are of one publication: people word titles anew, and copy what others wrote.

Mistakes that citations have copied from each other are paid for once by each citation, so that a wording that many
have becomes an object of its own, `Pub`. Whether two of them are one publication is said by `OneWork` of the model,
which is this: the same people, and the same pages, or a title with most of its words and no other year and kind.
"""

from __future__ import annotations

import math
import re
from collections import defaultdict
from collections.abc import Iterable, Mapping
from functools import lru_cache
from itertools import combinations
from typing import Any, NamedTuple

from noumena.domains.citations.model.people import listed, surname_of
from noumena.domains.citations.text_model.formats import UNKNOWN

SHARED_WORDS = 0.7
"""Of all words of two titles, how many both must have."""
SHARED_NUMBERS, DIGITS = 2, 2
"""How many numbers both must have, volumes and pages, and how many digits each."""
MOST_REMEMBERED = 1 << 16
"""Of how many descriptions, and pairs of titles and so on, it is remembered what was found."""
_WORDS = re.compile(r"[a-z0-9]+")


class Described(NamedTuple):
    """The attributes that decide, as the model has them."""

    title: str
    authors: str
    year: int
    kind: int
    numbers: str


def most_words(title: str, other: str) -> bool:
    """Whether two titles share most of their words, in whatever order; what has no title is not alike in it."""
    one, two = set(_WORDS.findall(title)), set(_WORDS.findall(other))
    return bool(one) and len(one & two) >= SHARED_WORDS * len(one | two)


def same_when(p: Described, q: Described) -> bool:
    """Whether no year and no kind speaks against it: a year may be 0, and a kind `UNKNOWN`, as none of them is said."""
    return (p.year == q.year or 0 in (p.year, q.year)) and (p.kind == q.kind or UNKNOWN in (p.kind, q.kind))


def same_people(authors: str, others: str) -> bool:
    """Whether the surnames of one list are all in the other; there is one at least."""
    one, two = (set(_surnames(names)) for names in (authors, others))
    return bool(one and two) and (one <= two or two <= one)


def same_pages(numbers: str, others: str) -> bool:
    """Whether two publications have numbers in common that are not the same by chance."""
    return len(set(_long(numbers)) & set(_long(others))) >= SHARED_NUMBERS


# Sample after sample the same are compared.
_most_words, _same_people, _same_pages = (
    lru_cache(MOST_REMEMBERED)(compared) for compared in (most_words, same_people, same_pages)
)


def one_work(p: Described, q: Described) -> bool:
    """`OneWork` of the model."""
    if not _same_people(p.authors, q.authors):
        return False
    alike = same_when(p, q) and _most_words(p.title, q.title)
    return alike or _same_pages(p.numbers, q.numbers)


def works(described: Mapping[int, Described], apart: Iterable[tuple[int, int]] = ()) -> dict[int, int]:
    """For each description the least one of the same publication, found directly or by way of others.

    Descriptions that are `apart`, as a person has said of their citations, are not brought together. Only those are
    compared that share a surname and a telling word of the title, or a number, so that not all pairs are looked at.
    """
    told = {frozenset(pair) for pair in apart}
    sharing: dict[tuple[Any, ...], list[int]] = defaultdict(list)
    for p in sorted(described):
        for shared in _shared(described[p]):
            sharing[shared].append(p)
    found = {p: [p] for p in described}
    for held in sharing.values():
        for p, q in combinations(held, 2):
            ours, theirs = found[p], found[q]
            if ours is theirs or not one_work(described[p], described[q]):
                continue
            if told and any(frozenset((a, b)) in told for a in ours for b in theirs):
                continue
            ours += theirs
            for member in theirs:
                found[member] = ours
    return {p: min(held) for p, held in found.items()}


@lru_cache(MOST_REMEMBERED)
def _shared(p: Described) -> tuple[tuple[Any, ...], ...]:
    """What two descriptions share, one or the other of these, if they are of one publication."""
    names, words = _surnames(p.authors), _telling(p.title)
    return (*((name, word) for name in names for word in words), *((number,) for number in _long(p.numbers)))


def _telling(title: str) -> list[str]:
    """So many words of a title that two titles which share most of their words have one of them in common.

    Of n words, `SHARED_WORDS` · n at least are in the other title. The first of all that both have, in an order that
    is the same for all titles, comes before the others that must be there too: it is one of the first that are left
    if all but one of these are the last. The longest come first, as few titles have them.
    """
    words = sorted(set(_WORDS.findall(title)), key=lambda word: (-len(word), word))
    return words[: len(words) - math.ceil(SHARED_WORDS * len(words)) + 1] if words else []


def _surnames(authors: str) -> list[str]:
    """The surnames of a list, each once; in order, as that of sets differs between processes."""
    return list(dict.fromkeys(map(surname_of, listed(authors))))


def _long(numbers: str) -> list[str]:
    """Numbers that are not the same by chance, each once."""
    return list(dict.fromkeys(number for number in numbers.split() if len(number) >= DIGITS))
