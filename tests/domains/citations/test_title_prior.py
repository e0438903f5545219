"""The prior of titles: it sums to one over all strings, and draws what it says."""

from __future__ import annotations

import math
import re
from dataclasses import replace
from functools import cache
from typing import Any

import numpy as np
import pytest

from noumena.domains.citations.normal_form import all_ends, all_separators, title_form
from noumena.domains.citations.title_prior import FIRST, TitleCounts, TitlePrior, context_of, is_open_after
from noumena.python_library import PythonDistribution
from tests.domains.citations.small_priors import (
    FALSE_ALARM,
    LETTERS,
    SIGNS,
    mass_of_all_words,
    masses_by_length,
    p_value,
    strings,
    table,
    total,
)

SMALL = TitleCounts(
    lengths=(2, 3, 0, 1),
    separators=({" ": 6, ": ": 2, " (": 1}, {") ": 1}),
    ends=({"": 5, "?": 1}, {")": 1}),
    words=table(),
    totals={FIRST: 7, "ab": 5, ":": 3, "aaa": 2},
    followers={FIRST: {"ab": 4, "b": 3}, "ab": {"b": 2, "aaa": 2}, ":": {"aaa": 3}, "aaa": {"ab": 2}},
    discount=0.6,
)
SMALL_PRIOR = TitlePrior(SMALL, LETTERS, SIGNS)
CONTEXTS = [*SMALL.followers, "b", "(", "abab"]


def mass_up_to(prior: TitlePrior, longest: int, most_words: int) -> float:
    """The mass of all titles of at most so many characters and words: known words singly, others by their length."""
    spelled = masses_by_length(prior.words.speller, longest)
    for word in prior.words.counts:
        spelled[len(word)] -= prior.words.speller.probability(word)

    @cache
    def of_words(left: int, context: str, is_open: bool, room: int) -> float:
        if room < 1:
            return 0.0
        fallback = prior.fallback.get(context, 1.0)
        words = [(word, len(word), math.exp(prior.log_word(word, context))) for word in prior.words.counts]
        words += [("?", n, fallback * prior.words.spelled * spelled[n]) for n in range(1, room + 1)]
        return math.fsum(p * after(left - 1, word, is_open, room - n) for word, n, p in words if n <= room)

    def after(left: int, word: str, is_open: bool, room: int) -> float:
        if left == 0:
            return math.fsum(p for end, p in prior.ends[is_open].items() if len(end) <= room)
        return math.fsum(
            p * of_words(left, context_of(word, between), is_open_after(between, is_open), room - len(between))
            for between, p in prior.separators[is_open].items()
        )

    return math.fsum(
        math.exp(prior.log_length(k)) * of_words(k, FIRST, False, longest) for k in range(1, most_words + 1)
    )


@pytest.mark.parametrize("context", CONTEXTS)
def test_the_words_of_each_context_sum_to_one(context: str) -> None:
    speller = SMALL_PRIOR.words.speller
    beyond = mass_of_all_words(speller) - sum(masses_by_length(speller, 8))
    listed = total(lambda word: SMALL_PRIOR.log_word(word, context), strings("ab-", 8))
    spelled = SMALL_PRIOR.fallback.get(context, 1.0) * SMALL_PRIOR.words.spelled
    assert listed + spelled * beyond == pytest.approx(1.0, abs=1e-12)


def test_numbers_of_words_separators_and_ends_sum_to_one() -> None:
    assert math.fsum(math.exp(SMALL_PRIOR.log_length(k)) for k in range(1, 400)) == pytest.approx(1.0, abs=1e-12)
    for is_open in (False, True):
        assert set(SMALL_PRIOR.separators[is_open]) == set(all_separators())
        assert set(SMALL_PRIOR.ends[is_open]) == set(all_ends())
        assert sum(SMALL_PRIOR.separators[is_open].values()) == pytest.approx(1.0, abs=1e-13)
        assert sum(SMALL_PRIOR.ends[is_open].values()) == pytest.approx(1.0, abs=1e-13)


def test_all_short_strings_and_the_rest_sum_to_one() -> None:
    every = list(strings("ab- :,?!()", 5))
    possible = [title for title in every if SMALL_PRIOR.log_prob(title) > -math.inf]
    assert possible == [title for title in every if title and title_form(title) == title]
    assert total(SMALL_PRIOR.log_prob, possible) == pytest.approx(mass_up_to(SMALL_PRIOR, 5, 5), abs=1e-12)
    assert 0.2 < mass_up_to(SMALL_PRIOR, 5, 5) < 0.9


