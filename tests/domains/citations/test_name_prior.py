"""The priors of surnames, given names and middle initials."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

from noumena.domains.citations.name_prior import GIVEN_SIGNS, GivenPrior, MiddleCounts, MiddlePrior, SurnamePrior
from noumena.domains.citations.normal_form import NAME_LETTERS, NAME_SIGNS, name_form
from noumena.domains.citations.spelling import TableCounts, spelling_counts
from tests.domains.citations.small_priors import FALSE_ALARM, mass_of_all_words, p_value, strings, total

SURNAMES = SurnamePrior(
    TableCounts(
        {"li": 6, "van dyck": 3}, 4, 0.7, spelling_counts(["lo", "o'li", "van do"], 3, NAME_LETTERS, NAME_SIGNS)
    )
)
GIVEN = GivenPrior(
    TableCounts({"anna": 6, "a": 2}, 4, 0.7, spelling_counts(["an", "jean-an", "b"], 3, NAME_LETTERS, GIVEN_SIGNS))
)
MIDDLE = MiddlePrior(MiddleCounts((6, 3, 1), {"j": 3, "k": 2}))


@pytest.mark.parametrize("prior", [SURNAMES, GIVEN])
def test_names_sum_to_one(prior: SurnamePrior) -> None:
    assert mass_of_all_words(prior.table.speller) == pytest.approx(1.0, abs=1e-12)
    known = sum((n - 0.7) / prior.table.total for n in prior.table.counts.values())
    assert known + prior.table.spelled == pytest.approx(1.0, abs=1e-15)


def test_a_known_name_has_both_its_ways() -> None:
    spelled = SURNAMES.table.speller.probability("li")
    assert SURNAMES.log_prob("li") == pytest.approx(math.log((6 - 0.7) / 13 + (4 + 2 * 0.7) / 13 * spelled), rel=1e-13)


def test_surnames_are_the_names_in_their_form() -> None:
    for name in strings("a-' .", 4):
        assert (SURNAMES.log_prob(name) > -math.inf) == (name != "" and name_form(name) == name)


@pytest.mark.parametrize("name", ["a", "jean-pierre", "d'arcy", "anna"])
def test_a_given_name_is_one_name_or_an_initial(name: str) -> None:
    assert GIVEN.log_prob(name) > -math.inf


@pytest.mark.parametrize("name", ["", "anna b", "a.", "Anna", "an1", 3, None])
def test_what_is_no_given_name_is_impossible(name: Any) -> None:
    assert GIVEN.log_prob(name) == -math.inf


@pytest.mark.parametrize("prior", [SURNAMES, GIVEN, MIDDLE])
def test_names_are_drawn_with_their_probability(prior: SurnamePrior | MiddlePrior) -> None:
    rng = np.random.default_rng(4)
    assert p_value([prior.sample(rng) for _ in range(5000)], prior.log_prob) > FALSE_ALARM


def test_middle_initials_sum_to_one() -> None:
    listed = [" ".join(letters) for letters in strings(NAME_LETTERS, 2)]
    beyond = 0.1 * 0.5**3 / 10.1  # three and more: no name has so many
    assert total(MIDDLE.log_prob, listed) + beyond == pytest.approx(1.0, abs=1e-12)


def test_middle_initials_are_counted() -> None:
    one, letter = (3 + 0.1 / 4) / 10.1, (3 + 0.1) / (5 + 2.6)
    assert MIDDLE.log_prob("j") == pytest.approx(math.log(one * letter), rel=1e-13)
    assert -1e5 < MIDDLE.log_prob(" ".join("j" * 3000)) < -3000.0


@pytest.mark.parametrize("initials", [" ", "j  k", "jk", "j.", "J", " j", 3, None])
def test_what_is_no_initials_is_impossible(initials: Any) -> None:
    assert MIDDLE.log_prob(initials) == -math.inf


@pytest.mark.parametrize(
    "counts", [MiddleCounts((1,), {"jk": 1}), MiddleCounts((-1,), {}), MiddleCounts((), {"j": -1})]
)
def test_counts_of_other_things_are_refused(counts: MiddleCounts) -> None:
    with pytest.raises(
        ValueError, match=r"^middle initials are single letters a-z, and counts of them are not below 0$"
    ):
        MiddlePrior(counts)
