"""A state of the citation model in dictionaries, on which the proposers of the library run; ln p is summed anew."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Callable, Iterable
from itertools import count
from types import SimpleNamespace
from typing import Any

from noumena.domains.citations.model.people import how_many, joined, name_at

ATTRIBUTES = ("Title", "Authors", "Year", "Kind", "Words", "Numbers")
OF_LINES = {"Theme": "Title", "People": "Authors", "Era": "Year"}
KEPT_OF_LINES = ("Theme", "Era")
"""Attributes of lines that are values, as the people are a team."""
SHARES = (0.6, 0.22, 0.12, 0.06)

Models = dict[str, Callable[..., float]]


class Members(list[Any]):
    """Objects that have the same value."""

    @property
    def number(self) -> int:
        """How many there are."""
        return len(self)


class Function:
    """A function of the model: its values, and the objects of each value in the order in which they came to have it."""

    def __init__(self) -> None:
        self.values: dict[Any, Any] = {}
        self._members: dict[Any, list[Any]] = defaultdict(list)

    def __getitem__(self, given: Any) -> Any:
        return self.values[given]

    def __setitem__(self, given: Any, value: Any) -> None:
        self.remove(given)
        self.values[given] = value
        self._members[value].append(given)

    def remove(self, *place: Any) -> None:
        """Takes a value away."""
        given = place[0] if len(place) == 1 else place
        if given in self.values:
            self._members[self.values.pop(given)].remove(given)

    def preimage(self, value: Any) -> Members:
        """The objects of a value, as they are now."""
        return Members(self._members[value])


class Objects:
    """A type whose objects have no numbers."""

    def __init__(self) -> None:
        self._following = count()

    def new(self, *origin: int) -> tuple[Any, ...]:
        """An object that is in use from now on."""
        return ("new", next(self._following), *origin)


class _Computed:
    """A function that is worked out, of one argument or a tuple of several."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self._function = function

    def __getitem__(self, given: Any) -> Any:
        return self._function(*given) if type(given) is tuple and given[:1] != ("new",) else self._function(given)


class PlainWorld:
    """What proposers call the world."""

    def __init__(self, citations: int) -> None:
        self.Cit, self.Fame = SimpleNamespace(number=citations), SimpleNamespace(number=len(SHARES))
        self.Pub, self.Line, self.Team, self.Researcher = (Objects() for _ in range(4))
        self.Name, self.Size, self.Member = (Function() for _ in range(3))
        self.Length, self.Nth, self.Names = _Computed(how_many), _Computed(name_at), _Computed(self.names)
        self.Cited, self.Drawn, self.Work = Function(), Function(), Function()
        self.Title, self.Authors, self.Year, self.Kind, self.Words, self.Numbers = (Function() for _ in ATTRIBUTES)
        self.Theme, self.People, self.Era = (Function() for _ in OF_LINES)
        one = {kind: {(): 0} for kind in ("Line", "Team", "Researcher")}
        self.number = SimpleNamespace(Pub=dict.fromkeys(range(len(SHARES)), 0), **one)

    def told(self, p: Any) -> tuple[Any, ...]:
        """The attributes of a publication."""
        return tuple(getattr(self, name)[p] for name in ATTRIBUTES)

    def theme(self, line: Any) -> tuple[Any, ...]:
        """Those of a line of work."""
        return (*(getattr(self, name)[line] for name in KEPT_OF_LINES), self.names(self.People[line]))

    def members(self, team: Any) -> list[Any]:
        """The researchers of a team."""
        return [self.Member[team, i] for i in range(self.Size[team])]

    def names(self, team: Any) -> str:
        """Their names, as a list."""
        return joined([self.Name[researcher] for researcher in self.members(team)])

    def canonical(self) -> tuple[Any, ...]:
        """The state with objects called by the first citation that leads to them; nothing is left of objects gone."""
        places = range(self.Cit.number)
        cited = [self.Cited[c] for c in places]
        lines = [self.Work[p] for p in cited]
        for name in (*ATTRIBUTES, "Work"):
            assert set(getattr(self, name).values) == set(cited), name
        for name in OF_LINES:
            assert set(getattr(self, name).values) == set(lines), name
        teams = [self.People[line] for line in lines]
        assert set(self.Size.values) == set(teams)
        members = [researcher for team in teams for researcher in self.members(team)]
        assert set(self.Name.values) == set(members)
        assert len(self.Member.values) == sum(self.Size.values.values())
        return (
            [teams.index(team) for team in teams],
            [members.index(researcher) for researcher in members],
            self.number.Team[()],
            self.number.Researcher[()],
            [(cited.index(cited[c]), self.Drawn[c], self.told(cited[c])) for c in places],
            [(lines.index(line), self.theme(line)) for line in lines],
            dict(self.number.Pub),
            self.number.Line[()],
        )


def log_weight(world: PlainWorld, texts: Iterable[str], models: Models) -> float:
    """ln p of the state, N!/(N-m)! for the objects in use included."""
    pubs, lines = list(world.Work.values), list(world.Theme.values)
    total = _log_spread(world.number.Line[()], 0) + _log_falling(world.number.Line[()], len(lines))
    for fame, number in world.number.Pub.items():
        in_use = {world.Cited[c] for c in world.Drawn.preimage(fame)}
        total += _log_spread(number, 1) + _log_falling(number, len(in_use))
    groups: list[tuple[str, int, int]] = [
        ("Team", len(world.Size.values), len(lines)),
        ("Researcher", len(world.Name.values), len(world.Member.values)),
    ]
    for kind, used, drawn in groups:
        number = getattr(world.number, kind)[()]
        total += _log_spread(number, 0) + _log_falling(number, used) - (drawn * math.log(number) if drawn else 0.0)
    total += sum(map(models["SizePrior"], world.Size.values.values()))
    total += sum(map(models["NamePrior"], world.Name.values.values()))
    for line in lines:
        for name in KEPT_OF_LINES:
            total += models[f"{OF_LINES[name]}Prior"](getattr(world, name)[line])
    for p in pubs:
        total -= math.log(world.number.Line[()])
        for name, attribute in OF_LINES.items():
            given = getattr(world, name)[world.Work[p]]
            given = world.names(given) if name == "People" else given
            total += models[f"{attribute}Variant"](getattr(world, attribute)[p], given)
        for attribute in ATTRIBUTES[len(OF_LINES) :]:
            kinds = [world.Kind[p]] if attribute == "Words" else []
            total += models[f"{attribute}Prior"](getattr(world, attribute)[p], *kinds)
    for c, text in enumerate(texts):
        title, authors, year, kind, words, numbers = world.told(world.Cited[c])
        total += math.log(SHARES[world.Drawn[c]] / world.number.Pub[world.Drawn[c]])
        total += models["CitationText"](text, title, authors, year, kind, words, numbers)
    return total


def _log_spread(number: int, least: int) -> float:
    return -math.log((number - least + 1) * (number - least + 2)) if number >= least else -math.inf


def _log_falling(number: int, in_use: int) -> float:
    if in_use > number:
        return -math.inf
    return math.lgamma(number + 1) - math.lgamma(number - in_use + 1)
