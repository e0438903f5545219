"""Seeds of the random streams that a world carries."""

from __future__ import annotations

import numpy as np

WORDS = 4
"""How many words a stream has."""


def seed_words(sequence: np.random.SeedSequence) -> list[int]:
    """The four words of 64 bits with which a stream begins, as signed integers.

    Sequences spawned from one another give independent streams. Asking twice gives the same words.
    """
    state = sequence.generate_state(WORDS, np.uint64)
    return [int(word) for word in state.view(np.int64)]
