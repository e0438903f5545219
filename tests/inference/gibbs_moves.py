"""Gibbs moves that are always accepted, right ones and with the mistakes of the semantics' models M3 and M8.

What a move weighs is what it must keep (a9), and n - m⁻ counts without the variable that is moved (b6). A wrong one is
always accepted too, as its author means it to be: it returns the inverse of the ratio of the two states.
"""

from __future__ import annotations

import math
from typing import Any

from noumena.moves import proposer as nm


class GibbsOrRedraw(nm.Proposer):
    """Gibbs of one citation, or a number or title drawn anew, a third of the tries each (m03_citations)."""

    def propose(self, world: Any, rng: Any) -> float:
        """The title is that of the publication of any citation."""
        k, c = rng.integer(3), rng.integer(3)
        if k == 0:
            return self.gibbs(world, rng, c)
        if k == 1:
            world.number.Pub.resample()
        else:
            world.Title.resample(world.PubCited[c])
        return 0.0

    def gibbs(self, world: Any, rng: Any, c: int) -> float:
        """Another publication for a citation, one in use or a new one with the title `title`."""
        old, used = world.PubCited[c], world.Pub.used.number
        alone = world.PubCited.preimage(old).number == 1
        before = world.Title[old]
        title = self.title(world, rng, c, before, alone)
        others = used - 1 if alone else used
        number = world.Pub.number
        fresh = self.weight_of_new(world, c, title, number, used, others)
        total = fresh
        for k in range(used):
            p = world.Pub.used[k]
            if not (alone and p == old):
                total += self.likelihood(world, c, world.Title[p])
        if total == 0.0:
            return nm.REJECT
        left = rng.uniform() * total
        new = -1
        for k in range(used):
            p = world.Pub.used[k]
            if new < 0 and not (alone and p == old):
                weight = self.likelihood(world, c, world.Title[p])
                if left < weight:
                    new = p
                left = left - weight
        was = self.log_factor(world, c, before, float(number - others) if alone else 0.0)
        if new >= 0:
            if alone:
                world.Title.remove(old)
            world.PubCited[c] = new
            return was - self.log_factor(world, c, world.Title[new], 0.0)
        if alone and title == before:
            return nm.REJECT
        becomes = self.log_factor(world, c, title, float(number - others))
        if alone:
            world.Title[old] = title
        else:
            new = world.Pub.new()
            world.Title[new] = title
            world.PubCited[c] = new
        return was - becomes

    def title(self, world: Any, rng: Any, c: int, before: int, alone: bool) -> int:
        """The title of a new publication: of the prior, or the citation's own where nothing else refers to it."""
        return before if alone else (1 if rng.flip(0.3) else 0)

    def weight_of_new(self, world: Any, c: int, title: int, number: int, used: int, others: int) -> float:
        """(n - m⁻) L(a)."""
        return float(number - others) * self.likelihood(world, c, title)

    def likelihood(self, world: Any, c: int, title: int) -> float:
        """The probability of the text of a citation."""
        p = 0.9 if title == 1 else 0.2
        return p if world.Text[c] == 1 else 1.0 - p

    def prior(self, title: int) -> float:
        """The probability of a title."""
        return 0.3 if title == 1 else 0.7

    def log_factor(self, world: Any, c: int, title: int, free: float) -> float:
        """ln of what a publication of the citation adds to the state; `free` is n - m⁻ if it is used by it alone."""
        log_p = math.log(self.likelihood(world, c, title))
        return log_p + math.log(free * self.prior(title)) if free > 0.0 else log_p


class SingletonRedrawn(GibbsOrRedraw):
    """The title is drawn anew also where the citation is alone on its publication (M3 ✗)."""

    def title(self, world: Any, rng: Any, c: int, before: int, alone: bool) -> int:
        """Always from the prior."""
        return 1 if rng.flip(0.3) else 0


class CountsItself(GibbsOrRedraw):
    """n - m for n - m⁻ (M3 ✗)."""

    def weight_of_new(self, world: Any, c: int, title: int, number: int, used: int, others: int) -> float:
        """The citation's own publication is counted, though it falls out of use."""
        return float(number - used) * self.likelihood(world, c, title)


