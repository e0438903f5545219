"""Samples brought together by value."""

from __future__ import annotations

import math

from noumena.model.types import REAL
from noumena.posterior.grouping import groups_of, positions_of
from tests.posterior.making import marginal


def test_each_sample_knows_its_group() -> None:
    samples = marginal([2.5, math.nan, None, 2.5, float("nan"), 1.0], type_=REAL)
    groups = groups_of(samples)
    assert [group.samples for group in groups] == [2, 2, 1, 1]
    assert positions_of(samples, groups).tolist() == [0, 1, 2, 0, 1, 3]
