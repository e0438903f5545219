"""The urn as one would first write it: NumPy's generator, `math.log`, one array for each function."""

from __future__ import annotations

import math

import numpy as np

from benchmarks.compiled import compiled
from benchmarks.contestant import Rival
from benchmarks.problem import Array, World, canonical


@compiled
def sow(seed: int) -> None:
    """Seed the generator of compiled code, which is not the one that Python sees."""
    np.random.seed(seed)


@compiled
def run(
    trace: Array,
    thin: int,
    scalars: Array,
    drawn: Array,
    seen: Array,
    colour: Array,
    uses: Array,
    used: Array,
    place: Array,
    histogram: Array,
    log_rate: float,
    log_hit: float,
    log_miss: float,
    first: float,
    second: float,
) -> None:
    """Take `thin` steps for each element of `trace`; `used[:m]` are the balls in use, `place` its inverse."""
    n = scalars[0]
    m = scalars[1]
    draws = len(drawn)
    most = len(histogram) - 1
    for sample in range(len(trace)):
        for _ in range(thin):
            kind = np.random.random()
            if kind < first:
                step = 1
                if np.random.random() < 0.5:
                    step = 1 + np.random.randint(1 << (1 + np.random.randint(3)))
                if np.random.random() < 0.5:
                    step = -step
                if m <= n + step <= most:
                    ratio = step * log_rate + draws * (math.log(n) - math.log(n + step))
                    ratio += math.lgamma(n - m + 1) - math.lgamma(n + step - m + 1)
                    if math.log(np.random.random()) < ratio:
                        n += step
            elif kind < second:
                ball = used[np.random.randint(m)]
                blue = 0.0
                green = 0.0
                for draw in range(draws):
                    if drawn[draw] == ball:
                        blue += log_hit if seen[draw] == 0 else log_miss
                        green += log_hit if seen[draw] == 1 else log_miss
                colour[ball] = 0 if np.random.random() < 1.0 / (1.0 + math.exp(green - blue)) else 1
            else:
                draw = np.random.randint(draws)
                old = drawn[draw]
                ratio = -(log_hit if colour[old] == seen[draw] else log_miss)
                if np.random.random() < 0.5:
                    new = used[np.random.randint(m)]
                    if new != old:
                        ratio += log_hit if colour[new] == seen[draw] else log_miss
                        if uses[old] == 1:
                            ratio += math.log(m) - math.log(n - m + 1)
                        if math.log(np.random.random()) < ratio:
                            drawn[draw] = new
                            uses[new] += 1
                            uses[old] -= 1
                            if uses[old] == 0:
                                m -= 1
                                last = used[m]
                                hole = place[old]
                                used[hole] = last
                                place[last] = hole
                                used[m] = old
                                place[old] = m
                elif uses[old] > 1 and n > m:
                    paint = np.random.randint(2)
                    ratio += log_hit if paint == seen[draw] else log_miss
                    ratio += math.log(n - m) - math.log(m + 1)
                    if math.log(np.random.random()) < ratio:
                        new = used[m]
                        m += 1
                        colour[new] = paint
                        drawn[draw] = new
                        uses[new] = 1
                        uses[old] -= 1
            histogram[n] += 1
        trace[sample] = n
    scalars[0] = n
    scalars[1] = m


class PlainUrn(Rival):
    """The plain sampler."""

    name = "plain"

    def load(self, world: World) -> None:
        """Make `world` the current state."""
        size = len(self.problem.seen) + 1
        self.scalars = np.array([world.number, world.used])
        self.drawn = world.owner.copy()
        self.colour = np.zeros(size, dtype=np.int64)
        self.colour[: world.used] = world.kind
        self.uses = np.bincount(world.owner, minlength=size)
        self.used = np.arange(size)
        self.place = np.arange(size)

    def world(self) -> World:
        """The current state."""
        return canonical(int(self.scalars[0]), self.drawn, self.colour)

    def sow(self, seed: int) -> None:
        """Start the random numbers afresh: for all plain samplers at once, as they share them."""
        sow(seed)

    def state(self) -> list[Array]:
        """The arrays that hold the current state."""
        return [self.scalars, self.drawn, self.problem.seen, self.colour, self.uses, self.used, self.place]

    def run(self, trace: Array) -> None:
        """Take `thin` steps for each element of `trace`."""
        problem = self.problem
        run(
            trace,
            self.thin,
            self.scalars,
            self.drawn,
            problem.seen,
            self.colour,
            self.uses,
            self.used,
            self.place,
            self.counts,
            math.log(problem.rate),
            math.log(problem.hit),
            math.log(problem.miss),
            *self.mix.thresholds(),
        )
