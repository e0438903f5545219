"""The title of a publication, given the theme of the line of work that it belongs to."""

from __future__ import annotations

import math

import numpy as np

from noumena.domains.citations.text_model.alphabet import check_signs, encoded
from noumena.domains.citations.text_model.formats import Formats
from noumena.domains.citations.text_model.graph import Graph
from noumena.domains.citations.text_model.graph_sum import graph_sum
from noumena.domains.citations.text_model.letters import Letters
from noumena.domains.citations.text_model.noise import Noise
from noumena.domains.citations.text_model.title_graph import title_graph
from noumena.domains.citations.title_prior import TitlePrior

SAME, NEW = 0.15, 0.1
"""The shares of publications that have the theme itself as their title, and one that has nothing to do with it."""
LOOSE = Noise(
    gap_inside=0.003, gap_at_edge=0.08, start_lost=0.2, end_lost=0.03, end_lost_in_word=0.001, end_lost_after_colon=0.5
)
"""How a title is made of a theme: as a citation copies a title, with more words put in and left out."""


class TitleVariant:
    """P(title | theme) = `SAME` [title = theme] + `NEW` P(title) + the rest × W(title | theme).

    P(title) is the prior of titles. W sums over all ways in which the walk of `title_graph`, with `LOOSE` figures,
    makes the title of the theme; what it makes need not have the form of titles.
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
        return float(np.logaddexp(ln, math.log(1.0 - SAME - NEW) + self._made_of(title, theme)))

    def sample(self, rng: np.random.Generator, theme: str) -> str:
        """A title."""
        u = rng.random()
        if u < SAME:
            return theme
        return self._titles.sample(rng) if u < SAME + NEW else self._graph(theme).draw(rng, self._letters, "")

    def _made_of(self, title: str, theme: str) -> float:
        """ln of the probability that the walk of the theme writes the whole title."""
        check_signs("title", title)
        codes = encoded(title)
        start = np.full(len(codes) + 1, -np.inf)
        start[0] = 0.0
        return float(graph_sum(self._graph(theme), start, codes, self._letters.along(codes))[-1])

    def _graph(self, theme: str) -> Graph:
        if theme not in self._graphs:
            self._graphs[theme] = title_graph(theme, LOOSE)
        return self._graphs[theme]
