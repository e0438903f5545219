"""The n-gram model of letters: its formula, its normalisation, its cache."""

from __future__ import annotations

import itertools
import math

import numpy as np
import pytest

from noumena.distributions import BUILT_IN
from noumena.distributions.letter_ngram import _train

FAMILY = BUILT_IN["LetterNgram"]
TEXT = "ab\nabb\n\r\nb"
SYMBOLS = 96  # the printable ASCII characters and the end


def test_one_letter_contexts_by_hand() -> None:
    s = 0.5
    start_a, a_b, b_end = 2 + s, 2 + s, 3 + s
    expected = math.log(start_a / (3 + SYMBOLS * s) * a_b / (2 + SYMBOLS * s) * b_end / (4 + SYMBOLS * s))
    assert FAMILY.log_prob("ab", TEXT, 2, s) == pytest.approx(expected)


def test_no_context_by_hand() -> None:
    """Nine symbols: a twice, b four times, three ends."""
    expected = math.log((4 + 0.01) * (3 + 0.01) / (9 + SYMBOLS * 0.01) ** 2)
    assert FAMILY.log_prob("b", TEXT, 1) == pytest.approx(expected)


def test_contexts_near_the_start_are_shorter() -> None:
    """With n = 3 the second letter depends on the first alone, and only at the start."""
    trained = FAMILY.log_prob("xy", "xyz\nxyz", 3, 1e-9)
    assert trained == pytest.approx(math.log(1e-9 / 2), abs=1e-6)  # x, y as trained; an end after xy never seen
    assert FAMILY.log_prob("", "xyz", 3, 0.1) == pytest.approx(math.log(0.1 / (1 + 9.6)))


def test_characters_of_the_training_text_join_the_alphabet() -> None:
    assert FAMILY.log_prob("é", "a", 2) == -math.inf
    assert FAMILY.log_prob("é", "aé", 2) > -math.inf
    assert FAMILY.log_prob("a\nb", TEXT, 2) == -math.inf


@pytest.mark.parametrize("n", [1, 2, 3])
def test_the_sum_over_all_strings_is_one(n: int) -> None:
    """Of strings up to two letters, and of the longer ones by their first two: P(t) / P(end after t) - P(t)."""
    model = _train(TEXT, n, 0.3)
    total = 0.0
    for length in range(3):
        for letters in itertools.product(model.symbols[1:], repeat=length):
            text = "".join(letters)
            p = math.exp(FAMILY.log_prob(text, TEXT, n, 0.3))
            total += p if length < 2 else p / math.exp(model.log_follower(model.context(text), ""))
    assert total == pytest.approx(1.0)


@pytest.mark.parametrize("n", [1, 2, 3])
def test_after_any_beginning_the_symbols_sum_to_one(n: int) -> None:
    """Two strings that end alike have the same later factors: their ratio is that of what they begin with."""
    model = _train(TEXT, n, 0.3)
    for written in ("", "a", "ab", "abb", "zzz", "bz"):
        context = model.context(written)
        assert sum(math.exp(model.log_follower(context, c)) for c in model.symbols) == pytest.approx(1.0)
        found = sum(
            math.exp(FAMILY.log_prob(written + c, TEXT, n, 0.3) - model.log_follower(model.context(written + c), ""))
            for c in model.symbols[1:]
        )
        stopped = math.exp(FAMILY.log_prob(written, TEXT, n, 0.3))
        prefix = stopped / math.exp(model.log_follower(context, ""))
        assert found + stopped == pytest.approx(prefix)


def test_a_model_is_learned_once() -> None:
    before = _train.cache_info().misses
    text = "once upon a time\n" * 3
    for _ in range(5):
        FAMILY.log_prob("once", text, 3)
        FAMILY.sample(np.random.default_rng(0), text, 3)
    assert _train.cache_info().misses == before + 1


def test_draws_resemble_the_text() -> None:
    rng = np.random.default_rng(0)
    draws = {FAMILY.sample(rng, "abcabc", 3, 1e-9) for _ in range(20)}
    assert draws <= {"abc" * k for k in range(1, 30)}


def test_values_that_are_no_strings() -> None:
    assert FAMILY.log_prob(None, TEXT, 2) == FAMILY.log_prob(7, TEXT, 2) == -math.inf
    assert FAMILY.support(TEXT, 2) is None
    assert not FAMILY.density
