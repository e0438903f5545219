"""Strings copied with mistakes: a noisy channel of insertions, deletions and substitutions."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from noumena.distributions.family import IMPOSSIBLE, Family
from noumena.distributions.parameters import probability, real_between, refusal, text
from noumena.model.types import REAL, STRING, Signature
from noumena.model.values import Value

PRINTABLE = "".join(map(chr, range(32, 127)))
"""The printable ASCII characters, from space to tilde."""

_DEFAULT_RATE = 0.02
_MOST_INSERTION = 0.99
"""Bounds the mean number of characters inserted in one place by 99."""
_MOST_PAIRS = 100_000_000
"""How many pairs of a character of the source and one of its copy are compared for a probability."""


class _Channel(NamedTuple):
    source: str
    insert: float
    delete: float
    substitute: float
    alphabet: str

    @property
    def copy(self) -> float:
        return max(0.0, 1.0 - self.delete - self.substitute)

    def others(self, character: str) -> int:
        """How many characters of the alphabet may take the place of this one."""
        return len(self.alphabet) - (character in self.alphabet)


class StringEditModel(Family[_Channel]):
    """StringEditModel(s, p_insert, p_delete, p_substitute, alphabet): s as copied by someone who makes mistakes.

    The copyist goes through s from left to right. Before each character, and at the end, he inserts a character
    of the alphabet drawn uniformly with probability p_insert, and again, until he does not. A character of s he
    leaves out with probability p_delete, replaces by a uniformly drawn *other* character of the alphabet with
    probability p_substitute, and else copies (even if the alphabet lacks it). The alphabet is the printable ASCII
    characters, 32 to 126, unless given; StringEditModel(s) has all three probabilities 0.02.

    This is normalised: with p_insert < 1 the copyist stops with probability 1, and what he has then written is a
    function of his choices, whose probabilities sum to 1. (In one place, k given characters are inserted with
    probability (p_insert / A)^k (1 - p_insert) for an alphabet of A characters, there are A^k such strings, and the
    sum over k is 1; what becomes of a character of s has probabilities p_delete + p_substitute + copying = 1.)

    P(t | s) sums over all ways to get t. With f(i, j) the probability to be past i characters of s with t_1 … t_j
    written, before any decision not to insert,

    f(i, j) = f(i, j-1) p_insert / A + (1 - p_insert) (f(i-1, j) p_delete + f(i-1, j-1) e(s_i, t_j)),

    where e is the probability to copy or to substitute, and P(t | s) = f(m, n) (1 - p_insert).
    """

    name = "StringEditModel"
    signatures = (
        Signature((STRING,), STRING),
        Signature((STRING, REAL, REAL, REAL), STRING),
        Signature((STRING, REAL, REAL, REAL, STRING), STRING),
    )

    def _read(
        self,
        source: Value,
        insert: Value = _DEFAULT_RATE,
        delete: Value = _DEFAULT_RATE,
        substitute: Value = _DEFAULT_RATE,
        alphabet: Value = PRINTABLE,
    ) -> _Channel:
        channel = _Channel(
            text("s", source),
            real_between("p_insert", insert, 0.0, _MOST_INSERTION),
            probability("p_delete", delete),
            probability("p_substitute", substitute),
            text("alphabet", alphabet),
        )
        if channel.delete + channel.substitute > 1.0 + 1e-12:
            raise refusal("p_substitute", substitute, f"must be at most 1 - p_delete = {1.0 - channel.delete:g}")
        if alphabet is not PRINTABLE and (len(alphabet) < 2 or len(set(alphabet)) < len(alphabet)):
            raise refusal("alphabet", repr(alphabet), "must have two or more characters, all different")
        return channel

    def _draw(self, rng: np.random.Generator, channel: _Channel) -> str:
        written = [_draw_insertion(rng, channel)]
        for character in channel.source:
            u = rng.random()
            if u >= channel.delete + channel.substitute:
                written.append(character)
            elif u >= channel.delete:
                written.append(_draw_other(rng, character, channel.alphabet))
            written.append(_draw_insertion(rng, channel))
        return "".join(written)

    def _log(self, value: Value, channel: _Channel) -> float:
        if not isinstance(value, str):
            return IMPOSSIBLE
        if len(channel.source) * len(value) > _MOST_PAIRS:
            longest = _MOST_PAIRS // len(value)
            raise refusal("s", channel.source, f"must have at most {longest} characters for a copy of {len(value)}")
        # In logarithms: the probabilities of the cells of one row may differ by more than a float can hold. A row
        # is divided by p_insert / A for each column whose character can be inserted, so that inserting has weight 1
        # and a row is the running sum of what enters it from above.
        log_insert = _log(channel.insert / len(channel.alphabet))
        insertable = [log_insert > IMPOSSIBLE and character in channel.alphabet for character in value]
        runs = _runs(insertable)
        row = np.full(len(value) + 1, IMPOSSIBLE)
        row[0] = 0.0
        _accumulate(row, runs)
        log_move = math.log1p(-channel.insert)
        log_delete = _log(channel.delete) + log_move
        emissions = {
            character: _log_emissions(character, value, channel) + log_move - np.where(insertable, log_insert, 0.0)
            for character in set(channel.source)
        }
        for character in channel.source:
            entering = row + log_delete
            entering[1:] = np.logaddexp(entering[1:], row[:-1] + emissions[character])
            _accumulate(entering, runs)
            row = entering
        inserted = sum(insertable)
        return float(row[-1]) + (inserted * log_insert if inserted else 0.0) + log_move


def _log(p: float) -> float:
    return math.log(p) if p > 0.0 else IMPOSSIBLE


def _draw_insertion(rng: np.random.Generator, channel: _Channel) -> str:
    inserted = ""
    while rng.random() < channel.insert:
        inserted += channel.alphabet[int(rng.integers(len(channel.alphabet)))]
    return inserted


def _draw_other(rng: np.random.Generator, character: str, alphabet: str) -> str:
    position = alphabet.find(character)
    if position < 0:
        return alphabet[int(rng.integers(len(alphabet)))]
    other = int(rng.integers(len(alphabet) - 1))
    return alphabet[other + (other >= position)]


def _log_emissions(character: str, target: str, channel: _Channel) -> npt.NDArray[np.float64]:
    """ln e(character, t_j) for each character t_j of the target."""
    copied, substituted = _log(channel.copy), _log(channel.substitute / channel.others(character))
    return np.array(
        [copied if t == character else substituted if t in channel.alphabet else IMPOSSIBLE for t in target],
        dtype=float,
    )


def _runs(insertable: list[bool]) -> list[slice]:
    """The maximal runs of columns, of two or more, that insertions lead along."""
    runs, start = [], 0
    for column in range(1, len(insertable) + 2):
        if column > len(insertable) or not insertable[column - 1]:
            if column - start > 1:
                runs.append(slice(start, column))
            start = column
    return runs


def _accumulate(row: npt.NDArray[np.float64], runs: list[slice]) -> None:
    """Add to each cell, in logarithms, those before it in its run."""
    for run in runs:
        row[run] = np.logaddexp.accumulate(row[run])
