"""Readings of citations: what all have in common, and some that must be right."""

from __future__ import annotations

import json
import math
from functools import lru_cache
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from noumena.domains.citations.normal_form import normal, title_form
from noumena.domains.citations.reading import Reader
from noumena.domains.citations.reading.reader import Reading
from noumena.domains.citations.text_model.author_graph import parsed_names
from noumena.domains.citations.text_model.citation_text import CitationText
from noumena.domains.citations.text_model.formats import BOOK, JOURNAL, PROCEEDINGS, REPORT, UNKNOWN

SHARED = Path(__file__).parents[5] / "shared" / "data"
PIECES = st.sampled_from(
    ["a. bee", "smith, j.", " and ", ", ", ". ", '"', "on the theory of games", "(1990)", "in proc. of go", " - ",
     "pp. 1-20", "journal of go 12(3)", "?", "et al.", "[12] ", "'", "thesis", "é", "<=", "7"]
)  # fmt: skip


@lru_cache(maxsize=1)
def shipped() -> Reader:
    return Reader()


@lru_cache(maxsize=1)
def model() -> CitationText:
    return CitationText()


def check(text: str, most: int = 4) -> tuple[Reading, ...]:
    """Everything that holds of the readings of any text."""
    readings = shipped().readings(text, most)
    assert 1 <= len(readings) <= most
    assert math.fsum(reading.weight for reading in readings) == pytest.approx(1.0)
    assert [reading.weight for reading in readings] == sorted((r.weight for r in readings), reverse=True)
    assert len({(reading.title, reading.authors) for reading in readings}) == len(readings)
    for reading in readings:
        assert reading.title == title_form(reading.title)
        assert reading.weight > 0.0
        assert str(reading.year) not in reading.venue.split()
    assert shipped().readings(normal(text), most) == readings
    return readings


@settings(max_examples=60, deadline=None)
@given(st.text(max_size=80) | st.lists(PIECES, max_size=12).map("".join), st.integers(1, 6))
@example("", 4)
@example("1990", 1)
@example("?!.,", 3)
def test_readings_of_any_text_are_taken_by_the_model(text: str, most: int) -> None:
    for reading in check(text, most):
        words, numbers = (" ".join(filter(kind, reading.venue.split())) for kind in (str.isalpha, str.isdigit))
        fields = reading.title, reading.authors, reading.year, reading.kind, words, numbers
        assert model().log_prob(normal(text), *fields) > -math.inf


@pytest.mark.parametrize(
    "text", ["on go. " * 1500, "a" * 10_000, "1" * 10_000, "a. bee, " * 1250, "." * 10_000, "learning of games " * 600]
)
def test_long_texts_are_read(text: str) -> None:
    for reading in check(text):
        assert len(reading.title.split()) <= 60
        fields = reading.title, reading.authors[:99], 0, reading.kind, "", ""
        assert model().log_prob("a. bee. on go", *fields) > -math.inf


def test_a_text_without_words_has_one_empty_reading() -> None:
    assert check("") == check(" ?! ") == (Reading("", "", 0, UNKNOWN, "", 1.0),)


def test_fewer_than_one_reading_is_refused() -> None:
    with pytest.raises(ValueError, match="0 readings are asked for; at least 1 is needed"):
        shipped().readings("A. Bee. On Go.", 0)


def test_the_first_readings_are_the_same_in_order_however_many_are_asked_for() -> None:
    text = "K. Wasp and A. Bee. Flight and foraging in the small hours, in Insects, ed. C. Dee, Springer, 1990"
    one, many = check(text, 1), check(text, 6)
    assert (one[0].title, one[0].authors) == (many[0].title, many[0].authors)
    assert one[0].weight == pytest.approx(1.0)


@pytest.mark.parametrize(
    ("text", "title", "authors", "year", "kind", "venue"),
    [
        (
            "Hopper, G. M. and Mauchly, J. W. (1953). Influence of programming techniques on the design of computers."
            " Proceedings of the IRE, 41:1250-1254.",
            "influence of programming techniques on the design of computers",
            "hopper, g m; mauchly, j w",
            1953,
            PROCEEDINGS,
            "proceedings of the ire 41 1250 1254",
        ),
        (
            'M. Minsky, "Steps toward artificial intelligence," Proc. IRE, vol. 49, pp. 8-30, Jan. 1961.',
            "steps toward artificial intelligence",
            "minsky, m",
            1961,
            PROCEEDINGS,
            "proc ire vol 49 pp 8 30 jan",
        ),
        (
            "Donald E. Knuth. Semantics of context-free languages. Mathematical Systems Theory, 2(2):127-145, 1968.",
            "semantics of context-free languages",
            "knuth, donald e",
            1968,
            JOURNAL,
            "mathematical systems theory 2 2 127 145",
        ),
        (
            "[7] R. Brooks. Symbolic reasoning among 3-D models and 2-D images. PhD thesis, Stanford University, 1981.",
            "symbolic reasoning among 3-d models and 2-d images",
            "brooks, r",
            1981,
            REPORT,
            "phd thesis stanford university",
        ),
        (
            "N. J. Nilsson. Principles of Artificial Intelligence. Morgan Kaufmann, Los Altos, CA, 1980.",
            "principles of artificial intelligence",
            "nilsson, n j",
            1980,
            BOOK,
            "morgan kaufmann los altos ca",
        ),
    ],
)
def test_citations_are_read_right(text: str, title: str, authors: str, year: int, kind: int, venue: str) -> None:
    first = check(text)[0]
    assert (first.title, first.authors, first.year, first.kind, first.venue) == (title, authors, year, kind, venue)


@pytest.mark.parametrize(
    ("text", "title", "surnames"),
    [
        ("S. Minton M. Drummond Solving large planning problems. In AAAI-90, 1990.", "solving large planning problems",
         ["minton", "drummond"]),
        ("Reactive planning for mobile robots, A. Smith and B. Jones, in Proc. ICRA, 1988",
         "reactive planning for mobile robots", ["smith", "jones"]),
        ("J. Doyle, editor. Readings in planning systems. Springer, 1985", "readings in planning systems", ["doyle"]),
        ("Smith J., Learning to plan?, in Machine Learning: an overview, J. Carbonell (ed.), 1989", "learning to plan?",
         ["smith"]),
    ],
)  # fmt: skip
def test_the_right_reading_is_among_the_first(text: str, title: str, surnames: list[str]) -> None:
    found = [(reading.title, [name.surname for name in parsed_names(reading.authors)]) for reading in check(text)]
    assert (title, surnames) in found


@pytest.mark.skipif(not SHARED.exists(), reason="the CiteSeer citations are not beside the project")
@pytest.mark.parametrize("name", ["face", "constraint"])
def test_nearly_all_titles_of_other_sets_are_among_the_first_four(name: str) -> None:
    lines = (SHARED / "citeseer" / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()[::5]
    rows = [json.loads(line) for line in lines]
    rows = [row for row in rows if row["fields"].get("title")]
    hits = [
        [reading.title for reading in shipped().readings(row["text"])].count(title_form(row["fields"]["title"][0]))
        for row in rows
    ]
    assert len(hits) > 50
    assert sum(hits) >= 0.9 * len(hits)


def test_editors_are_read_as_authors_are() -> None:
    text = "A. Bee. On urns. In J. von Dee, Kim Ek & M. Eff (eds.), Readings in urns, pages 1-20. Go Press, 1990."
    assert shipped().readings(text)[0].editors == "von dee, j; ek, kim; eff, m"
    assert {reading.editors for reading in shipped().readings("A. Bee. On urns. Journal of Go 12(3), 1990.")} == {""}
