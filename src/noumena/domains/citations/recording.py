"""What the chains draw is written down: what each citation cites, sample by sample."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from noumena.domains.citations.draws import NONE, Draws, Pairs, Seconds
from noumena.domains.citations.model.agreement import Described, works
from noumena.domains.citations.model.people import listed
from noumena.domains.citations.model.venues import joined
from noumena.inference.chain import Chain
from noumena.inference.user_moves import UserMoves
from noumena.model.types import STRING

Numbers = npt.NDArray[np.int64]
MOST_RECORDED = 20_000_000
"""How many samples times citations are taken down at most; one takes 24 bytes."""
KEPT_OF_RESEARCHERS, MOST_MENTIONS = 1_000, 2_000_000
"""How many samples of a run are kept of researchers, and samples times citations; one takes 8 bytes for each author."""
_STRINGS = ("Words", "Numbers", "Title", "Authors")
"""Attributes of publications that are strings."""


class Recorder:
    """Takes the state of chains down, and makes `Draws` of it.

    A row is taken anew only after a move was accepted. Rows and names take room in proportion to the citations; of
    many citations not all samples are taken (`evenly_spaced`), as one step changes little of them. Publications that
    are described twice are one (`model/agreement.py`), unless some of their citations are `different`. Researchers are
    told apart by their surnames and the first letters of their given names, as the given names of one person are
    written in several ways.
    """

    def __init__(self, moves: UserMoves, citations: int, samples: int, different: Pairs = ()) -> None:
        self._moves, self._citations, self._different = moves, citations, different
        self._kinds = {kind.name: k for k, kind in enumerate(moves.program.layout.kinds)}
        self._rows = {
            name: np.zeros((samples, citations), np.int32)
            for name in ("publication", "title", "authors", "venue", "year", "kind")
        }
        self._strings: dict[str, int] = {}
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
        self.recorded += 1

    def end(self, chain: Chain) -> None:
        """Notes how often moves were accepted in a chain that has ended."""
        moves = len(self._moves.program.moves)
        self._tried += [list(chain.world.move_done)[:moves], list(chain.world.move_tried)[:moves]]
        self._accepted = -1

    def draws(self, seconds: Seconds) -> Draws:
        """What was taken down."""
        kept = evenly_spaced(self.recorded, MOST_MENTIONS // self._citations, KEPT_OF_RESEARCHERS)
        authors = self._rows["authors"][sorted(kept)]
        texts = list(self._strings)
        names = {
            number: [self._number(name) for name in listed(texts[number])] for number in np.unique(authors).tolist()
        }
        width = max([1, *(len(row) for row in names.values())])
        people = np.full((max(self._strings.values()) + 1, width), NONE, np.int32)
        for number, row in names.items():
            people[number, : len(row)] = row
        done, tried = self._tried
        shares = {m.name: float(d / t) for m, d, t in zip(self._moves.program.moves, done, tried, strict=True) if t}
        written = people[authors]
        persons: dict[str, int] = {}
        labels = [persons.setdefault(_person(text), len(persons)) for text in self._strings]
        person = np.array([*labels, NONE], np.int32)
        return Draws(
            **self._rows,
            researchers=person[written],  # the last one is found by the index NONE
            names=written,
            strings=tuple(self._strings),
            acceptance=shares,
            seconds=seconds,
        )

    def _taken(self, world: Any) -> dict[str, list[int]]:
        """One row of each kind, from the variables of the world."""
        v_int, index, bases = world.v_int, world.index, world.k_base

        def value(function: str, place: int) -> int:
            return int(v_int[index[bases[self._kinds[function]] + place]])

        cited = [value("Cited", c) for c in range(self._citations)]
        found: dict[int, tuple[int, ...]] = {}
        described: dict[int, Described] = {}
        for p in set(cited):
            words, numbers, title, authors = (self._text(value(function, p)) for function in _STRINGS)
            year, kind = value("Year", p), value("Kind", p)
            described[p] = Described(title, authors, year, kind, numbers)
            venue = self._number(joined(words, numbers))
            found[p] = (self._number(title), self._number(authors), venue, year, kind)
        work = works(described, [(cited[c], cited[d]) for c, d in self._different])
        rows = zip(*((work[p], *found[p]) for p in cited), strict=True)
        return {name: list(row) for name, row in zip(self._rows, rows, strict=True)}

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


def _person(name: str) -> str:
    """What tells a researcher apart: "etzioni, o" of "etzioni, oren"."""
    surname, comma, given = name.partition(", ")
    return surname + comma + given[:1]
