"""The urn as fast as we could make it by hand: all of `logs`, and no logarithm or exponential in any step.

What pays, beyond the generator and the counts: this model has so few different ratios that they are tabled or come out
as products of small numbers, and the division is moved to the other side of the comparison.
"""

from __future__ import annotations

import numpy as np

from benchmarks.compiled import compiled
from benchmarks.contestant import Mix
from benchmarks.problem import Array, Problem, World
from benchmarks.random_words import Word, advance, below, lower_half, unit
from benchmarks.tables import births, number_taken, steps
from benchmarks.urn.packed import COLOUR, FURTHEST, RECORD, SHOWN, PackedUrn, move_draw, retire


@compiled
def run(
    trace: Array,
    thin: int,
    scalars: Array,
    words: Array,
    draws: Array,
    record: Array,
    balls: Array,
    histogram: Array,
    step_of: Array,
    birth: Array,
    blue: Array,
    shows: Array,
    first: int,
    second: int,
) -> None:
    """Take `thin` steps for each element of `trace`.

    `blue[lead + FURTHEST]` is the probability that a ball is Blue when so many more of its draws show Blue than Green;
    `shows[2·colour + shown]` the probability of a draw.
    """
    n = scalars[0]
    m = scalars[1]
    a, b, c, d = words[0], words[1], words[2], words[3]
    k = len(draws)
    for sample in range(len(trace)):
        for _ in range(thin):
            x, a, b, c, d = advance(a, b, c, d)  # lower half: kind of move; upper half: which draw or ball
            y, a, b, c, d = advance(a, b, c, d)  # upper bits: acceptance; lowest two: coins
            uniform = unit(y)
            kind = lower_half(x)
            if kind < first:
                step = step_of[below(x, len(step_of))]
                if number_taken(birth, n, m, step, uniform):
                    n += step
            elif kind < second:
                base = RECORD * balls[below(x, m)]
                lead = record[base + SHOWN] - record[base + SHOWN + 1]
                lead = min(max(lead, -FURTHEST), FURTHEST)
                record[base + COLOUR] = uniform >= blue[lead + FURTHEST]
            else:
                draw = below(x, k)
                packed = draws[draw]
                old = packed >> 1
                shown = packed & 1
                base = RECORD * old
                alone = record[base + SHOWN] + record[base + SHOWN + 1] == 1
                before = uniform * shows[2 * record[base + COLOUR] + shown]
                if y & Word(1):
                    z, a, b, c, d = advance(a, b, c, d)
                    new = balls[below(z, m)]
                    if new != old:
                        after = shows[2 * record[RECORD * new + COLOUR] + shown]
                        if alone:
                            before *= n - m + 1
                            after *= m
                        if before < after:
                            move_draw(record, draws, draw, shown, old, new)
                            if alone:
                                m -= 1
                                retire(record, balls, old, m)
                elif not alone:
                    paint = np.int64((y >> Word(1)) & Word(1))
                    if before * (m + 1) < shows[2 * paint + shown] * (n - m):
                        new = balls[m]
                        m += 1
                        record[RECORD * new + COLOUR] = paint
                        move_draw(record, draws, draw, shown, old, new)
            histogram[n] += 1
        trace[sample] = n
    scalars[0] = n
    scalars[1] = m
    words[0], words[1], words[2], words[3] = a, b, c, d


class BestUrn(PackedUrn):
    """The fastest sampler."""

    name = "best"

    def __init__(self, problem: Problem, world: World, mix: Mix, seed: int, thin: int) -> None:
        lead = np.arange(-FURTHEST, FURTHEST + 1)
        self.step_of = steps()
        self.birth = births(problem)
        self.blue = 1.0 / (1.0 + (problem.hit / problem.miss) ** -lead.astype(np.float64))
        self.shows = np.array([problem.hit, problem.miss, problem.miss, problem.hit])
        super().__init__(problem, world, mix, seed, thin)

    def run(self, trace: Array) -> None:
        """Take `thin` steps for each element of `trace`."""
        run(
            trace,
            self.thin,
            self.scalars,
            self.words,
            self.draws,
            self.record,
            self.balls,
            self.counts,
            self.step_of,
            self.birth,
            self.blue,
            self.shows,
            *self.mix.word_thresholds(),
        )
