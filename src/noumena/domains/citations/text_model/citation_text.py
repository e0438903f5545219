"""The text of a citation, given the publication that it cites: one distribution over strings.

The publication has a title, authors ("surname, given; surname, given", in order), a year (0: not known), a kind
(`formats.py`) and a venue, words and numbers in order. All strings are in the alphabet of `alphabet.py`. It is
written as follows.

1. A label such as "[12] " comes first, seldom, or the end of another citation, whose words are as in 6.
2. The order of the fields is drawn: authors, title, rest; or title, rest; or authors, rest, in styles without titles.
3. The authors are written from the list: given names first or surnames first, as initials or in full. Names are left
   out, put in, end in "et al.", stand in another order, and have typing mistakes (`author_graph.py`).
4. Between authors and title stand signs, and perhaps the year, a letter, a word (`shapes.py`): ". ", " (1991). ".
5. The title is copied letter by letter with gaps, other letters and other signs between the words; its start or end
   may be lost, the end often after a colon; articles come and go (`title_graph.py`).
6. The rest is a row of words, numbers and signs up to the end. How they follow each other is a chain in which each
   depends on the two before. Most often its words are copied from those of the venue, one after the other, some cut
   short, some passed over (`copied.py`); the others, or all if it does not tell of the venue, come from the background
   of the kind: words that follow each other in the texts at hand, a list, with a list of its own for the first word, or
   spelled (`words.py`). A number is the year, or copied from those of the venue in the same way, or any; or all numbers
   are copied as they are (`copied_whole.py`). Where the title came first the words may also be those of the authors'
   names.

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
    R[i]  all from i on is the rest                           text, year, kind, words, numbers (and authors, after S)

    P(text) = p1 Σ T[i] R[i] + p2 Σ S[i] R'[i] + p3 Σ A[i] R[i]

Nothing is left out of the sums but what lies below 1e-260 of the largest term (`graph_sum.py`).
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from functools import partial
from pathlib import Path
from typing import TypeVar

import numpy as np

from noumena.domains.citations.text_model.alphabet import EDGE, NUMBER, WORD, check_signs
from noumena.domains.citations.text_model.around import after_ln, between_ln, drawn_shape, token_ln
from noumena.domains.citations.text_model.author_graph import author_graph
from noumena.domains.citations.text_model.combination import combined_ln
from noumena.domains.citations.text_model.copied import (
    NONE_ASIDE,
    NOTHING,
    Aside,
    Copyist,
    Row,
    copied_ln,
    habits,
    numbers_row,
    words_row,
)
from noumena.domains.citations.text_model.copied_whole import NumberCounts, Recited, drawn_whole, whole_ln
from noumena.domains.citations.text_model.formats import KINDS, UNKNOWN, Formats
from noumena.domains.citations.text_model.formats_file import SHIPPED, read_formats
from noumena.domains.citations.text_model.graph import Graph
from noumena.domains.citations.text_model.graph_sum import Vector, graph_sum
from noumena.domains.citations.text_model.label import drawn_label
from noumena.domains.citations.text_model.letters import Letters
from noumena.domains.citations.text_model.local_words import LocalWords
from noumena.domains.citations.text_model.noise import Noise
from noumena.domains.citations.text_model.shapes import Shapes
from noumena.domains.citations.text_model.text_view import TextView
from noumena.domains.citations.text_model.title_graph import title_graph
from noumena.domains.citations.text_model.words import Background, bag, year_chances

MOST_REMEMBERED = 50_000
"""Of each part; a vector of a text of 250 signs takes 2 kB."""
MOST_OF_LARGE = {
    "text": 10_000,
    "background": 10_000,
    "words after": 20_000,
    "title graph": 5_000,
    "author graph": 5_000,
}
"""Of parts that take 10 to 40 kB each, so that all together take about two gigabytes, reckoned by these sizes."""
_Made = TypeVar("_Made")


class CitationText:
    """P(text | title, authors, year, kind, words, numbers) for texts in normal form, over all ways to read them."""

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
        self._of_words, self._of_numbers = habits(self.noise)
        self.letters = Letters(formats.title_letters, formats.name_letters)
        self.background, self.usual = Background(formats, rests, local), Background(formats)
        self.shapes_before = Shapes(formats.shapes_before, bounded=True)
        self.shapes_after = Shapes(formats.shapes_after, bounded=False)
        self.number_counts = NumberCounts(self.shapes_after)
        self._remembered: dict[str, dict[Hashable, object]] = {}

    def log_prob(self, text: str, title: str, authors: str, year: int, kind: int, words: str, numbers: str) -> float:
        """ln P(text | publication)."""
        _check(title, authors, year, kind, words, numbers)
        return combined_ln(
            self._orders(title, authors),
            self._title(text, title, authors, year),
            self._title_first(text, title),
            self._authors(text, authors),
            self._after(text, "", year, kind, words, numbers),
            self._after(text, authors, year, kind, words, numbers),
        )

    def sample(
        self, rng: np.random.Generator, title: str, authors: str, year: int, kind: int, words: str, numbers: str
    ) -> str:
        """A text drawn from the same process."""
        _check(title, authors, year, kind, words, numbers)
        order = int(rng.choice(3, p=self._orders(title, authors)))
        nothing = Copyist(NOTHING, self._of_words, NONE_ASIDE)
        if rng.random() < self.noise.front_strange:
            text = drawn_shape(rng, "", self.shapes_after, self.background, UNKNOWN, nothing, nothing, first=False)
        else:
            text = drawn_label(rng, self.formats.labels)
        if order != 1:
            text += self._author_graph(authors).draw(rng, self.letters, text[-1:])
        if order == 0:
            dated = Copyist(NOTHING, self._of_words, self._year_before(year))
            text = drawn_shape(rng, text, self.shapes_before, self.usual, UNKNOWN, nothing, dated, first=False)
        if order != 2:
            text += self._title_graph(title).draw(rng, self.letters, text[-1:])
        row_of_words = self._words_row(words if rng.random() < self.noise.words_told else "")
        row_of_numbers = self._numbers_row(numbers if rng.random() < self.noise.numbers_told else "")
        if rng.random() >= self.noise.kind_told:
            kind = int(rng.integers(KINDS))
        told = Copyist(row_of_words, self._of_words, self._names(authors if order == 1 else ""))
        if rng.random() < self.noise.numbers_whole:
            whole = drawn_whole(rng, numbers.split(), self._year(year).chances, self.noise.number_left_out)
            shapes = self.number_counts.given(len(whole))
            return drawn_shape(rng, text, shapes, self.background, kind, told, Recited(whole), first=True)
        copied = Copyist(row_of_numbers, self._of_numbers, self._year(year))
        return drawn_shape(rng, text, self.shapes_after, self.background, kind, told, copied, first=True)

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

    def _words_row(self, words: str) -> Row:
        """The words of a venue, to be copied."""
        return self._once("row of words", words, lambda: words_row(words.split(), self.noise.word_cut))

    def _numbers_row(self, numbers: str) -> Row:
        """The numbers of a venue, to be copied."""
        return self._once("row of numbers", numbers, lambda: numbers_row(numbers.split(), self.noise.numbers_joined))

    def _names(self, authors: str) -> Aside:
        """Names of authors, which stand among the words after the title."""
        return self._once("names", authors, lambda: Aside(self.noise.names_share, bag(authors, self.noise.name_cut)))

    def _year(self, year: int) -> Aside:
        """The year, which stands among the numbers after the title."""
        return self._once("year", year, lambda: Aside(self.noise.year_share, year_chances(year, self.noise)))

    def _year_before(self, year: int) -> Aside:
        """The year, which stands among the numbers before the title."""
        return Aside(self.noise.year_share_before, self._year(year).chances)

    def _after(self, text: str, authors: str, year: int, kind: int, words: str, numbers: str) -> Vector:
        """ln P(rest of the text from each place on | …); with authors, these are among the words."""

        def made() -> Vector:
            of_kinds, of_any = self._words_after(text, authors, words)
            share = self.noise.kind_told
            with np.errstate(divide="ignore"):
                ln_words: Vector = np.logaddexp(np.log(share) + of_kinds[kind], np.log1p(-share) + of_any)
            shape = self._once("shape", text, lambda: after_ln(self._view(text), self.shapes_after))
            return shape + ln_words + self._numbers_after(text, year, numbers)

        return self._once("after", (text, authors, year, kind, words, numbers), made)

    def _words_after(self, text: str, authors: str, words: str) -> tuple[Vector, Vector]:
        """ln P(words of the rest from each place on | …), for each kind, and where the kind is any."""

        def made() -> tuple[Vector, Vector]:
            view = self._view(text)
            later, first = self._once("background", text, partial(self.background.along, view))
            of_kinds = copied_ln(view, WORD, self._words_row(words), self._of_words, self._names(authors), first, later)
            if words:
                share, untold = self.noise.words_told, self._words_after(text, authors, "")[0]
                of_kinds = np.logaddexp(np.log(share) + of_kinds, np.log1p(-share) + untold)
            return of_kinds, np.logaddexp.reduce(of_kinds, axis=0) - np.log(KINDS)

        return self._once("words after", (text, authors, words), made)

    def _numbers_after(self, text: str, year: int, numbers: str) -> Vector:
        """ln P(numbers of the rest from each place on | …)."""

        def made() -> Vector:
            share, each = self.noise.numbers_told, self._each_number(text, year, numbers)
            chances, left_out = self._year(year).chances, self.noise.number_left_out
            whole = whole_ln(self._view(text), numbers.split(), chances, self.number_counts, left_out)
            with np.errstate(divide="ignore"):
                if numbers:
                    each = np.logaddexp(np.log(share) + each, np.log1p(-share) + self._each_number(text, year, ""))
                share = self.noise.numbers_whole
                ln: Vector = np.logaddexp(np.log(share) + whole, np.log1p(-share) + each)
            return ln

        return self._once("numbers after", (text, year, numbers), made)

    def _each_number(self, text: str, year: int, numbers: str) -> Vector:
        """The same, where numbers are copied one by one or not at all."""

        def made() -> Vector:
            view = self._view(text)
            first = self._once("background", text, partial(self.background.along, view))[1][UNKNOWN]
            return copied_ln(view, NUMBER, self._numbers_row(numbers), self._of_numbers, self._year(year), first, first)

        return self._once("each number", (text, year, numbers), made)

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
            token = token_ln(view, self._usual(text), self._year_before(year))
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
            token = token_ln(view, later[UNKNOWN], NONE_ASIDE)
            strange = between_ln(view, self.shapes_after, start, token)
            strange[0] = self.shapes_after.ln[EDGE, EDGE, EDGE]
            with np.errstate(divide="ignore"):
                front: Vector = np.logaddexp(np.log1p(-share) + view.label, np.log(share) + strange)
            return front

        return self._once("front", text, made)

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


def _check(title: str, authors: str, year: int, kind: int, words: str, numbers: str) -> None:
    for what, given in (("title", title), ("authors", authors), ("words", words), ("numbers", numbers)):
        check_signs(what, given)
    if year != 0 and not 1000 <= year <= 9998:
        raise ValueError(f"the year is {year}; it must be from 1000 to 9998, or 0 where it is not known")
    if not 0 <= kind < KINDS:
        raise ValueError(f"the kind is {kind}; it must be from 0 to {KINDS - 1}")
