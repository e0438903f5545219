"""Proposers for the tests: right ones, each with verbs of its own, and ones with one mistake each."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from noumena.moves import proposer as nm


def log_choice(world: Any, n: int) -> float:
    """ln q of one of n."""
    return -math.log(n)


class MoveCitation(nm.Proposer):
    """Lets a citation cite another publication, in use or new (m03_citations)."""

    def __init__(self, new: float = 0.5) -> None:
        self.new = new
        self.titles = np.array([0.25, 0.75])

    def log_new(self, title: int) -> float:
        """ln q of a new publication with this title."""
        return math.log(self.new) + math.log(self.titles[title])

    def propose(self, world: Any, rng: Any) -> float:
        """New ones get a title, which the reverse removes."""
        c = rng.integer(world.Cit.number)
        old = world.PubCited[c]
        alone = world.PubCited.preimage(old).number == 1
        used = world.Pub.used.number
        if rng.uniform() < self.new:
            if alone:
                return nm.REJECT
            new = world.Pub.new()
            title = 1 if rng.flip(self.titles[1]) else 0
            world.Title[new] = title
            log_q = self.log_new(title)
        else:
            new = world.Pub.used[rng.integer(used)]
            if new == old:
                return nm.REJECT
            log_q = math.log(1 - self.new) + log_choice(world, used)
        back = 0.0
        if alone:
            back = self.log_new(world.Title[old])
            world.Title.remove(old)
        world.PubCited[c] = new
        if not alone:
            back = math.log(1 - self.new) + log_choice(world, world.Pub.used.number)
        return back - log_q


class WrongRatio(MoveCitation):
    """The same, but it forgets to pay."""

    def log_new(self, title: int) -> float:
        """Leaves the probability of the title out."""
        return math.log(self.new)


class WrongOwner(nm.Proposer):
    """Sets the title of a new publication, but leaves the removal of one to the engine."""

    def propose(self, world: Any, rng: Any) -> float:
        """As `MoveCitation`, half of the time."""
        c = rng.integer(world.Cit.number)
        old = world.PubCited[c]
        used = world.Pub.used.number
        alone = world.PubCited.preimage(old).number == 1
        if rng.flip(0.5):
            if alone:
                return nm.REJECT
            new = world.Pub.new()
            world.Title[new] = rng.integer(2)
            world.PubCited[c] = new
            return math.log(2.0) - math.log(used + 1)
        new = world.Pub.used[rng.integer(used)]
        if new == old:
            return nm.REJECT
        world.PubCited[c] = new
        return -math.log(2.0) + math.log(used) if alone else 0.0


class SplitMerge(nm.Proposer):
    """Splits the draws of a ball in two, or merges those of two, with the number of balls fixed (the urns)."""

    correct = 0.8

    def blue(self, world: Any, ball: int) -> float:
        """How probable Blue is by the draws of a ball."""
        blue, green = 1.0, 1.0
        for d in world.Drawn.preimage(ball):
            seen_blue = world.Seen[d] == world.Color.Blue
            blue *= self.correct if seen_blue else 1 - self.correct
            green *= 1 - self.correct if seen_blue else self.correct
        return blue / (blue + green)

    def propose(self, world: Any, rng: Any) -> float:
        """Pays for the sides that the draws take, and for the paint."""
        first, second = rng.integer(world.Draw.number), rng.integer(world.Draw.number)
        if first == second:
            return nm.REJECT
        i, j = world.Drawn[first], world.Drawn[second]
        if i != j:
            p = self.blue(world, j)
            log_paint = math.log(p if world.Paint[j] == world.Color.Blue else 1 - p)
            for d in world.Drawn.preimage(j):
                world.Drawn[d] = i
            world.Paint.remove(j)
            return log_paint - float(world.Drawn.preimage(i).number - 2) * math.log(2.0)
        size = float(world.Drawn.preimage(i).number)
        j = world.Ball.new()
        for d in world.Drawn.preimage(i):
            if d == second or (d != first and rng.flip(0.5)):
                world.Drawn[d] = j
        p = self.blue(world, j)
        blue = rng.flip(p)
        world.Paint[j] = world.Color.Blue if blue else world.Color.Green
        return (size - 2) * math.log(2.0) - math.log(p if blue else 1 - p)


class SwapDraws(nm.Proposer):
    """Exchanges the balls of two draws of a ball and of another, and resamples a paint (the urns)."""

    def propose(self, world: Any, rng: Any) -> float:
        """All choices are alike in both directions."""
        a, b = rng.integer(world.Draw.number), rng.integer(world.Draw.number)
        world.Drawn[a] = world.Drawn[b]
        world.Drawn[b] = world.Drawn.saved[a]
        if rng.flip(0.5):
            world.Paint.resample(world.Drawn[a])
        return 0.0


class StepNumber(nm.Proposer):
    """Adds or removes a ball that nothing refers to (the urns)."""

    def propose(self, world: Any, rng: Any) -> float:
        """Up and down alike."""
        n = world.number.Ball[()]
        world.number.Ball[()] = n + 1 if rng.flip(0.5) else n - 1
        return 0.0


class OnlyMore(nm.Proposer):
    """Adds a ball, and never takes one away."""

    def propose(self, world: Any, rng: Any) -> float:
        """There is no reverse."""
        world.number.Ball[()] += 1
        return 0.0


class PaintNumbered(nm.Proposer):
    """Gives a draw another ball by its number, where balls are concrete (`PAIR`)."""

    def propose(self, world: Any, rng: Any) -> float:
        """Any ball, all alike; its paint is the engine's in both directions."""
        d = rng.integer(world.Draw.number)
        world.Drawn[d] = world.Ball[rng.integer(world.Ball.number)]
        return 0.0


