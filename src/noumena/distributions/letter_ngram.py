"""Strings that look like given ones: a model of letters by the letters before them."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from functools import lru_cache

import numpy as np

from noumena.distributions.family import IMPOSSIBLE, Family
from noumena.distributions.parameters import integer_between, positive, refusal, text
from noumena.distributions.string_edit import PRINTABLE
from noumena.model.types import INTEGER, REAL, STRING, Signature
from noumena.model.values import Value

_DEFAULT_SMOOTHING = 0.01
_LARGEST_ORDER = 20
_END = ""
"""The symbol after the last letter; as text it adds nothing."""


class _LetterModel:
    """Counts of what follows each context in the training text, smoothed."""

    def __init__(self, training_text: str, order: int, smoothing: float) -> None:
        self.length = order - 1
        self.smoothing = smoothing
        followers: defaultdict[str, Counter[str]] = defaultdict(Counter)
        for line in filter(None, training_text.splitlines()):
            for position in range(len(line) + 1):
                followers[line[max(0, position - self.length) : position]][line[position : position + 1]] += 1
        letters = set(PRINTABLE).union(*(counts.keys() for counts in followers.values()))
        self.symbols = [_END, *sorted(letters - {_END})]
        self.known = frozenset(self.symbols)
        self.followers = dict(followers)
        self.totals = {context: counts.total() for context, counts in followers.items()}

    def context(self, written: str) -> str:
        """What of the written text counts for the next letter."""
        return written[max(0, len(written) - self.length) :]

    def log_follower(self, context: str, symbol: str) -> float:
        """ln P(symbol | context) for a known symbol."""
        counts = self.followers.get(context)
        seen, total = (counts[symbol], self.totals[context]) if counts else (0, 0)
        return math.log((seen + self.smoothing) / (total + self.smoothing * len(self.symbols)))

    def draw_follower(self, rng: np.random.Generator, context: str) -> str:
        """A symbol drawn given the context: one seen there, or any, in the ratio of counts to smoothing."""
        total = self.totals.get(context, 0)
        u = rng.random() * (total + self.smoothing * len(self.symbols))
        if u < total:
            for symbol, count in self.followers[context].items():
                u -= count
                if u < 0.0:
                    return symbol
        return self.symbols[int(rng.integers(len(self.symbols)))]


_train = lru_cache(maxsize=32)(_LetterModel)


class LetterNgram(Family[_LetterModel]):
    """LetterNgram(training_text, n, smoothing): strings like the lines of the training text, letter by letter.

    P(t) = product over the letters of t, and the end of t, of P(letter | the n - 1 letters before it), where

    P(c | context) = (count(context, c) + smoothing) / (count(context) + smoothing * S)

    with counts of the lines of the training text (empty ones are left out). Near the start a context is shorter:
    all the letters there are. The S symbols are the printable ASCII characters, any others that the training text
    has, and the end. The smoothing is positive, 0.01 unless given; n is from 1 to 20.

    This is normalised: after any context the symbols' probabilities sum to 1, and the end has at least a certain
    positive one after each of the finitely many contexts, so that a string ends with probability 1.
    """

    name = "LetterNgram"
    signatures = (Signature((STRING, INTEGER), STRING), Signature((STRING, INTEGER, REAL), STRING))

    def _read(self, training_text: Value, n: Value, smoothing: Value = _DEFAULT_SMOOTHING) -> _LetterModel:
        if not text("training_text", training_text).strip("\r\n"):
            raise refusal("training_text", repr(training_text), "must have a line that is not empty")
        return _train(training_text, integer_between("n", n, 1, _LARGEST_ORDER), positive("smoothing", smoothing))

    def _draw(self, rng: np.random.Generator, model: _LetterModel) -> str:
        written = ""
        while symbol := model.draw_follower(rng, model.context(written)):
            written += symbol
        return written

    def _log(self, value: Value, model: _LetterModel) -> float:
        if not isinstance(value, str) or not model.known.issuperset(value):
            return IMPOSSIBLE
        contexts = (value[max(0, end - model.length) : end] for end in range(len(value) + 1))
        return sum(map(model.log_follower, contexts, (*value, _END)))
