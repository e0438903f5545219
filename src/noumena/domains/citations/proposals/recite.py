"""What a single citation cites."""

from __future__ import annotations

import math
from typing import Any

from noumena.domains.citations.proposals.citation_move import NONE, CitationMove
from noumena.domains.citations.proposals.suggestions import NOWHERE
from noumena.moves.proposer import REJECT

_SELDOM = 0.02
"""How often a citation looks at any other and not at a neighbour."""


class Recite(CitationMove):
    """One citation cites what one of its neighbours cites, or a publication of its own.

    To a publication that neighbours with the chances r (`neighbours.py`) and m of all N citations cite it goes with
    half of (1 - s) Σ r + s m/N, s = `_SELDOM`, to a new one with 1/2. So it can leave one that none of its neighbours
    cites. A publication that nothing cites any more is gone; a new one comes out of the one that was cited before
    (`CitationMove`).

    Its first state has the publications of the data, each as the first of its citations suggests.
    """

    def first_state(self, world: Any, rng: Any) -> None:
        """See the class."""
        number = 0
        for fame in range(world.Fame.number):
            there = 0
            for c in range(world.Cit.number):
                there += int(self.start[c] == c and self.fame[c] % world.Fame.number == fame)
            world.number.Pub[fame] = max(1, there)
        world.number.Team[()] = 0
        world.number.Researcher[()] = 0
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
            world.Authors[p] = self.author[c, 0]
            self.first_people(world, c, line)
            world.Year[p] = world.Era[line] = self.year[c, 0]
            world.Kind[p], world.Words[p], world.Numbers[p] = self.kind[c, 0], self.word[c, 0], self.number[c, 0]
        world.number.Line[()] = number

    def first_people(self, world: Any, c: int, line: Any) -> None:
        """Gives the line of the publication that begins with a citation its people: who has one name is one of them."""
        if self.team[c] != c:
            world.People[line] = world.People[world.Work[world.Cited[self.team[c]]]]
            return
        team = world.Team.new()
        world.number.Team[()] += 1
        world.Size[team] = self.size[c]
        for i in range(self.size[c]):
            d, j = self.person[c, i], self.seat[c, i]
            if d == c:
                researcher = world.Researcher.new()
                world.number.Researcher[()] += 1
                world.Name[researcher] = self.name[c, i]
                world.Member[team, i] = researcher
            else:
                world.Member[team, i] = world.Member[world.People[world.Work[world.Cited[d]]], j]
        world.People[line] = team

    def propose(self, world: Any, rng: Any) -> float:
        """See the class."""
        c = rng.integer(world.Cit.number)
        old = world.Cited[c]
        begin, end = self.first[c], self.first[c + 1]
        alone = world.Cited.preimage(old).number == 1
        if rng.flip(0.5):
            if alone:
                return REJECT
            back = self.chance_of(world, c, old, world.Cited.preimage(old).number - 1)
            fame = self.drawn_fame(world, rng, 1)
            new = world.Pub.new(fame)
            world.number.Pub[fame] += 1
            self.cite(world, c, new, fame)
            return math.log(back) - self.describe(world, rng, new, old, 1, NONE, False)
        d = rng.integer(world.Cit.number)
        if begin < end and rng.flip(1.0 - _SELDOM):
            d = self.neighbour(rng, c)
        new, fame = world.Cited[d], world.Drawn[d]
        if new == old:
            return REJECT
        forth = self.chance_of(world, c, new, world.Cited.preimage(new).number)
        if not alone:
            back = self.chance_of(world, c, old, world.Cited.preimage(old).number - 1)
            self.cite(world, c, new, fame)
            return math.log(back / forth)
        log_back = self.log_described(world, old, new, 1, NONE, False, False)
        if log_back == NOWHERE:
            return REJECT
        lost = world.Drawn[c]
        self.cite(world, c, new, fame)
        self.forget(world, old, lost)
        return log_back - math.log(forth)

    def chance_of(self, world: Any, c: int, p: Any, citing: int) -> float:
        """How probable it is that a publication is picked that so many others cite."""
        begin, end = self.first[c], self.first[c + 1]
        anyone = citing / world.Cit.number
        if begin == end:
            return float(anyone)
        near = 0.0
        for i in range(begin, end):
            if world.Cited[self.near[i]] == p:
                near += self.chance[i]
        return float((1.0 - _SELDOM) * near + _SELDOM * anyone)
