"""UniformChoice over sets and arrays, with and without members that have no identifier."""

from __future__ import annotations

import math
from collections import Counter

import numpy as np
import pytest

from noumena.distributions import BUILT_IN
from noumena.model.library import ParameterError
from noumena.model.values import Application, Bag, Generated, Guaranteed, Unused
from tests.distributions.goodness import DRAWS, FALSE_ALARM, p_value

CHOICE = BUILT_IN["UniformChoice"]
PUBS = Application("Pub", 0, ())
OTHERS = Application("Pub", 1, ())
NAMED = Guaranteed("Pub", 0, "P")
ONE, TWO = Generated(PUBS, 1), Generated(PUBS, 2)


def test_members_count_as_often_as_they_occur() -> None:
    bag = Bag([1, 2, 1, 3])
    assert CHOICE.log_prob(1, bag) == pytest.approx(math.log(0.5))
    assert CHOICE.log_prob(3, bag) == pytest.approx(math.log(0.25))
    assert CHOICE.log_prob(4, bag) == -math.inf
    assert list(CHOICE.support(bag) or []) == [1, 2, 3]


def test_null_can_be_a_member() -> None:
    assert CHOICE.log_prob(None, Bag([None, 1])) == pytest.approx(math.log(0.5))
    assert CHOICE.log_prob(None, Bag([1])) == -math.inf


def test_unused_members_stand_for_their_number() -> None:
    unused = Unused(PUBS, 3)
    bag = Bag([NAMED, ONE, unused])
    for identifier in (NAMED, ONE, TWO, Generated(PUBS, 3), Generated(PUBS, 99)):
        assert CHOICE.log_prob(identifier, bag) == pytest.approx(math.log(1 / 5))
    assert CHOICE.log_prob(Generated(OTHERS, 1), bag) == -math.inf
    assert CHOICE.log_prob(unused, bag) == pytest.approx(math.log(3 / 5))
    assert list(CHOICE.support(bag) or []) == [NAMED, ONE, unused]


def test_no_unused_objects_left() -> None:
    bag = Bag([ONE, Unused(PUBS, 0)])
    assert CHOICE.log_prob(TWO, bag) == -math.inf
    assert CHOICE.log_prob(ONE, bag) == 0.0
    assert list(CHOICE.support(bag) or []) == [ONE]
    rng = np.random.default_rng(0)
    assert all(CHOICE.sample(rng, bag) is ONE for _ in range(20))


def test_nothing_but_unused_objects_of_number_zero_is_empty() -> None:
    with pytest.raises(ParameterError, match="must have at least one member"):
        CHOICE.sample(np.random.default_rng(0), Bag([Unused(PUBS, 0)]))


def test_draws_with_unused_members() -> None:
    members = (Unused(OTHERS, 5), NAMED, Unused(PUBS, 2), ONE)
    rng = np.random.default_rng(5)
    counts = Counter(CHOICE.sample(rng, Bag(members)) for _ in range(DRAWS))
    assert p_value([counts[m] for m in members], [5 / 9, 1 / 9, 2 / 9, 1 / 9], rest=False) > FALSE_ALARM
    assert sum(counts.values()) == sum(counts[m] for m in members)
