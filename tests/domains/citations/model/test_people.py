"""Lists of names: taken apart and put together, who is who in two lists, and how many names there are."""

from __future__ import annotations

import math
from collections import Counter

import numpy as np
import pytest

from noumena.domains.citations.model.people import (
    NO_AUTHOR,
    SizePrior,
    how_many,
    may_be_one,
    name_at,
    place_of,
    with_first,
)

LIST = "ek, bo; zyx, r s; ek, al"


def test_lists_are_taken_apart() -> None:
    assert [how_many(names) for names in ("", "ek", LIST)] == [0, 1, 3]
    assert [name_at(LIST, place) for place in (-1, 0, 2, 3)] == [None, "ek, bo", "ek, al", None]
    assert name_at("", 0) is None


def test_nobody_is_listed_twice() -> None:
    assert with_first("ek, bo", "") == "ek, bo"
    assert with_first("zyx", "ek, bo") == "zyx; ek, bo"
    assert with_first("ek, bo", "zyx; ek, bo") == "zyx; ek, bo"


@pytest.mark.parametrize(
    ("name", "other", "same"),
    [
        ("ek, bo", "ek, bo", True),
        ("ek, b", "ek, bo c", True),
        ("ek, bo c", "ek, b", True),
        ("ek", "ek, bo", True),
        ("ek, b c", "ek, bo d", False),
        ("ek, bo", "ek, bu", False),
        ("ek, b", "eks, b", False),
    ],
)
def test_given_names_may_be_short_for_others(name: str, other: str, same: bool) -> None:
    assert may_be_one(name, other) == same == may_be_one(other, name)


def test_places_are_those_of_the_same_name_before_those_of_a_like_one() -> None:
    assert place_of("ek, al", LIST) == 2
    assert place_of("ek, a", LIST) == 2
    assert place_of("ek", LIST) == 0
    assert place_of("ek, c", LIST) is None
    assert place_of("ek", "") is None


def test_sizes_sum_to_one_and_are_drawn_so() -> None:
    sizes, rng = SizePrior(), np.random.default_rng(1)
    assert math.fsum(math.exp(sizes.log_prob(n)) for n in range(60)) == pytest.approx(1.0)
    assert sizes.log_prob(-1) == -math.inf
    draws = Counter(sizes.sample(rng) for _ in range(4_000))
    for number, share in ((0, NO_AUTHOR), (1, math.exp(sizes.log_prob(1))), (3, math.exp(sizes.log_prob(3)))):
        assert abs(draws[number] - 4_000 * share) < 5.3 * math.sqrt(4_000 * share * (1 - share))  # false alarm 1e-6
