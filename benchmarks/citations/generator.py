"""Citations drawn from the model itself, with their truth: as many as are asked for.

The process is that of `model/citations.blog`, with the distributions of the library for no texts. The numbers of
publications, lines, teams and researchers, of which the model knows next to nothing, are chosen so that they grow with
the citations, and each fame has publications that are cited as often as it suits.
"""

from __future__ import annotations

import numpy as np

from benchmarks.citations.sets import CitationSet
from noumena.domains.citations.model.library import library
from noumena.domains.citations.model.people import with_first

SEED = 20_061
FAMES = (0.6, 0.22, 0.12, 0.06)
"""How often a citation draws each fame, as in the model."""
CITED = (1.3, 3.0, 6.0, 15.0)
"""How often a publication of each fame is cited on average."""
OF_A_LINE, OF_A_TEAM, OF_A_RESEARCHER = 2.0, 1.5, 1.5
"""Publications for each line of work, lines for each team, and seats in teams for each researcher."""
SEATS = 1.94
"""Members of a team on average, by `SizePrior`."""


def generated(citations: int, seed: int = SEED) -> CitationSet:
    """So many citations, at least one; the same seed gives the same ones."""
    rng = np.random.default_rng(seed)
    publications = [max(1, round(citations * share / often)) for share, often in zip(FAMES, CITED, strict=True)]
    drawn = _Drawn(rng, max(1, round(sum(publications) / OF_A_LINE)))
    texts, truth = [], []
    for _ in range(citations):
        fame = int(rng.choice(len(FAMES), p=FAMES))
        cited = fame, int(rng.integers(publications[fame]))
        texts.append(drawn.text(cited))
        truth.append(f"{cited[0]}-{cited[1]}")
    return CitationSet(f"generated, {citations:,}", tuple(texts), tuple(truth))


class _Drawn:
    """Researchers, teams, lines of work and publications, which are drawn when they are first asked for."""

    def __init__(self, rng: np.random.Generator, lines: int) -> None:
        self._rng, self._number = rng, lines
        self._teams = max(1, round(lines / OF_A_TEAM))
        self._researchers = max(1, round(self._teams * SEATS / OF_A_RESEARCHER))
        self._names: dict[int, str] = {}
        self._lists: dict[int, str] = {}
        self._lines: dict[int, tuple[str, str, int]] = {}
        self._publications: dict[tuple[int, int], tuple[str, str, int, int, str, str]] = {}
        self._known = library([]).distributions
        self._kinds = self._known["KindPrior"]()

    def text(self, publication: tuple[int, int]) -> str:
        """The text of a citation of a publication, by its fame and number."""
        if publication not in self._publications:
            self._publications[publication] = self._publication()
        return str(self._known["CitationText"].sample(self._rng, *self._publications[publication]))

    def _publication(self) -> tuple[str, str, int, int, str, str]:
        rng, known = self._rng, self._known
        theme, people, era = self._line(int(rng.integers(self._number)))
        title = known["TitleVariant"].sample(rng, theme)
        authors = known["AuthorsVariant"].sample(rng, people)
        year = known["YearVariant"].sample(rng, era)
        kind = self._kinds.sample(rng)
        words, numbers = known["WordsPrior"].sample(rng, kind), known["NumbersPrior"].sample(rng)
        return title, authors, year, kind, words, numbers

    def _line(self, number: int) -> tuple[str, str, int]:
        if number not in self._lines:
            theme, era = (self._known[kind].sample(self._rng) for kind in ("TitlePrior", "YearPrior"))
            self._lines[number] = theme, self._people(int(self._rng.integers(self._teams))), era
        return self._lines[number]

    def _people(self, team: int) -> str:
        """The names of a team, nobody's twice."""
        if team not in self._lists:
            names = ""
            for _ in range(self._known["SizePrior"]().sample(self._rng)):
                names = with_first(self._name(int(self._rng.integers(self._researchers))), names)
            self._lists[team] = names
        return self._lists[team]

    def _name(self, researcher: int) -> str:
        if researcher not in self._names:
            self._names[researcher] = self._known["NamePrior"].sample(self._rng)
        return self._names[researcher]
