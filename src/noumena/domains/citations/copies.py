"""Texts that are the same, sign by sign, in normal form: copies of one citation, which cite the same publication.

People copy entries of bibliographies whole. As texts of their own, drawn independently, two copies would now and then
be taken for citations of two publications that are alike in everything. Only a person can tell them apart.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from noumena.domains.citations.draws import Draws, Integers, Options, Pairs


@dataclass(frozen=True, eq=False)
class Copies:
    """Each text once, and for each citation which of them it has."""

    texts: tuple[str, ...]
    place: Integers

    def of_pairs(self, options: Options) -> Options:
        """The same options, whose decided pairs are of these texts."""
        return replace(options, same=self._moved(options.same), different=self._moved(options.different))

    def handed_out(self, draws: Draws) -> Draws:
        """Draws of these texts as draws of the citations."""
        columns = ("publication", "title", "authors", "venue", "year", "kind", "researchers", "names")
        return replace(draws, **{name: getattr(draws, name)[:, self.place] for name in columns})

    def _moved(self, pairs: Pairs) -> Pairs:
        found = ((int(self.place[a]), int(self.place[b])) for a, b in pairs)
        return tuple(dict.fromkeys((min(pair), max(pair)) for pair in found if pair[0] != pair[1]))


def copies(texts: Sequence[str], same: Pairs = (), different: Pairs = ()) -> Copies:
    """The texts, in normal form, each once.

    If a person has told citations apart, all copies of a text are kept of which two have been decided: else decisions
    might contradict each other, which they do not now (`Options`).
    """
    decided = Counter(texts[c] for c in {c for pair in (*same, *different) for c in pair})
    apart = {text for text, number in decided.items() if number > 1} if different else set()
    numbers: dict[tuple[str, int], int] = {}
    place = [numbers.setdefault((text, c if text in apart else 0), len(numbers)) for c, text in enumerate(texts)]
    return Copies(tuple(text for text, _ in numbers), np.array(place, np.int64))
