"""Timing that a busy machine disturbs little: all contestants take turns, and the median of the turns counts."""

from __future__ import annotations

from dataclasses import dataclass
from statistics import median

import numpy as np
import numpy.typing as npt

from benchmarks.accuracy import bound, effective_samples, total_variation
from benchmarks.contestant import Contestant, Maker, Mix
from benchmarks.problem import Problem, World

ROUNDS = 5
SHORT_ROUNDS = 15
"""Turns of a race, and of single steps, whose turns are short: a few of them may be disturbed."""
SEED = 1


@dataclass(frozen=True)
class Score:
    """One contestant in one race."""

    name: str
    steps_per_second: float
    slowest: float
    fastest: float
    effective_per_second: float
    total_variation: float
    bound: float
    seconds: float

    @property
    def right(self) -> bool:
        """Whether the answer is as near to the exact one as chance allows (`accuracy.bound`)."""
        return self.total_variation <= self.bound


def calibrated(contestant: Contestant, thin: int, seconds: float) -> int:
    """A number of steps, a multiple of `thin`, that takes about so many seconds."""
    steps = thin
    while (taken := contestant.steps(steps)) < min(0.02, seconds):
        steps *= 4
    return max(1, round(steps * seconds / taken / thin)) * thin


def take_turns(contestants: list[Contestant], steps: list[int], rounds: int = ROUNDS) -> list[list[float]]:
    """Seconds for each turn of each contestant."""
    seconds: list[list[float]] = [[] for _ in contestants]
    for _ in range(rounds):
        for contestant, count, times in zip(contestants, steps, seconds, strict=True):
            times.append(contestant.steps(count))
    return seconds


def race(
    makers: list[Maker],
    problem: Problem,
    world: World,
    mix: Mix,
    thin: int,
    exact: npt.NDArray[np.float64],
    burn_in: float,
    seconds: float,
) -> list[Score]:
    """Run all contestants from `world`, after `burn_in` seconds, for ROUNDS turns of `seconds` each, and score them."""
    contestants = [make(problem, world, mix, SEED, thin) for make in makers]
    steps = []
    for contestant in contestants:
        steps.append(calibrated(contestant, thin, seconds))
        contestant.steps(calibrated(contestant, thin, burn_in))
        contestant.forget()
    scores = []
    for contestant, count, times in zip(contestants, steps, take_turns(contestants, steps), strict=True):
        trace = contestant.trace()
        scores.append(
            Score(
                contestant.name,
                count / median(times),
                count / max(times),
                count / min(times),
                effective_samples(trace) / sum(times),
                total_variation(contestant.histogram(), exact),
                bound(trace),
                sum(times),
            )
        )
    return scores


def nanoseconds_per_step(contestants: list[Contestant], mix: Mix, thin: int, seconds: float) -> dict[str, float]:
    """Median time of a step for each contestant by name, each turn taking about `seconds`; `thin` is theirs."""
    for contestant in contestants:
        contestant.use(mix)
        contestant.steps(thin)  # what makes room once is not to be taken for the cost of a step
    steps = [calibrated(contestant, thin, seconds) for contestant in contestants]
    turns = take_turns(contestants, steps, SHORT_ROUNDS)
    return {
        contestant.name: 1e9 * median(times) / count
        for contestant, count, times in zip(contestants, steps, turns, strict=True)
    }
