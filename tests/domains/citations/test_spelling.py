"""Words spelled letter by letter, and tables that fall back on spelling."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping

import numpy as np
import pytest

from noumena.domains.citations.spelling import (
    START,
    SpelledTable,
    Speller,
    SpellingCounts,
    TableCounts,
    spelling_counts,
)
from tests.domains.citations.small_priors import (
    FALSE_ALARM,
    LETTERS,
    SIGNS,
    mass_of_all_words,
    masses_by_length,
    p_value,
    spelling,
    strings,
    table,
    total,
)


def small_speller(order: int = 3) -> Speller:
    return Speller(spelling(order), LETTERS, SIGNS)


def test_what_comes_after_a_letter_is_counted() -> None:
    assert spelling_counts(["ab", "ab", "b", "-a", "", "xy"], 3, LETTERS, SIGNS) == SpellingCounts(
        3, {"^": {"a": 2, "b": 1}, "^a": {"b": 2}, "ab": {"": 2}, "^b": {"": 1}}
    )


def test_probabilities_are_interpolated_down_to_uniform() -> None:
    speller = Speller(spelling_counts(["ab", "ab", "b"], 3, LETTERS, SIGNS), LETTERS, SIGNS)
    first_a = (2 + 2 * 1 / 2) / (3 + 2)  # after the start only letters may come
    b_after_a = (2 + 1 * 1 / 4) / (2 + 1)  # a, b, the sign or the end
    b_after_first_a = (2 + 1 * b_after_a) / (2 + 1)
    end_after_b = (3 + 1 * 1 / 4) / (3 + 1)
    end_after_ab = (2 + 1 * end_after_b) / (2 + 1)
    assert speller.probability("ab") == pytest.approx(first_a * b_after_first_a * end_after_ab, rel=1e-14)


@pytest.mark.parametrize("order", [2, 3, 4])
def test_all_words_sum_to_one(order: int) -> None:
    speller = small_speller(order)
    assert mass_of_all_words(speller) == pytest.approx(1.0, abs=1e-12)
    by_length = masses_by_length(speller, 9)
    assert total(speller.log_prob, strings("ab-", 9)) == pytest.approx(sum(by_length), abs=1e-13)
    assert sum(masses_by_length(speller, 400)) == pytest.approx(1.0, abs=1e-12)


@pytest.mark.parametrize("text", ["", "-", "a-", "-a", "a--b", "ac", "A", "a b", "a\n"])
def test_what_is_no_word_is_impossible(text: str) -> None:
    assert small_speller().log_prob(text) == -math.inf
    assert small_speller().probability(text) == 0.0
    assert SpelledTable(table(), LETTERS, SIGNS).log_prob(text) == -math.inf


def test_words_of_any_length_have_a_probability() -> None:
    long = "ab-" * 2000 + "a"
    assert -1e5 < small_speller().log_prob(long) < -1000.0
    assert SpelledTable(table(), LETTERS, SIGNS).log_prob(long) < -1000.0


def test_spelled_words_are_drawn_with_their_probability() -> None:
    rng = np.random.default_rng(1)
    speller = small_speller()
    assert p_value([speller.sample(rng) for _ in range(4000)], speller.log_prob) > FALSE_ALARM


def test_a_known_word_is_found_in_the_table_or_spelled() -> None:
    prior = SpelledTable(table(), LETTERS, SIGNS)
    by_spelling = (4 + 3 * 0.75) / 14  # what is left out and taken off, of all
    spelled = prior.speller.probability
    assert prior.probability("ab") == pytest.approx((5 - 0.75) / 14 + by_spelling * spelled("ab"), rel=1e-14)
    assert prior.probability("ba") == pytest.approx(by_spelling * spelled("ba"), rel=1e-14)
    assert math.exp(prior.log_prob("ba")) == pytest.approx(prior.probability("ba"), rel=1e-12)


def test_a_table_with_its_speller_sums_to_one() -> None:
    prior = SpelledTable(table(), LETTERS, SIGNS)
    beyond = mass_of_all_words(prior.speller) - sum(masses_by_length(prior.speller, 9))
    assert total(prior.log_prob, strings("ab-", 9)) + prior.spelled * beyond == pytest.approx(1.0, abs=1e-12)


def test_a_table_without_words_spells_all() -> None:
    for rest in (0, 3):
        prior = SpelledTable(TableCounts({}, rest, 0.5, spelling()), LETTERS, SIGNS)
        assert prior.log_prob("ab") == prior.speller.log_prob("ab")
        assert prior.sample(np.random.default_rng(0))


def test_words_of_a_table_are_drawn_with_their_probability() -> None:
    rng = np.random.default_rng(2)
    prior = SpelledTable(table(), LETTERS, SIGNS)
    assert p_value([prior.sample(rng) for _ in range(4000)], prior.log_prob) > FALSE_ALARM


@pytest.mark.parametrize(
    ("order", "followers", "message"),
    [
        (1, {}, "the order of a speller is 1, but must be at least 2"),
        (2, {"ab": {"a": 1}}, "a speller of order 2 cannot judge a letter by 'ab'"),
        (3, {"x": {"a": 1}}, "a speller of order 3 cannot judge a letter by 'x'"),
        (3, {"": {"a": 1}}, "a speller of order 3 cannot judge a letter by ''"),
        (4, {"a^": {"a": 1}}, "a speller of order 4 cannot judge a letter by 'a^'"),
        (3, {START: {"": 1}}, "'' cannot come 1 times after '^' in a word"),
        (3, {"a-": {"-": 2}}, "'-' cannot come 2 times after 'a-' in a word"),
        (3, {"ab": {"a": 0}}, "'a' cannot come 0 times after 'ab' in a word"),
    ],
)
def test_counts_that_lead_out_of_words_are_refused(
    order: int, followers: Mapping[str, Mapping[str, int]], message: str
) -> None:
    with pytest.raises(ValueError, match=re.escape(message)) as caught:
        Speller(SpellingCounts(order, followers), LETTERS, SIGNS)
    assert str(caught.value) == message


@pytest.mark.parametrize(("discount", "rest"), [(0.0, 1), (2.0, 1), (0.5, -1)])
def test_a_discount_beyond_the_counts_is_refused(discount: float, rest: int) -> None:
    with pytest.raises(
        ValueError, match=f"^a discount of {discount} and a rest of {rest} do not fit counts of at leas"
    ):
        SpelledTable(TableCounts({"ab": 5, "b": 2}, rest, discount, spelling()), LETTERS, SIGNS)


def test_a_table_of_what_is_no_word_is_refused() -> None:
    with pytest.raises(ValueError, match=r"^'a-' is no word that could be in this table$"):
        SpelledTable(TableCounts({"a-": 5}, 0, 0.5, spelling()), LETTERS, SIGNS)
