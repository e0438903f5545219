"""Texts that are the same, sign by sign, but for case and spaces: copies of one citation, which cite one publication.

The normal form would not do: signs that it has no letters for are left out, and what differs in them alone is no copy.
People copy entries of bibliographies whole. As texts of their own, drawn independently, two copies would now and then
be taken for citations of two publications that are alike in everything. Only a person can tell them apart.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from noumena.domains.citations.draws import Draws, Integers, Options, Pairs
from noumena.domains.citations.normal_form import normal


@dataclass(frozen=True, eq=False)
class Copies:
    """Each text once, in normal form, and for each citation which of them it has."""

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


def copies(typed: Sequence[str], same: Pairs = (), different: Pairs = ()) -> Copies:
    """The texts as people typed them, in normal form, each once.

    If a person has told citations apart, all copies of a text are kept of which two have been decided: else decisions
    might contradict each other, which they do not now (`Options`).
    """
    texts = [" ".join(text.casefold().split()) for text in typed]
    decided = Counter(texts[c] for c in {c for pair in (*same, *different) for c in pair})
    apart = {text for text, number in decided.items() if number > 1} if different else set()
    numbers: dict[tuple[str, int], int] = {}
    keys = ((text, c if text in apart else 0) for c, text in enumerate(texts))
    place = np.array([numbers.setdefault(key, len(numbers)) for key in keys], np.int64)
    _, first = np.unique(place, return_index=True)
    return Copies(tuple(normal(typed[c]) for c in first.tolist()), place)
