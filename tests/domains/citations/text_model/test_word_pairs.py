"""Words that follow each other: shares that sum to 1, draws that follow them, and what a context is."""

from __future__ import annotations

import math
from collections import Counter

import numpy as np
import pytest

from noumena.domains.citations.text_model.formats import KINDS
from noumena.domains.citations.text_model.local_words import LocalWords
from noumena.domains.citations.text_model.word_pairs import ANYWHERE, START, WordPairs, context_of, pairs_of_rest

RESTS = (
    ". communications of the acm, 1990",
    ". communications of the acm 12",
    ". in proc. of the aaai",
    ". proc. of it",
)
WORDS = ("communications", "of", "the", "acm", "in", "proc", "aaai", "it", "new")
ELSE = math.log(1.0 / len(WORDS))
"""In place of another distribution of words: all alike."""


def tilt(word: str) -> np.ndarray:
    """The first kind has "communications" twice as often."""
    return np.array([2.0, *np.ones(KINDS - 1)]) if word == "communications" else np.ones(KINDS)


@pytest.fixture(scope="module")
def pairs() -> WordPairs:
    return WordPairs(map(pairs_of_rest, RESTS), tilt)


@pytest.mark.parametrize(
    ("before", "context"),
    [
        ("", ANYWHERE),
        ("in ", "in"),
        ("co-", "co"),
        ("and/", "and"),
        ("proc. ", "."),
        ("vol 3 ", "0"),
        ("vol 3", "0"),
        ("(", "("),
        ("inter", ANYWHERE),
        ("a  ", ANYWHERE),
    ],
)
def test_a_context_is_the_word_or_the_sign_before(before: str, context: str) -> None:
    assert context_of(before) == context


def test_words_after_a_title_have_contexts() -> None:
    assert pairs_of_rest(". proc. of it") == [(START, "proc"), (".", "of"), ("of", "it")]
    assert pairs_of_rest(" 1990") == []


@pytest.mark.parametrize("context", [START, ANYWHERE, "of", "the", ".", "unheard"])
@pytest.mark.parametrize("kind", [0, 1])
def test_shares_sum_to_one_and_words_are_drawn_so(pairs: WordPairs, context: str, kind: int) -> None:
    """Draws within 5 standard errors; false alarm below 1e-4 for all of them."""
    chances = {word: math.exp(pairs.ln(word, context, kind, ELSE)) for word in WORDS}
    assert sum(chances.values()) == pytest.approx(1.0)
    rng, number = np.random.default_rng(1), 4000
    drawn = Counter(pairs.drawn(rng, context, kind) or WORDS[rng.integers(len(WORDS))] for _ in range(number))
    for word, chance in chances.items():
        assert abs(drawn[word] - number * chance) < 5 * math.sqrt(number * chance)


def test_a_phrase_is_one_choice(pairs: WordPairs) -> None:
    """Once it has begun, the rest of it is likely; a word of one text alone is hardly known."""
    assert pairs.ln("the", "of", 1, ELSE) > math.log(0.6)
    assert pairs.ln("acm", "the", 1, ELSE) > math.log(0.3)
    assert pairs.ln("it", "of", 1, ELSE) < math.log(0.1)


def test_kinds_have_words_of_their_own(pairs: WordPairs) -> None:
    assert pairs.ln("communications", START, 0, ELSE) > pairs.ln("communications", START, 1, ELSE)


def test_without_texts_words_come_from_elsewhere() -> None:
    assert WordPairs([], tilt).ln("x", START, 0, -3.0) == -3.0
    assert WordPairs([], tilt).drawn(np.random.default_rng(1), START, 0) is None


MANY = [f"{a}{b}" for a in "zyxabc" for b in "badcfe"]
"""Words whose order in a set is not this one, but by a chance of 1 in 36!."""


def test_words_stand_in_the_order_of_the_texts() -> None:
    """Else sums would round, and words be drawn, as Python's own order of sets is in this process."""
    assert list(LocalWords([MANY, MANY]).chances) == MANY
    pairs = WordPairs([[("in", word) for word in MANY]] * 2, tilt)
    assert all(followers.words == MANY for context in ("in", ANYWHERE) for followers in pairs._levels(context))
