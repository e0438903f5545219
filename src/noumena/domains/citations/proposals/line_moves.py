"""Lines of work: which publications belong to one, and its theme, people and era."""

from __future__ import annotations

import math
from typing import Any

from noumena.domains.citations.proposals.citation_move import CitationMove
from noumena.domains.citations.proposals.suggestions import NOWHERE
from noumena.moves.proposer import REJECT


class Realign(CitationMove):
    """A publication goes to the line of work of a neighbour's, or to a new one that is its own.

    It does the second with 1/2 if it is not alone in its line, else never.
    """

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
        if not alone and rng.flip(0.5):
            if back == 0:
                return REJECT
            self.begin_line(world, p)
            self.assemble(world, rng, p, world.Authors[p])
            return math.log(2.0 * back / (end - begin)) - self.log_assembled(world, p, world.Authors[p])
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
        log_back = self.log_assembled(world, p, world.Authors[p]) if self.is_own(world, p) else NOWHERE
        if log_back == NOWHERE:
            return REJECT
        world.Work[p] = new
        self.end_line(world, old)
        return log_back - math.log(2.0 * forth / (end - begin))


class Retheme(CitationMove):
    """The theme of a line of work, its people or its era become those of a publication, or what a text suggests.

    One of the publications of the line is picked, each alike, and one of its citations. The theme becomes the title of
    that publication, or of one that a neighbour of the citation cites, or what the citation suggests, each with 1/3. So
    a theme can be left whose publication has gone to another line, or is gone. In the same way the people become a team
    with the names of its authors, the team of a neighbour's line, or a team with the names that are suggested. The
    chance of each value depends on nothing that the move changes.
    """

    def propose(self, world: Any, rng: Any) -> float:
        """See the class."""
        line = world.Work[world.Cited[rng.integer(world.Cit.number)]]
        members = world.Work.preimage(line)
        p = members[rng.integer(members.number)]
        way = rng.integer(3)
        q = p
        if way == 1:
            citing = world.Cited.preimage(p)
            c = citing[rng.integer(citing.number)]
            q = self.relative(world, p, c, rng.integer(max(1, self.first[c + 1] - self.first[c])), p)
        which = rng.integer(3)
        if which == 0:
            back = self.theme_chance(world, line, world.Theme[line])
            theme = world.Title[q] if way < 2 else self.title[self.place(world, rng, p, self.title_weight)]
            forth = self.theme_chance(world, line, theme)
            world.Theme[line] = theme
        elif which == 1:
            team = world.People[line]
            names = world.Names[team]
            back = self.people_chance(world, line, names, self.has_names(world, team, names))
            is_made = True
            if way == 1:
                if world.Work[q] == line:
                    return REJECT
                names = world.Names[world.People[world.Work[q]]]
                world.People[line] = world.People[world.Work[q]]
                is_made = self.has_names(world, world.People[line], names)
            else:
                names = world.Authors[p] if way == 0 else self.author[self.place(world, rng, p, self.author_weight)]
                self.assemble(world, rng, p, names)
            self.dissolve(world, team)
            forth = self.people_chance(world, line, names, is_made)
        else:
            back = self.era_chance(world, line, world.Era[line])
            era = world.Year[q] if way < 2 else self.year[self.place(world, rng, p, self.year_weight)]
            forth = self.era_chance(world, line, era)
            world.Era[line] = era
        return math.log(back / forth) if back > 0.0 else REJECT

    def theme_chance(self, world: Any, line: Any, theme: Any) -> float:
        """How probable it is that a line gets this theme."""
        total, number = 0.0, 0
        for p in world.Work.preimage(line):
            number += 1
            total += int(world.Title[p] == theme)
            total += math.exp(self.log_suggested(world, p, theme, self.title, self.title_weight))
            citing = world.Cited.preimage(p)
            for c in citing:
                size = max(1, self.first[c + 1] - self.first[c])
                found = 0
                for k in range(size):
                    found += int(world.Title[self.relative(world, p, c, k, p)] == theme)
                total += found / (size * citing.number)
        return total / (3.0 * number)

    def people_chance(self, world: Any, line: Any, names: Any, is_made: Any) -> float:
        """How probable it is that a line gets the team that it has, which has these names.

        It may be one that is made of them, but for one with two members of one name, who are listed once.
        """
        total, number, team = 0.0, 0, world.People[line]
        for p in world.Work.preimage(line):
            number += 1
            if is_made:
                listed = math.exp(self.log_suggested(world, p, names, self.author, self.author_weight))
                listed += int(world.Authors[p] == names)
                total += listed * math.exp(self.log_assembled(world, p, names))
            citing = world.Cited.preimage(p)
            for c in citing:
                size = max(1, self.first[c + 1] - self.first[c])
                found = 0
                for k in range(size):
                    other = world.Work[self.relative(world, p, c, k, p)]
                    found += int(other != line and world.People[other] == team)
                total += found / (size * citing.number)
        return total / (3.0 * number)

    def era_chance(self, world: Any, line: Any, era: Any) -> float:
        """How probable it is that a line gets this era."""
        total, number = 0.0, 0
        for p in world.Work.preimage(line):
            number += 1
            total += int(world.Year[p] == era)
            total += math.exp(self.log_suggested(world, p, era, self.year, self.year_weight))
            citing = world.Cited.preimage(p)
            for c in citing:
                size = max(1, self.first[c + 1] - self.first[c])
                found = 0
                for k in range(size):
                    found += int(world.Year[self.relative(world, p, c, k, p)] == era)
                total += found / (size * citing.number)
        return total / (3.0 * number)
