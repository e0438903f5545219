"""What publications are: attributes from the texts, lines of work that they share, and fame."""

from __future__ import annotations

import math
from typing import Any

from noumena.domains.citations.proposals.citation_move import NEW_OUTLET, NO_OUTLET, NOWHERE, CitationMove
from noumena.moves.proposer import REJECT

LARGE = 30
"""Outlets with more publications keep their words: too many texts depend on them."""


class Retell(CitationMove):
    """One attribute of a publication becomes what a citation that cites it suggests.

    Where a publication is alone in its line of work, and has its theme as title (its people as authors, its era as
    year), so it stays; and where it has not, it does not come to have it, as from there both would change.
    """

    def propose(self, world: Any, rng: Any) -> float:
        """See the class."""
        p = world.Cited[rng.integer(world.Cit.number)]
        which = rng.integer(5)
        line = world.Work[p]
        alone = world.Work.preimage(line).number == 1
        if which == 0:
            back = self.log_title(world, p)
            new = self.title[self.place(world, rng, p, self.title_weight)]
            if alone and world.Theme[line] == world.Title[p]:
                world.Theme[line] = new
            elif alone and world.Theme[line] == new:
                return REJECT
            world.Title[p] = new
            forth = self.log_title(world, p)
        elif which == 1:
            back = self.log_authors(world, p)
            new = self.author[self.place(world, rng, p, self.author_weight)]
            if alone and world.People[line] == world.Authors[p]:
                world.People[line] = new
            elif alone and world.People[line] == new:
                return REJECT
            world.Authors[p] = new
            forth = self.log_authors(world, p)
        elif which == 2:
            back = self.log_year(world, p)
            year = self.year[self.place(world, rng, p, self.year_weight)]
            if alone and world.Era[line] == world.Year[p]:
                world.Era[line] = year
            elif alone and world.Era[line] == year:
                return REJECT
            world.Year[p] = year
            forth = self.log_year(world, p)
        elif which == 3:
            back = self.log_kind(world, p)
            world.Kind[p] = self.kind[self.place(world, rng, p, self.kind_weight)]
            forth = self.log_kind(world, p)
        else:
            back = self.log_numbers(world, p)
            world.Numbers[p] = self.number[self.place(world, rng, p, self.number_weight)]
            forth = self.log_numbers(world, p)
        return REJECT if back == NOWHERE else back - forth


class Realign(CitationMove):
    """A publication goes to the line of work of a neighbour's, or to a new one that is its own."""

    def propose(self, world: Any, rng: Any) -> float:
        """See the class."""
        c = rng.integer(world.Cit.number)
        begin, end = self.first[c], self.first[c + 1]
        if begin == end:
            return REJECT
        p = world.Cited[c]
        old = world.Work[p]
        alone = world.Work.preimage(old).number == 1
        back = 0
        for i in range(begin, end):
            d = self.near[i]
            back += int(world.Cited[d] != p and world.Work[world.Cited[d]] == old)
        if rng.flip(0.5):
            if alone or back == 0:
                return REJECT
            self.begin_line(world, p)
            return math.log(back / (end - begin))
        neighbour = world.Cited[self.near[begin + rng.integer(end - begin)]]
        if neighbour == p or world.Work[neighbour] == old:
            return REJECT
        new = world.Work[neighbour]
        forth = 0
        for i in range(begin, end):
            d = self.near[i]
            forth += int(world.Cited[d] != p and world.Work[world.Cited[d]] == new)
        if not alone:
            if back == 0:
                return REJECT
            world.Work[p] = new
            return math.log(back / forth)
        if not self.is_own(world, p, old):
            return REJECT
        world.Work[p] = new
        self.end_line(world, old)
        return -math.log(forth / (end - begin))


class Retheme(CitationMove):
    """The theme of a line of work, its people or its era become those of one of its publications.

    With P those, a theme comes with the share of them that have it as their title.
    """

    def propose(self, world: Any, rng: Any) -> float:
        """See the class."""
        line = world.Work[world.Cited[rng.integer(world.Cit.number)]]
        members = world.Work.preimage(line)
        p = members[rng.integer(members.number)]
        back, forth = 0, 0
        which = rng.integer(3)
        if which == 0:
            for o in members:
                back += int(world.Title[o] == world.Theme[line])
                forth += int(world.Title[o] == world.Title[p])
            world.Theme[line] = world.Title[p]
        elif which == 1:
            for o in members:
                back += int(world.Year[o] == world.Era[line])
                forth += int(world.Year[o] == world.Year[p])
            world.Era[line] = world.Year[p]
        else:
            for o in members:
                back += int(world.Authors[o] == world.People[line])
                forth += int(world.Authors[o] == world.Authors[p])
            world.People[line] = world.Authors[p]
        return REJECT if back == 0 else math.log(back / forth)


