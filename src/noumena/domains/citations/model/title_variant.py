"""The title of a publication, given the theme of the line of work that it belongs to."""

from __future__ import annotations

import math

import numpy as np

from noumena.domains.citations.normal_form import title_parts
from noumena.domains.citations.text_model.alphabet import check_signs, encoded
from noumena.domains.citations.text_model.formats import Formats
from noumena.domains.citations.text_model.graph import Graph
from noumena.domains.citations.text_model.graph_sum import graph_sum
from noumena.domains.citations.text_model.letters import Letters
from noumena.domains.citations.text_model.noise import Noise
from noumena.domains.citations.text_model.title_graph import title_graph
from noumena.domains.citations.title_prior import FIRST, TitlePrior, context_of, is_open_after

SAME, NEW, BY_WORDS = 0.77, 0.01, 0.18
"""The shares of publications that have the theme itself as their title, one that has nothing to do with it, and the
theme with other words; the others have it with other letters. Most lines have one publication, whose title is the
theme: of the publications of probable states of two sets of citations, Face and Constraint, it was 82 and 58 %.
A title that has nothing to do with the theme is rare: who shares only people begins a line (`people_at_hand.py`). Other
shares were tried, and what they do to the groups of both sets was seen."""
LOOSE = Noise(
    gap_inside=0.003,
    gap_at_edge=0.08,
    gap_at_start=0.08,
    left_out_extended=0.85,
    start_lost=0.04,
    start_lost_to_colon=0.04,
    start_lost_extended=0.97,
    end_lost=0.03,
    end_lost_extended=0.97,
    end_lost_in_word=0.001,
    end_lost_after_colon=0.5,
)
"""How letters are changed: as where a citation copies a title, with more put in and left out."""
PUT_IN, LEFT_OUT = (0.06, 0.3), (0.06, 0.3)
"""How often a word is put in, and one of the theme left out: after a word that was kept, and after a change."""
MOST_GRAPHS = 5_000
"""Graphs of themes that are remembered; one takes about 40 kB."""
_KEEP = tuple(1.0 - new - lost for new, lost in zip(PUT_IN, LEFT_OUT, strict=True))


