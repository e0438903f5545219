"""The sampler as Python sees it: it is given texts' suggestions, neighbours and string models, and takes steps."""

from __future__ import annotations

import ctypes
import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from benchmarks.citations.hand_written.chain import MOVES, SHARES, run
from benchmarks.citations.hand_written.counts import SHARES_OF_FAMES, count_weight, logarithms, no_changes
from benchmarks.citations.hand_written.description import usual_fame
from benchmarks.citations.hand_written.known import (
    LONGEST,
    NAME,
    SIZE,
    SIZES,
    TEXT,
    TEXT_ENTRY,
    VARIANT,
    VARIANT_ENTRY,
    grown,
    log_own,
    log_prior,
    log_text,
    log_variant,
    table,
)
from benchmarks.citations.hand_written.lists import cite, join_line, new_line, new_publication
from benchmarks.citations.hand_written.state import (
    ATTRIBUTES,
    AUTHORS,
    CITED,
    COUNTED,
    DRAWN,
    FAILED,
    FAME,
    FAMES,
    IN_USE,
    KIND,
    LINE,
    LINE_TEAM,
    LINES,
    NONE,
    NUMBER,
    OF_LINES,
    RESEARCHERS,
    TEAM_LISTED,
    TEAM_TO,
    TEAMS,
    WORDS,
    Array,
    State,
    blank,
)
from benchmarks.citations.hand_written.teams import gain_of_team, join_team
from benchmarks.compiled import compiled
from benchmarks.random_words import seeded

_ASK = ctypes.CFUNCTYPE(ctypes.c_double, *[ctypes.c_int64] * 8)
_LEAST_ROOM = 1 << 16


@dataclass(frozen=True)
class StringModels:
    """ln p by the six attributes, by those of a line of work (title, authors, year), and of texts.

    Authors by themselves are asked for by `name` and `size`, how many there are. Words are asked for with a kind, all
    other attributes by themselves. `text` is given the text and the six attributes.
    """

    priors: Mapping[int, Callable[..., float]]
    name: Callable[[str], float]
    size: Callable[[int], float]
    variants: Sequence[Callable[[Any, Any], float]]
    text: Callable[[str, str, str, int, int, str, str], float]


@dataclass(frozen=True)
class Given:
    """What is known of the citations: (values, weights) for each attribute, neighbours, and the first partition.

    At first citation c cites what `start[c]` cites, which is the first of those. The people of its line are those of
    the line of `team[c]`; if that is c, member i is new if `person[c, i]` is c, else member `seat[c, i]` there.
    """

    texts: Sequence[str]
    suggestions: Sequence[tuple[Array, Array]]
    first: Array
    near: Array
    alike: Array
    chance: Array
    start: Array
    team: Array
    person: Array
    seat: Array


