"""What citations suggest, with weights that sum to 1 for each attribute (`data.py`).

With S the citations of a publication, a value of an attribute is suggested with r(a | S) = Σ_c∈S weight(c, a) / |S|,
for each attribute by itself. So r is 0 for what no text suggests, and the move back to there is a rejection.
"""

from __future__ import annotations

import math
from typing import Any

from noumena.domains.citations.proposals.data import ProposalData
from noumena.moves.proposer import Proposer

NOWHERE = -math.inf


class Suggestions(Proposer):
    """A move that knows what the citations suggest, and their neighbours."""

    def __init__(self, data: ProposalData) -> None:
        self.title, self.title_weight = data.titles
        self.author, self.author_weight = data.authors
        self.year, self.year_weight = data.years
        self.kind, self.kind_weight = data.kinds
        self.word, self.word_weight = data.words
        self.number, self.number_weight = data.numbers
        self.first, self.near, self.alike, self.chance = data.neighbours
        self.start, self.fame = data.start, data.fame
        self.team, self.person, self.seat, self.name, self.size = data.people

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
            k = 0
            while k < weight.shape[1] and weight[c, k] > 0.0:
                if value[c, k] == held:
                    total += weight[c, k]
                k += 1
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

    def log_words(self, world: Any, p: Any) -> float:
        """ln r of the words of its venue."""
        return self.log_suggested(world, p, world.Words[p], self.word, self.word_weight)
