"""For each publication the texts of its citations with their counts: those that are alike are never listed.

A publication is a record of four 32-bit words: title, number of citations, place in `pubs` (a permutation whose first
m elements are cited), first entry of its list. An entry is a record of four: text, count, next entry, unused. Lists
are short, as a publication has few different texts; entries out of use form a list of their own, which begins at
`free[0]`.
"""

from __future__ import annotations

from benchmarks.compiled import inlined
from benchmarks.problem import Array

RECORD = 4
TITLE, DEGREE, PLACE, FIRST = 0, 1, 2, 3
TEXT, COUNT, NEXT = 0, 1, 2
END = -1


@inlined
def count_of(record: Array, entry: Array, pub: int, text: int) -> int:
    """How many citations of `pub` have this text."""
    at = record[RECORD * pub + FIRST]
    while at != END:
        if entry[RECORD * at + TEXT] == text:
            return entry[RECORD * at + COUNT]  # type: ignore[no-any-return]  # an element of an integer array
        at = entry[RECORD * at + NEXT]
    return 0


@inlined
def add(record: Array, entry: Array, free: Array, pub: int, text: int) -> None:
    """One more citation of `pub` with this text."""
    record[RECORD * pub + DEGREE] += 1
    at = record[RECORD * pub + FIRST]
    while at != END:
        if entry[RECORD * at + TEXT] == text:
            entry[RECORD * at + COUNT] += 1
            return
        at = entry[RECORD * at + NEXT]
    at = free[0]
    free[0] = entry[RECORD * at + NEXT]
    entry[RECORD * at + TEXT] = text
    entry[RECORD * at + COUNT] = 1
    entry[RECORD * at + NEXT] = record[RECORD * pub + FIRST]
    record[RECORD * pub + FIRST] = at


@inlined
def take(record: Array, entry: Array, free: Array, pub: int, text: int) -> None:
    """One citation of `pub` with this text less; there must be one."""
    record[RECORD * pub + DEGREE] -= 1
    before = END
    at = record[RECORD * pub + FIRST]
    while entry[RECORD * at + TEXT] != text:
        before = at
        at = entry[RECORD * at + NEXT]
    entry[RECORD * at + COUNT] -= 1
    if entry[RECORD * at + COUNT] == 0:
        following = entry[RECORD * at + NEXT]
        if before == END:
            record[RECORD * pub + FIRST] = following
        else:
            entry[RECORD * before + NEXT] = following
        entry[RECORD * at + NEXT] = free[0]
        free[0] = at


@inlined
def retire(record: Array, pubs: Array, pub: int, m: int) -> None:
    """Make `pub` the first one not cited, where `m` are left that are."""
    last = pubs[m]
    hole = record[RECORD * pub + PLACE]
    pubs[hole] = last
    record[RECORD * last + PLACE] = hole
    pubs[m] = pub
    record[RECORD * pub + PLACE] = m
