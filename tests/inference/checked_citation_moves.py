"""Proposers of what citations cite, for the tests of `check_move`: right ones, and copies with one mistake each."""

from __future__ import annotations

import math
from typing import Any

from noumena.moves import proposer as nm


class SplitMerge(nm.Proposer):
    """Splits a publication in two or merges two, with the number of publications fixed (m03_citations)."""

    def propose(self, world: Any, rng: Any) -> float:
        """An ordered pair of citations decides which."""
        first, second = rng.integer(world.Cit.number), rng.integer(world.Cit.number)
        if first == second:
            return nm.REJECT
        i, j = world.PubCited[first], world.PubCited[second]
        if i != j:
            title = world.Title[j]
            for c in world.PubCited.preimage(j):
                world.PubCited[c] = i
            self.drop_title(world, j)
            return self.log_title(title) - self.log_sides(world.PubCited.preimage(i).number)
        size = world.PubCited.preimage(i).number
        j = world.Pub.new()
        for c in world.PubCited.preimage(i):
            if c == second or (c != first and rng.flip(0.5)):
                world.PubCited[c] = j
        title = 1 if rng.flip(0.6) else 0
        world.Title[j] = title
        return self.log_sides(size) - self.log_title(title)

    def drop_title(self, world: Any, j: int) -> None:
        """What the split sets, the merge removes."""
        world.Title.remove(j)

    def log_sides(self, size: int) -> float:
        """-ln of the probability of the sides that all but two citations take."""
        return float(size - 2) * math.log(2.0)

    def log_title(self, title: int) -> float:
        """ln of the probability of a title."""
        return math.log(0.6 if title else 0.4)


class MergeLeavesTitle(SplitMerge):
    """The split sets Title, the merge leaves it to the engine (M3 ✗)."""

    def drop_title(self, world: Any, j: int) -> None:
        """Nothing."""


class FreeSides(SplitMerge):
    """Does not pay for the sides."""

    def log_sides(self, size: int) -> float:
        """As if there were no choice."""
        return 0.0


class SplitLeavesTitle(nm.Proposer):
    """The merge removes Title, the split leaves it to the engine (m03_citations)."""

    def propose(self, world: Any, rng: Any) -> float:
        """With citations C1 and C2 only."""
        i, j = world.PubCited[0], world.PubCited[1]
        if i == j:
            world.PubCited[1] = world.Pub.new()
            return 0.0
        if world.PubCited.preimage(j).number > 1:
            return nm.REJECT
        world.PubCited[1] = i
        world.Title.remove(j)
        return 0.0


class OnlySplits(nm.Proposer):
    """Splits C2 from C1, and never merges them (m03_citations)."""

    def propose(self, world: Any, rng: Any) -> float:
        """There is no reverse."""
        if world.PubCited[0] != world.PubCited[1]:
            return nm.REJECT
        world.PubCited[1] = world.Pub.new()
        return 0.0


class GibbsCitation(nm.Proposer):
    """Gives a citation a publication by Gibbs (m03_citations, b6)."""

    def propose(self, world: Any, rng: Any) -> float:
        """A new one has a title from the prior, or that of the citation's own publication where it is alone there."""
        c = rng.integer(world.Cit.number)
        old = world.PubCited[c]
        alone = world.PubCited.preimage(old).number == 1
        title = world.Title[old] if alone else (1 if rng.flip(0.3) else 0)
        used = world.Pub.used.number
        fresh = float(world.Pub.number - self.others(world.Pub.number, used, alone)) * self.likelihood(world, c, title)
        total = fresh
        for k in range(used):
            p = world.Pub.used[k]
            if not (alone and p == old):
                total += self.likelihood(world, c, world.Title[p])
        left = rng.uniform() * total
        new = -1
        weight = fresh
        for k in range(used):
            p = world.Pub.used[k]
            if new < 0 and not (alone and p == old):
                weight = self.likelihood(world, c, world.Title[p])
                if left < weight:
                    new = p
                left = left - weight
        log_prior = math.log(0.3 if title else 0.7)
        old_weight = math.log(fresh) + log_prior if alone else math.log(self.likelihood(world, c, world.Title[old]))
        if new < 0:
            if alone:
                return nm.REJECT
            new = world.Pub.new()
            world.Title[new] = title
            world.PubCited[c] = new
            return old_weight - math.log(fresh) - log_prior
        log_new = math.log(self.likelihood(world, c, world.Title[new]))
        if alone:
            world.Title.remove(old)
        world.PubCited[c] = new
        return old_weight - log_new

    def others(self, number: int, used: int, alone: bool) -> int:
        """m⁻: the publications in use without the citation."""
        return used - 1 if alone else used

    def likelihood(self, world: Any, c: int, title: int) -> float:
        """The probability of the text of a citation."""
        p = 0.9 if title else 0.2
        return p if world.Text[c] == 1 else 1.0 - p


class GibbsOfAll(GibbsCitation):
    """n - m for n - m⁻ (M3 ✗)."""

    def others(self, number: int, used: int, alone: bool) -> int:
        """m; the citation's own publication has room in any case."""
        return min(used, number - 1) if alone else used
