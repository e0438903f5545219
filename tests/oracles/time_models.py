"""Worlds of the models over timesteps (`c26` to `c29`); a timestep is its number."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeVar

from tests.oracles.enumeration import (
    Chances,
    World,
    alike,
    categorical,
    choice,
    flip,
    namings,
    objects,
    poisson,
    together,
    uniform_int,
)

S = TypeVar("S")


def chains(steps: int, first: Chances[S], following: Callable[[S], Chances[S]]) -> Iterator[tuple[list[S], float]]:
    """All paths of a Markov chain through `steps` states, with their probabilities."""
    paths = [([state], p) for state, p in first]
    for _ in range(steps - 1):
        paths = [([*path, state], p * p_state) for path, p in paths for state, p_state in following(path[-1])]
    yield from paths


def c26_hmm() -> Iterator[World]:
    def next_state(state: str) -> Chances[str]:
        return categorical({"Sun": 0.8, "Rain": 0.2} if state == "Sun" else {"Sun": 0.4, "Rain": 0.6})

    for state, p in chains(6, categorical({"Sun": 0.7, "Rain": 0.3}), next_state):
        umbrella = [0.9 if s == "Rain" else 0.15 for s in state]
        for predicted, p_predicted in flip(umbrella[4]):
            yield (
                p * umbrella[1] * umbrella[2] * (1 - umbrella[3]) * p_predicted,
                {
                    "State(@0)": state[0],
                    "State(@3)": state[3],
                    "State(@5)": state[5],
                    "State(@1) == State(@2)": state[1] == state[2],
                    "Umbrella(@4)": predicted,
                },
            )


def c27_timestep_births() -> Iterator[World]:
    blips = {True: poisson(3), False: poisson(0.5)}
    for storm, p in chains(4, flip(0.2), lambda before: flip(0.7 if before else 0.1)):
        # The one blip at step 2 has one name: there is one way to give it.
        evidence = dict(blips[storm[1]])[2] * dict(blips[storm[2]])[1]
        for later, p_later in blips[storm[3]]:
            yield (
                p * evidence * p_later,
                {
                    "Storm(@0)": storm[0],
                    "Storm(@1)": storm[1],
                    "Storm(@3)": storm[3],
                    "Time(c1) == @2": True,
                    "size({b for Blip b : Time(b) == @3})": later,
                },
            )


def c28_timestep_sources() -> Iterator[World]:
    false_alarms = categorical({0: 0.7, 1: 0.2, 2: 0.1})
    histories: Chances[list[bool]] = list(chains(2, flip(0.5), lambda before: flip(0.8 if before else 0.3)))
    for n, p_n in uniform_int(0, 2):
        aircraft = objects(n)
        for high, p_high in alike(aircraft, histories):
            detections = [flip(0.9 if high[a][step] else 0.4) for step in (0, 1) for a in aircraft]
            for detected, p_detected in together(*detections):
                for (alarms0, alarms1), p_alarms in together(false_alarms, false_alarms):
                    # A blip is the pair of its source and its number among those of that source and step.
                    found: list[tuple[int | None, int]] = [(None, number) for number in objects(alarms0)]
                    found += [(a, 1) for a, seen in zip(aircraft, detected[:n], strict=True) if seen]
                    later: list[tuple[int | None, int]] = [(None, number) for number in objects(alarms1)]
                    later += [(a, 1) for a, seen in zip(aircraft, detected[n:], strict=True) if seen]
                    for ((a1, _),), p_first in namings(found, 1):
                        for ((b1, _), _), p_second in namings(later, 2):
                            yield (
                                p_n * p_high * p_detected * p_alarms * p_first * p_second,
                                {
                                    "size({a for Aircraft a})": n,
                                    "Source(b1) == null": b1 is None,
                                    "Source(a1) == Source(b1)": a1 == b1,
                                    "High(Source(a1), @1)": None if a1 is None else high[a1][1],
                                },
                            )


def c29_held_object() -> Iterator[World]:
    for n, p_n in uniform_int(1, 3):
        balls = objects(n)
        for red, p_red in alike(balls, flip(0.4)):
            for keep, p_keep in alike([1, 2, 3], flip(0.7)):
                for held, p_held in _held(balls, keep):
                    if [red.get(ball) for ball in held[:3]] == [True, False, True]:
                        yield (
                            p_n * p_red * p_keep * p_held,
                            {
                                "size({b for Ball b})": n,
                                "Held(@0) == Held(@2)": held[0] == held[2],
                                "Keep(@2)": keep[2],
                                "Keep(@3)": keep[3],
                                "Red(Held(@3))": red[held[3]],
                            },
                        )


def _held(balls: list[int], keep: dict[int, bool]) -> Iterator[tuple[list[int], float]]:
    paths = [([ball], p) for ball, p in choice(balls)]
    for step in sorted(keep):
        paths = [
            ([*path, ball], p * p_ball)
            for path, p in paths
            for ball, p_ball in ([(path[-1], 1.0)] if keep[step] else choice(b for b in balls if b != path[-1]))
        ]
    yield from paths


MODELS = [c26_hmm, c27_timestep_births, c28_timestep_sources, c29_held_object]
