"""What is known of a word, and the features of words and gaps."""

from __future__ import annotations

import pytest

from noumena.domains.citations.reading.features import Features, features_of, parts_clauses
from noumena.domains.citations.reading.lexicon import Lexicon, is_year, shape_of, shipped_lexicon
from noumena.domains.citations.reading.tokens import tokens_of

LEXICON = Lexicon({"bee": 50, "april": 5}, {"anna": 30, "lee": 9}, {"games": 40, "lee": 8})


def features(text: str) -> Features:
    return features_of(tokens_of(text), LEXICON)


def starting(text: str, start: str) -> list[str]:
    """For each word of the text its feature that begins so."""
    return [next(name for name in names if name.startswith(start)) for names in features(text).words]


@pytest.mark.parametrize(
    ("word", "shape"),
    [
        ("a", "initial"), ("in", "letters2"), ("game", "letters4"), ("learning", "letters8"), ("1990", "year"),
        ("1990b", "year"), ("1890", "digits4"), ("12", "digits2"), ("1234567", "digits5"), ("2nd", "ordinal"),
        ("tr12", "mixed"), ("o'hara", "mixed"),
    ],
)  # fmt: skip
def test_words_have_shapes(word: str, shape: str) -> None:
    assert shape_of(word) == shape


def test_years_are_those_of_printed_papers() -> None:
    assert [is_year(word) for word in ("1900", "2029", "1991h", "1899", "2030", "1991z", "199", "19911")] == [
        True, True, True, False, False, False, False, False,
    ]  # fmt: skip


def test_words_have_classes() -> None:
    words = ("proc", "anna", "bee", "games", "lee", "xyzzy", "j", "7", "april")
    classes = ["meeting", "given", "surname", "word", "both", "unknown", "journal", "digits1", "month"]
    assert [LEXICON.class_of(word) for word in words] == classes
    assert LEXICON.known("bee") == (3, 0, 0)


def test_the_shipped_lexicon_tells_names_from_words() -> None:
    lexicon = shipped_lexicon()
    assert [lexicon.class_of(word) for word in ("smith", "stuart", "learning")] == ["surname", "given", "word"]


def test_every_word_and_every_gap_has_features() -> None:
    found = features("a. bee. on games, 1990.")
    assert [names[0] for names in found.words] == ["1"] * 5
    assert [names[1] for names in found.gaps] == ["g=.", "g=.", "g=", "g=,"]
    assert features("bee").gaps == []
    assert features("") == Features([], [])


def test_a_rare_gap_is_read_by_its_strongest_sign() -> None:
    names = {name for gap in features('why games?," in games').gaps for name in gap}
    assert {'g=?,"', 'h="', "h="} <= names


def test_the_stop_after_an_initial_parts_no_clauses() -> None:
    tokens = tokens_of("a. bee. on games, in go - a view")
    assert [parts_clauses(tokens, i) for i in range(1, 9)] == [False, True, False, True, False, True, False, False][:8]


def test_quotes_and_stops_are_counted() -> None:
    assert starting('a. bee. "on games," in go.', "q=") == [
        "q=before", "q=before", "q=within", "q=within", "q=after0", "q=after0",
    ]  # fmt: skip
    assert starting("a. bee. on games. in go", "n=") == ["n=0", "n=0", "n=1", "n=1", "n=2", "n=2"]


def test_a_clause_with_in_at_its_front_is_known_before_and_after() -> None:
    assert starting("on games. in go", "i=") == ["i=before", "i=before", "i=in", "i=after"]
    assert starting("games in go, a. bee, ed.", "i=") == ["i=nonee"] * 6
