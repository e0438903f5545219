"""Words spelled letter by letter, and tables of known words that fall back on spelling."""

from __future__ import annotations

import math
import re
from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

START = "^"
"""Stands before the first letter in what a letter is judged by."""
END = ""
"""The symbol after the last letter; as text it adds nothing."""


@dataclass(frozen=True, slots=True)
class SpellingCounts:
    """How often a letter, or the end, came after the `order - 1` letters before it, or fewer from the start sign on."""

    order: int
    followers: Mapping[str, Mapping[str, int]]


@dataclass(frozen=True, slots=True)
class TableCounts:
    """How often each known word was seen, and `rest`: how often words were that are not in the table."""

    counts: Mapping[str, int]
    rest: int
    discount: float
    spelling: SpellingCounts


class Speller:
    """A distribution of words that goes from letter to letter.

    A word is letters, with single signs between two of them. With h the letters before (at most `order - 1`, with a
    start sign), n(h, a) how often a came after h, n(h) the sum and T(h) the number of different a (Witten and Bell):

    P(a | h) = (n(h, a) + T(h) P(a | h′)) / (n(h) + T(h)),   h′ = h without its first letter,

    down to the uniform distribution of what may come after the last letter: after a letter all letters, all signs and
    the end; at the start and after a sign the letters. So after each h the probabilities sum to 1. There are finitely
    many h, and from each a word may end within two letters: it ends with probability 1, and all words sum to 1.
    Raises `ValueError` for counts of what cannot be in a word.
    """

    def __init__(self, counts: SpellingCounts, letters: str, signs: str) -> None:
        if counts.order < 2:
            raise ValueError(f"the order of a speller is {counts.order}, but must be at least 2")
        self.length = counts.order - 1
        self.letters = letters
        self.signs = signs
        self._word = re.compile(f"[{re.escape(letters)}]+(?:[{re.escape(signs)}][{re.escape(letters)}]+)*")
        self._after_letter = dict.fromkeys((*letters, *signs, END))
        self._after_sign = dict.fromkeys(letters)
        for context, followers in counts.followers.items():
            self._check(context, followers)
        self._followers = {context: (seen, sum(seen.values())) for context, seen in self._shortened(counts).items()}

    def probability(self, word: str) -> float:
        """P(word), which is 0 for what is not a word; it may be too small for a float, and then is 0 too."""
        return math.exp(self.log_prob(word))

    def log_prob(self, word: str) -> float:
        """ln P(word), or minus infinity for what is not a word."""
        if not self.is_word(word):
            return -math.inf
        return sum(math.log(self.follower(context, letter)) for context, letter in steps(word, self.length))

    def is_word(self, text: str) -> bool:
        """Whether the text has a positive probability: it is letters, with single signs between two of them."""
        return self._word.fullmatch(text) is not None

    def follower(self, context: str, letter: str) -> float:
        """P(letter | context) of a letter that may follow."""
        p = 1.0 / len(self.may_follow(context))
        for begin in range(len(context) - 1, -1, -1):
            seen = self._followers.get(context[begin:])
            if seen is not None:
                counts, total = seen
                p = (counts.get(letter, 0) + len(counts) * p) / (total + len(counts))
        return p

    def may_follow(self, context: str) -> Collection[str]:
        """The symbols that may stand after these letters."""
        return self._after_sign if context[-1] == START or context[-1] in self.signs else self._after_letter

    def sample(self, rng: np.random.Generator) -> str:
        """A word drawn at random."""
        written = START
        while letter := self._drawn_follower(rng, written[-self.length :]):
            written += letter
        return written[1:]

    def _drawn_follower(self, rng: np.random.Generator, context: str) -> str:
        for begin in range(len(context)):
            seen = self._followers.get(context[begin:])
            if seen is not None:
                counts, total = seen
                u = rng.random() * (total + len(counts))
                if u < total:
                    return drawn(list(counts), np.cumsum(list(counts.values())).tolist(), u)
        symbols = list(self.may_follow(context))
        return symbols[int(rng.integers(len(symbols)))]

    def _check(self, context: str, followers: Mapping[str, int]) -> None:
        begun = context.removeprefix(START)
        is_known = context == START or (begun != "" and all(letter in self._after_letter for letter in begun))
        if not is_known or len(context) > self.length:
            raise ValueError(f"a speller of order {self.length + 1} cannot judge a letter by {context!r}")
        allowed = self.may_follow(context)
        for letter, count in followers.items():
            if letter not in allowed or count < 1:
                raise ValueError(f"{letter!r} cannot come {count} times after {context!r} in a word")

    def _shortened(self, counts: SpellingCounts) -> dict[str, dict[str, int]]:
        """The counts after all contexts: those after a shorter one are summed over the letter before it."""
        found = {context: dict(followers) for context, followers in counts.followers.items()}
        for length in range(self.length, 1, -1):
            for context in [context for context in found if len(context) == length]:
                short = found.setdefault(context[1:], {})
                for letter, count in found[context].items():
                    short[letter] = short.get(letter, 0) + count
        return found


