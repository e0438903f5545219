"""Worlds that had to grow: what found no room has been taken back whole, and goes on as if there had been room."""

from __future__ import annotations

import pytest

from noumena.inference.chain import Chain
from noumena.inference.checking import Checker
from noumena.runtime import storage
from tests.asking import model_problem
from tests.inference.chains import made

MODELS = ["urn_alternating", "c08_two_levels", "c14_generator_attributes", "m03_citations", "m10_generators"]


def grown(name: str, capacity: int, monkeypatch: pytest.MonkeyPatch) -> Chain:
    """A chain whose arrays have this capacity at first."""
    monkeypatch.setattr(storage, "_FIRST_CAPACITY", capacity)
    return made(model_problem(name), seed=3)


@pytest.mark.parametrize("name", MODELS)
def test_the_tables_are_right_after_growing(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    Checker(grown(name, 1, monkeypatch)).advance(50)


@pytest.mark.parametrize("name", MODELS)
def test_a_chain_goes_the_same_way_whatever_its_capacities(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    ways = []
    for capacity in (1, 4_096):
        chain = grown(name, capacity, monkeypatch)
        chain.prepare(100, 3)
        chain.record(100)
        chain.keep()
        ways.append(([chain.answers(q) for q in range(len(chain.program.queries))], list(chain.world.move_done)))
    assert ways[0] == ways[1]
