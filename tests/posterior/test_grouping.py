"""Samples brought together by value."""

from __future__ import annotations

import math

from noumena.model.types import REAL
from noumena.posterior.grouping import atoms_of, groups_of, positions_of
from tests.posterior.making import chain_marginal, marginal


def test_each_sample_knows_its_group() -> None:
    samples = marginal([2.5, math.nan, None, 2.5, float("nan"), 1.0], type_=REAL)
    groups = groups_of(samples)
    assert [group.samples for group in groups] == [2, 2, 1, 1]
    assert positions_of(samples, groups).tolist() == [0, 1, 2, 0, 1, 3]


def test_a_chain_that_does_not_move_makes_no_atom() -> None:
    recorded = chain_marginal([[0.5, 0.5, 0.25, 0.75], [0.75, 1.5, 1.5, 1.5]], type_=REAL)
    groups = groups_of(recorded)
    assert {g.value: (g.samples, g.occasions) for g in groups} == {0.5: (2, 1), 0.25: (1, 1), 0.75: (2, 2), 1.5: (3, 1)}
    assert [g.value for g in atoms_of(groups, True)] == [0.75]
