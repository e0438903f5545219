"""The prior of titles: how many words, which word after which, and what stands between them."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from noumena.domains.citations.normal_form import (
    MARKS,
    WORD_LETTERS,
    WORD_SIGNS,
    all_ends,
    all_separators,
    title_parts,
)
from noumena.domains.citations.spelling import SpelledTable, TableCounts, drawn

FIRST = ""
"""What the first word of a title is judged by."""
SIGN_CONTEXTS = (FIRST, *MARKS, "(", ")")
"""The contexts that are not a word."""
_SMOOTHING = 0.1
"""How often a separator, an end, or a number of words counts as seen, beyond what was seen."""


@dataclass(frozen=True, slots=True)
class TitleCounts:
    """What is counted in titles.

    `lengths[i]` titles have i + 1 words. `separators` and `ends` are counted twice: outside of brackets, and within.
    `words` has as the count of a word in how many contexts it was seen. `followers[c][w]` is how often w came in the
    context c, of which `totals[c]` is the sum with those that are left out; a context is the word before, or what
    `context_of` says.
    """

    lengths: tuple[int, ...]
    separators: tuple[Mapping[str, int], Mapping[str, int]]
    ends: tuple[Mapping[str, int], Mapping[str, int]]
    words: TableCounts
    totals: Mapping[str, int]
    followers: Mapping[str, Mapping[str, int]]
    discount: float


def context_of(word: str, separator: str) -> str:
    """What the next word is judged by: the word before, or the last sign between them if there is one."""
    return separator.replace(" ", "")[-1:] or word


def is_open_after(separator: str, was_open: bool) -> bool:
    """Whether a word after this separator stands in brackets."""
    return separator.endswith("(") or (was_open and ")" not in separator)


class TitlePrior:
    """A distribution of titles, in the form of `normal_form.title_form`; no other string has a positive probability.

    P(title) = L(k) × product over its k words of P(word | context) × product of the P(separator | in brackets or not).

    * L(k) = (titles of k words + s G(k)) / (titles + s), with G geometric, so that a title may have any length.
    * P(separator | …) = (n + s) / (N + s × number of separators); the end of the title has such a table of its own.
    * P(w | c) = (n(c, w) − d) / n(c) + λ(c) U(w), with λ(c) = 1 − Σ (n(c, w) − d) / n(c).

    The last is absolute discounting, where U (`SpelledTable`) is of words in any context (Kneser and Ney: from the
    number of contexts that a word is seen in) or spelled. A word has the sum of all its ways. Each factor sums to 1
    whatever came before, and a title can be taken apart in one way only: so titles sum to 1.
    """

    def __init__(self, counts: TitleCounts, letters: str = WORD_LETTERS, signs: str = WORD_SIGNS) -> None:
        self.words = SpelledTable(counts.words, letters, signs)
        self.discount = counts.discount
        self.contexts = dict(counts.followers)
        self.totals = dict(counts.totals)
        self.fallback = {c: self._left_over(c, seen) for c, seen in self.contexts.items()}
        self.lengths = counts.lengths
        self.titles = sum(counts.lengths)
        if self.titles < 1 or min(counts.lengths) < 0:
            raise ValueError("no titles were counted: a prior of titles needs at least one")
        mean = sum((i + 1) * n for i, n in enumerate(counts.lengths)) / self.titles
        self.stop = 1.0 / (mean + 1.0)
        self.separators = tuple(_smoothed(all_separators(), seen) for seen in counts.separators)
        self.ends = tuple(_smoothed(all_ends(), seen) for seen in counts.ends)

    def log_prob(self, title: object) -> float:
        """ln P(title), or minus infinity for what is not in the form of titles."""
        parts = title_parts(title) if isinstance(title, str) else None
        if parts is None:
            return -math.inf
        log_p = self.log_length(len(parts.words))
        context, is_open = FIRST, False
        for word, separator in zip(parts.words, [*parts.separators, None], strict=True):
            log_p += self.log_word(word, context)
            if separator is not None:
                log_p += math.log(self.separators[is_open][separator])
                context, is_open = context_of(word, separator), is_open_after(separator, is_open)
        return min(0.0, log_p + math.log(self.ends[is_open][parts.end]))

    def log_word(self, word: str, context: str) -> float:
        """ln P(word | context)."""
        count = self.contexts.get(context, {}).get(word)
        fallback = self.fallback.get(context, 1.0)
        if count is None:  # in logarithms, as a long word that is spelled may have a probability too small for a float
            return math.log(fallback) + self.words.log_prob(word)
        return math.log((count - self.discount) / self.totals[context] + fallback * self.words.probability(word))

    def log_length(self, words: int) -> float:
        """ln L: of a title to have so many words, at least one."""
        seen = self.lengths[words - 1] if words <= len(self.lengths) else 0
        log_geometric = (words - 1) * math.log1p(-self.stop) + math.log(self.stop)
        if seen == 0:  # in logarithms, for titles of any length
            return math.log(_SMOOTHING) + log_geometric - math.log(self.titles + _SMOOTHING)
        return math.log((seen + _SMOOTHING * math.exp(log_geometric)) / (self.titles + _SMOOTHING))

    def sample(self, rng: np.random.Generator) -> str:
        """A title drawn at random."""
        left = self._drawn_length(rng)
        title, context, is_open = "", FIRST, False
        while True:
            word = self.draw_word(rng, context)
            left -= 1
            if left == 0:
                return title + word + self.draw_end(rng, is_open)
            separator = self.draw_separator(rng, is_open)
            title += word + separator
            context, is_open = context_of(word, separator), is_open_after(separator, is_open)

    def draw_separator(self, rng: np.random.Generator, is_open: bool) -> str:
        """What stands between two words, within brackets or not."""
        return _drawn_key(rng, self.separators[is_open])

    def draw_end(self, rng: np.random.Generator, is_open: bool) -> str:
        """What stands after the last word."""
        return _drawn_key(rng, self.ends[is_open])

    def _drawn_length(self, rng: np.random.Generator) -> int:
        u = rng.random() * (self.titles + _SMOOTHING)
        if u < self.titles:
            return int(np.searchsorted(np.cumsum(self.lengths), u, side="right")) + 1
        return int(rng.geometric(self.stop))

    def draw_word(self, rng: np.random.Generator, context: str) -> str:
        """A word in this context."""
        if rng.random() < self.fallback.get(context, 1.0):
            return self.words.sample(rng)
        words, sums = self._cumulative(context)
        return drawn(words, sums, rng.random() * sums[-1])

    def _cumulative(self, context: str) -> tuple[list[str], list[float]]:
        if context not in self._sums:
            followers = self.contexts[context]
            self._sums[context] = list(followers), np.cumsum([n - self.discount for n in followers.values()]).tolist()
        return self._sums[context]

    @cached_property
    def _sums(self) -> dict[str, tuple[list[str], list[float]]]:
        return {}

    def _left_over(self, context: str, followers: Mapping[str, int]) -> float:
        """λ(context), from what was discounted and left out, which is not negative even after rounding."""
        total, least = self.totals.get(context, 0), min(followers.values(), default=0)
        left_out = total - sum(followers.values())
        if left_out < 0 or not 0.0 < self.discount < least or not followers.keys() <= self.words.counts.keys():
            message = (
                f"the words after {context!r} do not fit: {total} in all, {left_out} left out, the rarest {least} times"
            )
            expected = "all are in the table of words and come more often than the discount"
            raise ValueError(f"{message}; {expected}, {self.discount}")
        return (left_out + self.discount * len(followers)) / total


def _smoothed(values: tuple[str, ...], seen: Mapping[str, int]) -> dict[str, float]:
    for value, count in seen.items():
        if value not in values:
            raise ValueError(f"{value!r} is no separator or end of titles")
        if count < 0:
            raise ValueError(f"{value!r} was seen {count} times, which is less than 0")
    total = sum(seen.values()) + _SMOOTHING * len(values)
    return {value: (seen.get(value, 0) + _SMOOTHING) / total for value in values}


def _drawn_key(rng: np.random.Generator, probabilities: Mapping[str, float]) -> str:
    return drawn(list(probabilities), np.cumsum(list(probabilities.values())).tolist(), rng.random())
