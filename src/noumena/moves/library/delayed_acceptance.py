"""Delayed acceptance: what a cheap function of the world makes of a proposal is known before the engine is asked.

Proof. Let the inner move go from s to s′ by a way of probability q(s′|s), back by q(s|s′), and return
ln r = ln q(s|s′)/q(s′|s). With g = exp(surrogate) a first decision is made inside the move: it goes on with probability

    a(s, s′) = min(1, x),  x = r g(s′)/g(s),

and is a rejection otherwise. The way as a whole has probability q*(s′|s) = q(s′|s) a(s, s′). On the way back r is the
inverse, so that x is, and a(s, s′)/a(s′, s) = min(1, x)/min(1, 1/x) = x. Hence

    q*(s|s′)/q*(s′|s) = r a(s′, s)/a(s, s′) = r/x = g(s)/g(s′),

and what is returned is ln g(s) - ln g(s′). This is a move like any other, and the engine's own decision, with the
exact p, makes it right whatever g is: a bad one costs acceptances, not truth. What the engine draws to complete the
state comes after the first decision in both directions and is no part of q. Where g is 0, the move is never accepted.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from noumena.moves.library.composed import Composed


@dataclass(frozen=True)
class DelayedAcceptance(Composed):
    """A move with a first decision by a cheap function: `DelayedAcceptance(SplitMerge("F"), surrogate)`.

    `surrogate(world)` is near ln p of the state, up to a constant, and may leave out whatever is costly. Only what it
    lets pass is completed by the engine and judged by the exact ratio. It reads only what the move leaves held: see
    `composed`. `move` is a proposer or a move of the library; the surrogate may be given as a text.
    """

    move: Any
    surrogate: Callable[[Any], float] | str

    _role = "surrogate"

    @property
    def _inner(self) -> Any:
        return self.move

    @property
    def _asked(self) -> Any:
        return self.surrogate

    def _body(self, asked: str, inner: str) -> str:
        return f"""\
before = {asked}(world)
if before == nm.REJECT:
    return nm.REJECT
log_q = {inner}(world, rng)
if log_q == nm.REJECT:
    return nm.REJECT
after = {asked}(world)
log_x = log_q + after - before
if log_x < 0.0 and not rng.flip(math.exp(log_x)):
    return nm.REJECT
return before - after
"""