class FromText(GibbsOrRedraw):
    """Draws the title of a new publication from the text of the citation, and weighs it by p/r: right."""

    def title(self, world: Any, rng: Any, c: int, before: int, alone: bool) -> int:
        """The text is the title with probability 0.8."""
        if alone:
            return before
        text = int(world.Text[c])
        return text if rng.flip(0.8) else 1 - text

    def weight_of_new(self, world: Any, c: int, title: int, number: int, used: int, others: int) -> float:
        """(n - m⁻) L(a) p(a)/r(a)."""
        r = 0.8 if title == world.Text[c] else 0.2
        return float(number - others) * self.likelihood(world, c, title) * self.prior(title) / r


class FromTextUncharged(FromText):
    """The same without 1/r (M3 ✗)."""

    def weight_of_new(self, world: Any, c: int, title: int, number: int, used: int, others: int) -> float:
        """(n - m⁻) p(a) L(a)."""
        return float(number - others) * self.likelihood(world, c, title) * self.prior(title)


class GibbsSwitch(nm.Proposer):
    """Gibbs of S, what the other option needs being drawn before the weighing and kept (m08_switch)."""

    def propose(self, world: Any, rng: Any) -> float:
        """U1 and U2 are needed if S is true, else V."""
        s = world.S[()]
        u1 = world.U1[()] if s == 1 else self.drawn(rng, 0.4)
        u2 = world.U2[()] if s == 1 else self.drawn(rng, 0.4)
        v = world.V[()] if s == 0 else self.drawn(rng, 0.2)
        before = self.log_p(s, u1, u2, v)
        on, off = self.likelihood(1, u1, u2, v), self.likelihood(0, u1, u2, v)
        new = 1 if rng.flip(on / (on + off)) else 0
        if new == s:
            return nm.REJECT
        if self.draws_again():
            u1, u2, v = self.drawn(rng, 0.4), self.drawn(rng, 0.4), self.drawn(rng, 0.2)
        world.S[()] = new
        if new == 1:
            world.U1[()] = u1
            world.U2[()] = u2
            world.V.remove()
        else:
            world.V[()] = v
            world.U1.remove()
            world.U2.remove()
        return before - self.log_p(new, u1, u2, v)

    def draws_again(self) -> bool:
        """Whether what was weighed is thrown away."""
        return False

    def drawn(self, rng: Any, p: float) -> int:
        """True with a probability."""
        return 1 if rng.flip(p) else 0

    def likelihood(self, s: int, u1: int, u2: int, v: int) -> float:
        """The probability of Y."""
        if s == 1:
            return 0.9 if u1 == u2 else 0.3
        return 0.7 if v == 1 else 0.1

    def log_p(self, s: int, u1: int, u2: int, v: int) -> float:
        """ln p of the state."""
        log_p = math.log(self.likelihood(s, u1, u2, v))
        if s == 1:
            return log_p + math.log(0.4 if u1 == 1 else 0.6) + math.log(0.4 if u2 == 1 else 0.6)
        return log_p + math.log(0.2 if v == 1 else 0.8)


class GibbsRedraws(GibbsSwitch):
    """What the option needs is drawn again after it was chosen (M8 ✗)."""

    def draws_again(self) -> bool:
        """It is."""
        return True


class SwitchOrV(nm.Proposer):
    """Gives S or V its other value; where there is no V, the move does not apply: right (m08_switch)."""

    def propose(self, world: Any, rng: Any) -> float:
        """Each with probability 1/2."""
        if rng.flip(0.5):
            world.S[()] = 1 - world.S[()]
        elif world.S[()] == 1:
            return self.does_not_apply(world)
        else:
            world.V[()] = 1 - world.V[()]
        return 0.0

    def does_not_apply(self, world: Any) -> float:
        """A rejection."""
        return nm.REJECT


class PickAnother(SwitchOrV):
    """Makes the other move where one does not apply (M8 ✗)."""

    def does_not_apply(self, world: Any) -> float:
        """Gives S its other value."""
        world.S[()] = 1 - world.S[()]
        return 0.0
