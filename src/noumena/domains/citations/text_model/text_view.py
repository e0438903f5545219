"""The text of one citation, with all that can be said of it before a publication is known."""

from __future__ import annotations

import numpy as np

from noumena.domains.citations.text_model.alphabet import NUMBER, check_signs, encoded, runs
from noumena.domains.citations.text_model.graph_sum import Vector
from noumena.domains.citations.text_model.label import label_ln
from noumena.domains.citations.text_model.letters import Letters
from noumena.domains.citations.text_model.words import Background, Chances


class TextView:
    """A text of n signs: its codes and tokens, and what the background says of them.

    `background[k, i]` is ln of the probability of the token that begins at i if the kind is k and a word was before it,
    `first[k, i]` if none was. `label[i]` is ln P(a label, or none, ends at i).
    """

    def __init__(self, text: str, letters: Letters, background: Background, labels: float) -> None:
        check_signs("text", text)
        self.codes = encoded(text)
        self.runs = runs(text)
        self.along = letters.along(self.codes)
        self.label = label_ln(text, labels)
        self.tokens = [(i, text[i:end]) for i, end in enumerate(self.runs.end) if self.runs.symbol[i] <= NUMBER]
        self.background, self.first = background.along(self.codes, self.runs, self.tokens)

    def chances(self, chances: Chances) -> Vector:
        """The probability of the token that begins at each place, by a table of words or numbers; 0 for signs."""
        found = np.zeros(len(self.codes))
        for i, token in self.tokens:
            found[i] = chances.get(token, 0.0)
        return found
