"""Teams of researchers: how a line of work comes by the people behind a list of names, and how they go again.

A line looks at the lines of what the neighbours of a citation cite. The first of their teams with the same names is
its own too. If there is none it has a new team, of which each member is the first of their researchers with that name,
or a new one. Seldom it looks at nobody, and all are new: two people may have the same name.

What is found depends on no line but the others, so that it is the same before a line has a team and after.
"""

from __future__ import annotations

import math
from typing import Any

from noumena.domains.citations.proposals.suggestions import NOWHERE, Suggestions

STRANGERS = 0.1
"""How often a line looks at nobody."""
NOBODY = -1


class Teams(Suggestions):
    """A move that lets teams and researchers come and go."""

    def home(self, world: Any, p: Any) -> Any:
        """The first of the citations of a publication, by its number."""
        first = world.Cit.number
        for c in world.Cited.preimage(p):
            first = min(first, c)
        return first

    def has_names(self, world: Any, team: Any, names: Any) -> Any:
        """Whether the members of a team have the names of a list, in which nobody is twice, one after the other.

        The team was there before the move, so that its names are known. Two members of one name are listed once.
        """
        return world.Names[team] == names and world.Size[team] == world.Length[names]

    def team_near(self, world: Any, line: Any, c: int, names: Any) -> Any:
        """The first team of these names among the lines of what neighbours cite, but for this line; or nobody.

        No move makes a team for one line and then looks for one for another, so that all names are known here.
        """
        for i in range(self.first[c], self.first[c + 1]):
            other = world.Work[world.Cited[self.near[i]]]
            if other != line:
                team = world.People[other]
                if self.has_names(world, team, names):
                    return team
        return NOBODY

    def researcher_near(self, world: Any, line: Any, c: int, name: Any) -> Any:
        """The first researcher of this name there, or nobody."""
        for i in range(self.first[c], self.first[c + 1]):
            other = world.Work[world.Cited[self.near[i]]]
            if other != line:
                team = world.People[other]
                for j in range(world.Size[team]):
                    if world.Name[world.Member[team, j]] == name:
                        return world.Member[team, j]
        return NOBODY

    def assemble(self, world: Any, rng: Any, p: Any, names: Any) -> None:
        """Gives the line of a publication a team of these names."""
        line, c = world.Work[p], self.home(world, p)
        strangers = rng.flip(STRANGERS)
        team = NOBODY
        if not strangers:
            team = self.team_near(world, line, c, names)
        if team == NOBODY:
            team = world.Team.new()
            world.number.Team[()] += 1
            size = world.Length[names]
            world.Size[team] = size
            for i in range(size):
                name = world.Nth[names, i]
                researcher = NOBODY
                if not strangers:
                    researcher = self.researcher_near(world, line, c, name)
                if researcher == NOBODY:
                    researcher = world.Researcher.new()
                    world.number.Researcher[()] += 1
                    world.Name[researcher] = name
                world.Member[team, i] = researcher
        world.People[line] = team

    def log_assembled(self, world: Any, p: Any, names: Any) -> float:
        """ln of the probability that the line of a publication would get the team that it has, of these names."""
        line, c = world.Work[p], self.home(world, p)
        team, found = world.People[line], self.team_near(world, line, c, names)
        if world.People.preimage(team).number > 1:
            return math.log(1.0 - STRANGERS) if found == team else NOWHERE
        as_found, all_new = found == NOBODY, True
        for i in range(world.Size[team]):
            researcher = world.Member[team, i]
            new = world.Member.preimage(researcher).number == 1
            all_new = all_new and new
            if as_found:
                other = self.researcher_near(world, line, c, world.Name[researcher])
                as_found = other == (NOBODY if new else researcher)
        chance = (1.0 - STRANGERS if as_found else 0.0) + (STRANGERS if all_new else 0.0)
        return math.log(chance) if chance > 0.0 else NOWHERE

    def dissolve(self, world: Any, team: Any) -> None:
        """Takes away a team that no line has any more, and those of its members who are in no other."""
        if world.People.preimage(team).number > 0:
            return
        for i in range(world.Size[team]):
            researcher = world.Member[team, i]
            world.Member.remove(team, i)
            if world.Member.preimage(researcher).number == 0:
                world.Name.remove(researcher)
                world.number.Researcher[()] -= 1
        world.Size.remove(team)
        world.number.Team[()] -= 1

    def reassemble(self, world: Any, rng: Any, p: Any, names: Any, new: Any) -> float:
        """Gives the line of a publication, which has a team of these names, one of new names.

        ln of the probability of the way back over that of the way there.
        """
        back = self.log_assembled(world, p, names)
        if back == NOWHERE:
            return NOWHERE
        old = world.People[world.Work[p]]
        self.assemble(world, rng, p, new)
        self.dissolve(world, old)
        return back - self.log_assembled(world, p, new)
