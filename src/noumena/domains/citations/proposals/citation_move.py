"""What the moves of the citation model share: data from the texts, and how publications come and go.

Each citation *suggests* titles, authors, years, kinds, words and numbers, with weights that sum to 1 (`data.py`), and
has *neighbours*, citations that may be of the same publication. A move gives a publication each attribute as one of the
citations that cite it suggests: with S those, r(a | S) = Σ_c∈S weight(c, a) / |S|, for each attribute by itself. So r
is 0 for what no text suggests, and the move back to there is a rejection.

A publication that is new comes out of one that is there: half of the time it belongs to the same line of work, else to
a new one whose theme, people and era are its own title, authors and year. It has no outlet, that of the one it comes
out of, that of one that a neighbour cites, or a new one; and any fame, all alike. One that goes must be as one that
could have come. The numbers of publications, lines and outlets go along with them.
"""

from __future__ import annotations

import math
from typing import Any

from noumena.domains.citations.proposals.data import ProposalData
from noumena.moves.proposer import Proposer

NOWHERE = -math.inf
NO_OUTLET, NEW_OUTLET = -1, -2
_FAINT = 0.05
"""How alike two citations count at least when a publication is split."""


class CitationMove(Proposer):
    """A move that knows what the citations suggest, and their neighbours."""

    def __init__(self, data: ProposalData) -> None:
        self.title, self.title_weight = data.titles
        self.author, self.author_weight = data.authors
        self.year, self.year_weight = data.years
        self.kind, self.kind_weight = data.kinds
        self.word, self.word_weight = data.words
        self.number, self.number_weight = data.numbers
        self.first, self.near, self.alike = data.neighbours
        self.start, self.fame, self.issued = data.start, data.fame, data.issued

    def place(self, world: Any, rng: Any, p: Any, weight: Any) -> Any:
        """A citation that cites a publication, each alike, and a place among its suggestions, by weight."""
        citing = world.Cited.preimage(p)
        c = citing[rng.integer(citing.number)]
        u = rng.uniform()
        k = 0
        while k < weight.shape[1] - 1 and u >= weight[c, k]:
            u -= weight[c, k]
            k += 1
        return c, k

    def log_suggested(self, world: Any, p: Any, held: Any, value: Any, weight: Any) -> float:
        """ln r of a value that a publication has."""
        total, number = 0.0, 0
        for c in world.Cited.preimage(p):
            number += 1
            for k in range(weight.shape[1]):
                if value[c, k] == held:
                    total += weight[c, k]
        return math.log(total / number) if total > 0.0 else NOWHERE

    def log_title(self, world: Any, p: Any) -> float:
        """ln r of a publication's title."""
        return self.log_suggested(world, p, world.Title[p], self.title, self.title_weight)

    def log_authors(self, world: Any, p: Any) -> float:
        """ln r of its authors."""
        return self.log_suggested(world, p, world.Authors[p], self.author, self.author_weight)

    def log_year(self, world: Any, p: Any) -> float:
        """ln r of its year."""
        return self.log_suggested(world, p, world.Year[p], self.year, self.year_weight)

    def log_kind(self, world: Any, p: Any) -> float:
        """ln r of its kind."""
        return self.log_suggested(world, p, world.Kind[p], self.kind, self.kind_weight)

    def log_numbers(self, world: Any, p: Any) -> float:
        """ln r of its numbers."""
        return self.log_suggested(world, p, world.Numbers[p], self.number, self.number_weight)

    def log_words(self, world: Any, p: Any, outlet: Any) -> float:
        """ln r of the words of an outlet, from what cites a publication in it."""
        return self.log_suggested(world, p, world.Words[outlet], self.word, self.word_weight)

    def log_attributes(self, world: Any, p: Any) -> float:
        """ln r of all attributes of a publication."""
        log_r = self.log_title(world, p) + self.log_authors(world, p) + self.log_year(world, p)
        log_r += self.log_kind(world, p) + self.log_numbers(world, p)
        return log_r

    def fame_of(self, world: Any, p: Any) -> Any:
        """The fame of a publication that is cited."""
        return world.Drawn[world.Cited.preimage(p)[0]]

    def cite(self, world: Any, c: Any, p: Any, fame: Any) -> None:
        """Lets a citation cite a publication of this fame."""
        world.Drawn[c] = fame
        world.Cited[c] = p

    def log_fame(self, world: Any) -> float:
        """ln of the probability of the fame of a new publication."""
        return -math.log(world.Fame.number)

    def describe(self, world: Any, rng: Any, p: Any, source: Any) -> float:
        """Gives a new publication, which is cited already, its attributes and a line of work; ln of the probability."""
        world.Title[p] = self.title[self.place(world, rng, p, self.title_weight)]
        world.Authors[p] = self.author[self.place(world, rng, p, self.author_weight)]
        world.Year[p] = self.year[self.place(world, rng, p, self.year_weight)]
        world.Kind[p] = self.kind[self.place(world, rng, p, self.kind_weight)]
        world.Numbers[p] = self.number[self.place(world, rng, p, self.number_weight)]
        self.issue(world, rng, p, source)
        if rng.flip(0.5):
            world.Work[p] = world.Work[source]
        else:
            self.begin_line(world, p)
        log_new = self.log_fame(world) + math.log(0.5)
        return self.log_attributes(world, p) + self.log_issued(world, p, source) + log_new

    def outlet_of(self, world: Any, p: Any) -> Any:
        """The outlet of a publication, or -1 if it has none."""
        outlet = NO_OUTLET
        if world.Issued[p]:
            outlet = world.In[p]
        return outlet

    def put(self, world: Any, rng: Any, p: Any, outlet: Any) -> None:
        """Gives a publication an outlet: `NO_OUTLET`, `NEW_OUTLET` with words that are suggested, or another."""
        if outlet == NO_OUTLET:
            world.Issued[p] = 0
            return
        world.Issued[p] = 1
        if outlet == NEW_OUTLET:
            new = world.Outlet.new()
            world.number.Outlet[()] += 1
            world.In[p] = new
            world.Words[new] = self.word[self.place(world, rng, p, self.word_weight)]
        else:
            world.In[p] = outlet

    def withdraw(self, world: Any, p: Any) -> None:
        """Takes away the outlet of a publication, and with it one that has no other."""
        if world.Issued[p]:
            outlet = world.In[p]
            if world.In.preimage(outlet).number == 1:
                world.Words.remove(outlet)
                world.number.Outlet[()] -= 1
            world.In.remove(p)

    def issue(self, world: Any, rng: Any, p: Any, source: Any) -> None:
        """Gives a new publication no outlet, that of its source, that of a neighbour's, or a new one, each with 1/4."""
        way = rng.integer(4)
        outlet = NO_OUTLET
        if way == 1:
            outlet = self.outlet_of(world, source)
        elif way == 2:
            citing = world.Cited.preimage(p)
            c = citing[rng.integer(citing.number)]
            q = world.Cited[self.near[self.first[c] + rng.integer(self.first[c + 1] - self.first[c])]]
            outlet = self.outlet_of(world, source if q == p else q)
        elif way == 3:
            outlet = NEW_OUTLET
        self.put(world, rng, p, outlet)

    def log_issued(self, world: Any, p: Any, source: Any) -> float:
        """ln of the probability that `issue` gives a publication the outlet that it has."""
        outlet = self.outlet_of(world, p)
        if outlet != NO_OUTLET and world.In.preimage(outlet).number == 1:
            return self.log_words(world, p, outlet) - math.log(4.0)
        sources = int(self.outlet_of(world, source) == outlet)
        total, number = 0.0, 0
        for c in world.Cited.preimage(p):
            number += 1
            found = 0
            for i in range(self.first[c], self.first[c + 1]):
                q = world.Cited[self.near[i]]
                found += sources if q == p else int(self.outlet_of(world, q) == outlet)
            total += found / (self.first[c + 1] - self.first[c])
        total = total / number + sources + (1.0 if outlet == NO_OUTLET else 0.0)
        return math.log(total / 4.0) if total > 0.0 else NOWHERE

    def log_described(self, world: Any, p: Any, source: Any) -> float:
        """ln of the probability that `describe` would have given a publication what it has."""
        line = world.Work[p]
        if line != world.Work[source]:
            if world.Work.preimage(line).number > 1:
                return NOWHERE
            if not self.is_own(world, p, line):
                return NOWHERE
        log_new = self.log_fame(world) + math.log(0.5)
        return self.log_attributes(world, p) + self.log_issued(world, p, source) + log_new

    def begin_line(self, world: Any, p: Any) -> None:
        """Puts a publication into a new line of work that is as it is."""
        line = world.Line.new()
        world.number.Line[()] += 1
        world.Work[p] = line
        world.Theme[line] = world.Title[p]
        world.People[line] = world.Authors[p]
        world.Era[line] = world.Year[p]

    def end_line(self, world: Any, line: Any) -> None:
        """Takes away a line of work that no publication is in any more."""
        world.Theme.remove(line)
        world.People.remove(line)
        world.Era.remove(line)
        world.number.Line[()] -= 1

    def is_own(self, world: Any, p: Any, line: Any) -> Any:
        """Whether a line of work is as it would be if it came with a publication."""
        same = world.Theme[line] == world.Title[p] and world.People[line] == world.Authors[p]
        return same and world.Era[line] == world.Year[p]

    def forget(self, world: Any, p: Any, fame: Any, source: Any) -> None:
        """Takes away all that `describe` sets, of a publication that nothing cites any more, and its number."""
        line = world.Work[p]
        if line != world.Work[source]:
            self.end_line(world, line)
        world.Title.remove(p)
        world.Authors.remove(p)
        world.Year.remove(p)
        world.Kind.remove(p)
        world.Numbers.remove(p)
        self.withdraw(world, p)
        world.Issued.remove(p)
        world.Work.remove(p)
        world.number.Pub[fame] -= 1

    def likeness(self, c: int, d: int) -> float:
        """How alike two citations are, from their words alone."""
        for i in range(self.first[c], self.first[c + 1]):
            if self.near[i] == d:
                return float(max(_FAINT, self.alike[i]))
        return _FAINT
