"""Citations that are made up from a bibliography."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from noumena.domains.citations.bibliography import Name
from noumena.domains.citations.normal_form import normal
from noumena.domains.citations.reading.made_up import Entry, entries_of, made_up, read_entries, tagged_text
from noumena.domains.citations.reading.made_up_names import written_names
from noumena.domains.citations.reading.states import AUTHOR, LATE_AUTHOR, TITLE, may_follow, tagged_states
from noumena.domains.citations.text_model.segments import untagged

ENTRIES = [
    Entry("Learning of games: a view", (Name("bee", "anna", "c"), Name("wasp", "d"), Name("van der ant", "e"))),
    Entry("On the flight of bees", (Name("moth", "ian"),)),
    Entry("Why plan?", (Name("fly"), Name("o'gnat", "jo", "k l"))),
]


def test_the_same_seed_makes_the_same_citations() -> None:
    assert made_up(ENTRIES, 50, 3) == made_up(ENTRIES, 50, 3)
    assert made_up(ENTRIES, 50, 3) != made_up(ENTRIES, 50, 4)


def test_citations_have_states_that_may_follow_each_other_and_many_forms() -> None:
    texts, titles, authors = [], 0, 0
    for tagged in made_up(ENTRIES, 400, 1):
        tokens, states = tagged_states(tagged)
        assert may_follow()[states[:-1], states[1:]].all()
        texts.append(tokens.text)
        titles += TITLE in states
        authors += AUTHOR in states or LATE_AUTHOR in states
    assert titles > 0.9 * len(texts)
    assert authors > 0.9 * len(texts)
    assert sum('"' in text for text in texts) > 40
    assert sum("et al" in text for text in texts) > 2
    assert max(map(len, texts)) > 150
    assert len(set(texts)) > 390


def test_pieces_are_put_into_their_tags() -> None:
    tagged = tagged_text([("author", "A. Bee"), ("", ", "), ("title", "On Go")])
    assert tagged == "<author>A. Bee</author>, <title>On Go</title>"
    assert untagged(tagged).text == "a. bee, on go"


def test_rows_become_entries() -> None:
    rows: list[dict[str, object]] = [
        {"title": "On {Go} <b>", "authors": "Bee, Anna C.; D. Wasp"},
        {"title": "Games.", "author": "Bee, Anna and Wasp, D."},
        {"title": "", "authors": "Bee, A."},
        {"title": "Nobody", "authors": None},
    ]
    both = (Name("bee", "anna", "c"), Name("wasp", "d"))
    assert entries_of(rows) == [Entry("On Go b", both), Entry("Games", (Name("bee", "anna"), Name("wasp", "d")))]


def test_entries_are_read_from_a_file(tmp_path: Path) -> None:
    path = tmp_path / "books.csv"
    path.write_text('title,authors\nOn Go,"Bee, A.; Wasp, C."\n', encoding="utf-8")
    assert read_entries(str(path)) == [Entry("On Go", (Name("bee", "a"), Name("wasp", "c")))]


@pytest.mark.parametrize("bare", [True, False])
def test_lists_of_names_hold_all_surnames_or_end_in_et_al(bare: bool) -> None:
    rng = np.random.default_rng(2)
    for _ in range(200):
        text = normal(written_names(rng, ENTRIES[0].names, bare))
        assert "et al" in text or all(name.surname in text for name in ENTRIES[0].names)
