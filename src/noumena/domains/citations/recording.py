"""What the chains draw is written down: what each citation cites, sample by sample."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt

from noumena.domains.citations.draws import NONE, Draws, Pairs, Seconds
from noumena.domains.citations.model.agreement import Described, works
from noumena.domains.citations.model.people import joined, listed, place_of
from noumena.inference.chain import Chain
from noumena.inference.user_moves import UserMoves
from noumena.model.types import STRING
from noumena.runtime.kernel.variables import find

Numbers = npt.NDArray[np.int64]
MOST_RECORDED = 20_000_000
"""How many samples times citations are taken down at most; one takes 24 bytes."""
KEPT_OF_RESEARCHERS, MOST_MENTIONS = 1_000, 2_000_000
"""How many samples of a run are kept of researchers, and samples times citations; one takes 8 bytes for each author."""
GUESTS = 1 << 30
"""Labels of guests begin here."""
_STRINGS = ("Words", "Numbers", "Title", "Authors")
"""Attributes of publications that are strings."""


class Recorder:
    """Takes the state of chains down, and makes `Draws` of it.

    A row is taken anew only after a move was accepted. Rows and names take room in proportion to the citations; of
    many citations not all samples are taken (`evenly_spaced`), as one step changes little of them. Publications that
    are described twice are one (`model/agreement.py`), unless some of their citations are `different`. Researchers are
    the objects that `Author` of the model gives; a guest of a publication is one of its own.
    """

    def __init__(self, moves: UserMoves, citations: int, samples: int, different: Pairs = ()) -> None:
        self._moves, self._citations, self._different = moves, citations, different
        self._kinds = {kind.name: k for k, kind in enumerate(moves.program.layout.kinds)}
        self._rows = {
            name: np.zeros((samples, citations), np.int32)
            for name in ("publication", "title", "authors", "venue", "year", "kind")
        }
        self._strings: dict[str, int] = {}
        self._kept = evenly_spaced(samples, MOST_MENTIONS // citations, KEPT_OF_RESEARCHERS)
        self._authors: list[list[tuple[int, ...]]] = []
        self._guests: dict[tuple[int, int], int] = {}
        self._accepted = -1
        self._tried = np.zeros((2, len(moves.program.moves)))
        self.recorded = 0

    def record(self, chain: Chain) -> None:
        """Takes one sample."""
        accepted = int(sum(chain.world.move_done))
        if accepted != self._accepted:
            self._accepted = accepted
            self._row = self._taken(chain.world)
        for name, row in self._row.items():
            self._rows[name][self.recorded] = row
        if self.recorded in self._kept:
            self._authors.append(self._people(chain.world))
        self.recorded += 1

    def end(self, chain: Chain) -> None:
        """Notes how often moves were accepted in a chain that has ended."""
        moves = len(self._moves.program.moves)
        self._tried += [list(chain.world.move_done)[:moves], list(chain.world.move_tried)[:moves]]
        self._accepted = -1

    def draws(self, seconds: Seconds) -> Draws:
        """What was taken down."""
        authors = self._rows["authors"][sorted(self._kept)]
        texts = list(self._strings)
        names = {
            number: [self._number(name) for name in listed(texts[number])] for number in np.unique(authors).tolist()
        }
        width = max([1, *(len(row) for row in names.values())])
        written, people = (np.full((*authors.shape, width), NONE, np.int32) for _ in range(2))
        for sample, (row, persons) in enumerate(zip(authors.tolist(), self._authors, strict=True)):
            for c, (number, own) in enumerate(zip(row, persons, strict=True)):
                written[sample, c, : len(own)] = names[number]
                people[sample, c, : len(own)] = own
        done, tried = self._tried
        shares = {m.name: float(d / t) for m, d, t in zip(self._moves.program.moves, done, tried, strict=True) if t}
        return Draws(
            **self._rows,
            researchers=people,
            names=written,
            strings=tuple(self._strings),
            acceptance=shares,
            seconds=seconds,
        )

    def _taken(self, world: Any) -> dict[str, list[int]]:
        """One row of each kind, from the variables of the world."""
        value = self._reader(world)
        cited = [value("Cited", c) for c in range(self._citations)]
        found: dict[int, tuple[int, ...]] = {}
        described: dict[int, Described] = {}
        for p in set(cited):
            words, numbers, title, authors = (self._text(value(function, p)) for function in _STRINGS)
            year, kind = value("Year", p), value("Kind", p)
            described[p] = Described(title, authors, year, kind, numbers)
            venue = self._number(f"{words} {numbers}".strip())
            found[p] = (self._number(title), self._number(authors), venue, year, kind)
        work = works(described, [(cited[c], cited[d]) for c, d in self._different])
        rows = zip(*((work[p], *found[p]) for p in cited), strict=True)
        return {name: list(row) for name, row in zip(self._rows, rows, strict=True)}

    def _people(self, world: Any) -> list[tuple[int, ...]]:
        """For each citation the researchers behind the authors of what it cites."""
        value = self._reader(world)
        teams: dict[int, tuple[str, list[int]]] = {}
        found: dict[int, tuple[int, ...]] = {}
        cited = [value("Cited", c) for c in range(self._citations)]
        for p in set(cited):
            team = value("People", value("Work", p))
            if team not in teams:
                held = (find(world, self._kinds["Member"], team, i, 0, 0) for i in range(value("Size", team)))
                members = [int(world.v_int[member]) for member in held]
                teams[team] = joined([self._text(value("Name", r)) for r in members]), members
            names, members = teams[team]
            authors = enumerate(listed(self._text(value("Authors", p))))
            places = [(i, place_of(name, names)) for i, name in authors]
            found[p] = tuple(self._guest(p, i) if place is None else members[place] for i, place in places)
        return [found[p] for p in cited]

    def _guest(self, p: int, place: int) -> int:
        """A label that no researcher has, of an author of a publication."""
        return GUESTS + self._guests.setdefault((p, place), len(self._guests))

    def _reader(self, world: Any) -> Callable[[str, int], int]:
        """What reads variables of functions of one object, by the name of the function."""
        v_int, index, bases, kinds = world.v_int, world.index, world.k_base, self._kinds
        return lambda function, place: int(v_int[index[bases[kinds[function]] + place]])

    def _text(self, word: int) -> str:
        return str(self._moves.program.words.decode(word, STRING))

    def _number(self, text: str) -> int:
        return self._strings.setdefault(text, len(self._strings))


def evenly_spaced(samples: int, *most: int) -> frozenset[int]:
    """Which of some samples, at least one, are kept if they may not be more than these numbers: one at least.

    The last is among them, and if there are more the first.
    """
    number = max(1, min(samples, *most))
    return frozenset(np.linspace(samples - 1, 0, number).round().astype(np.int64).tolist())
