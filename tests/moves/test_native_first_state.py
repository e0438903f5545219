"""`first_state` compiled: used where it can be, left to Python where not, the same in both; its errors are Python's.

What is told of mistakes is in `tests/inference/test_proposer_hooks.py`, for both backends.
"""

from __future__ import annotations

from typing import Any

import pytest

from noumena.moves import proposer as nm
from noumena.moves.interpreted import InterpretedFirstState
from noumena.moves.native_first_state import CompiledFirstState
from tests.inference.test_proposer_hooks import URN, OneBall, Written, states
from tests.moves.running import moves_of, started


class Sometimes(Written):
    """All draws from one new ball in about every second chain."""

    def first_state(self, world: Any, rng: Any) -> float | None:
        if rng.flip(0.5):
            return nm.REJECT
        ball = world.Ball.new()
        world.number.Ball[()] = 1
        for d in range(world.Draw.number):
            world.Drawn[d] = ball
        return None


class ByNames(Written):
    """Looks a number up in a dictionary, which the compiler does not take as a field."""

    sizes = {"few": 2, "many": 3}  # noqa: RUF012  # nobody writes to it

    def first_state(self, world: Any, rng: Any) -> None:
        world.number.Ball[()] = self.sizes["many"] + rng.integer(2)


def test_python_has_no_part_in_a_compiled_first_state(monkeypatch: pytest.MonkeyPatch) -> None:
    moves = moves_of(URN, OneBall(), "native")
    assert type(moves.own[0].first_state) is CompiledFirstState
    monkeypatch.setattr(InterpretedFirstState, "_run", lambda *_: pytest.fail("run by Python"))
    started(moves)


@pytest.mark.parametrize(("proposer", "kind"), [(Sometimes(), CompiledFirstState), (ByNames(), InterpretedFirstState)])
def test_both_backends_begin_alike(proposer: nm.Proposer, kind: type) -> None:
    moves = moves_of(URN, proposer, "native")
    assert type(moves.own[0].first_state) is kind
    found = states(moves, 6)
    assert found == states(moves_of(URN, proposer), 6)
    assert len(set(found)) > 1
