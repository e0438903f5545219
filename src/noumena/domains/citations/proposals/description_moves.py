"""What publications are: attributes from the texts, lines of work that they share, and fame."""

from __future__ import annotations

import math
from typing import Any

from noumena.domains.citations.proposals.citation_move import NOWHERE, CitationMove
from noumena.moves.proposer import REJECT

MOST_COUNTED = 500_000
"""Numbers beyond are left as they are: k lines of one publication each make about k²/4 of them the most probable."""


class Retell(CitationMove):
    """One attribute of a publication becomes what a citation that cites it suggests.

    Where a publication is alone in its line of work, and has its theme as title (its people as authors, its era as
    year), so it stays; and where it has not, it does not come to have it, as from there both would change.
    """

    def propose(self, world: Any, rng: Any) -> float:
        """See the class."""
        p = world.Cited[rng.integer(world.Cit.number)]
        which = rng.integer(6)
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
        elif which == 4:
            back = self.log_words(world, p)
            world.Words[p] = self.word[self.place(world, rng, p, self.word_weight)]
            forth = self.log_words(world, p)
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
        world.Kind[q], world.Words[q], world.Numbers[q] = world.Kind[p], world.Words[p], world.Numbers[p]
        world.Work[q] = world.Work[p]
        world.Title.remove(p)
        world.Authors.remove(p)
        world.Year.remove(p)
        world.Kind.remove(p)
        world.Words.remove(p)
        world.Numbers.remove(p)
        world.Work.remove(p)
        return 0.0


class Recount(CitationMove):
    """The number of publications of a fame, or of lines of work, becomes any from half to double of what it is.

    Numbers below those of the objects in use are impossible, so that such a step is rejected. No step leads beyond
    `MOST_COUNTED`, which is half of what the engine takes, nor back from there.
    """

    def propose(self, world: Any, rng: Any) -> float:
        """See the class."""
        fame = rng.integer(world.Fame.number + 1)
        old = world.number.Line[()] if fame == world.Fame.number else world.number.Pub[fame]
        least = (old + 1) // 2
        new = least + rng.integer(2 * old - least + 1)
        if new == 0 or max(old, new) > MOST_COUNTED:
            return REJECT
        if fame == world.Fame.number:
            world.number.Line[()] = new
        else:
            world.number.Pub[fame] = new
        return math.log(2 * old - least + 1) - math.log(2 * new - (new + 1) // 2 + 1)
