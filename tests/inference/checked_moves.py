"""Proposers of values for the tests of `check_move`: right ones, and copies of them with one mistake each."""

from __future__ import annotations

import math
from typing import Any

from noumena.moves import proposer as nm


class Redraw(nm.Proposer):
    """Leaves X to the engine (m01_parental)."""

    def propose(self, world: Any, rng: Any) -> float:
        """The parental move."""
        world.X.resample()
        return 0.0


class SetByPrior(nm.Proposer):
    """Sets X from its own distribution, and pays (m01_parental)."""

    def propose(self, world: Any, rng: Any) -> float:
        """The same as `Redraw`, with X set."""
        old = world.X[()]
        x = 1 if rng.flip(0.3) else 0
        world.X[()] = x
        return self.log_p(old) - self.log_p(x)

    def log_p(self, x: int) -> float:
        """ln p(x)."""
        return math.log(0.3 if x else 0.7)


class SetUncharged(SetByPrior):
    """The old value charged, the new one cancelled (M1 ✗)."""

    def log_p(self, x: int) -> float:
        """Pays nothing."""
        return 0.0


class SetBackwards(SetByPrior):
    """Returns the ratio the wrong way round."""

    def log_p(self, x: int) -> float:
        """With the wrong sign."""
        return -math.log(0.3 if x else 0.7)


class SetOrRedraw(nm.Proposer):
    """Sets X to true, but has it redrawn on the way back (m01_parental)."""

    def propose(self, world: Any, rng: Any) -> float:
        """X has another owner in each direction."""
        if world.X[()] == 0:
            world.X[()] = 1
        else:
            world.X.resample()
        return 0.0


class PaidByHand(nm.Proposer):
    """The same, with what the engine does on the way back paid by hand: right."""

    def propose(self, world: Any, rng: Any) -> float:
        """The engine draws false with 0.7 on the way back; it takes true for a value that it would draw with 0.3."""
        if world.X[()] == 0:
            world.X[()] = 1
            return math.log(0.7)
        world.X.resample()
        return -math.log(0.3)


class RedrawOneWay(nm.Proposer):
    """Has T redrawn when S becomes false, and not on the way back (m09_sweep)."""

    def propose(self, world: Any, rng: Any) -> float:
        """T is held whatever S is."""
        if world.S[()] == 1:
            world.S[()] = 0
            world.T.resample()
        else:
            world.S[()] = 1
        return 0.0


class OnlyTrue(nm.Proposer):
    """Makes X true, and never false (m01_parental)."""

    def propose(self, world: Any, rng: Any) -> float:
        """There is no way back."""
        if world.X[()] == 1:
            return nm.REJECT
        world.X[()] = 1
        return 0.0


class Nothing(nm.Proposer):
    """Does not apply to anything."""

    def propose(self, world: Any, rng: Any) -> float:
        """Always a rejection."""
        return nm.REJECT


class Stepping(nm.Proposer):
    """Takes a normal number for a decision (m01_parental)."""

    def propose(self, world: Any, rng: Any) -> float:
        """Cannot be enumerated."""
        if rng.normal() > 0.0:
            world.X.resample()
        return 0.0


class Computing(nm.Proposer):
    """Computes with a uniform number (m01_parental)."""

    def propose(self, world: Any, rng: Any) -> float:
        """Cannot be enumerated either."""
        world.X[()] = int(2.0 * rng.uniform())
        return 0.0


class PickVariable(nm.Proposer):
    """Changes one of the variables that the state holds, all alike (m08_switch)."""

    def propose(self, world: Any, rng: Any) -> float:
        """S, U1 and U2 are held if S is true, else S and V."""
        before = self.held(world)
        k = rng.integer(before)
        self.change(world, k)
        return self.log_q(before, self.held(world))

    def held(self, world: Any) -> int:
        """How many variables can be picked."""
        return 3 if world.S[()] == 1 else 2

    def change(self, world: Any, k: int) -> None:
        """Gives the variable at a position its other value; what S makes necessary is the engine's."""
        if k == 0:
            world.S[()] = 1 - world.S[()]
        elif world.S[()] == 0:
            world.V[()] = 1 - world.V[()]
        elif k == 1:
            world.U1[()] = 1 - world.U1[()]
        else:
            world.U2[()] = 1 - world.U2[()]

    def log_q(self, before: int, after: int) -> float:
        """Picking one of so many."""
        return math.log(before / after)


class PickUncharged(PickVariable):
    """Does not pay for the pick (M8 ✗)."""

    def log_q(self, before: int, after: int) -> float:
        """As if there were always as many."""
        return 0.0


class PickMischarged(PickVariable):
    """Pays for the pick, but for the wrong number."""

    def log_q(self, before: int, after: int) -> float:
        """One more than there are."""
        return math.log((before + 1) / after)


class PickAgain(PickVariable):
    """Picks again until it has a variable of the state (M8 ✗)."""

    def propose(self, world: Any, rng: Any) -> float:
        """Position 0 is S, then U1, U2 and V."""
        k = rng.integer(4)
        while not self.applies(world, k):
            k = rng.integer(4)
        self.change(world, k)
        return 0.0

    def applies(self, world: Any, k: int) -> bool:
        """Whether the state holds the variable."""
        return k == 0 or (k < 3) == (world.S[()] == 1)


class PickOnceMore(PickAgain):
    """Picks again, but once at most."""

    def propose(self, world: Any, rng: Any) -> float:
        """Then it gives up."""
        k = rng.integer(4)
        if not self.applies(world, k):
            k = rng.integer(4)
            if not self.applies(world, k):
                return nm.REJECT
        self.change(world, k)
        return 0.0


class PickAndReject(PickAgain):
    """Picks once, and rejects what the state does not hold: right."""

    def propose(self, world: Any, rng: Any) -> float:
        """The pick has the same probability in every state."""
        k = rng.integer(4)
        if not self.applies(world, k):
            return nm.REJECT
        self.change(world, k)
        return 0.0


class PickSummed(PickOnceMore):
    """Picks again once, and charges for all ways to get at a variable together: right."""

    def propose(self, world: Any, rng: Any) -> float:
        """The first pick or the second one."""
        before = self.q(world)
        log_q = super().propose(world, rng)
        return log_q if log_q == nm.REJECT else math.log(self.q(world)) - math.log(before)

    def q(self, world: Any) -> float:
        """The probability to get at one variable of the state."""
        return 0.25 * (1.25 if world.S[()] == 1 else 1.5)


class PickMany(PickVariable):
    """Makes more choices than can be enumerated."""

    def propose(self, world: Any, rng: Any) -> float:
        """All of them for nothing."""
        for _ in range(13):
            rng.integer(2)
        return 0.0


class SetsUnneeded(PickVariable):
    """Sets what the state does not need."""

    def propose(self, world: Any, rng: Any) -> float:
        """V is read only where S is false."""
        if world.S[()] == 0:
            return nm.REJECT
        world.V[()] = 1
        return 0.0


class FlipSwitch(nm.Proposer):
    """Gives S its other value (m07_hard_evidence)."""

    def propose(self, world: Any, rng: Any) -> float:
        """What evidence forces is the engine's."""
        world.S[()] = 1 - world.S[()]
        return 0.0


class FlipB(nm.Proposer):
    """Gives B its other value (m15_atom)."""

    def propose(self, world: Any, rng: Any) -> float:
        """Y is observed."""
        world.B[()] = 1 - world.B[()]
        return 0.0
