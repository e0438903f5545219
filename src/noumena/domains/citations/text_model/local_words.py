"""The words of the texts at hand, which priors and background know: what is rare in general may be usual here.

No label is looked at, and how often words come together does not count.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

Ln = TypeVar("Ln", np.float64, NDArray[np.float64])
LOCAL = 0.4
"""The share of words that are drawn from those of the texts."""


class LocalWords:
    """Words, each by the number of texts that have it: P(w) = n(w) / Σ n. `texts` are the words of each."""

    def __init__(self, texts: Iterable[Iterable[str]] = ()) -> None:
        counts = Counter(word for words in texts for word in dict.fromkeys(words))
        total = sum(counts.values())
        self.chances = {word: count / total for word, count in counts.items()}
        self._words, self._sums = list(self.chances), np.cumsum(list(self.chances.values()))
        self._ln_others = math.log(1.0 - LOCAL) if counts else 0.0

    def mixed_ln(self, word: str, ln: float) -> float:
        """ln of P of a word of which `ln` is ln P by another distribution."""
        return float(self.of_kinds_ln(word, np.float64(ln)))

    def of_kinds_ln(self, word: str, ln: Ln) -> Ln:
        """The same where there are several other distributions."""
        local = self.chances.get(word, 0.0)
        mixed = ln + self._ln_others
        return np.logaddexp(mixed, math.log(LOCAL * local)) if local else mixed

    def drawn(self, rng: np.random.Generator) -> str | None:
        """A word of the texts, or None if it is not to be one."""
        if not self.chances or rng.random() >= LOCAL:
            return None
        at = int(np.searchsorted(self._sums, rng.random() * self._sums[-1], side="right"))
        return str(self._words[at])
