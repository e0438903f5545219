"""A state of the citation model in dictionaries, on which the proposers of the library run; ln p is summed anew."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Callable, Iterable
from itertools import count
from types import SimpleNamespace
from typing import Any

ATTRIBUTES = ("Title", "Authors", "Year", "Kind", "Words", "Numbers")
OF_LINES = {"Theme": "Title", "People": "Authors", "Era": "Year"}
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

    def remove(self, given: Any) -> None:
        """Takes a value away."""
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


class PlainWorld:
    """What proposers call the world."""

    def __init__(self, citations: int) -> None:
        self.Cit, self.Fame = SimpleNamespace(number=citations), SimpleNamespace(number=len(SHARES))
        self.Pub, self.Line = Objects(), Objects()
        self.Cited, self.Drawn, self.Work = Function(), Function(), Function()
        self.Title, self.Authors, self.Year, self.Kind, self.Words, self.Numbers = (Function() for _ in ATTRIBUTES)
        self.Theme, self.People, self.Era = (Function() for _ in OF_LINES)
        self.number = SimpleNamespace(Pub=dict.fromkeys(range(len(SHARES)), 0), Line={(): 0})

    def told(self, p: Any) -> tuple[Any, ...]:
        """The attributes of a publication."""
        return tuple(getattr(self, name)[p] for name in ATTRIBUTES)

    def theme(self, line: Any) -> tuple[Any, ...]:
        """Those of a line of work."""
        return tuple(getattr(self, name)[line] for name in OF_LINES)

    def canonical(self) -> tuple[Any, ...]:
        """The state with objects called by the first citation that leads to them; nothing is left of objects gone."""
        places = range(self.Cit.number)
        cited = [self.Cited[c] for c in places]
        lines = [self.Work[p] for p in cited]
        for name in (*ATTRIBUTES, "Work"):
            assert set(getattr(self, name).values) == set(cited), name
        for name in OF_LINES:
            assert set(getattr(self, name).values) == set(lines), name
        return (
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
    for line in lines:
        for name, attribute in OF_LINES.items():
            total += models[f"{attribute}Prior"](getattr(world, name)[line])
    for p in pubs:
        total -= math.log(world.number.Line[()])
        for name, attribute in OF_LINES.items():
            total += models[f"{attribute}Variant"](getattr(world, attribute)[p], getattr(world, name)[world.Work[p]])
        for attribute in ATTRIBUTES[len(OF_LINES) :]:
            given = [world.Kind[p]] if attribute == "Words" else []
            total += models[f"{attribute}Prior"](getattr(world, attribute)[p], *given)
    for c, text in enumerate(texts):
        title, authors, year, kind, words, numbers = world.told(world.Cited[c])
        total += math.log(SHARES[world.Drawn[c]] / world.number.Pub[world.Drawn[c]])
        total += models["CitationText"](text, title, authors, year, kind, f"{words} {numbers}".strip())
    return total


def _log_spread(number: int, least: int) -> float:
    return -math.log((number - least + 1) * (number - least + 2)) if number >= least else -math.inf


def _log_falling(number: int, in_use: int) -> float:
    if in_use > number:
        return -math.inf
    return math.lgamma(number + 1) - math.lgamma(number - in_use + 1)
