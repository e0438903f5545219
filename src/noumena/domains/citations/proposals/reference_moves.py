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

    Its first state has the publications of the data, each as the first of its citations suggests, and with an outlet of
    its own if it is cited more than once, and there are words for it.
    """

    def first_state(self, world: Any, rng: Any) -> None:
        """See the class."""
        number, outlets = 0, 0
        for fame in range(world.Fame.number):
            there = 0
            for c in range(world.Cit.number):
                there += int(self.start[c] == c and self.fame[c] % world.Fame.number == fame)
            world.number.Pub[fame] = max(1, there)
        for c in range(world.Cit.number):
            fame = self.fame[c] % world.Fame.number
            if self.start[c] != c:
                self.cite(world, c, world.Cited[self.start[c]], fame)
                continue
            number += 1
            p, line = world.Pub.new(fame), world.Line.new()
            self.cite(world, c, p, fame)
            world.Work[p] = line
            world.Title[p] = world.Theme[line] = self.title[c, 0]
            world.Authors[p] = world.People[line] = self.author[c, 0]
            world.Year[p] = world.Era[line] = self.year[c, 0]
            world.Kind[p], world.Numbers[p] = self.kind[c, 0], self.number[c, 0]
            world.Issued[p] = 0
            if self.issued[c]:
                outlets += 1
                world.Issued[p] = 1
                world.In[p] = outlet = world.Outlet.new()
                world.Words[outlet] = self.word[c, 0]
        world.number.Line[()] = number
        if outlets > 0:
            world.number.Outlet[()] = outlets

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
            fame = rng.integer(world.Fame.number)
            new = world.Pub.new(fame)
            world.number.Pub[fame] += 1
            self.cite(world, c, new, fame)
            return math.log(back / (end - begin)) - self.describe(world, rng, new, old)
        d = self.near[begin + rng.integer(end - begin)]
        new, fame = world.Cited[d], world.Drawn[d]
        if new == old:
            return REJECT
        forth = 0
        for i in range(begin, end):
            forth += int(world.Cited[self.near[i]] == new)
        if not alone:
            if back == 0:
                return REJECT
            self.cite(world, c, new, fame)
            return math.log(back / forth)
        log_back = self.log_described(world, old, new)
        if log_back == NOWHERE:
            return REJECT
        lost = world.Drawn[c]
        self.cite(world, c, new, fame)
        self.forget(world, old, lost, new)
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
            fame, lost = world.Drawn[c], world.Drawn[d]
            for e in world.Cited.preimage(other):
                self.cite(world, e, keep, fame)
            self.forget(world, other, lost, keep)
            return log_q
        fame = rng.integer(world.Fame.number)
        new = world.Pub.new(fame)
        world.number.Pub[fame] += 1
        for e in world.Cited.preimage(keep):
            if e == d:
                self.cite(world, e, new, fame)
            elif e != c:
                leaning = self.leaning(e, c, d)
                if rng.flip(leaning):
                    self.cite(world, e, new, fame)
                    log_q += math.log(leaning)
                else:
                    log_q += math.log(1.0 - leaning)
        return -log_q - self.describe(world, rng, new, keep)

    def leaning(self, e: int, c: int, d: int) -> float:
        """The probability that a citation goes with d, and not with c."""
        to_c, to_d = self.likeness(e, c), self.likeness(e, d)
        return to_d / (to_c + to_d)
