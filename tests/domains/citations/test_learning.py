"""Learning the priors from a bibliography."""

from __future__ import annotations

import math

import numpy as np
import pytest

from noumena.domains.citations.bibliography import Bibliography, Name
from noumena.domains.citations.learning import Pruning, discount_for, held_out, learned, title_counts
from noumena.domains.citations.name_prior import MiddleCounts
from noumena.domains.citations.parameters import priors_of
from noumena.model.diagnostics import BlogError

TITLES = ["learning to rank", "learning to read (draft)", "rank: learning to see", "to see", "a new word"]


def test_words_and_what_is_between_them_are_counted() -> None:
    counts = title_counts(TITLES, Pruning(words=2, pairs=2))
    assert counts.lengths == (0, 1, 2, 2)
    assert counts.separators == ({" ": 9, ": ": 1, " (": 1}, {})
    assert counts.ends == ({"": 4}, {")": 1})
    assert counts.words.counts == {"learning": 2, "to": 2, "rank": 2, "see": 1}
    assert counts.words.rest == 5  # read, draft, a, new, word
    assert counts.followers == {"": {"learning": 2}, "learning": {"to": 3}, "to": {"see": 2}}
    assert counts.totals == {"": 5, "learning": 3, "to": 4}
    assert set(counts.words.spelling.followers["^"]) == set("rdanw")


def test_contexts_are_known_words_or_signs() -> None:
    counts = title_counts(["x-y z: w w", "x-y z: w w", "q z"], Pruning(words=2, pairs=1))
    assert set(counts.followers) == {"", "x-y", ":", "w"}


@pytest.mark.parametrize(
    ("counts", "least", "discount"),
    [
        ([1] * 6 + [2] * 3 + [3], 1, 0.5),
        ([1] * 6 + [2] + [3], 1, 0.75),
        ([1] * 8 + [2] * 4 + [3] * 3 + [4] * 2, 3, 3 - 4 * 0.5 * 2 / 3),
        ([1] * 8 + [2] * 4 + [3] + [4] * 5, 3, 0.1),
        ([1] * 99 + [2] + [3] * 99 + [4], 3, 2.85),
        ([1, 1, 1], 1, 0.5),
        ([], 1, 0.5),
    ],
)
def test_discounts_follow_from_counts_of_counts(counts: list[int], least: int, discount: float) -> None:
    assert discount_for(counts, least) == pytest.approx(discount, abs=1e-4)


def test_names_are_counted() -> None:
    names = [Name("ek", "bo", "j"), Name("ek", "anna"), Name("dee", "bo", "j k"), Name("plato")]
    parameters = learned(Bibliography(TITLES, names), Pruning(names=2))
    assert parameters.surnames.counts == {"ek": 2}
    assert parameters.surnames.rest == 2
    assert parameters.given.counts == {"bo": 2}
    assert parameters.middle == MiddleCounts((1, 1, 1), {"j": 2, "k": 1})
    priors = priors_of(parameters)
    assert priors.surnames.log_prob("ek") > priors.surnames.log_prob("dee") > priors.surnames.log_prob("xyz")


def test_a_single_title_is_enough() -> None:
    priors = priors_of(learned(Bibliography(["on urns"], [])))
    rng = np.random.default_rng(0)
    for prior in (priors.titles, priors.surnames, priors.given, priors.middle):
        assert prior.log_prob(prior.sample(rng)) > -math.inf


def test_titles_that_are_alike_foretell_each_other() -> None:
    titles = [f"on the {first} of {second}" for first in ("use", "art", "end") for second in ("urns", "balls", "men")]
    found = held_out(titles * 10, Pruning(), every=5)
    assert found.titles == 18
    assert 0.0 < found.prior < found.trigrams


def test_a_single_title_cannot_be_held_out() -> None:
    with pytest.raises(BlogError) as caught:
        held_out(["on urns"])
    (diagnostic,) = caught.value.diagnostics
    assert diagnostic.message == "no title can be held out: there is only one"
    assert diagnostic.hint == "give more titles, or leave out --held-out"
