"""What publications are: attributes from the texts, fame, and how many there are."""

from __future__ import annotations

import math
from typing import Any

from noumena.domains.citations.proposals.citation_move import CitationMove
from noumena.domains.citations.proposals.suggestions import NOWHERE
from noumena.moves.proposer import REJECT

MOST_COUNTED = 500_000
"""Numbers beyond are left as they are: k lines of one publication each make about k²/4 of them the most probable."""


class Retell(CitationMove):
    """One attribute of a publication becomes what a citation that cites it suggests.

    Theme, people and era of its line of work go along where it is alone there and has them (`CitationMove.retitle`).
    """

    def propose(self, world: Any, rng: Any) -> float:
        """See the class."""
        p = world.Cited[rng.integer(world.Cit.number)]
        which = rng.integer(6)
        alone = world.Work.preimage(world.Work[p]).number == 1
        possible = True
        if which == 0:
            back = self.log_title(world, p)
            possible = self.retitle(world, p, self.title[self.place(world, rng, p, self.title_weight)], alone)
            forth = self.log_title(world, p)
        elif which == 1:
            back = self.log_authors(world, p)
            back += self.relist(world, rng, p, self.author[self.place(world, rng, p, self.author_weight)], alone)
            forth = self.log_authors(world, p)
        elif which == 2:
            back = self.log_year(world, p)
            possible = self.redate(world, p, self.year[self.place(world, rng, p, self.year_weight)], alone)
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
        return back - forth if possible and back > NOWHERE else REJECT


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
    """The number of publications of a fame, of lines, teams or researchers becomes any from half to double.

    Numbers below those of the objects in use are impossible, so that such a step is rejected. No step leads beyond
    `MOST_COUNTED`, which is half of what the engine takes, nor back from there.
    """

    def propose(self, world: Any, rng: Any) -> float:
        """See the class."""
        fame, fames = rng.integer(world.Fame.number + 3), world.Fame.number
        if fame < fames:
            old = world.number.Pub[fame]
        elif fame == fames:
            old = world.number.Line[()]
        elif fame == fames + 1:
            old = world.number.Team[()]
        else:
            old = world.number.Researcher[()]
        least = (old + 1) // 2
        new = least + rng.integer(2 * old - least + 1)
        if new == 0 or max(old, new) > MOST_COUNTED:
            return REJECT
        if fame < fames:
            world.number.Pub[fame] = new
        elif fame == fames:
            world.number.Line[()] = new
        elif fame == fames + 1:
            world.number.Team[()] = new
        else:
            world.number.Researcher[()] = new
        return math.log(2 * old - least + 1) - math.log(2 * new - (new + 1) // 2 + 1)
