"""The retitle move: a Gibbs step on the title of one publication, in time that depends on its different texts only."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from benchmarks.citations.texts import COUNT, END, FIRST, NEXT, RECORD, TEXT, TITLE, count_of
from benchmarks.compiled import inlined
from benchmarks.problem import Array, Problem
from benchmarks.random_words import Word, advance, below

FURTHEST = 24
"""The lead of one text beyond which other titles have no noticeable probability."""


def powers(problem: Problem) -> npt.NDArray[np.float64]:
    """(miss / hit)^j for j = 0 … FURTHEST."""
    return np.asarray((problem.miss / problem.hit) ** np.arange(FURTHEST + 1, dtype=np.float64))


@inlined
def retitle(
    record: Array,
    entry: Array,
    pub: int,
    titles: int,
    power: Array,
    uniform: float,
    a: Word,
    b: Word,
    c: Word,
    d: Word,
) -> tuple[Word, Word, Word, Word]:
    """Draw the title of `pub` given its citations, with `uniform` and the generator's words; returns the words.

    Title v has weight (hit/miss)^(citations with the text v), here divided by its largest value. The titles that no
    citation shows all have the same weight: they are weighed together, and one of them is found by trying.
    """
    base = RECORD * pub
    most = 0
    different = 0
    at = record[base + FIRST]
    while at != END:
        most = max(most, entry[RECORD * at + COUNT])
        different += 1
        at = entry[RECORD * at + NEXT]
    others = (titles - different) * power[min(most, FURTHEST)]
    total = others
    at = record[base + FIRST]
    while at != END:
        total += power[min(most - entry[RECORD * at + COUNT], FURTHEST)]
        at = entry[RECORD * at + NEXT]
    rest = uniform * total - others
    if rest < 0.0:  # a title that none of the citations shows
        z, a, b, c, d = advance(a, b, c, d)
        title = below(z, titles)
        while count_of(record, entry, pub, title) > 0:
            z, a, b, c, d = advance(a, b, c, d)
            title = below(z, titles)
        record[base + TITLE] = title
    else:
        at = record[base + FIRST]
        rest -= power[min(most - entry[RECORD * at + COUNT], FURTHEST)]
        while rest >= 0.0 and entry[RECORD * at + NEXT] != END:
            at = entry[RECORD * at + NEXT]
            rest -= power[min(most - entry[RECORD * at + COUNT], FURTHEST)]
        record[base + TITLE] = entry[RECORD * at + TEXT]
    return a, b, c, d
