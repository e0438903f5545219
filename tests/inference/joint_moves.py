"""Proposers for the tests of the joint-distribution test: they move a real X, rightly or with one mistake."""

from __future__ import annotations

import math
from typing import Any

from noumena.moves import proposer as nm


class Walk(nm.Proposer):
    """A normal step."""

    def propose(self, world: Any, rng: Any) -> float:
        """As probable in both directions."""
        world.X[()] += rng.normal()
        return 0.0


class OwnScale(nm.Proposer):
    """A normal step whose length depends on where it begins, paid for: right."""

    def propose(self, world: Any, rng: Any) -> float:
        """With the densities of the step and of the one that undoes it."""
        old = world.X[()]
        step = self.scale(old) * rng.normal()
        new = old + step
        world.X[()] = new
        return self.charge(step, old, new)

    def scale(self, x: float) -> float:
        """The standard deviation of a step."""
        return 0.1 + x * x

    def charge(self, step: float, old: float, new: float) -> float:
        """ln q(s|s′)/q(s′|s)."""
        there, back = self.scale(old), self.scale(new)
        return math.log(there / back) + 0.5 * step * step * (1.0 / there**2 - 1.0 / back**2)


class OwnScaleUncharged(OwnScale):
    """The same, and does not pay for it."""

    def charge(self, step: float, old: float, new: float) -> float:
        """As if the steps were as probable in both directions."""
        return 0.0


class Upwards(nm.Proposer):
    """Goes up only: there is no way back."""

    def propose(self, world: Any, rng: Any) -> float:
        """A step of positive length."""
        world.X[()] += abs(rng.normal())
        return 0.0


class WrongFarOut(nm.Proposer):
    """Pays wrongly where X is above 3.5, which is rare."""

    def propose(self, world: Any, rng: Any) -> float:
        """A walk otherwise."""
        old = world.X[()]
        world.X[()] = old + rng.normal()
        return 1.0 if old > 3.5 else 0.0


class ByNumber(nm.Proposer):
    """Computes a new value from a uniform number: X ~ UniformReal(0, 1) again."""

    def propose(self, world: Any, rng: Any) -> float:
        """Independent of the old one."""
        world.X[()] = 0.0 + rng.uniform()
        return 0.0


class Looking(Walk):
    """Looks at the evidence before the first step."""

    def initialise(self, model: Any, evidence: Any, rng: Any) -> None:
        """Keeps what was observed."""
        self.seen = float(evidence["Y"][()])


class Never(nm.Proposer):
    """Draws a normal number, and does nothing."""

    def propose(self, world: Any, rng: Any) -> float:
        """Always a rejection."""
        rng.normal()
        return nm.REJECT