class Reissue(CitationMove):
    """A publication gets no outlet, that of a neighbour's, or a new one with words that its citations suggest.

    Given a citation of it, each way has 1/3, and each neighbour is alike.
    """

    def propose(self, world: Any, rng: Any) -> float:
        """See the class."""
        c = rng.integer(world.Cit.number)
        begin, end = self.first[c], self.first[c + 1]
        if begin == end:
            return REJECT
        p = world.Cited[c]
        way = rng.integer(3)
        outlet = NO_OUTLET
        if way == 1:
            q = world.Cited[self.near[begin + rng.integer(end - begin)]]
            if q == p:
                return REJECT
            outlet = self.outlet_of(world, q)
        elif way == 2:
            outlet = NEW_OUTLET
        if outlet == self.outlet_of(world, p):
            return REJECT
        back = self.log_chosen(world, c, p)
        if back == NOWHERE:
            return REJECT
        self.withdraw(world, p)
        self.put(world, rng, p, outlet)
        return back - self.log_chosen(world, c, p)

    def log_chosen(self, world: Any, c: int, p: Any) -> float:
        """ln of the probability that the outlet of a publication is chosen, given the citation."""
        outlet = self.outlet_of(world, p)
        if outlet != NO_OUTLET and world.In.preimage(outlet).number == 1:
            return self.log_words(world, p, outlet) - math.log(3.0)
        found = 0
        for i in range(self.first[c], self.first[c + 1]):
            q = world.Cited[self.near[i]]
            found += int(q != p and self.outlet_of(world, q) == outlet)
        total = found / (self.first[c + 1] - self.first[c]) + (1.0 if outlet == NO_OUTLET else 0.0)
        return math.log(total / 3.0) if total > 0.0 else NOWHERE


class Rename(CitationMove):
    """The words of an outlet become what a citation suggests of which the publication appeared in it.

    Given the citation, which is drawn whatever the state is, a suggestion is drawn by its weight.
    """

    def propose(self, world: Any, rng: Any) -> float:
        """See the class."""
        c = rng.integer(world.Cit.number)
        outlet = self.outlet_of(world, world.Cited[c])
        if outlet == NO_OUTLET or world.In.preimage(outlet).number > LARGE:
            return REJECT
        u = rng.uniform()
        k = 0
        while k < self.word_weight.shape[1] - 1 and u >= self.word_weight[c, k]:
            u -= self.word_weight[c, k]
            k += 1
        new = self.word[c, k]
        back, forth = 0.0, 0.0
        for k in range(self.word_weight.shape[1]):
            if self.word[c, k] == world.Words[outlet]:
                back += self.word_weight[c, k]
            if self.word[c, k] == new:
                forth += self.word_weight[c, k]
        if back == 0.0:
            return REJECT
        world.Words[outlet] = new
        return math.log(back / forth)


class Promote(CitationMove):
    """A publication gets another fame: it is another object then, of which all else is the same.

    The same citation and the fame from before lead back, each with the same probability.
    """

    def propose(self, world: Any, rng: Any) -> float:
        """See the class."""
        c = rng.integer(world.Cit.number)
        p, old = world.Cited[c], world.Drawn[c]
        fame = rng.integer(world.Fame.number)
        if fame == old:
            return REJECT
        q = world.Pub.new(fame)
        world.number.Pub[fame] += 1
        world.number.Pub[old] -= 1
        for e in world.Cited.preimage(p):
            self.cite(world, e, q, fame)
        world.Title[q], world.Authors[q], world.Year[q] = world.Title[p], world.Authors[p], world.Year[p]
        world.Kind[q], world.Numbers[q], world.Work[q] = world.Kind[p], world.Numbers[p], world.Work[p]
        world.Issued[q] = world.Issued[p]
        if world.Issued[p]:
            world.In[q] = world.In[p]
            world.In.remove(p)
        world.Title.remove(p)
        world.Authors.remove(p)
        world.Year.remove(p)
        world.Kind.remove(p)
        world.Numbers.remove(p)
        world.Work.remove(p)
        world.Issued.remove(p)
        return 0.0
