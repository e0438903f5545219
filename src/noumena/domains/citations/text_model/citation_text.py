"""The text of a citation, given the publication that it cites: one distribution over strings.

The publication has a title, authors ("surname, given; surname, given", in order), a year (0: not known), a kind
(`formats.py`) and a venue, a bag of words. All strings are in the alphabet of `alphabet.py`. It is written as follows.

1. A label such as "[12] " comes first, seldom, or the end of another citation, whose words are as in 6.
2. The order of the fields is drawn: authors, title, rest; or title, rest; or authors, rest, in styles without titles.
3. The authors are written from the list: given names first or surnames first, as initials or in full. Names are left
   out, put in, end in "et al.", stand in another order, and have typing mistakes (`author_graph.py`).
4. Between authors and title stand signs, and perhaps the year, a letter, a word (`shapes.py`): ". ", " (1991). ".
5. The title is copied letter by letter with gaps, other letters and other signs between the words; its start or end
   may be lost, the end often after a colon; articles come and go (`title_graph.py`).
6. The rest is a row of words, numbers and signs up to the end. How they follow each other is a chain in which each
   depends on the two before. Most often it tells of the venue; else all is as if there were none. A word is one of
   the venue's, perhaps cut short, or comes from the background of the kind: words that follow each other in the texts
   at hand, a list, with a list of its own for the first word, or spelled. A number is the year, one of the venue's,
   or any. Where the title came first the words may also be those of the authors' names (`words.py`).

A text that is cut at its end has the end of the title lost and an empty rest, or an empty rest after the authors. One
that is cut at its front has names left out, or begins with the title, whose start may be lost.

Each step is a distribution over strings that sums to 1, and each decides by itself where it ends. So the whole sums to
1 over all strings. `sample` goes through the steps. `log_prob` sums over all ways in which they may have written the
text: where each field ends, and how. A part that depends on few of the fields is a vector over the places of the text,
and is remembered:

    A[i]  label and authors end at i                          text, authors
    B[i]  what is between them and the title ends at i        text, authors, year
    T[i]  the title, begun anywhere by B, ends at i           text, title, authors, year
    S[i]  the title, begun by the label, ends at i            text, title
    R[i]  all from i on is the rest                           text, year, kind, venue (and authors, after S)

    P(text) = p1 Σ T[i] R[i] + p2 Σ S[i] R'[i] + p3 Σ A[i] R[i]

Nothing is left out of the sums but what lies below 1e-260 of the largest term (`graph_sum.py`).
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

import numpy as np

from noumena.domains.citations.text_model.alphabet import EDGE, NUMBER, WORD, check_signs
from noumena.domains.citations.text_model.around import Sources, after_ln, between_ln, drawn_shape, token_ln
from noumena.domains.citations.text_model.author_graph import author_graph
from noumena.domains.citations.text_model.combination import combined_ln
from noumena.domains.citations.text_model.formats import KINDS, UNKNOWN, Formats
from noumena.domains.citations.text_model.formats_file import SHIPPED, read_formats
from noumena.domains.citations.text_model.graph import Graph
from noumena.domains.citations.text_model.graph_sum import Vector, graph_sum
from noumena.domains.citations.text_model.label import drawn_label
from noumena.domains.citations.text_model.letters import Letters
from noumena.domains.citations.text_model.local_words import LocalWords
from noumena.domains.citations.text_model.noise import Noise
from noumena.domains.citations.text_model.shapes import Shapes
from noumena.domains.citations.text_model.text_view import Chances, TextView
from noumena.domains.citations.text_model.title_graph import title_graph
from noumena.domains.citations.text_model.words import Background, bag, numbers_of, year_chances

MOST_REMEMBERED = 50_000
"""Of each part; a vector of a text of 250 signs takes 2 kB."""
MOST_OF_LARGE = {"text": 10_000, "background": 10_000, "rests": 20_000, "title graph": 5_000, "author graph": 5_000}
"""Of parts that take 10 to 40 kB each, so that all together take about two gigabytes, reckoned by these sizes."""
_Made = TypeVar("_Made")
_SOURCES: dict[str, Callable[[Any, Noise], Chances]] = {
    "venue": lambda venue, noise: bag(venue, noise.word_cut),
    "numbers": lambda venue, noise: numbers_of(venue, noise.numbers_joined),
    "names": lambda authors, noise: bag(authors, noise.name_cut),
    "year": year_chances,
}
"""Where words and numbers come from that stand around the title, but for the background."""


class CitationText:
    """P(text | title, authors, year, kind, venue) for texts in normal form, summed over all ways to read the text."""

    density = False

    def __init__(
        self,
        formats: Formats | str | None = None,
        noise: Noise | None = None,
        rests: Iterable[str] = (),
        local: LocalWords | None = None,
    ) -> None:
        """Made with formats, or the name of a file of them, or those that come with the package.

        `rests` are what stands after the titles of the texts at hand, if there are any, and `local` their words.
        """
        if not isinstance(formats, Formats):
            formats = read_formats(Path(formats) if formats else SHIPPED)
        self.formats, self.noise = formats, noise or Noise()
        self.letters = Letters(formats.title_letters, formats.name_letters)
        self.background, self.usual = Background(formats, rests, local), Background(formats)
        self.shapes_before = Shapes(formats.shapes_before, bounded=True)
        self.shapes_after = Shapes(formats.shapes_after, bounded=False)
        self._remembered: dict[str, dict[Hashable, object]] = {}

    def log_prob(self, text: str, title: str, authors: str, year: int, kind: int, venue: str) -> float:
        """ln P(text | publication)."""
        _check(title, authors, year, kind, venue)
        return combined_ln(
            self._orders(title, authors),
            self._title(text, title, authors, year),
            self._title_first(text, title),
            self._authors(text, authors),
            self._after(text, "", year, kind, venue),
            self._after(text, authors, year, kind, venue),
        )

    def sample(self, rng: np.random.Generator, title: str, authors: str, year: int, kind: int, venue: str) -> str:
        """A text drawn from the same process."""
        _check(title, authors, year, kind, venue)
        order = int(rng.choice(3, p=self._orders(title, authors)))
        if rng.random() < self.noise.front_strange:
            text = drawn_shape(rng, "", self.shapes_after, self.background, UNKNOWN, [], [], first=False)
        else:
            text = drawn_label(rng, self.formats.labels)
        if order != 1:
            text += self._author_graph(authors).draw(rng, self.letters, text[-1:])
        if order == 0:
            numbers = [(self.noise.year_share_before, self._chances("year", year))] if year else []
            text = drawn_shape(rng, text, self.shapes_before, self.usual, UNKNOWN, [], numbers, first=False)
        if order != 2:
            text += self._title_graph(title).draw(rng, self.letters, text[-1:])
        shares: dict[int, Sources] = {WORD: [], NUMBER: []}
        if rng.random() >= self.noise.venue_told:
            venue = ""
        if rng.random() >= self.noise.kind_told:
            kind = int(rng.integers(KINDS))
        for share, symbol, source, given in self._sources(authors if order == 1 else "", year, venue):
            shares[symbol].append((share, self._chances(source, given)))
        words, numbers = shares[WORD], shares[NUMBER]
        return drawn_shape(rng, text, self.shapes_after, self.background, kind, words, numbers, first=True)

    def forget(self) -> None:
        """Forgets what was remembered of texts and publications."""
        self._remembered.clear()

    def _orders(self, title: str, authors: str) -> tuple[float, float, float]:
        """Shares of the orders; a publication without authors has its title first.

        What has a title is seldom cited without it: where many texts have none, as in sets without titles, it is
        because their publications have none.
        """
        first, second, third = self.formats.orders
        if title.strip() and third < 1.0:
            left_out = self.noise.title_left_out
            first, second, third = (*(share * (1.0 - left_out) / (1.0 - third) for share in (first, second)), left_out)
        return (first, second, third) if authors.strip() else (0.1 * first, second + 0.9 * first, third)

    def _sources(self, authors: str, year: int, venue: str) -> list[tuple[float, int, str, str | int]]:
        """Where words and numbers after the title come from, but for the background: share, symbol, source, field."""
        noise = self.noise
        sources: list[tuple[float, int, str, str | int]] = [
            (noise.venue_share, WORD, "venue", venue),
            (noise.names_share, WORD, "names", authors),
            (noise.year_share, NUMBER, "year", year),
            (noise.venue_number_share, NUMBER, "numbers", venue),
        ]
        return [source for source in sources if self._chances(source[2], source[3])]

    def _chances(self, source: str, given: str | int) -> Chances:
        """Words or numbers of a source and their probabilities."""
        return self._once(source, given, lambda: _SOURCES[source](given, self.noise))

    def _after(self, text: str, authors: str, year: int, kind: int, venue: str) -> Vector:
        """ln P(rest of the text from each place on | …); with authors, these are among the words."""

        def made() -> Vector:
            of_kinds, of_any = self._rests(text, authors, year, venue)
            share = self.noise.kind_told
            with np.errstate(divide="ignore"):
                mixed: Vector = np.logaddexp(np.log(share) + of_kinds[kind], np.log1p(-share) + of_any)
            return mixed

        return self._once("after", (text, authors, year, kind, venue), made)

    def _rests(self, text: str, authors: str, year: int, venue: str) -> tuple[Vector, Vector]:
        """ln P(rest of the text from each place on | …, words of a kind), for each kind, and where the kind is any."""

        def told() -> Vector:
            view = self._view(text)
            sources = self._sources(authors, year, venue)
            extras = [(share, symbol, self._along(text, source, given)) for share, symbol, source, given in sources]
            background = self._once("background", text, partial(self.background.along, view))
            rests = np.empty((KINDS, len(text) + 1))
            for kind in range(KINDS):
                later, first = (token_ln(view, ln[kind], extras) for ln in background)
                rests[kind] = after_ln(view, self.shapes_after, first, later)
            return rests

        def made() -> tuple[Vector, Vector]:
            of_kinds = told()
            if venue:
                share, untold = self.noise.venue_told, self._rests(text, authors, year, "")[0]
                with np.errstate(divide="ignore"):
                    of_kinds = np.logaddexp(np.log(share) + of_kinds, np.log1p(-share) + untold)
            return of_kinds, np.logaddexp.reduce(of_kinds, axis=0) - np.log(KINDS)

        return self._once("rests", (text, authors, year, venue), made)

    def _authors(self, text: str, authors: str) -> Vector:
        """ln P(label and authors end at each place | authors)."""

        def made() -> Vector:
            view = self._view(text)
            return graph_sum(self._author_graph(authors), self._front(text), view.codes, view.along)

        return self._once("authors", (text, authors), made)

    def _title(self, text: str, title: str, authors: str, year: int) -> Vector:
        """ln P(label, authors, what is between, and title end at each place | …)."""

        def before() -> Vector:
            view = self._view(text)
            extras = [(self.noise.year_share_before, NUMBER, self._along(text, "year", year))] if year else []
            token = token_ln(view, self._usual(text), extras)
            return between_ln(view, self.shapes_before, self._authors(text, authors), token)

        def made() -> Vector:
            view = self._view(text)
            start = self._once("before", (text, authors, year), before)
            return graph_sum(self._title_graph(title), start, view.codes, view.along)

        return self._once("title", (text, title, authors, year), made)

    def _title_first(self, text: str, title: str) -> Vector:
        """ln P(label and title end at each place | title)."""

        def made() -> Vector:
            view = self._view(text)
            return graph_sum(self._title_graph(title), self._front(text), view.codes, view.along)

        return self._once("title first", (text, title), made)

    def _front(self, text: str) -> Vector:
        """ln P(what stands before the first field ends at each place): a label, or the end of another citation."""

        def made() -> Vector:
            view, share = self._view(text), self.noise.front_strange
            start = np.full(len(text) + 1, -np.inf)
            start[0] = 0.0
            later, _ = self._once("background", text, partial(self.background.along, view))
            token = token_ln(view, later[UNKNOWN], [])
            strange = between_ln(view, self.shapes_after, start, token)
            strange[0] = self.shapes_after.ln[EDGE, EDGE, EDGE]
            with np.errstate(divide="ignore"):
                front: Vector = np.logaddexp(np.log1p(-share) + view.label, np.log(share) + strange)
            return front

        return self._once("front", text, made)

    def _along(self, text: str, source: str, given: str | int) -> Vector:
        """The probability of the token at each place, by one of the sources."""
        made = partial(self._view(text).chances, self._chances(source, given))
        return self._once("along", (text, source, given), made)

    def _view(self, text: str) -> TextView:
        return self._once("text", text, lambda: TextView(text, self.letters, self.formats.labels))

    def _usual(self, text: str) -> Vector:
        """ln of the probability of the token at each place before the title, where the kind is not known."""
        return self._once("usual", text, lambda: self.usual.along(self._view(text))[0][UNKNOWN].copy())

    def _title_graph(self, title: str) -> Graph:
        return self._once("title graph", title, lambda: title_graph(title, self.noise))

    def _author_graph(self, authors: str) -> Graph:
        return self._once("author graph", authors, lambda: author_graph(authors, self.noise, self.formats.names))

    def _once(self, what: str, key: Hashable, made: Callable[[], _Made]) -> _Made:
        """What was made for this key before, or is made now; where there are many, all are forgotten."""
        known = self._remembered.setdefault(what, {})
        value = known.get(key)
        if value is None:
            value = made()
            if len(known) >= MOST_OF_LARGE.get(what, MOST_REMEMBERED):
                known.clear()
            known[key] = value
        return value  # type: ignore[return-value]  # one kind of thing under each name


def _check(title: str, authors: str, year: int, kind: int, venue: str) -> None:
    for what, given in (("title", title), ("authors", authors), ("venue", venue)):
        check_signs(what, given)
    if year != 0 and not 1000 <= year <= 9998:
        raise ValueError(f"the year is {year}; it must be from 1000 to 9998, or 0 where it is not known")
    if not 0 <= kind < KINDS:
        raise ValueError(f"the kind is {kind}; it must be from 0 to {KINDS - 1}")
