"""Priors that know the words of the texts at hand: titles and surnames whose words are often among them.

A name or a term that no bibliography has is rare in general, but here it stands in the texts. Without this a
publication of its own would cost more than a mistake in the text. No label is looked at, and how often words come
together does not count.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterable

import numpy as np

from noumena.domains.citations.name_prior import SurnamePrior
from noumena.domains.citations.spelling import TableCounts
from noumena.domains.citations.title_prior import TitleCounts, TitlePrior

LOCAL = 0.4
"""The share of words that are drawn from those of the texts."""
_WORDS = re.compile(r"[a-z]{2,}")


class LocalWords:
    """The words of some texts, each by the number of texts that have it: P(w) = n(w) / Σ n."""

    def __init__(self, texts: Iterable[str]) -> None:
        counts = Counter(word for text in texts for word in set(_WORDS.findall(text)))
        total = sum(counts.values())
        self.chances = {word: count / total for word, count in counts.items()}
        self._words, self._sums = list(self.chances), np.cumsum(list(self.chances.values()))

    def mixed_ln(self, word: str, ln: float) -> float:
        """ln of P of a word of which `ln` is ln P by another distribution."""
        local = self.chances.get(word, 0.0)
        ln += math.log(1.0 - LOCAL) if self.chances else 0.0
        return float(np.logaddexp(ln, math.log(LOCAL * local))) if local else ln

    def drawn(self, rng: np.random.Generator) -> str | None:
        """A word of the texts, or None if it is not to be one."""
        if not self.chances or rng.random() >= LOCAL:
            return None
        at = int(np.searchsorted(self._sums, rng.random() * self._sums[-1], side="right"))
        return str(self._words[at])


class LocalTitlePrior(TitlePrior):
    """Titles as `TitlePrior` has them, whose words are those of the texts with `LOCAL`."""

    def __init__(self, counts: TitleCounts, local: LocalWords) -> None:
        super().__init__(counts)
        self._local = local

    def log_word(self, word: str, context: str) -> float:
        """ln P(word | context)."""
        return self._local.mixed_ln(word, super().log_word(word, context))

    def draw_word(self, rng: np.random.Generator, context: str) -> str:
        """A word in this context."""
        return self._local.drawn(rng) or super().draw_word(rng, context)


class LocalSurnamePrior(SurnamePrior):
    """Surnames as `SurnamePrior` has them, or words of the texts with `LOCAL`."""

    def __init__(self, counts: TableCounts, local: LocalWords) -> None:
        super().__init__(counts)
        self._local = local

    def log_prob(self, name: object) -> float:
        """ln P(name)."""
        ln = super().log_prob(name)
        return self._local.mixed_ln(name, ln) if isinstance(name, str) else ln

    def sample(self, rng: np.random.Generator) -> str:
        """A name drawn at random."""
        return self._local.drawn(rng) or super().sample(rng)
