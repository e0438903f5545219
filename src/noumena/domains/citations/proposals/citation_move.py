"""How publications and lines of work come and go.

A publication that is new gets each attribute as one of the citations that cite it suggests (`suggestions.py`). It comes
out of one that is there, from which title, authors and year may be copied. It belongs to the same line of work, to that
of one that a neighbour cites, or to a new one, each with 1/3: theme and era of a new one are its own title and year,
and its people bear the names of its authors (`teams.py`). It has a fame that suits the number of its citations, or any.
One that goes must be as one that could have come. The numbers of publications and lines go along with them.
"""

from __future__ import annotations

import math
from typing import Any

from noumena.domains.citations.proposals.data import usual_fame
from noumena.domains.citations.proposals.suggestions import NOWHERE
from noumena.domains.citations.proposals.teams import Teams

ANY_FAME = 0.3
"""How often a new publication gets any fame, all alike, and not the one that suits how often it is cited."""
COPIED = 0.4
"""How often a new publication has the title of the one it comes out of; in the same way its authors, and its year."""
TITLE, AUTHORS, YEAR, KIND, WORDS, NUMBERS, NONE = range(7)
"""The attributes of a publication, and none of them."""
_FAINT = 0.05
"""How alike two citations count at least when a publication is split."""


class CitationMove(Teams):
    """A move that lets publications and lines of work come and go."""

    def log_attributes(self, world: Any, p: Any, source: Any, kept: int) -> float:
        """ln of the probability of all attributes that a new publication has, but for one that is sure to be kept."""
        log_q = 0.0
        if kept != TITLE:
            log_q += self.log_copied(self.log_title(world, p), world.Title[p] == world.Title[source])
        if kept != AUTHORS:
            log_q += self.log_copied(self.log_authors(world, p), world.Authors[p] == world.Authors[source])
        if kept != YEAR:
            log_q += self.log_copied(self.log_year(world, p), world.Year[p] == world.Year[source])
        if kept != KIND:
            log_q += self.log_kind(world, p)
        if kept != WORDS:
            log_q += self.log_words(world, p)
        if kept != NUMBERS:
            log_q += self.log_numbers(world, p)
        return log_q

    def log_copied(self, log_r: float, same: Any) -> float:
        """ln of the probability of an attribute that is copied from the source with `COPIED`, else suggested."""
        chance = (1.0 - COPIED) * math.exp(log_r)
        if same:
            chance += COPIED
        return math.log(chance) if chance > 0.0 else NOWHERE

    def neighbour(self, rng: Any, c: int) -> Any:
        """A neighbour of a citation that has one, those that are more alike more often."""
        i, last = self.first[c], self.first[c + 1] - 1
        u = rng.uniform()
        while i < last and u >= self.chance[i]:
            u -= self.chance[i]
            i += 1
        return self.near[i]

    def fame_of(self, world: Any, p: Any) -> Any:
        """The fame of a publication that is cited."""
        return world.Drawn[world.Cited.preimage(p)[0]]

    def cite(self, world: Any, c: Any, p: Any, fame: Any) -> None:
        """Lets a citation cite a publication of this fame."""
        world.Drawn[c] = fame
        world.Cited[c] = p

    def drawn_fame(self, world: Any, rng: Any, citing: int) -> Any:
        """The fame of a new publication that about so many will cite: the one that suits it, or any."""
        fame = usual_fame(citing) % world.Fame.number
        if rng.flip(ANY_FAME):
            fame = rng.integer(world.Fame.number)
        return fame

    def log_fame(self, world: Any, p: Any, citing: int) -> float:
        """ln of the probability of the fame of a new publication."""
        suits = self.fame_of(world, p) == usual_fame(citing) % world.Fame.number
        return math.log(ANY_FAME / world.Fame.number + (1.0 - ANY_FAME if suits else 0.0))

    def describe(self, world: Any, rng: Any, p: Any, source: Any, citing: int, kept: int, handed: Any) -> float:
        """Gives a new publication, which is cited already, its attributes and a line of work; ln of the probability.

        One attribute, or none, is `kept` as the source has it. With `handed` a new line has the team of the source's.
        """
        if kept == TITLE or rng.flip(COPIED):
            world.Title[p] = world.Title[source]
        else:
            world.Title[p] = self.title[self.place(world, rng, p, self.title_weight)]
        if kept == AUTHORS or rng.flip(COPIED):
            world.Authors[p] = world.Authors[source]
        else:
            world.Authors[p] = self.author[self.place(world, rng, p, self.author_weight)]
        if kept == YEAR or rng.flip(COPIED):
            world.Year[p] = world.Year[source]
        else:
            world.Year[p] = self.year[self.place(world, rng, p, self.year_weight)]
        if kept == KIND:
            world.Kind[p] = world.Kind[source]
        else:
            world.Kind[p] = self.kind[self.place(world, rng, p, self.kind_weight)]
        if kept == WORDS:
            world.Words[p] = world.Words[source]
        else:
            world.Words[p] = self.word[self.place(world, rng, p, self.word_weight)]
        if kept == NUMBERS:
            world.Numbers[p] = world.Numbers[source]
        else:
            world.Numbers[p] = self.number[self.place(world, rng, p, self.number_weight)]
        way = rng.integer(3)
        if way == 0:
            self.begin_line(world, p)
            if handed:
                world.People[world.Work[p]] = world.People[world.Work[source]]
            else:
                self.assemble(world, rng, p, world.Authors[p])
        else:
            relative = source
            if way == 2:
                members = world.Cited.preimage(p)
                c = members[rng.integer(members.number)]
                near = rng.integer(max(1, self.first[c + 1] - self.first[c]))
                relative = self.relative(world, p, c, near, source)
            world.Work[p] = world.Work[relative]
        return self.log_described(world, p, source, citing, kept, handed, True)

    def log_described(self, world: Any, p: Any, source: Any, citing: int, kept: int, handed: Any, new: Any) -> float:
        """ln of the probability that `describe` would have given a publication, or has given a new one, what it has."""
        log_q = self.log_line(world, p, source, handed, new)
        if log_q == NOWHERE:
            return NOWHERE
        return log_q + self.log_attributes(world, p, source, kept) + self.log_fame(world, p, citing)

    def relative(self, world: Any, p: Any, c: int, k: int, source: Any) -> Any:
        """What neighbour k of a citation cites, or the source if there is none, or it cites the same."""
        q = source
        if self.first[c] + k < self.first[c + 1]:
            q = world.Cited[self.near[self.first[c] + k]]
        return source if q == p else q

    def log_line(self, world: Any, p: Any, source: Any, handed: Any, new: Any) -> float:
        """ln of the probability that a new publication gets the line of work that it has; if it is `new`, it got it."""
        line = world.Work[p]
        if world.Work.preimage(line).number == 1:
            if not (new or self.is_own(world, p)):
                return NOWHERE
            return (0.0 if handed else self.log_assembled(world, p, world.Authors[p])) - math.log(3.0)
        total, number = 0.0, 0
        for c in world.Cited.preimage(p):
            number += 1
            size = max(1, self.first[c + 1] - self.first[c])
            found = 0
            for k in range(size):
                found += int(world.Work[self.relative(world, p, c, k, source)] == line)
            total += found / size
        total = total / number + (1.0 if world.Work[source] == line else 0.0)
        return math.log(total / 3.0) if total > 0.0 else NOWHERE

    def retitle(self, world: Any, p: Any, title: Any, alone: Any) -> Any:
        """Gives a publication a title; whether the way back is the same.

        Where it is alone in its line of work and has its theme as title, so it stays. Where it has not, it may not come
        to have it, as from there both would change.
        """
        line = world.Work[p]
        possible = True
        if alone and world.Theme[line] == world.Title[p]:
            world.Theme[line] = title
        elif alone and world.Theme[line] == title:
            possible = False
        world.Title[p] = title
        return possible

    def relist(self, world: Any, rng: Any, p: Any, authors: Any, alone: Any) -> float:
        """Gives a publication authors in the same way; ln of the probability of the way back over that of this one."""
        old, team = world.Authors[p], world.People[world.Work[p]]
        world.Authors[p] = authors
        if alone and self.has_names(world, team, old):
            return 0.0 if authors == old else self.reassemble(world, rng, p, old, authors)
        return NOWHERE if alone and self.has_names(world, team, authors) else 0.0

    def redate(self, world: Any, p: Any, year: Any, alone: Any) -> Any:
        """Gives a publication a year in the same way."""
        line = world.Work[p]
        possible = True
        if alone and world.Era[line] == world.Year[p]:
            world.Era[line] = year
        elif alone and world.Era[line] == year:
            possible = False
        world.Year[p] = year
        return possible

    def begin_line(self, world: Any, p: Any) -> None:
        """Puts a publication into a new line of work that is as it is, and has no people yet."""
        line = world.Line.new()
        world.number.Line[()] += 1
        world.Work[p] = line
        world.Theme[line] = world.Title[p]
        world.Era[line] = world.Year[p]

    def end_line(self, world: Any, line: Any) -> None:
        """Takes away a line of work that no publication is in any more."""
        team = world.People[line]
        world.Theme.remove(line)
        world.People.remove(line)
        world.Era.remove(line)
        world.number.Line[()] -= 1
        self.dissolve(world, team)

    def is_own(self, world: Any, p: Any) -> Any:
        """Whether the line of work of a publication is as it would be if it came with it."""
        line = world.Work[p]
        same = world.Theme[line] == world.Title[p] and world.Era[line] == world.Year[p]
        return same and self.has_names(world, world.People[line], world.Authors[p])

    def forget(self, world: Any, p: Any, fame: Any) -> None:
        """Takes away all that `describe` sets, of a publication that nothing cites any more, and its number."""
        line = world.Work[p]
        if world.Work.preimage(line).number == 1:
            self.end_line(world, line)
        world.Title.remove(p)
        world.Authors.remove(p)
        world.Year.remove(p)
        world.Kind.remove(p)
        world.Words.remove(p)
        world.Numbers.remove(p)
        world.Work.remove(p)
        world.number.Pub[fame] -= 1

    def likeness(self, c: int, d: int) -> float:
        """How alike two citations are, from their words alone."""
        for i in range(self.first[c], self.first[c + 1]):
            if self.near[i] == d:
                return float(max(_FAINT, self.alike[i]))
        return _FAINT
