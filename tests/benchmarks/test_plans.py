"""The exact answers for the models of `benchmarks/plans` are those of the engines, where these can tell."""

from __future__ import annotations

import math
from collections.abc import Callable
from pathlib import Path

import pytest

import noumena as nm
from benchmarks.plans import exact

FOLDER = Path(__file__).parents[2] / "benchmarks" / "plans"


@pytest.mark.parametrize(
    ("name", "answers"), [("citations12", exact.citations), ("storm", exact.storm), ("weather", exact.weather)]
)
def test_counting_gives_what_enumeration_gives(
    name: str, answers: Callable[[], dict[str, dict[object, float]]]
) -> None:
    found = nm.Model.from_files(str(FOLDER / f"{name}.blog")).infer(engine="exact")
    for query, distribution in answers().items():
        for value, probability in distribution.items():
            assert found[query].probability(value) == pytest.approx(probability, abs=1e-9)


@pytest.mark.parametrize(("name", "answers"), [("aircraft", exact.aircraft), ("mixture", exact.mixture)])
def test_integrals_give_what_likelihood_weighting_gives(
    name: str, answers: Callable[[], dict[str, dict[object, float]]]
) -> None:
    """Beyond five standard errors by chance once in a million, for each of some ten values."""
    found = nm.Model.from_files(str(FOLDER / f"{name}.blog")).infer(engine="lw", samples=20_000, seed=1)
    for query, distribution in answers().items():
        effective = found[query].ess
        assert effective is not None
        for value, p in distribution.items():
            assert abs(found[query].probability(value) - p) < 5 * math.sqrt(max(p * (1 - p), 1 / effective) / effective)
