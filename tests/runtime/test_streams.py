"""The words with which streams begin."""

from __future__ import annotations

import numpy as np

from noumena.runtime.streams import WORDS, seed_words
from noumena.runtime.world import RANDOM_WORDS


def test_the_words_are_those_of_the_sequence_read_as_signed() -> None:
    for seed in range(20):
        words = seed_words(np.random.SeedSequence(seed))
        unsigned = np.random.SeedSequence(seed).generate_state(4, np.uint64).tolist()
        assert [word % 2**64 for word in words] == unsigned
        assert all(type(word) is int and -(2**63) <= word < 2**63 for word in words)


def test_asking_twice_gives_the_same_words() -> None:
    sequence = np.random.SeedSequence(7)
    assert seed_words(sequence) == seed_words(sequence)


def test_spawned_sequences_give_other_words() -> None:
    words = [word for sequence in np.random.SeedSequence(7).spawn(50) for word in seed_words(sequence)]
    assert len(set(words)) == 200
    assert any(word < 0 for word in words)


def test_a_stream_has_as_many_words_as_a_world_keeps_for_it() -> None:
    assert WORDS == RANDOM_WORDS == len(seed_words(np.random.SeedSequence(0)))
