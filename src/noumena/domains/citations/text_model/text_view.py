"""The text of one citation, with all that can be said of it before a publication is known."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from noumena.domains.citations.text_model.alphabet import NUMBER, WORD, check_signs, encoded, runs
from noumena.domains.citations.text_model.graph_sum import Vector
from noumena.domains.citations.text_model.label import label_ln
from noumena.domains.citations.text_model.letters import Letters
from noumena.domains.citations.text_model.word_pairs import context_of

Chances = dict[str, float]
"""Words or numbers, and their probabilities."""


class TextView:
    """A text of n signs: codes, tokens, `along` by `Letters`, and `label[i]`: ln P(a label, or none, ends at i).

    `contexts[i]` is what a word that begins at i follows.
    """

    def __init__(self, text: str, letters: Letters, labels: float) -> None:
        check_signs("text", text)
        self.text = text
        self.codes = encoded(text)
        self.runs = runs(text)
        self.along = letters.along(self.codes)
        self.label = label_ln(text, labels)
        self.contexts = [context_of(text[:i]) for i in range(len(text))]
        self._places = {s: np.flatnonzero(self.runs.symbol == s).tolist() for s in (WORD, NUMBER)}

    def tokens(self) -> Iterator[tuple[int, str]]:
        """The word or number that begins at each place, the last parts of words among them; none at a sign."""
        ends, plain = self.runs.end.tolist(), (self.runs.symbol <= NUMBER).tolist()
        return ((i, self.text[i:end]) for i, end in enumerate(ends) if plain[i])

    def tokens_of(self, symbol: int) -> Iterator[tuple[int, str]]:
        """The same of words, or of numbers, alone."""
        ends = self.runs.end
        return ((i, self.text[i : ends[i]]) for i in self._places[symbol])

    def chances(self, chances: Chances) -> Vector:
        """The probability of the token that begins at each place, by a table of words or numbers; 0 for signs."""
        found = np.zeros(len(self.codes))
        for i, token in self.tokens():
            if token in chances:
                found[i] = chances[token]
        return found
