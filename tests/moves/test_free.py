"""Whether a move may set a variable, as `free` tells it: random ones that the state holds, and no others."""

from __future__ import annotations

import math
from typing import Any

import pytest

from noumena.moves import proposer as nm
from tests.moves.running import moves_of, trace

MODEL = """
type City; type Ball; distinct City A, B, C;
#Ball ~ UniformInt(0, 2);
random Ball Drawn(City c) ~ UniformChoice({b for Ball b});
random City First ~ UniformChoice({c for City c});
random Boolean D(City c) ~ if c == A then BooleanDistrib(0.2) else BooleanDistrib(0.6);
random Boolean Both = Drawn(A) == Drawn(B);
random Boolean E ~ if Both then BooleanDistrib(0.9) else BooleanDistrib(0.4);
random Boolean Link(City a, City b) ~ if Drawn(a) == Drawn(b) then BooleanDistrib(0.9) else BooleanDistrib(0.3);
obs D(First) = true; obs E = true; obs Link(A, B) = true; query First;
"""


class Looks(nm.Proposer):
    """Draws another city or a ball; gives no number, which is an error, where what is free is not what should be."""

    def propose(self, world: Any, rng: Any) -> float:
        there = world.number.Ball[()] > 0
        if world.Drawn.free(0) != there or world.Drawn.free(1) != there or world.Drawn.free(2):
            return math.nan
        if not world.First.free() or not world.number.Ball.free() or world.Both.free() or world.E.free():
            return math.nan
        if world.Link.free(0, 1) or world.Link.free(1, 0) or world.D.free(world.First[()]):
            return math.nan
        if there and rng.flip(0.5):
            ball = world.Ball.new()
            world.Drawn[0] = ball
            if not world.Drawn.free(0):
                return math.nan
            world.Drawn.remove(0)
            if world.Drawn.free(0):
                return math.nan
            world.Drawn[0] = ball
            return 0.0
        world.First[()] = rng.integer(world.City.number)
        return 0.0


def test_what_is_free_is_what_a_move_may_set() -> None:
    """Where it is not, the move is an error."""
    assert trace(moves_of(MODEL, Looks()))[1] > 0


@pytest.mark.campaign
def test_compiled_moves_find_the_same_free() -> None:
    compiled = moves_of(MODEL, Looks(), "native")
    assert compiled.own[0].reason is None
    assert trace(compiled) == trace(moves_of(MODEL, Looks()))
