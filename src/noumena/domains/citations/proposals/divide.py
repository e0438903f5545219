"""Publications split in two and made one."""

from __future__ import annotations

import math
from typing import Any

from noumena.domains.citations.proposals.citation_move import (
    AUTHORS,
    KIND,
    NUMBERS,
    TITLE,
    WORDS,
    YEAR,
    CitationMove,
)
from noumena.domains.citations.proposals.suggestions import NOWHERE
from noumena.moves.proposer import REJECT


class Divide(CitationMove):
    """Two neighbours are picked: what both cite is split in two, or what they cite is made one (b7).

    How they are picked does not depend on the state. In a split each other citation goes with either of the two by how
    alike it is to them, whatever the state is; the fame of the new publication suits half of the citations. At most one
    attribute, each alike, changes hands: the new publication has it as it was, and the one that is left gets what a
    citation left to it suggests. When two are made one, that attribute is the other's. So a list of full names can come
    to stand for one of initials. The two are the way back of each other for the same attribute.
    """

    def propose(self, world: Any, rng: Any) -> float:
        """See the class."""
        c = rng.integer(world.Cit.number)
        if self.first[c] == self.first[c + 1]:
            return REJECT
        d = self.neighbour(rng, c)
        if world.Cited[c] == world.Cited[d]:
            return self.split(world, rng, c, d)
        return self.merge(world, rng, c, d)

    def split(self, world: Any, rng: Any, c: int, d: int) -> float:
        """What both cite is split: c keeps it, d has a new one."""
        keep = world.Cited[c]
        half = world.Cited.preimage(keep).number // 2
        fame = self.drawn_fame(world, rng, half)
        new = world.Pub.new(fame)
        world.number.Pub[fame] += 1
        log_q = 0.0
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
        which = rng.integer(7)
        handed = which == AUTHORS and self.goes_along(world, keep, world.Work.preimage(world.Work[keep]).number == 1)
        log_q += self.describe(world, rng, new, keep, half, which, handed)
        alone = self.is_alone(world, keep, new)
        possible = True
        if which == TITLE:
            told = self.title[self.place(world, rng, keep, self.title_weight)]
            possible = self.retitle(world, keep, told, alone)
            log_q += self.log_title(world, keep)
        elif which == AUTHORS:
            names = self.author[self.place(world, rng, keep, self.author_weight)]
            if handed:
                back = self.hand_over(world, rng, keep, new, names)
            else:
                back = self.relist(world, rng, keep, names, alone)
            possible = back > NOWHERE
            log_q += self.log_authors(world, keep) - back
        elif which == YEAR:
            year = self.year[self.place(world, rng, keep, self.year_weight)]
            possible = self.redate(world, keep, year, alone)
            log_q += self.log_year(world, keep)
        elif which == KIND:
            world.Kind[keep] = self.kind[self.place(world, rng, keep, self.kind_weight)]
            log_q += self.log_kind(world, keep)
        elif which == WORDS:
            world.Words[keep] = self.word[self.place(world, rng, keep, self.word_weight)]
            log_q += self.log_words(world, keep)
        elif which == NUMBERS:
            world.Numbers[keep] = self.number[self.place(world, rng, keep, self.number_weight)]
            log_q += self.log_numbers(world, keep)
        return -log_q if possible else REJECT

    def merge(self, world: Any, rng: Any, c: int, d: int) -> float:
        """What d cites is gone, and its citations cite what c does."""
        keep, other = world.Cited[c], world.Cited[d]
        back = 0.0
        for e in world.Cited.preimage(keep):
            back += math.log(1.0 - self.leaning(e, c, d)) if e != c else 0.0
        for e in world.Cited.preimage(other):
            back += math.log(self.leaning(e, c, d)) if e != d else 0.0
        alone = self.is_alone(world, keep, other)
        which = rng.integer(7)
        handed = which == AUTHORS and self.goes_along(world, keep, alone)
        possible = True
        if which == TITLE:
            back += self.log_title(world, keep)
            possible = self.retitle(world, keep, world.Title[other], alone)
        elif which == AUTHORS:
            back += self.log_authors(world, keep)
            if handed:
                back += self.take_over(world, rng, keep, other)
            else:
                back += self.relist(world, rng, keep, world.Authors[other], alone)
            possible = back > NOWHERE
        elif which == YEAR:
            back += self.log_year(world, keep)
            possible = self.redate(world, keep, world.Year[other], alone)
        elif which == KIND:
            back += self.log_kind(world, keep)
            world.Kind[keep] = world.Kind[other]
        elif which == WORDS:
            back += self.log_words(world, keep)
            world.Words[keep] = world.Words[other]
        elif which == NUMBERS:
            back += self.log_numbers(world, keep)
            world.Numbers[keep] = world.Numbers[other]
        half = (world.Cited.preimage(keep).number + world.Cited.preimage(other).number) // 2
        back += self.log_described(world, other, keep, half, which, handed, False)
        if back == NOWHERE or not possible:
            return REJECT
        fame, lost = world.Drawn[c], world.Drawn[d]
        for e in world.Cited.preimage(other):
            self.cite(world, e, keep, fame)
        self.forget(world, other, lost)
        return back

    def goes_along(self, world: Any, keep: Any, alone: Any) -> Any:
        """Whether the team of a line of work changes with the authors of the publication that is left."""
        return alone and self.has_names(world, world.People[world.Work[keep]], world.Authors[keep])

    def hand_over(self, world: Any, rng: Any, keep: Any, new: Any, names: Any) -> float:
        """The one that is left gets other authors, and its line their team; that of a new line for `new` is theirs.

        ln of the probability of the way back, `take_over`, over that of this one.
        """
        old = world.Authors[keep]
        if names == old:
            return NOWHERE
        world.Authors[keep] = names
        if world.Work.preimage(world.Work[new]).number > 1:
            return self.reassemble(world, rng, keep, old, names)
        self.assemble(world, rng, keep, names)
        return -self.log_assembled(world, keep, names)

    def take_over(self, world: Any, rng: Any, keep: Any, other: Any) -> float:
        """The one that is left gets the other's authors, and its line their team: the other's, if its line goes."""
        old, names = world.Authors[keep], world.Authors[other]
        if names == old:
            return NOWHERE
        world.Authors[keep] = names
        if world.Work.preimage(world.Work[other]).number > 1:
            return self.reassemble(world, rng, keep, old, names)
        back, team = self.log_assembled(world, keep, old), world.People[world.Work[keep]]
        world.People[world.Work[keep]] = world.People[world.Work[other]]
        self.dissolve(world, team)
        return back

    def is_alone(self, world: Any, p: Any, beside: Any) -> Any:
        """Whether a publication is alone in its line of work, but for the one beside it that comes or goes."""
        line = world.Work[p]
        return world.Work.preimage(line).number - int(world.Work[beside] == line) == 1

    def leaning(self, e: int, c: int, d: int) -> float:
        """The probability that a citation goes with d, and not with c."""
        to_c, to_d = self.likeness(e, c), self.likeness(e, d)
        return to_d / (to_c + to_d)
