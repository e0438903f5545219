"""The urn with a good generator, packed records and counts, and acceptance ratios as sums of tabled logarithms.

It computes what a general engine must compute, each factor in logarithms, and nothing else.
"""

from __future__ import annotations

import math

import numpy as np

from benchmarks.compiled import compiled
from benchmarks.contestant import Mix
from benchmarks.problem import Array, Problem, World
from benchmarks.random_words import Word, advance, below, lower_half, unit
from benchmarks.tables import accepted, log_factorials, log_number_ratio, logarithms, steps
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
    log: Array,
    log_factorial: Array,
    log_rate: float,
    log_shows: Array,
    first: int,
    second: int,
) -> None:
    """Take `thin` steps for each element of `trace`; log_shows[2·colour + shown] is the log probability of a draw."""
    n = scalars[0]
    m = scalars[1]
    a, b, c, d = words[0], words[1], words[2], words[3]
    k = len(draws)
    most = len(histogram) - 1
    odds = log_shows[0] - log_shows[1]
    for sample in range(len(trace)):
        for _ in range(thin):
            x, a, b, c, d = advance(a, b, c, d)  # lower half: kind of move; upper half: which draw or ball
            y, a, b, c, d = advance(a, b, c, d)  # upper bits: acceptance; lowest two: coins
            uniform = unit(y)
            kind = lower_half(x)
            if kind < first:
                step = step_of[below(x, len(step_of))]
                if accepted(log_number_ratio(log, log_factorial, log_rate, k, most, n, m, step), uniform):
                    n += step
            elif kind < second:
                base = RECORD * balls[below(x, m)]
                lead = record[base + SHOWN] - record[base + SHOWN + 1]
                lead = min(max(lead, -FURTHEST), FURTHEST)
                record[base + COLOUR] = uniform * (1.0 + math.exp(-lead * odds)) >= 1.0
            else:
                draw = below(x, k)
                packed = draws[draw]
                old = packed >> 1
                shown = packed & 1
                base = RECORD * old
                alone = record[base + SHOWN] + record[base + SHOWN + 1] == 1
                ratio = -log_shows[2 * record[base + COLOUR] + shown]
                if y & Word(1):
                    z, a, b, c, d = advance(a, b, c, d)
                    new = balls[below(z, m)]
                    if new != old:
                        ratio += log_shows[2 * record[RECORD * new + COLOUR] + shown]
                        if alone:
                            ratio += log[m] - log[n - m + 1]
                        if accepted(ratio, uniform):
                            move_draw(record, draws, draw, shown, old, new)
                            if alone:
                                m -= 1
                                retire(record, balls, old, m)
                elif not alone:
                    paint = np.int64((y >> Word(1)) & Word(1))
                    ratio += log_shows[2 * paint + shown] + log[n - m] - log[m + 1]
                    if accepted(ratio, uniform):
                        new = balls[m]
                        m += 1
                        record[RECORD * new + COLOUR] = paint
                        move_draw(record, draws, draw, shown, old, new)
            histogram[n] += 1
        trace[sample] = n
    scalars[0] = n
    scalars[1] = m
    words[0], words[1], words[2], words[3] = a, b, c, d


class LogTableUrn(PackedUrn):
    """The sampler with a log table."""

    name = "log table"

    def __init__(self, problem: Problem, world: World, mix: Mix, seed: int, thin: int) -> None:
        self.step_of = steps()
        self.log = logarithms(problem)
        self.log_factorial = log_factorials(problem)
        self.log_shows = np.log([problem.hit, problem.miss, problem.miss, problem.hit])
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
            self.log,
            self.log_factorial,
            math.log(self.problem.rate),
            self.log_shows,
            *self.mix.word_thresholds(),
        )
