"""The citation-like model as fast as we could make it by hand; the package's docstring has the ratios."""

from __future__ import annotations

from benchmarks.compiled import compiled
from benchmarks.contestant import Mix
from benchmarks.problem import Array, Problem, World
from benchmarks.random_words import Word, advance, below, lower_half, unit
from benchmarks.tables import births, number_taken, steps
from benchmarks.titles.packed import PackedCitations
from benchmarks.titles.retitle import FURTHEST, lead_over, powers
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
    birth: Array,
    power: Array,
    titles: int,
    hit: float,
    miss: float,
    first: int,
    second: int,
) -> None:
    """Take `thin` steps for each element of `trace`; the arrays are those of `PackedCitations`."""
    n = scalars[0]
    m = scalars[1]
    a, b, c, d = words[0], words[1], words[2], words[3]
    k = len(cited) // 2
    for sample in range(len(trace)):
        for _ in range(thin):
            x, a, b, c, d = advance(a, b, c, d)  # lower half: kind of move; upper half: which citation or publication
            y, a, b, c, d = advance(a, b, c, d)  # upper bits: acceptance; lowest one: a coin
            uniform = unit(y)
            kind = lower_half(x)
            if kind < first:
                step = step_of[below(x, len(step_of))]
                if number_taken(birth, n, m, step, uniform):
                    n += step
            elif kind < second:
                pub = pubs[below(x, m)]
                z, a, b, c, d = advance(a, b, c, d)
                title = below(z, titles)
                lead = lead_over(record, entry, pub, title)
                if lead <= 0 or uniform < power[min(lead, FURTHEST)]:
                    record[RECORD * pub + TITLE] = title
            else:
                citation = below(x, k)
                old = cited[2 * citation]
                text = cited[2 * citation + 1]
                z, a, b, c, d = advance(a, b, c, d)
                base = RECORD * old
                alone = record[base + DEGREE] == 1
                before = uniform * (hit if record[base + TITLE] == text else miss)
                if y & Word(1):
                    new = pubs[below(z, m)]
                    if new != old:
                        after = hit if record[RECORD * new + TITLE] == text else miss
                        if alone:
                            before *= n - m + 1
                            after *= m
                        if before < after:
                            cited[2 * citation] = new
                            add(record, entry, free, new, text)
                            take(record, entry, free, old, text)
                            if alone:
                                m -= 1
                                retire(record, pubs, old, m)
                elif not alone:
                    title = below(z, titles)
                    if before * (m + 1) < (hit if title == text else miss) * (n - m):
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


class BestCitations(PackedCitations):
    """The fastest sampler."""

    name = "best"

    def __init__(self, problem: Problem, world: World, mix: Mix, seed: int, thin: int) -> None:
        self.step_of = steps()
        self.birth = births(problem)
        self.power = powers(problem)
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
            self.birth,
            self.power,
            problem.kinds,
            problem.hit,
            problem.miss,
            *self.mix.word_thresholds(),
        )
