"""Splits and merges with attributes from data, written by hand: urn, citations, clusters and logins.

The proof is that of `SplitMerge(number=True)`, see `noumena/moves/library/split_merge.py`. What a split chooses for the
attributes of the second object it pays for, and a merge, which removes them, pays the same back.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

import noumena as nm


class SplitBalls(nm.Proposer):
    """Splits the draws of a ball in two, or gives those of two to one; its paint is chosen by the draws."""

    def blue(self, world: Any, ball: int) -> float:
        """The probability of blue given the draws of a ball: each makes the odds four times or a quarter."""
        odds = 1.0
        for d in world.Drawn.preimage(ball):
            odds *= 4.0 if world.Seen[d] == world.Color.Blue else 0.25
        return odds / (1.0 + odds)

    def propose(self, world: Any, rng: Any) -> float:
        """Two draws are picked whatever the state is."""
        first, second = rng.integer(world.Draw.number), rng.integer(world.Draw.number)
        if first == second:
            return nm.REJECT
        kept, other = world.Drawn[first], world.Drawn[second]
        if kept != other:
            p = self.blue(world, other)
            log_back = math.log(p if world.Paint[other] == world.Color.Blue else 1.0 - p)
            for d in world.Drawn.preimage(other):
                world.Drawn[d] = kept
            world.Paint.remove(other)
            world.number.Ball[()] -= 1
            ways: int = world.Drawn.preimage(kept).number - 2
            return log_back - ways * math.log(2.0)
        size: int = world.Drawn.preimage(kept).number
        other = world.Ball.new()
        world.number.Ball[()] += 1
        for d in world.Drawn.preimage(kept):
            if d == second or (d != first and rng.flip(0.5)):
                world.Drawn[d] = other
        p = self.blue(world, other)
        is_blue = rng.flip(p)
        world.Paint[other] = world.Color.Blue if is_blue else world.Color.Green
        return (size - 2) * math.log(2.0) - math.log(p if is_blue else 1.0 - p)


class SplitPublications(nm.Proposer):
    """The same for citations: the title of the new publication is chosen by the texts of its citations."""

    def true(self, world: Any, pub: int) -> float:
        """The probability of the title true given the texts."""
        odds = 0.3 / 0.7
        for c in world.PubCited.preimage(pub):
            odds *= 0.9 / 0.2 if world.Text[c] else 0.1 / 0.8
        return odds / (1.0 + odds)

    def propose(self, world: Any, rng: Any) -> float:
        """Two citations are picked whatever the state is."""
        first, second = rng.integer(world.Cit.number), rng.integer(world.Cit.number)
        if first == second:
            return nm.REJECT
        kept, other = world.PubCited[first], world.PubCited[second]
        if kept != other:
            p = self.true(world, other)
            log_back = math.log(p if world.Title[other] else 1.0 - p)
            for c in world.PubCited.preimage(other):
                world.PubCited[c] = kept
            world.Title.remove(other)
            world.number.Pub[()] -= 1
            ways: int = world.PubCited.preimage(kept).number - 2
            return log_back - ways * math.log(2.0)
        size: int = world.PubCited.preimage(kept).number
        other = world.Pub.new()
        world.number.Pub[()] += 1
        for c in world.PubCited.preimage(kept):
            if c == second or (c != first and rng.flip(0.5)):
                world.PubCited[c] = other
        p = self.true(world, other)
        is_true = rng.flip(p)
        world.Title[other] = 1 if is_true else 0
        return (size - 2) * math.log(2.0) - math.log(p if is_true else 1.0 - p)


class SplitClusters(nm.Proposer):
    """The same for clusters: the centres of both are drawn anew given their points, by a split and by a merge.

    Given k points with the sum t, a centre is normal with the variance v = 1/(k + 1/16) and the mean v t.
    """

    def log_density(self, value: float, size: int, total: float) -> float:
        """Of a centre given its points."""
        precision = size + 1.0 / 16.0
        off = value - total / precision
        return 0.5 * math.log(precision / (2.0 * math.pi)) - 0.5 * precision * off * off

    def total(self, world: Any, cluster: int) -> float:
        """The sum of the points of a cluster."""
        found = 0.0
        for p in world.Origin.preimage(cluster):
            found += world.X[p]
        return found

    def propose(self, world: Any, rng: Any) -> float:
        """Two points are picked whatever the state is."""
        first, second = rng.integer(world.Point.number), rng.integer(world.Point.number)
        if first == second:
            return nm.REJECT
        kept, other = world.Origin[first], world.Origin[second]
        size: int = world.Origin.preimage(kept).number
        total = self.total(world, kept)
        log_back = self.log_density(world.Centre[kept], size, total)
        if kept != other:
            more, sum_of_more = world.Origin.preimage(other).number, self.total(world, other)
            log_back += self.log_density(world.Centre[other], more, sum_of_more)
            for p in world.Origin.preimage(other):
                world.Origin[p] = kept
            world.Centre.remove(other)
            world.number.Cluster[()] -= 1
            size += more
            total += sum_of_more
            centre = total / (size + 1.0 / 16.0) + rng.normal() / math.sqrt(size + 1.0 / 16.0)
            world.Centre[kept] = centre
            return log_back - self.log_density(centre, size, total) - (size - 2) * math.log(2.0)
        other = world.Cluster.new()
        world.number.Cluster[()] += 1
        for p in world.Origin.preimage(kept):
            if p == second or (p != first and rng.flip(0.5)):
                world.Origin[p] = other
        log_there = 0.0
        for which in range(2):
            c = kept if which == 0 else other
            k, t = world.Origin.preimage(c).number, self.total(world, c)
            centre = t / (k + 1.0 / 16.0) + rng.normal() / math.sqrt(k + 1.0 / 16.0)
            world.Centre[c] = centre
            log_there += self.log_density(centre, k, t)
        return log_back - log_there + (size - 2) * math.log(2.0)


class SplitPeople(nm.Proposer):
    """The same for logins: home and habit of the second person are chosen by what was seen of the logins."""

    def __init__(self) -> None:
        self.homes = np.array([0.4, 0.3, 0.2, 0.1])

    def home(self, world: Any, person: int, city: int) -> float:
        """The probability of a home given where the logins of a person were seen."""
        wanted = total = 0.0
        for h in range(4):
            weight: float = self.homes[h]
            for x in world.Owner.preimage(person):
                weight *= 0.91 if world.Seen[x] == h else 0.03
            total += weight
            wanted = weight if h == city else wanted
        return wanted / total

    def night(self, world: Any, person: int) -> float:
        """The probability that it is a person of the night given when the logins were."""
        odds = 0.3 / 0.7
        for x in world.Owner.preimage(person):
            odds *= 0.85 / 0.2 if world.Dark[x] else 0.15 / 0.8
        return odds / (1.0 + odds)

    def log_attributes(self, world: Any, person: int, city: int, is_night: int) -> float:
        """ln q of both attributes."""
        p = self.night(world, person)
        return math.log(self.home(world, person, city)) + math.log(p if is_night else 1.0 - p)

    def propose(self, world: Any, rng: Any) -> float:
        """Two logins are picked whatever the state is."""
        first, second = rng.integer(world.Login.number), rng.integer(world.Login.number)
        if first == second:
            return nm.REJECT
        kept, other = world.Owner[first], world.Owner[second]
        if kept != other:
            log_back = self.log_attributes(world, other, world.Home[other], world.Night[other])
            for x in world.Owner.preimage(other):
                world.Owner[x] = kept
            world.Home.remove(other)
            world.Night.remove(other)
            world.number.Person[()] -= 1
            ways: int = world.Owner.preimage(kept).number - 2
            return log_back - ways * math.log(2.0)
        size: int = world.Owner.preimage(kept).number
        other = world.Person.new()
        world.number.Person[()] += 1
        for x in world.Owner.preimage(kept):
            if x == second or (x != first and rng.flip(0.5)):
                world.Owner[x] = other
        left, city = 1.0, 3
        for h in range(3):
            p = self.home(world, other, h)
            if rng.flip(min(1.0, p / left)):
                city = h
                break
            left -= p
        is_night = 1 if rng.flip(self.night(world, other)) else 0
        world.Home[other] = city
        world.Night[other] = is_night
        return (size - 2) * math.log(2.0) - self.log_attributes(world, other, city, is_night)
