"""The text of a citation given its publication: one distribution, summed over all ways to read the text."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations, pairwise
from typing import Any

import numpy as np
import pytest
from scipy import stats

import noumena as nm
from noumena.domains.citations.text_model.alphabet import ALPHABET, EDGE, NUMBER, SYMBOLS, WORD, runs
from noumena.domains.citations.text_model.citation_text import CitationText
from noumena.domains.citations.text_model.copied_whole import YEARS
from noumena.domains.citations.text_model.formats import KINDS, Formats, NameFormats
from noumena.domains.citations.text_model.label import label_ln
from noumena.domains.citations.text_model.local_words import LOCAL, LocalWords
from noumena.domains.citations.text_model.noise import Noise
from noumena.domains.citations.text_model.shapes import Shapes
from noumena.domains.citations.text_model.word_pairs import START, context_of
from noumena.domains.citations.text_model.words import Background, bag, year_chances
from tests.domains.citations.text_model.walks import lengths, walked

FORMATS = Formats(
    orders=(0.6, 0.25, 0.15),
    labels=0.1,
    names=NameFormats(),
    shapes_before={"EE ": 200, "E E": 200, "EE.": 100, "E. ": 100, ". E": 100, "E N": 9, " N ": 9, "N E": 9},
    shapes_after={"EEE": 300, "EE.": 100, "E.E": 100, "EE ": 60, "E W": 30, " WE": 30, "E N": 30, " NE": 30},
    words={"in": (1, 9, 2, 0, 3)},
    first_words={"in": 3},
    word_letters={"Ea": 5, "aE": 3, "Ei": 2, "in": 4, "nE": 4},
    number_lengths=(3, 2, 1, 0, 0, 0, 0, 0),
)
NOISE = Noise(end_lost=0.1, any_order=0.1, given_left_out=0.4, front_strange=0.05)
PUBLICATION = ("a b", "c, d", 1993, 1, "in", "7")
AT_HAND = [
    ((), None),
    ((". in a", ". in a", " in a 7 a"), None),
    ((". in a", ". in a", " in a 7 a"), LocalWords([["a", "b"], ["b", "in"], ["b"]])),
]
"""What stands after titles in the texts at hand, and their words."""


def tokens(text: str, start: int) -> Iterator[tuple[int, str, int]]:
    """The tokens of a text from a place on: symbol, token, end."""
    cut = runs(text)
    while start < len(text):
        yield int(cut.symbol[start]), text[start : cut.end[start]], int(cut.end[start])
        start = int(cut.end[start])


def shape_probability(shapes: Shapes, symbols: list[int]) -> float:
    padded = [EDGE, EDGE, *symbols, EDGE]
    return float(np.exp(sum(shapes.ln[a, b, s] for a, b, s in zip(padded, padded[1:], padded[2:], strict=False))))


def token_probability(
    background: Background, token: str, context: str, kind: int, sources: list[tuple[float, dict[str, float]]]
) -> float:
    """One word or number, by its sources and the background."""
    left = 1.0 - sum(share for share, chances in sources if chances)
    own = sum(share * chances.get(token, 0.0) for share, chances in sources if chances)
    if token.isdigit():
        return own + left * float(np.exp(background.ln_number(token)))
    letters = [26, *(ALPHABET.index(letter) for letter in token), 26]
    spelled = float(np.exp(sum(background.ln_pairs[a, b] for a, b in pairwise(letters))))
    common = background.rare * spelled + (background.listed[token][kind] if token in background.listed else 0.0)
    if background.local.chances:
        common = (1.0 - LOCAL) * common + LOCAL * background.local.chances.get(token, 0.0)
    if context == START:
        common = 0.8 * (background.first[token][kind] if token in background.first else 0.0) + 0.2 * common
    return own + left * float(np.exp(background.pairs.ln(token, context, kind, float(np.log(common)))))


def after_probability(
    made: CitationText, text: str, start: int, authors: str, year: int, kind: int, venue: tuple[str, str]
) -> float:
    """The rest of a text, whose words may be of its kind or of any, and may be those of the venue or not."""
    noise, words, numbers = made.noise, 0.0, 0.0
    of_words, of_numbers = (told.split() for told in venue)
    for other in range(KINDS):
        share = noise.kind_told * (other == kind) + (1.0 - noise.kind_told) / KINDS
        words += share * told_probability(made, text, start, WORD, of_words, authors, year, other, noise.words_told)
    numbers = told_probability(made, text, start, NUMBER, of_numbers, authors, year, kind, noise.numbers_told)
    numbers *= 1.0 - noise.numbers_whole
    lost = noise.number_left_out if len(of_numbers) > 1 else 0.0
    numbers += noise.numbers_whole * (1.0 - lost) * whole_probability(made, text, start, of_numbers, year)
    for place in range(len(of_numbers) if lost else 0):
        others = of_numbers[:place] + of_numbers[place + 1 :]
        numbers += noise.numbers_whole * lost / len(of_numbers) * whole_probability(made, text, start, others, year)
    return words * numbers * shape_probability(made.shapes_after, [symbol for symbol, _, _ in tokens(text, start)])


def whole_probability(made: CitationText, text: str, start: int, row: list[str], year: int) -> float:
    """All numbers of a rest: those of the row with the year put among them, wherever; P(count) is taken off."""
    written = [token for symbol, token, _ in tokens(text, start) if symbol == NUMBER]
    chances, total = year_chances(year, made.noise), 0.0
    years = len(written) - len(row)
    if not 0 <= years < len(YEARS):
        return 0.0
    for places in combinations(range(len(written)), years):
        others = [token for place, token in enumerate(written) if place not in places]
        if others == row:
            total += math.prod(chances.get(written[place], 0.0) for place in places)
    share = YEARS[years] if year else float(years == 0)
    return share * total / math.comb(len(written), years) / count_probability(made.shapes_after, len(written))


def count_probability(shapes: Shapes, number: int) -> float:
    """P(a shape has so many numbers), symbol by symbol until next to nothing is left."""
    chances = np.exp(shapes.ln)
    alive = np.zeros((number + 2, SYMBOLS, SYMBOLS))  # numbers so far, the last for more; the last two symbols
    alive[0, EDGE, EDGE] = 1.0
    found = 0.0
    while alive.sum() > 1e-18:
        steps = alive[..., None] * chances
        found += float(steps[number, :, :, EDGE].sum())
        alive = steps.sum(axis=1)
        alive[:, :, EDGE] = 0.0
        alive[1:-1, :, NUMBER], alive[0, :, NUMBER] = alive[:-2, :, NUMBER].copy(), 0.0
    return found


def told_probability(
    made: CitationText,
    text: str,
    start: int,
    symbol: int,
    row: list[str],
    authors: str,
    year: int,
    kind: int,
    told: float,
) -> float:
    """All words, or all numbers, of a rest: copied from a row with `told`, else without it."""
    with_row = copied_probability(made, text, start, symbol, row, authors, year, kind)
    return told * with_row + (1.0 - told) * copied_probability(made, text, start, symbol, [], authors, year, kind)


def copied_probability(
    made: CitationText, text: str, start: int, symbol: int, row: list[str], authors: str, year: int, kind: int
) -> float:
    """The sum over all ways to copy, one by one: of each token where in the row it was copied from, if at all."""
    noise = made.noise
    share, chances = (
        (noise.names_share, bag(authors, noise.name_cut))
        if symbol == WORD
        else (noise.year_share, year_chances(year, noise))
    )
    share = share if chances else 0.0
    written: list[tuple[str, float]] = []
    place = start
    for found, token, end in tokens(text, start):
        if found == symbol:
            context = context_of(text[:place]) if written or symbol == NUMBER else START
            written.append((token, token_probability(made.background, token, context, kind, [])))
        place = end

    of = "word" if symbol == WORD else "number"
    next_copied = [getattr(noise, f"{of}_copied{on}") for on in ("", "_on")]
    passed = [getattr(noise, f"{of}_passed{on}") for on in ("", "_on")]

    def onward(t: int, j: int, copying: int) -> float:
        if t == len(written):
            return 1.0
        token, background = written[t]
        total, left = 0.0, 1.0
        for m in range(len(row)):
            step = noise.copied_anywhere / len(row)
            if m >= j:
                step += next_copied[copying] * (1.0 - passed[copying]) * passed[copying] ** (m - j)
            left -= step
            for form, to, chance in forms(row, m, symbol, noise):
                if form == token:
                    total += step * chance * onward(t + 1, to, 1)
        total += left * background * onward(t + 1, j, 0)
        return (1.0 - share) * total + share * chances.get(token, 0.0) * onward(t + 1, j, copying)

    return onward(0, 0, 0)


def forms(row: list[str], at: int, symbol: int, noise: Noise) -> Iterator[tuple[str, int, float]]:
    """What may be written for a token of a row, where the row goes on, and how often."""
    token, size = row[at], len(row[at])
    if symbol == NUMBER:
        alone = 1.0 if at + 1 == len(row) else 1.0 - noise.numbers_joined
        yield token, at + 1, alone
        if at + 1 < len(row):
            yield token + row[at + 1], at + 2, noise.numbers_joined
        return
    yield token, at + 1, 1.0 - noise.word_cut if size > 1 else 1.0
    for length in range(1, size):
        yield token[:length], at + 1, noise.word_cut / (size - 1)


def shape_probabilities(
    background: Background, shapes: Shapes, text: str, start: int, numbers: list[tuple[float, dict[str, float]]]
) -> Iterator[tuple[int, float]]:
    """Where a row of tokens by a shape may end, with its probability."""
    symbols, total, place = [], 1.0, start
    for symbol, token, end in tokens(text, start):
        symbols.append(symbol)
        if symbol in (WORD, NUMBER):
            sources = numbers if symbol == NUMBER else []
            total *= token_probability(background, token, context_of(text[:place]), 4, sources)
        place = end
        yield end, total * shape_probability(shapes, symbols)


def before_probabilities(made: CitationText, text: str, start: int, year: int) -> Iterator[tuple[int, float]]:
    """Where what is between authors and title may end, with its probability."""
    numbers = [(made.noise.year_share_before, year_chances(year, made.noise))]
    yield from shape_probabilities(made.usual, made.shapes_before, text, start, numbers)


def front_probabilities(made: CitationText, text: str) -> np.ndarray:
    """Where what is before the first field may end: a label, or the end of another citation."""
    share = made.noise.front_strange
    front = (1.0 - share) * np.exp(label_ln(text, made.formats.labels))
    front[0] += share * shape_probability(made.shapes_after, [])
    for end, chance in shape_probabilities(made.background, made.shapes_after, text, 0, []):
        front[end] += share * chance
    return front


def slow_probability(
    made: CitationText, text: str, title: str, authors: str, year: int, kind: int, *venue: str
) -> float:
    """The sum over every order and every place where the fields may end, one by one."""
    size, letters, (words, numbers) = len(text), made.letters, venue
    title_graph, author_graph = made._title_graph(title), made._author_graph(authors)
    label = front_probabilities(made, text)
    places = range(size + 1)
    plain = [after_probability(made, text, i, "", year, kind, (words, numbers)) for i in places]
    named = [after_probability(made, text, i, authors, year, kind, (words, numbers)) for i in places]
    titles = {(i, j): walked(title_graph, letters, text, i, j) for i in places for j in range(i, size + 1)}
    first, second, third = made._orders(title, authors)
    total = 0.0
    for begin in (i for i in places if label[i]):
        total += second * label[begin] * sum(titles[begin, j] * named[j] for j in range(begin, size + 1))
        for i in range(begin, size + 1):
            names = label[begin] * walked(author_graph, letters, text, begin, i)
            total += third * names * plain[i]
            for j, between in before_probabilities(made, text, i, year):
                total += first * names * between * sum(titles[j, k] * plain[k] for k in range(j, size + 1))
    return total


@pytest.mark.parametrize(
    ("text", "publication"),
    [
        ("", PUBLICATION),
        ("d a b", PUBLICATION),
        ("c a in", PUBLICATION),
        ("7: a b", PUBLICATION),
        ("a b 7", PUBLICATION),
        ("a b c", PUBLICATION),
        ("c 93 a", PUBLICATION),
        ("a in", ("a", "", 0, 4, "", "")),
        (" in a", ("a", "", 0, 4, "", "")),
        ("c. a", ("a", "", 0, 0, "in", "")),
    ],
)
@pytest.mark.parametrize(("rests", "local"), AT_HAND)
def test_the_sum_is_that_over_all_ways_to_read_a_text(
    text: str, publication: tuple[str, str, int, int, str, str], rests: tuple[str, ...], local: LocalWords | None
) -> None:
    made = CitationText(FORMATS, NOISE, rests, local)
    assert np.exp(made.log_prob(text, *publication)) == pytest.approx(
        slow_probability(made, text, *publication), rel=1e-10
    )


@pytest.mark.parametrize("text", ["in 7, ab 71993 in 7", "i c in ab in, c in 93", "7 7 7", "in", ""])
@pytest.mark.parametrize("venue", [("", ""), ("in abc in", "7 1993 7"), ("ab", "7"), ("in in", "")])
@pytest.mark.parametrize("authors", ["", "c, in"])
@pytest.mark.parametrize("year", [0, 1993])
def test_rests_are_copied_in_all_ways(text: str, venue: tuple[str, str], authors: str, year: int) -> None:
    made = CitationText(FORMATS, NOISE, *AT_HAND[2])
    found = made._after(text, authors, year, 1, *venue)
    slow = [after_probability(made, text, i, authors, year, 1, venue) for i in range(len(text) + 1)]
    assert np.exp(found) == pytest.approx(slow, rel=1e-10)


def test_texts_of_no_and_one_sign_have_the_mass_that_the_parts_give_them() -> None:
    made = CitationText(FORMATS, replace(NOISE, front_strange=0.0))
    title, authors, year, kind, words, numbers = PUBLICATION
    total = sum(np.exp(made.log_prob(sign, *PUBLICATION)) for sign in ALPHABET)
    of_title, of_authors = (lengths(graph, 1) for graph in (made._title_graph(title), made._author_graph(authors)))
    # Rests of one sign: one symbol, and for words and numbers all of one letter or digit.
    chances = {False: 0.0, True: 0.0}
    for names in (False, True):
        listed = authors if names else ""
        signs = np.array([after_probability(made, s, 0, listed, year, kind, (words, numbers)) for s in ALPHABET])
        chances[names] = float(signs.sum())
    empty = after_probability(made, "", 0, "", year, kind, (words, numbers))
    alone = [
        float(np.exp(made.shapes_before.ln[EDGE, EDGE, s] + made.shapes_before.ln[EDGE, s, EDGE]))
        for s in range(3, SYMBOLS)
    ]
    first, second, third = made._orders(title, authors)
    expected = first * of_authors[0] * sum(alone) * of_title[0] * empty
    expected += second * (of_title[1] * empty + of_title[0] * chances[True])
    expected += third * (of_authors[1] * empty + of_authors[0] * chances[False])
    assert total == pytest.approx(0.9 * expected, rel=1e-10)  # no label fits into one sign


@pytest.mark.parametrize(("rests", "local"), AT_HAND)
def test_texts_are_drawn_as_often_as_they_are_likely(rests: tuple[str, ...], local: LocalWords | None) -> None:
    """Chi-square over the texts that come up most, and all others together; false alarm 1e-6."""
    noise = replace(NOISE, front_strange=0.1)
    made, rng, count = CitationText(FORMATS, noise, rests, local), np.random.default_rng(4), 6000
    common = {made.sample(rng, *PUBLICATION) for _ in range(400)}
    chances = {text: float(np.exp(made.log_prob(text, *PUBLICATION))) for text in common}
    chances = {text: chance for text, chance in chances.items() if chance * count >= 8.0}
    assert len(chances) > 20
    drawn = [made.sample(rng, *PUBLICATION) for _ in range(count)]
    seen = np.array([drawn.count(text) for text in chances])
    expected = np.array(list(chances.values())) * count
    seen, expected = np.append(seen, count - seen.sum()), np.append(expected, count - expected.sum())
    assert stats.chisquare(seen, expected).pvalue > 1e-6


def test_what_was_drawn_has_a_probability() -> None:
    made, rng = CitationText(), np.random.default_rng(5)
    publication = ("learning to read", "pearl, judea; dean, t.", 1990, 2, "journal of reading", "12")
    for _ in range(30):
        assert -2000.0 < made.log_prob(made.sample(rng, *publication), *publication) <= 0.0


def test_a_citation_is_likelier_for_what_it_cites() -> None:
    made = CitationText()
    text = "pearl, j. and dean, t. (1990). learning to raed. journal of reading, 12, pp. 3-9."
    right = made.log_prob(text, "learning to read", "pearl, judea; dean, t.", 1990, 2, "journal of reading", "12")
    others = [
        ("learning to write", "pearl, judea; dean, t.", 1990, 2, "journal of reading", "12"),
        ("learning to read", "minsky, marvin", 1990, 2, "journal of reading", "12"),
        ("learning to read", "pearl, judea; dean, t.", 1985, 2, "journal of reading", "12"),
        ("learning to read", "pearl, judea; dean, t.", 1990, 0, "technical report", ""),
    ]
    assert all(made.log_prob(text, *other) < right - 3.0 for other in others)


def test_a_long_text_does_not_underflow() -> None:
    made = CitationText()
    text = "smith, j. a title. " + "zq x. 12, " * 300
    assert -20000.0 < made.log_prob(text, "a title", "smith, j.", 0, 4, "", "") < -3000.0


def test_what_is_remembered_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("noumena.domains.citations.text_model.citation_text.MOST_REMEMBERED", 3)
    monkeypatch.setattr("noumena.domains.citations.text_model.citation_text.MOST_OF_LARGE", {"text": 2})
    made = CitationText(FORMATS, NOISE)
    texts = ["a b", "a", "b", "c a", "d a b", "a b"]
    again = CitationText(FORMATS, NOISE)
    assert [made.log_prob(text, *PUBLICATION) for text in texts] == [
        again.log_prob(text, *PUBLICATION) for text in texts
    ]
    assert all(len(known) <= 3 for known in made._remembered.values())
    assert len(made._remembered["text"]) <= 2


@pytest.mark.parametrize(
    ("text", "publication", "message"),
    [
        ("A b", PUBLICATION, "the text 'A b' has the sign 'A', and is not in normal form"),
        ("a", ("é", "", 0, 0, "", ""), "the title 'é' has the sign 'é', and is not in normal form"),
        ("a", ("a", "Smith", 0, 0, "", ""), "the authors 'Smith' has the sign 'S'"),
        ("a", ("a", "", 93, 0, "", ""), "the year is 93; it must be from 1000 to 9998, or 0 where it is not known"),
        ("a", ("a", "", 0, 5, "", ""), "the kind is 5; it must be from 0 to 4"),
    ],
)
def test_what_cannot_be_read_is_refused(
    text: str, publication: tuple[str, str, int, int, str, str], message: str
) -> None:
    with pytest.raises(ValueError, match=message):
        CitationText(FORMATS, NOISE).log_prob(text, *publication)


@pytest.mark.parametrize("engine", ["exact", "mh"])
def test_a_model_asks_which_publication_is_cited(engine: str) -> None:
    text = """
    type Pub; type Cit;
    distinct Pub P1, P2; distinct Cit C;
    fixed String Title(Pub p) = if p == P1 then "learning to read" else "learning to write";
    random Pub Cited(Cit c) ~ UniformChoice({p for Pub p});
    random String Text(Cit c) ~ CitationText(Title(Cited(c)), "pearl, judea", 1990, 2, "", "");
    obs Text(C) = "j. pearl. learning to raed. 1990.";
    query Cited(C);
    """
    model = nm.Model.from_text(text, distributions={"CitationText": CitationText})
    options: dict[str, Any] = {"samples": 200, "seed": 1, "backend": "python"} if engine == "mh" else {}
    posterior = model.infer(engine=engine, **options)
    assert posterior["Cited(C)"].probability("P1") > 0.9
