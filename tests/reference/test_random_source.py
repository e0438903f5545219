"""Choices drawn, recorded, replayed and enumerated."""

from __future__ import annotations

import math

import numpy as np
import pytest

from noumena.distributions import BUILT_IN
from noumena.distributions.bernoulli import BooleanDistrib
from noumena.model.library import Distribution
from noumena.model.values import Value
from noumena.reference.random_source import Drawing, Enumerating, Recording, Replaying

COIN: Distribution = BUILT_IN["BooleanDistrib"]
DIE: Distribution = BUILT_IN["UniformInt"]


def test_drawing_follows_its_generator() -> None:
    first = Drawing(np.random.default_rng(3))
    second = Drawing(np.random.default_rng(3))
    assert [first.choose(DIE, (1, 6)) for _ in range(20)] == [second.choose(DIE, (1, 6)) for _ in range(20)]


def test_a_recorded_run_can_be_replayed() -> None:
    recording = Recording(Drawing(np.random.default_rng(1)))
    made = [recording.choose(DIE, (1, 6)) for _ in range(5)]
    assert recording.choices == made
    replaying = Replaying(recording.choices)
    assert [replaying.choose(DIE, (1, 6)) for _ in range(5)] == made


def test_a_replay_that_needs_more_choices_says_so() -> None:
    replaying = Replaying([2])
    replaying.choose(DIE, (1, 6))
    with pytest.raises(ValueError, match="the recorded choices end before a choice from UniformInt"):
        replaying.choose(DIE, (1, 6))


def test_every_sequence_is_made_once_with_its_probability() -> None:
    source = Enumerating()
    found: dict[tuple[object, ...], float] = {}
    for _ in source.runs():
        heads = source.choose(COIN, (0.3,))
        run = (heads, source.choose(DIE, (1, 2))) if heads else (heads,)  # how many choices depends on the choices
        assert run not in found
        found[run] = math.exp(source.log_prob)
    assert found == pytest.approx({(True, 1): 0.15, (True, 2): 0.15, (False,): 0.7})


def test_a_run_without_choices_is_made_once() -> None:
    assert len(list(Enumerating().runs())) == 1


class Loaded(BooleanDistrib):
    """A coin that lists both sides whatever their probability."""

    def support(self, *parameters: Value) -> list[Value]:
        return [False, True]


def test_impossible_values_are_left_out() -> None:
    source = Enumerating()
    assert [source.choose(Loaded(), (1.0,)) for _ in source.runs()] == [True]


def test_an_infinite_support_cannot_be_enumerated() -> None:
    source = Enumerating()
    for _ in source.runs():
        with pytest.raises(ValueError, match="Poisson has no finite support to enumerate"):
            source.choose(BUILT_IN["Poisson"], (2.0,))