class HandWritten:
    """A chain from the first partition."""

    def __init__(self, given: Given, models: StringModels, seed: int) -> None:
        self._given, self._models = given, models
        self._error: BaseException | None = None
        self._callback = _ASK(self._answer)  # the state holds its address only
        self.values: list[list[Any]] = []
        tables = self._tables()
        logs, log_factorials = logarithms()
        self.state = State(
            **blank(len(given.texts), tables["list_names"].shape[1]),
            **tables,
            first=given.first.astype(np.int64),
            near=given.near.astype(np.int64),
            alike=given.alike.astype(np.float64),
            chance=given.chance.astype(np.float64),
            texts=table(_room(len(given.texts)), TEXT_ENTRY),
            variants=table(_room(len(given.texts)), VARIANT_ENTRY),
            log=logs,
            log_factorial=log_factorials,
            log_share=np.array([*np.log(SHARES_OF_FAMES), *[0.0] * (COUNTED - FAMES)]),
            share=np.append(np.cumsum(SHARES)[:-1], math.inf),
            words=seeded(seed),
            ask=self._callback,
        )
        self._begin()

    def run(self, steps: int, factor: float = 1.0) -> None:
        """Takes steps of the chain whose weights are to the power of a factor; what a model raises is raised again."""
        while True:
            steps -= run(self.state, steps, factor)
            if self._error is not None:
                raise self._error
            if steps == 0:
                return
            self._make_room()

    def partition(self) -> Array:
        """A label for what each citation cites."""
        return self.state.citation[:, CITED].copy()

    def acceptance(self) -> dict[str, float]:
        """The share of proposals that were accepted, by move."""
        return {name: float(done / max(1, tried)) for name, (tried, done) in zip(MOVES, self.state.tally, strict=True)}

    def _tables(self) -> dict[str, Array]:
        """Suggestions with numbers for values, and a place for ln p of each value."""
        places = max(value.shape[1] for value, _ in self._given.suggestions)
        shape = (ATTRIBUTES, len(self._given.texts), places)
        value, weight = np.zeros(shape, np.int64), np.zeros(shape)
        for a, (held, shares) in enumerate(self._given.suggestions):
            numbers: dict[Any, int] = {}
            listed = [[numbers.setdefault(one, len(numbers)) for one in row] for row in held.tolist()]
            value[a, :, : held.shape[1]], weight[a, :, : held.shape[1]] = listed, shares
            self.values.append(list(numbers))
        lists = [[name for name in names.split("; ") if name] for names in self.values[AUTHORS]]
        numbers = {name: number for number, name in enumerate(dict.fromkeys(name for names in lists for name in names))}
        self.names = list(numbers)
        list_names = np.full((len(lists), max(1, *map(len, lists))), NONE, np.int64)
        for at, names in enumerate(lists):
            list_names[at, : len(names)] = [numbers[name] for name in names]
        most = max(len(listed) for listed in (*self.values, self.names, range(list_names.shape[1] + 1)))
        if max(most, len(self._given.texts)) >= 1 << LONGEST:
            raise ValueError(f"there may be at most {1 << LONGEST:,} citations, and values of an attribute")
        return {
            "value": value,
            "weight": weight,
            "suggested": (weight > 0.0).sum(axis=2),
            "list_names": list_names,
            "list_size": np.array([len(names) for names in lists], np.int64),
            "prior": np.full((SIZES + 1, most), math.nan),
        }

    def _begin(self) -> None:
        given = self._given
        start, team, person, seat = (a.astype(np.int64) for a in (given.start, given.team, given.person, given.seat))
        begin(self.state, start, np.bincount(start), team, person, seat)
        if self._error is not None:
            raise self._error

    def _answer(self, what: int, *numbers: int) -> float:
        """What a string model says; an exception cannot pass through native code, and is kept."""
        try:
            if what == TEXT:
                c, *told = numbers
                title, authors, year, kind, words, digits = (self.values[a][n] for a, n in enumerate(told))
                return self._models.text(self._given.texts[c], title, authors, year, kind, words, digits)
            if what == NAME:
                return self._models.name(self.names[numbers[0]])
            if what == SIZE:
                return self._models.size(numbers[0])
            a = what % VARIANT
            value = self.values[a][numbers[0]]
            if what < VARIANT:
                return self._models.priors[a](value)
            if a == WORDS:
                return self._models.priors[a](value, self.values[KIND][numbers[1]])
            return self._models.variants[a](value, self.values[a][numbers[1]])
        except BaseException as error:  # whatever it is, it is raised again outside
            self._error = error
            self.state.scalars[FAILED] = 1
            return -math.inf

    def _make_room(self) -> None:
        """Doubles both tables."""
        bigger = {"texts": table(2 * len(self.state.texts), TEXT_ENTRY)}
        bigger["variants"] = table(2 * len(self.state.variants), VARIANT_ENTRY)
        grown(self.state.texts, bigger["texts"], 2)
        grown(self.state.variants, bigger["variants"], 1)
        self.state = self.state._replace(**bigger)


def _room(citations: int) -> int:
    """A power of 2 such that a step cannot fill a table that is half full."""
    return max(_LEAST_ROOM, 1 << (16 * citations).bit_length())


@compiled
def begin(s: State, start: Array, citing: Array, teams: Array, person: Array, seat: Array) -> None:
    """Publications as the first of their citations suggests, each alone in its line; who has one name is one."""
    for c in range(len(start)):
        if start[c] != c:
            p = s.citation[start[c], CITED]
        else:
            p, line = new_publication(s, usual_fame(citing[c])), new_line(s)
            for a in range(ATTRIBUTES):
                s.publication[p, a] = s.value[a, c, 0]
            for a in range(OF_LINES):
                s.line[line, a] = s.value[a, c, 0]
                s.own[p, a] = log_variant(s, a, s.value[a, c, 0], s.value[a, c, 0])
                if a != AUTHORS:
                    log_prior(s, a, s.value[a, c, 0])
            names = s.value[AUTHORS, c, 0]
            s.plan[TEAM_LISTED], s.plan[TEAM_TO] = names, NONE
            if teams[c] != c:
                s.plan[TEAM_TO] = s.line[s.publication[s.citation[teams[c], CITED], LINE], LINE_TEAM]
            for j in range(s.list_size[names]):
                d = person[c, j]
                s.joining[j] = NONE
                if d != c:
                    s.joining[j] = s.member[s.line[s.publication[s.citation[d, CITED], LINE], LINE_TEAM], seat[c, j]]
            no_changes(s)
            gain_of_team(s)
            for row in (TEAMS, RESEARCHERS):
                for column in range(3):
                    s.counts[row, column] += s.changes[row, column]
            join_team(s, line)
            for a in range(OF_LINES, ATTRIBUTES):
                s.own[p, a] = log_own(s, a, s.value[a, c, 0], s.publication[p, KIND])
            join_line(s, p, line)
            s.counts[s.publication[p, FAME], NUMBER] += 1
            s.counts[s.publication[p, FAME], IN_USE] += 1
            for column in range(3):
                s.counts[LINES, column] += 1
        cite(s, c, p)
        s.text[c] = log_text(s, c, s.publication[p])
        s.counts[s.publication[p, FAME], DRAWN] += 1
    for row in range(COUNTED):
        s.counts[row, NUMBER] = max(1 if row < FAMES else 0, s.counts[row, NUMBER])
        s.count_weight[row] = count_weight(s, row, s.counts[row, NUMBER], s.counts[row, IN_USE], s.counts[row, DRAWN])
