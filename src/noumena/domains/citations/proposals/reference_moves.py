"""Which citations cite the same publication: one citation at a time, and publications split and merged."""

from __future__ import annotations

import math
from typing import Any

from noumena.domains.citations.proposals.citation_move import NOWHERE, CitationMove
from noumena.moves.proposer import REJECT


class Recite(CitationMove):
    """One citation cites what one of its neighbours cites, or a publication of its own.

    To a publication that k of its n neighbours cite it goes with k/(2 n), to a new one with 1/2. A publication that
    nothing cites any more is gone; a new one comes out of the one that was cited before (`CitationMove`).

    Its first state has the publications of the data, each as the first of its citations suggests.
    """

    def first_state(self, world: Any, rng: Any) -> None:
        """See the class."""
        number = 0
        for c in range(world.Cit.number):
            if self.start[c] != c:
                world.Cited[c] = world.Cited[self.start[c]]
                continue
            number += 1
            p, line = world.Pub.new(), world.Line.new()
            world.Cited[c], world.Work[p] = p, line
            world.Title[p] = world.Theme[line] = self.title[c, 0]
            world.Authors[p] = world.People[line] = self.author[c, 0]
            world.Year[p] = world.Era[line] = self.year[c, 0]
            world.Kind[p], world.Numbers[p] = self.kind[c, 0], self.number[c, 0]
            world.Issued[p] = 0
        world.number.Pub[()] = world.number.Line[()] = number

    def propose(self, world: Any, rng: Any) -> float:
        """See the class."""
        c = rng.integer(world.Cit.number)
        old = world.Cited[c]
        begin, end = self.first[c], self.first[c + 1]
        if begin == end:
            return REJECT
        alone = world.Cited.preimage(old).number == 1
        back = 0
        for i in range(begin, end):
            back += int(world.Cited[self.near[i]] == old)
        if rng.flip(0.5):
            if alone or back == 0:
                return REJECT
            new = world.Pub.new()
            world.number.Pub[()] += 1
            world.Cited[c] = new
            return math.log(back / (end - begin)) - self.describe(world, rng, new, old)
        new = world.Cited[self.near[begin + rng.integer(end - begin)]]
        if new == old:
            return REJECT
        forth = 0
        for i in range(begin, end):
            forth += int(world.Cited[self.near[i]] == new)
        if not alone:
            if back == 0:
                return REJECT
            world.Cited[c] = new
            return math.log(back / forth)
        log_back = self.log_described(world, old, new)
        if log_back == NOWHERE:
            return REJECT
        world.Cited[c] = new
        self.forget(world, old, new)
        return log_back - math.log(forth / (end - begin))


class Divide(CitationMove):
    """Two neighbours are picked: what both cite is split in two, or what they cite is made one (b7).

    In a split each other citation goes with either of the two by how alike it is to them, whatever the state is.
    """

    def propose(self, world: Any, rng: Any) -> float:
        """See the class."""
        c = rng.integer(world.Cit.number)
        begin, end = self.first[c], self.first[c + 1]
        if begin == end:
            return REJECT
        d = self.near[begin + rng.integer(end - begin)]
        keep, other = world.Cited[c], world.Cited[d]
        log_q = 0.0
        if keep != other:
            for e in world.Cited.preimage(keep):
                log_q += math.log(1.0 - self.leaning(e, c, d)) if e != c else 0.0
            for e in world.Cited.preimage(other):
                log_q += math.log(self.leaning(e, c, d)) if e != d else 0.0
            log_q += self.log_described(world, other, keep)
            if log_q == NOWHERE:
                return REJECT
            for e in world.Cited.preimage(other):
                world.Cited[e] = keep
            self.forget(world, other, keep)
            return log_q
        new = world.Pub.new()
        world.number.Pub[()] += 1
        for e in world.Cited.preimage(keep):
            if e == d:
                world.Cited[e] = new
            elif e != c:
                leaning = self.leaning(e, c, d)
                if rng.flip(leaning):
                    world.Cited[e] = new
                    log_q += math.log(leaning)
                else:
                    log_q += math.log(1.0 - leaning)
        return -log_q - self.describe(world, rng, new, keep)

    def leaning(self, e: int, c: int, d: int) -> float:
        """The probability that a citation goes with d, and not with c."""
        to_c, to_d = self.likeness(e, c), self.likeness(e, d)
        return to_d / (to_c + to_d)
