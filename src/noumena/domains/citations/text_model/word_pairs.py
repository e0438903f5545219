"""Which words follow which in the texts at hand, so that a phrase counts as one thing and not as all its words.

"communications of the acm" is one choice of a writer: after "communications" the rest is nearly certain. A background
that draws words one by one would count each as evidence of its own, and two citations that name a journal in two ways
would seem to cite two publications.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from noumena.domains.citations.text_model.formats import KINDS

START, ANYWHERE = "^", ""
"""The contexts of the first word after the title, and of any word."""
DISCOUNT = 0.75
"""What is taken off each count for words that are new in a context: what one text alone has is hardly known."""
_LONGEST_CONTEXT = 100
_BEFORE = re.compile(r"([a-z]+)[ /-]$")
_WORDS = re.compile(r"[a-z]+")
Tilt = Callable[[str], "NDArray[np.float64]"]
"""How much more often each kind of publication has a word than others."""


def context_of(before: str) -> str:
    """What the next word follows: the last word if only one sign parts them, else the last sign; a digit is "0"."""
    before = before[-_LONGEST_CONTEXT:]  # a text without end is looked at once for each of its places
    found = _BEFORE.search(before)
    if found:
        return found[1]
    bare = before.rstrip(" ")
    if not bare or before[-1].isalpha():
        return ANYWHERE
    return "0" if bare[-1].isdigit() else bare[-1] if not bare[-1].isalpha() else ANYWHERE


def pairs_of_rest(rest: str) -> list[tuple[str, str]]:
    """The words of what follows a title, each with its context."""
    places = [(found.start(), found[0]) for found in _WORDS.finditer(rest)]
    return [(context_of(rest[:place]) if k else START, word) for k, (place, word) in enumerate(places)]


class _Followers:
    """The words after one context, by the number of texts: P(w) = max(n(w) - D, 0)/n, and what is left for others."""

    def __init__(self, counts: Counter[str], tilt: Tilt) -> None:
        number = counts.total()
        self.left = DISCOUNT * len(counts) / number
        often = {word: count - DISCOUNT for word, count in counts.items() if count > 1}
        if not often:
            self.left = 1.0
        self.ln_left = float(np.log(self.left))
        self.words = list(often)
        self._often, self._tilt = often, tilt

    @cached_property
    def chances(self) -> NDArray[np.float64]:
        """P(word | kind), words by kinds."""
        if not self.words:
            return np.zeros((0, KINDS))
        weights = np.array([self._often[word] * self._tilt(word) for word in self.words])
        chances: NDArray[np.float64] = (1.0 - self.left) * weights / weights.sum(axis=0)
        return chances

    @cached_property
    def ln_by_word(self) -> dict[str, NDArray[np.float64]]:
        """ln P(word | kind) of each word."""
        return dict(zip(self.words, np.log(self.chances), strict=True))


class WordPairs:
    """Words given what they follow, by their counts in some texts, mixed with another distribution of words.

    With n(w) the number of texts in which w follows a context, P(w | context, kind) is the sum of
    max(n(w) - D, 0) r(w, kind) / Z and of what is left, D · (different words)/n, of the same for any context, and
    there what is left of the other distribution. r is the tilt of the word, Z makes the sum over words what it is
    without tilt.
    """

    def __init__(self, texts: Iterable[Sequence[tuple[str, str]]], tilt: Tilt) -> None:
        counts: dict[str, Counter[str]] = defaultdict(Counter)
        for pairs in texts:
            for context, word in dict.fromkeys(pairs):
                counts[context][word] += 1
            counts[ANYWHERE].update(dict.fromkeys((word for _, word in pairs), 1))
        self._after = {context: _Followers(words, tilt) for context, words in counts.items() if words}

    def ln(self, word: str, context: str, kind: int, ln_else: float) -> float:
        """ln P(word | context, kind), where `ln_else` is that by the other distribution."""
        return float(self.of_kinds_ln(word, context, np.full(KINDS, ln_else))[kind])

    def of_kinds_ln(self, word: str, context: str, ln_else: NDArray[np.float64]) -> NDArray[np.float64]:
        """The same for each kind."""
        ln = ln_else
        for followers in self._levels(context):
            ln = ln + followers.ln_left
            own = followers.ln_by_word.get(word)
            if own is not None:
                ln = np.logaddexp(own, ln)
        return ln

    def drawn(self, rng: np.random.Generator, context: str, kind: int) -> str | None:
        """A word in this context, or None if it is to come from the other distribution."""
        for followers in reversed(self._levels(context)):
            if rng.random() >= followers.left:
                sums = followers.chances[:, kind].cumsum()
                return followers.words[int(np.searchsorted(sums, rng.random() * sums[-1], side="right"))]
        return None

    def _levels(self, context: str) -> list[_Followers]:
        """The followers of any word, then those of this context."""
        known = [self._after.get(level) for level in dict.fromkeys((ANYWHERE, context))]
        return [followers for followers in known if followers is not None]
