"""Priors that know the words of the texts at hand: titles and surnames whose words are often among them.

A name or a term that no bibliography has is rare in general, but here it stands in the texts. Without this a
publication of its own would cost more than a mistake in the text.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

import numpy as np

from noumena.domains.citations.model.people import listed, surname_of
from noumena.domains.citations.name_prior import SurnamePrior
from noumena.domains.citations.reading import Reading
from noumena.domains.citations.spelling import TableCounts
from noumena.domains.citations.text_model.local_words import LocalWords
from noumena.domains.citations.title_prior import TitleCounts, TitlePrior

_WORDS = re.compile(r"[a-z]{2,}")


def words_of(texts: Iterable[str]) -> LocalWords:
    """The words of texts."""
    return LocalWords(_WORDS.findall(text) for text in texts)


def surnames_of(readings: Iterable[Reading]) -> LocalWords:
    """The surnames of authors and editors that texts have as they were read."""
    return LocalWords(map(surname_of, [*listed(reading.authors), *listed(reading.editors)]) for reading in readings)


class LocalTitlePrior(TitlePrior):
    """Titles as `TitlePrior` has them, of which a share of the words are those of the texts."""

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
    """Surnames as `SurnamePrior` has them, or those of the texts."""

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
