"""The citation-like model with acceptance ratios as sums of tabled logarithms; the package's docstring has the ratios.

It computes what a general engine must compute, each factor in logarithms and the logarithm of q's ratio, no more.
"""

from __future__ import annotations

import math

from benchmarks.citations.packed import ANY, NEW, SAME, PackedCitations
from benchmarks.citations.retitle import retitle
from benchmarks.citations.texts import DEGREE, RECORD, TITLE, add, count_of, retire, take
from benchmarks.compiled import compiled
from benchmarks.contestant import Mix
from benchmarks.problem import Array, Problem, World
from benchmarks.random_words import Word, advance, below, lower_half, unit
from benchmarks.tables import accepted, logarithms


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
    log: Array,
    log_rate: float,
    power: Array,
    start: Array,
    member: Array,
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
    titles = len(start) - 1
    hit = math.exp(log_hit)
    miss = math.exp(log_miss)
    most = len(histogram) - 1
    for sample in range(len(trace)):
        for _ in range(thin):
            x, a, b, c, d = advance(a, b, c, d)  # lower half: kind of move; upper half: which citation or publication
            y, a, b, c, d = advance(a, b, c, d)  # upper bits: acceptance; lowest one: a coin
            uniform = unit(y)
            kind = lower_half(x)
            if kind < first:
                if y & Word(1):
                    if n < most and accepted(log_rate - log[n + 1 - m] + k * (log[n] - log[n + 1]), uniform):
                        n += 1
                elif n > m and accepted(log[n - m] - log_rate + k * (log[n] - log[n - 1]), uniform):
                    n -= 1
            elif kind < second:
                pub = pubs[below(x, m)]
                a, b, c, d = retitle(record, entry, pub, titles, power, uniform, a, b, c, d)
            else:
                citation = below(x, k)
                old = cited[2 * citation]
                text = cited[2 * citation + 1]
                z, a, b, c, d = advance(a, b, c, d)
                choice = lower_half(z) * 2.0**-32
                base = RECORD * old
                alone = record[base + DEGREE] == 1
                matches = record[base + TITLE] == text
                ratio = -(log_hit if matches else log_miss)
                alike = start[text + 1] - start[text]
                if choice < SAME + ANY:
                    new = cited[2 * member[start[text] + below(z, alike)]] if choice < SAME else pubs[below(z, m)]
                    if new != old:
                        there = SAME * count_of(record, entry, new, text) / alike + ANY / m
                        ratio += log_hit if record[RECORD * new + TITLE] == text else log_miss
                        if alone:
                            back = NEW * (hit if matches else miss)
                            ratio += log[titles] - log[n - m + 1]
                        else:
                            back = SAME * (count_of(record, entry, old, text) - 1) / alike + ANY / m
                        if accepted(ratio + math.log(back / there), uniform):
                            cited[2 * citation] = new
                            add(record, entry, free, new, text)
                            take(record, entry, free, old, text)
                            if alone:
                                m -= 1
                                retire(record, pubs, old, m)
                else:
                    z, a, b, c, d = advance(a, b, c, d)
                    title = text if unit(z) < hit - miss else below(z << Word(32), titles)
                    ratio += log_hit if title == text else log_miss
                    there = NEW * (hit if title == text else miss)
                    if alone:
                        back = NEW * (hit if matches else miss)
                        if accepted(ratio + math.log(back / there), uniform):
                            record[base + TITLE] = title
                    elif n > m:
                        back = SAME * (count_of(record, entry, old, text) - 1) / alike + ANY / (m + 1)
                        ratio += log[n - m] - log[titles]
                        if accepted(ratio + math.log(back / there), uniform):
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
        self.log = logarithms(problem)
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
            self.log,
            math.log(problem.rate),
            self.power,
            self.start,
            self.member,
            math.log(problem.hit),
            math.log(problem.miss),
            *self.mix.word_thresholds(),
        )
