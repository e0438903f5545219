"""Proposers that draw all of a state at once, or turn it round: storm, weather, tug of war and boxes."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

import numpy as np

import noumena as nm


class OtherCityFirst(nm.Proposer):
    """The storm came the other way round, and the city that was first had prepared as the other one has."""

    def propose(self, world: Any, rng: Any) -> float:
        """It undoes itself, without a choice."""
        first = world.First[()]
        world.First[()] = 1 - first
        world.Prep[1 - first] = world.Prep[first]
        world.Prep.remove(first)
        return 0.0


class AllStates(nm.Proposer):
    """Draws the states of all days given all that was seen, backwards, after one way forwards through the days.

    ln q(s) is added up day by day; the ratio of the model is the same, so that nothing is ever rejected.
    """

    def __init__(self) -> None:
        self.rain = np.zeros(1)

    def initialise(self, model: Any, evidence: Mapping[str, Mapping[int, int]], rng: Any) -> None:
        """`rain[t]` is the odds of Rain on day t given what was seen up to then."""
        seen = evidence["Umbrella"]
        sun, rain, odds = 0.7, 0.3, []
        for day in range(max(seen) + 1):
            if day > 0:
                sun, rain = 0.9 * sun + 0.2 * rain, 0.1 * sun + 0.8 * rain
            if day in seen:
                sun, rain = (0.2 * sun, 0.9 * rain) if seen[day] else (0.8 * sun, 0.1 * rain)
            odds.append(rain / sun)
        self.rain = np.array(odds)

    def propose(self, world: Any, rng: Any) -> float:
        """The last day first."""
        log_ratio, days = 0.0, self.rain.shape[0]
        old_next, new_next = -1, -1
        for back in range(days):
            day = days - 1 - back
            old = world.State[day]
            p_old, p_new = self.chance(day, old_next), self.chance(day, new_next)
            new = 1 if rng.flip(p_new) else 0
            log_ratio += math.log(p_old if old == 1 else 1.0 - p_old) - math.log(p_new if new == 1 else 1.0 - p_new)
            world.State[day] = new
            old_next, new_next = old, new
        return log_ratio

    def chance(self, day: int, after: int) -> float:
        """Of Rain on a day, given the state of the day after, or -1 for the last day."""
        odds: float = self.rain[day]
        if after == 0:
            odds *= 0.2 / 0.9
        elif after == 1:
            odds *= 0.8 / 0.1
        return odds / (1.0 + odds)


class AllBoxes(nm.Proposer):
    """Draws the number of boxes and all weights given the total, so that nothing is ever rejected.

    `ways[k, t]` counts the ways in which k boxes weigh t; one of them weighs w with probability
    ways[k - 1, t - w]/ways[k, t].
    """

    def __init__(self, total: int, mean: float = 4.0) -> None:
        self.total = total
        self.ways = np.zeros((total + 1, total + 1))
        self.ways[0, 0] = 1.0
        for k in range(1, total + 1):
            for w in range(1, min(total, 6) + 1):
                self.ways[k, w:] += self.ways[k - 1, : total + 1 - w]
        log_prior = [k * math.log(mean / 6.0) - math.lgamma(k + 1) for k in range(total + 1)]
        weights = np.exp(log_prior) * self.ways[:, total]
        self.numbers = weights / weights.sum()

    def propose(self, world: Any, rng: Any) -> float:
        """ln q is that of the number, and of one of all ways to have the total with it."""
        old, new = world.number.Box[()], 0
        left = 1.0
        for k in range(self.total + 1):
            if self.numbers[k] > 0.0:
                new = k
                if rng.flip(min(1.0, self.numbers[k] / left)):
                    break
                left -= self.numbers[k]
        for k in range(new, old):
            world.Weight.remove(world.Box[k])
        world.number.Box[()] = new
        rest = self.total
        for k in range(new):
            more = new - k
            left, weight = self.ways[more, rest], 0
            for w in range(1, min(rest, 6) + 1):
                if self.ways[more - 1, rest - w] > 0.0:
                    weight = w
                    if rng.flip(min(1.0, self.ways[more - 1, rest - w] / left)):
                        break
                    left -= self.ways[more - 1, rest - w]
            world.Weight[world.Box[k]] = weight
            rest -= weight
        there, back = self.numbers[new] / self.ways[new, self.total], self.numbers[old] / self.ways[old, self.total]
        return math.log(back) - math.log(there)


class AllAnew(nm.Proposer):
    """Draws all strengths and laziness anew from the prior: the evidence of four matches is that weak."""

    def propose(self, world: Any, rng: Any) -> float:
        """What is drawn is the engine's, and not charged."""
        for p in range(world.Person.number):
            if world.Strength.free(p):
                world.Strength.resample(p)
            for m in range(world.Match.number):
                if world.Lazy.free(p, m):
                    world.Lazy.resample(p, m)
        return 0.0
