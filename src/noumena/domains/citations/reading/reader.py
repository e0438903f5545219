"""Guesses of what a citation cites: title, authors, year, kind and venue, for proposals.

The words of the text are put into states by a chain (`chain.py`) with learned weights. The title is one run of words,
so the probability that it is exactly the words i to j is a product of sums over all that may stand before and after
it. The most probable runs are taken; for each, the best states of the other words give the rest, and the list of
authors is cut into names in the ways that fit (`names.py`). Readings with equal title and authors are put together.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from pathlib import Path
from typing import NamedTuple

import numpy as np

from noumena.domains.citations.normal_form import normal, title_form
from noumena.domains.citations.reading.chain import Array, best_states, run_ln
from noumena.domains.citations.reading.features import features_of, parts_clauses
from noumena.domains.citations.reading.lexicon import shipped_lexicon
from noumena.domains.citations.reading.names import NameReader, written
from noumena.domains.citations.reading.rest import kind_of, venue_of, year_of
from noumena.domains.citations.reading.states import AUTHOR, EDITOR, LATE_AUTHOR, TITLE
from noumena.domains.citations.reading.tokens import Tokens, tokens_of
from noumena.domains.citations.reading.weights import Weights
from noumena.domains.citations.reading.weights_file import SHIPPED, read_weights
from noumena.domains.citations.text_model.formats import UNKNOWN

_LONGEST_TITLE = 60
_MOST_WORDS = 400
"""Of a text; what comes after them is not looked at."""
_LEAST = 1e-7
"""Titles that are less probable than this part of the best are left out."""
_BARE_END = 3.0
"""How much less, in ln, a title counts for each end without a sign when some are chosen; its weight stays."""
_TITLE_ENDS = ")?!"


@dataclass(frozen=True, slots=True)
class Reading:
    """A guess of what a citation cites, in the form that `CitationText` takes; `weight` is its share of all guesses.

    The title is in the form of titles, or empty if the text has none. `authors` is "surname, given middle; …" in the
    form of names, and so are `editors`; `venue` is words and numbers in order; year 0 is not known. `rest` is what
    stands after the title (or after the authors, if there is none), as it is written.
    """

    title: str
    authors: str
    year: int
    kind: int
    venue: str
    weight: float
    rest: str = ""
    editors: str = ""


class Reader:
    """Reads citations with weights, or those of a file, or those that come with the package."""

    def __init__(self, weights: Weights | str | Path = SHIPPED) -> None:
        self._weights = weights if isinstance(weights, Weights) else read_weights(weights)
        self._lexicon = shipped_lexicon()
        self._names = NameReader()

    def readings(self, text: str, most: int = 4) -> tuple[Reading, ...]:
        """Up to `most` different readings of a text, the most probable first, with weights that sum to 1.

        Any text has at least one reading. Raises ValueError if `most` is less than 1.
        """
        if most < 1:
            raise ValueError(f"{most} readings are asked for; at least 1 is needed")
        tokens = tokens_of(normal(text), _MOST_WORDS)
        if not tokens.words:
            return (Reading("", "", 0, UNKNOWN, "", 1.0),)
        node, edge = self._weights.scores(features_of(tokens, self._lexicon))
        found: dict[tuple[str, str], Reading] = {}
        places: dict[tuple[str, str], float] = {}
        for title in _likely_titles(tokens, node, edge, most):
            for reading in self._with_title(tokens, node, edge, title):
                key = reading.title, reading.authors
                known = found.get(key)
                found[key] = replace(known, weight=known.weight + reading.weight) if known else reading
                places[key] = max(places.get(key, 0.0), title.favour * reading.weight)
        chosen = sorted(found, key=lambda key: -places[key])[:most]
        best = sorted((found[key] for key in chosen), key=lambda reading: -reading.weight)
        total = math.fsum(reading.weight for reading in best)
        return tuple(replace(reading, weight=reading.weight / total) for reading in best)

    def _with_title(self, tokens: Tokens, node: Array, edge: Array, title: _Title) -> list[Reading]:
        """The readings that have these words as title: one for each way to cut the authors into names."""
        fixed = node.copy()
        inside = np.zeros(len(node), dtype=bool)
        inside[title.words.start : title.words.stop] = True
        fixed[~inside, TITLE] = -np.inf
        fixed[inside] = -np.inf
        fixed[inside, TITLE] = 0.0
        states = best_states(fixed, edge)
        year, kind = year_of(tokens, states), kind_of(tokens, states)
        written_title, venue = _title(tokens, title.words), venue_of(tokens, states, year)
        authors = self._names.lists(*_words_in(tokens, states, AUTHOR if AUTHOR in states else LATE_AUTHOR))
        editors = self._names.lists(*_words_in(tokens, states, EDITOR))[0].names
        rest = _rest(tokens, title.words, states)
        return [
            Reading(written_title, written(names), year, kind, venue, title.chance * share, rest, written(editors))
            for names, share in authors
        ]


class _Title(NamedTuple):
    """Words that may be the title (none for no title), how probable by the best, and by what favoured in a choice."""

    words: range
    chance: float
    favour: float


def _likely_titles(tokens: Tokens, node: Array, edge: Array, most: int) -> list[_Title]:
    """The most probable runs of words to be the title, and no title; they have places for `most` readings.

    The best run is favoured above all. Of the others one with signs at both ends is favoured before those without:
    else all would be the best run with a word more or less.
    """
    runs, none = run_ln(node, edge, TITLE, _LONGEST_TITLE)
    bare = np.array([False, *(not parts_clauses(tokens, i) for i in range(1, len(tokens.words))), False])
    starts = np.arange(len(runs))[:, None]
    ends = np.minimum(starts + np.arange(runs.shape[1]) + 1, len(runs))
    favour = np.exp(-_BARE_END * (bare[starts].astype(float) + bare[ends]))
    best = int(runs.argmax())
    order = np.argsort(-np.log(favour) - runs, axis=None, kind="stable")[:most].tolist()
    highest = max(none, float(runs.max()))  # of a title of hundreds of words any run is next to impossible
    titles = [_Title(range(0), math.exp(none - highest), 1.0)]
    for place in dict.fromkeys([best, *order]):
        begin, more = divmod(place, runs.shape[1])
        chance = math.exp(runs[begin, more] - highest)
        titles.append(_Title(range(begin, begin + more + 1), chance, 1.0 if place == best else favour[begin, more]))
    return [title for title in titles if title.chance >= _LEAST]


def _title(tokens: Tokens, run: range) -> str:
    """The title of these words, with a bracket or a question mark that ends it."""
    if not run:
        return ""
    begin, end = tokens.starts[run.start], tokens.ends[run.stop - 1]
    while end < len(tokens.text) and tokens.text[end] in _TITLE_ENDS:
        end += 1
    return title_form(tokens.text[begin:end])


def _words_in(tokens: Tokens, states: list[int], state: int) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The words in one state and the gaps between them; two runs of them are parted as names are."""
    words: list[str] = []
    gaps: list[str] = []
    last = -1
    for place, here in enumerate(states):
        if here == state:
            if words:
                gaps.append(tokens.gaps[place] if last == place - 1 else ";")
            words.append(tokens.words[place])
            last = place
    return tuple(words), tuple(gaps)


def _rest(tokens: Tokens, title: range, states: list[int]) -> str:
    """The text after the title, or after the last word of the authors."""
    if title:
        return tokens.text[tokens.ends[title.stop - 1] :]
    authors = [place for place, state in enumerate(states) if state in (AUTHOR, LATE_AUTHOR)]
    return tokens.text[tokens.ends[authors[-1]] :] if authors else tokens.text