def test_longer_titles_have_the_rest() -> None:
    one_word = math.exp(SMALL_PRIOR.log_length(1))
    assert mass_up_to(SMALL_PRIOR, 200, 1) == pytest.approx(one_word, abs=1e-12)
    assert one_word - 1e-3 < mass_up_to(SMALL_PRIOR, 20, 1) < one_word


def test_the_probability_of_a_title_is_the_product_that_is_said() -> None:
    spelled = SMALL_PRIOR.words.speller.probability

    def anywhere(word: str, count: float) -> float:
        return (count - 0.75) / 14 + (4 + 3 * 0.75) / 14 * spelled(word)

    stop = 1 / (1 + 12 / 6)  # the six titles have twelve words
    length = (3 + 0.1 * (1 - stop) * stop) / 6.1
    first = (4 - 0.6) / 7 + (2 * 0.6) / 7 * anywhere("ab", 5)
    after_colon = (3 - 0.6) / 3 + 0.6 / 3 * anywhere("aaa", 2)
    between, end = (2 + 0.1) / (9 + 2), (1 + 0.1) / (6 + 0.6)
    assert SMALL_PRIOR.log_prob("ab: aaa?") == pytest.approx(math.log(length * first * between * after_colon * end))


def test_brackets_are_kept_in_mind() -> None:
    log = SMALL_PRIOR.log_prob
    assert log("ab (b)") > log("ab (b")
    assert log("ab (b) b") > log("ab b) b")


@pytest.mark.parametrize(
    "given", ["", " ab", "ab ", "ab  b", "Ab", "ab:b", "ab :", "ab c", "ab\n", "(ab)", "-", 3, None]
)
def test_what_is_no_title_is_impossible(given: Any) -> None:
    assert SMALL_PRIOR.log_prob(given) == -math.inf


def test_titles_of_any_length_have_a_probability() -> None:
    assert -1e6 < SMALL_PRIOR.log_prob(" ".join(["ab"] * 5000)) < -5000.0
    assert -1e6 < SMALL_PRIOR.log_prob("ab-" * 2000 + "a") < -2000.0


def test_titles_are_drawn_with_their_probability() -> None:
    rng = np.random.default_rng(3)
    draws = [SMALL_PRIOR.sample(rng) for _ in range(6000)]
    assert p_value(draws, SMALL_PRIOR.log_prob) > FALSE_ALARM
    assert {len(title.split()) for title in draws} >= {1, 2, 4}


def test_wrong_draws_would_be_found() -> None:
    rng = np.random.default_rng(3)
    draws = [SMALL_PRIOR.sample(rng) for _ in range(6000)]
    other = TitlePrior(replace(SMALL, discount=1.0), LETTERS, SIGNS)
    assert p_value(draws, other.log_prob) < FALSE_ALARM


def test_it_serves_as_a_distribution_of_a_model() -> None:
    supplied = PythonDistribution("TitlePrior", SMALL_PRIOR)
    drawn = supplied.sample(np.random.default_rng(0))
    assert isinstance(drawn, str)
    assert supplied.log_prob(drawn) == SMALL_PRIOR.log_prob(drawn)


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"lengths": ()}, "no titles were counted: a prior of titles needs at least one"),
        ({"lengths": (-1, 2)}, "no titles were counted: a prior of titles needs at least one"),
        ({"separators": ({"; ": 1}, {})}, "'; ' is no separator or end of titles"),
        ({"ends": ({}, {")": -1})}, "')' was seen -1 times, which is less than 0"),
        (
            {"totals": {**SMALL.totals, "ab": 3}},
            "the words after 'ab' do not fit: 3 in all, -1 left out, the rarest 2 times; all are in the table of words "
            "and come more often than the discount, 0.6",
        ),
        (
            {"followers": {"ab": {"bb": 2}}},
            "the words after 'ab' do not fit: 5 in all, 3 left out, the rarest 2 times; all are in the table of words "
            "and come more often than the discount, 0.6",
        ),
        (
            {"discount": 3.0},
            "the words after '' do not fit: 7 in all, 0 left out, the rarest 3 times; all are in the table of words "
            "and come more often than the discount, 3.0",
        ),
    ],
)
def test_counts_that_do_not_fit_are_refused(changed: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=re.escape(message)) as caught:
        TitlePrior(replace(SMALL, **changed), LETTERS, SIGNS)
    assert str(caught.value) == message
