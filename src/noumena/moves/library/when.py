"""When: a move that is tried only where a condition holds, and must leave it so.

Proof. Let C be the states in which the condition holds, and T the inner move. A step from s to s′ is made by T if both
are in C, and is a rejection otherwise. So for s and s′ in C the flow p(s) q(s′|s) a(s, s′) is that of T in both
directions, and in balance if T is; all others are 0 in both directions. Without the second look, a step from C to what
is not in C would have no way back.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from noumena.moves.library.composed import Composed


@dataclass(frozen=True)
class When(Composed):
    """A move where a condition holds: `When("world.Size[()] > 3", SplitMerge("F"))`, or with a function of `world`.

    The state that the move leads to must meet the condition too, else it is rejected. The condition reads only what the
    move leaves held: see `composed`. `move` is a proposer or a move of the library.
    """

    condition: Callable[[Any], Any] | str
    move: Any

    _role = "condition"

    @property
    def _inner(self) -> Any:
        return self.move

    @property
    def _asked(self) -> Any:
        return self.condition

    def _body(self, asked: str, inner: str) -> str:
        return f"""\
if not {asked}(world):
    return nm.REJECT
log_q = {inner}(world, rng)
if log_q == nm.REJECT or not {asked}(world):
    return nm.REJECT
return log_q
"""
