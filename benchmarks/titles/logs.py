"""The citation-like model with acceptance ratios as sums of tabled logarithms; the package's docstring has the ratios.

It computes what a general engine must compute, each factor in logarithms, and nothing else.
"""

from __future__ import annotations

import math

from benchmarks.compiled import compiled
from benchmarks.contestant import Mix
from benchmarks.problem import Array, Problem, World
from benchmarks.random_words import Word, advance, below, lower_half, unit
from benchmarks.tables import accepted, log_factorials, log_number_ratio, logarithms, steps
from benchmarks.titles.packed import PackedCitations
from benchmarks.titles.retitle import lead_over
from benchmarks.titles.texts import DEGREE, RECORD, TITLE, add, retire, take


@compiled
def run(
    trace: Array,
    thin: int,
    scalars: Array,
    words: Array,
    cited: Array,
    record: Array,
    entry: Array,
    free: Array,
    pubs: Array,
    histogram: Array,
    step_of: Array,
    log: Array,
    log_factorial: Array,
    log_rate: float,
    titles: int,
    log_hit: float,
    log_miss: float,
    first: int,
    second: int,
) -> None:
    """Take `thin` steps for each element of `trace`; the arrays are those of `PackedCitations`."""
    n = scalars[0]
    m = scalars[1]
    a, b, c, d = words[0], words[1], words[2], words[3]
    k = len(cited) // 2
    most = len(histogram) - 1
    for sample in range(len(trace)):
        for _ in range(thin):
            x, a, b, c, d = advance(a, b, c, d)  # lower half: kind of move; upper half: which citation or publication
            y, a, b, c, d = advance(a, b, c, d)  # upper bits: acceptance; lowest one: a coin
            uniform = unit(y)
            kind = lower_half(x)
            if kind < first:
                step = step_of[below(x, len(step_of))]
                if accepted(log_number_ratio(log, log_factorial, log_rate, k, most, n, m, step), uniform):
                    n += step
            elif kind < second:
                pub = pubs[below(x, m)]
                z, a, b, c, d = advance(a, b, c, d)
                title = below(z, titles)
                if accepted(lead_over(record, entry, pub, title) * (log_miss - log_hit), uniform):
                    record[RECORD * pub + TITLE] = title
            else:
                citation = below(x, k)
                old = cited[2 * citation]
                text = cited[2 * citation + 1]
                z, a, b, c, d = advance(a, b, c, d)
                base = RECORD * old
                alone = record[base + DEGREE] == 1
                ratio = -(log_hit if record[base + TITLE] == text else log_miss)
                if y & Word(1):
                    new = pubs[below(z, m)]
                    if new != old:
                        ratio += log_hit if record[RECORD * new + TITLE] == text else log_miss
                        if alone:
                            ratio += log[m] - log[n - m + 1]
                        if accepted(ratio, uniform):
                            cited[2 * citation] = new
                            add(record, entry, free, new, text)
                            take(record, entry, free, old, text)
                            if alone:
                                m -= 1
                                retire(record, pubs, old, m)
                elif not alone:
                    title = below(z, titles)
                    ratio += log_hit if title == text else log_miss
                    if accepted(ratio + log[n - m] - log[m + 1], uniform):
                        new = pubs[m]
                        m += 1
                        record[RECORD * new + TITLE] = title
                        cited[2 * citation] = new
                        add(record, entry, free, new, text)
                        take(record, entry, free, old, text)
            histogram[n] += 1
        trace[sample] = n
    scalars[0] = n
    scalars[1] = m
    words[0], words[1], words[2], words[3] = a, b, c, d


class LogTableCitations(PackedCitations):
    """The sampler with a log table."""

    name = "log table"

    def __init__(self, problem: Problem, world: World, mix: Mix, seed: int, thin: int) -> None:
        self.step_of = steps()
        self.log = logarithms(problem)
        self.log_factorial = log_factorials(problem)
        super().__init__(problem, world, mix, seed, thin)

    def run(self, trace: Array) -> None:
        """Take `thin` steps for each element of `trace`."""
        problem = self.problem
        run(
            trace,
            self.thin,
            self.scalars,
            self.words,
            self.cited,
            self.record,
            self.entry,
            self.free,
            self.pubs,
            self.counts,
            self.step_of,
            self.log,
            self.log_factorial,
            math.log(problem.rate),
            problem.kinds,
            math.log(problem.hit),
            math.log(problem.miss),
            *self.mix.word_thresholds(),
        )
