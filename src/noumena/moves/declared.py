"""A move that is declared: a program of random choices, and the choices that undo it; the system works out the rest.

Let the program read the state s, make choices u, turn s into s′ and tell choices u′. It is a map (s, u) → (s′, u′). The
move is right if this map undoes itself: run on s′ with the choices u′, the program comes to s and tells u. Then each
way there has one way back, path by path (a10), and

    ln q(s|s′)/q(s′|s) = ln q(u′; s′) - ln q(u; s) + ln |∂(x′, v′)/∂(x, v)|,

x being the reals of the state that the move changes and v those among the choices. That the way back comes home is
looked at in every step; where it does not, the run stops and shows where.
"""

from __future__ import annotations

import types
from typing import Any

from noumena.moves.declared_slopes import log_slope
from noumena.moves.proposer import REJECT, Proposer


class DeclaredMove(Proposer):
    """A Metropolis-Hastings move without a ratio: `change` makes its choices by `choose` and tells how it is undone.

    `choose.integer(n)`, `choose.flip(p)`, `choose.one_of(world.Pub.used)`, `choose.uniform()` and
    `choose.normal(mean, scale)` make a choice and charge it. `choose.back.flip(value)` and the like say which choices
    `change` makes when it is run on the new state to undo this. `choose.both.integer(n)` makes a choice that is the
    same both ways. A choice may have an address, `choose.flip(0.5, at=d)`; those without one are told apart by their
    order. Fields, other methods, `initialise`, `first_state` and `share` are those of a `Proposer`.
    """

    def change(self, world: Any, choose: Any) -> float | None:
        """Reads the world, makes choices, then changes the world through its views; returns nothing, or `REJECT`.

        What it has changed it cannot read any more. On the way back it may read what the move has set or left alone,
        not what the engine is to draw.
        """
        raise NotImplementedError

    def propose(self, world: Any, choose: Any) -> float:
        """Runs `change` there and back, and returns ln q(s|s′)/q(s′|s); `choose` is what the engine gives it."""
        choose.go_there()
        if choose.is_rejected(self.change(world, choose)):
            return REJECT
        choose.go_back()
        choose.is_rejected(self.change(world, choose))
        log_q: float = choose.settle()
        if choose.reals() > 0 and log_q > REJECT:
            log_q -= log_slope(self, world, choose)
        choose.end()
        return log_q


def written(proposer: Proposer) -> types.FunctionType:
    """The function that the author of a move has written: `change` of a declared move, else `propose`."""
    function = type(proposer).change if isinstance(proposer, DeclaredMove) else type(proposer).propose
    assert isinstance(function, types.FunctionType)
    return function