class SpelledTable:
    """A distribution of words: those of a table, or any that is spelled.

    With counts n(w), their sum with the rest N, and the discount d,

    P(w) = (n(w) − d) / N + λ S(w),   λ = 1 − Σ (n(w) − d) / N,

    where the first term is for words of the table alone, and S is the speller. A word of the table can be spelled
    too, and has both terms. The first terms sum to 1 − λ and S to 1, so P sums to 1.
    """

    def __init__(self, table: TableCounts, letters: str, signs: str) -> None:
        least = min(table.counts.values(), default=1)
        if not 0.0 < table.discount < least or table.rest < 0:
            message = f"a discount of {table.discount} and a rest of {table.rest} do not fit counts of at least {least}"
            raise ValueError(f"{message}: the discount is between 0 and these, and the rest at least 0")
        self.speller = Speller(table.spelling, letters, signs)
        strange = next((word for word in table.counts if not self.speller.is_word(word)), None)
        if strange is not None:
            raise ValueError(f"{strange!r} is no word that could be in this table")
        self.discount = table.discount
        self.counts = dict(table.counts)
        self.total = sum(self.counts.values()) + table.rest
        taken = self.discount * len(self.counts) + table.rest
        self.spelled = taken / self.total if self.total else 1.0

    def probability(self, word: str) -> float:
        """P(word): 0 for what is not a word, or where it is too small for a float."""
        p = self.spelled * self.speller.probability(word)
        count = self.counts.get(word)
        return p if count is None else p + (count - self.discount) / self.total

    def log_prob(self, word: str) -> float:
        """ln P(word), also of long words whose probability is too small for a float."""
        if word in self.counts:
            return math.log(self.probability(word))
        return math.log(self.spelled) + self.speller.log_prob(word)

    def sample(self, rng: np.random.Generator) -> str:
        """A word drawn at random."""
        if rng.random() < self.spelled:
            return self.speller.sample(rng)
        words, sums = self._cumulative
        return drawn(words, sums, rng.random() * sums[-1])

    @cached_property
    def _cumulative(self) -> tuple[list[str], list[float]]:
        return list(self.counts), np.cumsum([count - self.discount for count in self.counts.values()]).tolist()


def drawn(values: Sequence[str], sums: Sequence[float], u: float) -> str:
    """The value into whose part u falls, where the parts end at these sums."""
    return values[min(bisect_right(sums, u), len(values) - 1)]


def steps(word: str, length: int) -> Iterator[tuple[str, str]]:
    """Each letter of a word, and its end, after the letters before it: at most `length`, with the start sign."""
    written = START + word
    for place in range(1, len(written) + 1):
        yield written[max(0, place - length) : place], written[place : place + 1]


def spelling_counts(words: Iterable[str], order: int, letters: str, signs: str) -> SpellingCounts:
    """Counts of a speller from words, each as often as it is given; what is not a word is left out."""
    followers: defaultdict[str, Counter[str]] = defaultdict(Counter)
    blank = Speller(SpellingCounts(order, {}), letters, signs)
    for word in words:
        if blank.is_word(word):
            for context, letter in steps(word, order - 1):
                followers[context][letter] += 1
    return SpellingCounts(order, {context: dict(seen) for context, seen in followers.items()})