class Chase(nm.Proposer):
    """Changes `First` and what it cites (m12_self_reference): a constant, and preimages by position."""

    def propose(self, world: Any, rng: Any) -> float:
        """Cites the first again, or gives it up."""
        first = world.First[()]
        if world.Cites.preimage(first).number > 0:
            last = world.Cites.preimage(first)[world.Cites.preimage(first).number - 1]
            if last == first:
                return nm.REJECT
        world.Cites.resample(first)
        return 0.0


class OtherAuthor(nm.Proposer):
    """Lets a citation cite a new publication of its own researcher (m10_generators): objects that generate."""

    def propose(self, world: Any, rng: Any) -> float:
        """A new one half of the time, else one in use, if it is by the same researcher."""
        c = rng.integer(world.Cit.number)
        old, r = world.PubCited[c], world.R[c]
        alone = world.PubCited.preimage(old).number == 1
        used = world.Pub.used.number
        if rng.flip(0.5):
            if alone or world.number.Pub[r] < 1:
                return nm.REJECT
            world.PubCited[c] = world.Pub.new(r)
            return math.log(0.5 / (used + 1)) - math.log(0.5)
        new = world.Pub.used[rng.integer(used)]
        if new == old:
            return nm.REJECT
        world.PubCited[c] = new
        return (math.log(0.5) if alone else math.log(0.5 / used)) - math.log(0.5 / used)


class Shift(nm.Proposer):
    """Moves a real variable by a normal step whose scale is data (`REALS`)."""

    def __init__(self, scale: float) -> None:
        self.scales = np.array([[scale, 2 * scale]])
        self.row = 0

    def propose(self, world: Any, rng: Any) -> float:
        """Symmetric."""
        s = rng.integer(self.scales.shape[1])
        for k in range(2):
            world.Place[k, s] += self.scales[self.row, s] * rng.normal()
        return 0.0


PAIR = """
type Ball; type Draw; distinct Draw D1, D2;
#Ball ~ UniformInt(1, 2);
random Boolean Paint(Ball b) ~ BooleanDistrib(0.4);
random Ball Drawn(Draw d) ~ UniformChoice({b for Ball b});
random Boolean Seen(Draw d) ~ if Paint(Drawn(d)) then BooleanDistrib(0.8) else BooleanDistrib(0.3);
obs Seen(D1) = true; obs Seen(D2) = false; query size({b for Ball b});
"""
REALS = """
random Real Place(Integer k, Integer s) ~ Gaussian(k, 2.0);
random Real Total ~ Gaussian(Place(0, 0) + Place(1, 0) - Place(0, 1) - Place(1, 1), 1.0);
obs Total = 1.5;
query Place(0, 0);
"""