class TitleVariant:
    """P(title | theme) = `SAME` [title = theme] + `NEW` P(title) + `BY_WORDS` W(title | theme) + the rest × L.

    P(title) is the prior of titles. W goes along the words of the theme: at each place a word is put in (`PUT_IN`), or
    the next word of the theme is left out (`LEFT_OUT`), or it is kept; after the last the title ends, if no word is
    put in. Words that are put in, the signs between words and the end are as in the prior, given what came before.
    If nothing is left the title is drawn from the prior. So each factor sums to 1 whatever came before, and so does W.

    L sums over all ways in which the walk of `title_graph`, with `LOOSE` figures, makes the title of the theme; what it
    makes need not have the form of titles.
    """

    def __init__(self, titles: TitlePrior, formats: Formats) -> None:
        self._titles = titles
        self._letters = Letters(formats.title_letters, formats.name_letters)
        self._graphs: dict[str, Graph] = {}

    def log_prob(self, title: str, theme: str) -> float:
        """ln P(title | theme)."""
        ln = math.log(NEW) + self._titles.log_prob(title)
        if title == theme:
            ln = float(np.logaddexp(ln, math.log(SAME)))
        ln = float(np.logaddexp(ln, math.log(BY_WORDS) + self._log_by_words(title, theme)))
        return float(np.logaddexp(ln, math.log(1.0 - SAME - NEW - BY_WORDS) + self._log_by_letters(title, theme)))

    def sample(self, rng: np.random.Generator, theme: str) -> str:
        """A title."""
        u = rng.random()
        if u < SAME:
            return theme
        if u >= SAME + NEW + BY_WORDS:
            return self._graph(theme).draw(rng, self._letters, "")
        written = self._draw_words(rng, theme) if u >= SAME + NEW else ""
        return written or self._titles.sample(rng)

    def forget(self) -> None:
        """Forgets what was remembered of themes."""
        self._graphs.clear()

    def _log_by_letters(self, title: str, theme: str) -> float:
        """ln L: of the walk of the theme to write the whole title."""
        check_signs("title", title)
        codes = encoded(title)
        start = np.full(len(codes) + 1, -np.inf)
        start[0] = 0.0
        return float(graph_sum(self._graph(theme), start, codes, self._letters.along(codes))[-1])

    def _graph(self, theme: str) -> Graph:
        if theme not in self._graphs:
            if len(self._graphs) >= MOST_GRAPHS:
                self._graphs.clear()
            self._graphs[theme] = title_graph(theme, LOOSE)
        return self._graphs[theme]

    def _log_by_words(self, title: str, theme: str) -> float:
        """ln W, the sum over all ways."""
        new, old = title_parts(title), title_parts(theme)
        if new is None or old is None:
            return -math.inf
        prior = self._titles
        ways = _Ways(old.words)
        ln = _log(ways.ended) + prior.log_prob(title)  # nothing is left
        context, is_open, signs = FIRST, False, 0.0
        for word, separator in zip(new.words, [*new.separators, None], strict=True):
            ways.write(word, math.exp(prior.log_word(word, context)))
            if separator is not None:
                signs += math.log(prior.separators[is_open][separator])
                context, is_open = context_of(word, separator), is_open_after(separator, is_open)
        signs += math.log(prior.ends[is_open][new.end])
        return float(np.logaddexp(ln, ways.scale + _log(ways.ended) + signs))

    def _draw_words(self, rng: np.random.Generator, theme: str) -> str:
        """A title along the words of the theme, or an empty string if nothing is left."""
        parts, prior = title_parts(theme), self._titles
        left = [] if parts is None else list(reversed(parts.words))
        written, word, context, is_open, changed = "", "", FIRST, False, 0
        while True:
            u = rng.random()
            is_new = u < PUT_IN[changed]
            if not left and not is_new:
                return written + prior.draw_end(rng, is_open) if written else ""
            if not is_new and u < PUT_IN[changed] + LEFT_OUT[changed]:
                left.pop()
                changed = 1
                continue
            if written:
                separator = prior.draw_separator(rng, is_open)
                written += separator
                context, is_open = context_of(word, separator), is_open_after(separator, is_open)
            word = prior.draw_word(rng, context) if is_new else left.pop()
            written += word
            changed = int(is_new)


class _Ways:
    """All ways to have written the words so far, by how many words of the theme are gone past.

    `kept[i]` are the ways after i words whose last step kept a word, `changed[i]` the others; both are to be multiplied
    by exp(`scale`), so that long titles do not become too small for a float.
    """

    def __init__(self, theme: list[str]) -> None:
        self._theme = theme
        self._kept = [1.0] + [0.0] * len(theme)
        self._changed = [0.0] * (len(theme) + 1)
        self.scale = 0.0
        self._leave_out()

    @property
    def ended(self) -> float:
        """The sum of all ways that end here."""
        return self._kept[-1] * (1.0 - PUT_IN[0]) + self._changed[-1] * (1.0 - PUT_IN[1])

    def write(self, word: str, chance: float) -> None:
        """Goes on by one word, which has this chance to be the one that is put in."""
        kept = [0.0] * len(self._kept)
        for i, old in enumerate(self._theme):
            if old == word:
                kept[i + 1] = self._kept[i] * _KEEP[0] + self._changed[i] * _KEEP[1]
        self._changed = [
            (a * PUT_IN[0] + b * PUT_IN[1]) * chance for a, b in zip(self._kept, self._changed, strict=True)
        ]
        self._kept = kept
        self._leave_out()
        self._rescale()

    def _leave_out(self) -> None:
        for i in range(len(self._theme)):
            self._changed[i + 1] += self._kept[i] * LEFT_OUT[0] + self._changed[i] * LEFT_OUT[1]

    def _rescale(self) -> None:
        total = sum(self._kept) + sum(self._changed)
        if total > 0.0:
            self.scale += math.log(total)
            self._kept = [a / total for a in self._kept]
            self._changed = [b / total for b in self._changed]


def _log(chance: float) -> float:
    return math.log(chance) if chance > 0.0 else -math.inf
