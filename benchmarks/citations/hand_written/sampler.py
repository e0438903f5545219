"""The sampler as Python sees it: it is given texts' suggestions, neighbours and string models, and takes steps."""

from __future__ import annotations

import ctypes
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from benchmarks.citations.hand_written.chain import MOVES, SHARES, anneal, run
from benchmarks.citations.hand_written.counts import SHARES_OF_FAMES, count_weight, logarithms
from benchmarks.citations.hand_written.description import usual_fame
from benchmarks.citations.hand_written.known import (
    LONGEST,
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
    CITED,
    DRAWN,
    FAILED,
    FAME,
    FAMES,
    IN_USE,
    KIND,
    LINES,
    NUMBER,
    OF_LINES,
    WORDS,
    Array,
    State,
    blank,
)
from benchmarks.compiled import compiled
from benchmarks.random_words import seeded

_ASK = ctypes.CFUNCTYPE(ctypes.c_double, *[ctypes.c_int64] * 8)
_LEAST_ROOM = 1 << 16


@dataclass(frozen=True)
class StringModels:
    """ln p by the six attributes, by those of a line of work (title, authors, year), and of texts.

    Words are asked for with a kind, all other attributes by themselves. `text` is given the text, title, authors, year,
    kind, and words and numbers joined.
    """

    priors: Sequence[Callable[..., float]]
    variants: Sequence[Callable[[Any, Any], float]]
    text: Callable[[str, str, str, int, int, str], float]


@dataclass(frozen=True)
class Given:
    """What is known of the citations: (values, weights) for each attribute, neighbours, and the first partition.

    At first citation c cites what `start[c]` cites, which is the first of those.
    """

    texts: Sequence[str]
    suggestions: Sequence[tuple[Array, Array]]
    first: Array
    near: Array
    alike: Array
    chance: Array
    start: Array


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
            **blank(len(given.texts)),
            **tables,
            first=given.first.astype(np.int64),
            near=given.near.astype(np.int64),
            alike=given.alike.astype(np.float64),
            chance=given.chance.astype(np.float64),
            texts=table(_room(len(given.texts)), TEXT_ENTRY),
            variants=table(_room(len(given.texts)), VARIANT_ENTRY),
            log=logs,
            log_factorial=log_factorials,
            log_share=np.array([*np.log(SHARES_OF_FAMES), 0.0]),
            share=np.append(np.cumsum(SHARES)[:-1], math.inf),
            words=seeded(seed),
            ask=self._callback,
        )
        self._begin()

    def run(self, steps: int) -> None:
        """Takes steps; what a string model raises is raised again."""
        self._take(steps, run)

    def anneal(self, steps: int, factor: float) -> None:
        """Takes steps of the chain whose weights are to the power of a factor."""
        self._take(steps, lambda state, left: anneal(state, left, factor))

    def _take(self, steps: int, taken: Callable[[State, int], int]) -> None:
        while True:
            steps -= taken(self.state, steps)
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
        most = max(len(listed) for listed in self.values)
        if max(most, len(self._given.texts)) >= 1 << LONGEST:
            raise ValueError(f"there may be at most {1 << LONGEST:,} citations, and values of an attribute")
        return {
            "value": value,
            "weight": weight,
            "suggested": (weight > 0.0).sum(axis=2),
            "prior": np.full((ATTRIBUTES, most), math.nan),
        }

    def _begin(self) -> None:
        begin(self.state, self._given.start.astype(np.int64), np.bincount(self._given.start).astype(np.int64))
        if self._error is not None:
            raise self._error

    def _answer(self, what: int, *numbers: int) -> float:
        """What a string model says; an exception cannot pass through native code, and is kept."""
        try:
            if what == TEXT:
                c, *told = numbers
                title, authors, year, kind, words, digits = (self.values[a][n] for a, n in enumerate(told))
                place = f"{words} {digits}".strip()
                return self._models.text(self._given.texts[c], title, authors, year, kind, place)
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
def begin(s: State, start: Array, citing: Array) -> None:
    """Publications as the first of their citations suggests, each alone in its line of work."""
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
                log_prior(s, a, s.value[a, c, 0])
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
    for row in range(FAMES + 1):
        s.counts[row, NUMBER] = max(1, s.counts[row, NUMBER])
        s.count_weight[row] = count_weight(s, row, s.counts[row, NUMBER], s.counts[row, IN_USE], s.counts[row, DRAWN])
