"""The citation-like model as fast as we could make it by hand; the package's docstring has the ratios."""

from __future__ import annotations

from benchmarks.citations.packed import ANY, NEW, SAME, PackedCitations
from benchmarks.citations.retitle import retitle
from benchmarks.citations.texts import DEGREE, RECORD, TITLE, add, count_of, retire, take
from benchmarks.compiled import compiled
from benchmarks.contestant import Mix
from benchmarks.problem import Array, Problem, World
from benchmarks.random_words import Word, advance, below, lower_half, unit
from benchmarks.tables import births


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
    birth: Array,
    power: Array,
    start: Array,
    member: Array,
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
    titles = len(start) - 1
    faithful = hit - miss
    for sample in range(len(trace)):
        for _ in range(thin):
            x, a, b, c, d = advance(a, b, c, d)  # lower half: kind of move; upper half: which citation or publication
            y, a, b, c, d = advance(a, b, c, d)  # upper bits: acceptance; lowest one: a coin
            uniform = unit(y)
            kind = lower_half(x)
            if kind < first:
                if y & Word(1):
                    if uniform * (n + 1 - m) < birth[n]:
                        n += 1
                elif uniform * birth[n - 1] < n - m:
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
                likely = hit if record[base + TITLE] == text else miss
                alike = start[text + 1] - start[text]
                if choice < SAME + ANY:
                    new = cited[2 * member[start[text] + below(z, alike)]] if choice < SAME else pubs[below(z, m)]
                    if new != old:
                        there = SAME * count_of(record, entry, new, text) / alike + ANY / m
                        after = hit if record[RECORD * new + TITLE] == text else miss
                        if alone:
                            taken = uniform * there * (n - m + 1) < titles * NEW * after
                        else:
                            back = SAME * (count_of(record, entry, old, text) - 1) / alike + ANY / m
                            taken = uniform * there * likely < back * after
                        if taken:
                            cited[2 * citation] = new
                            add(record, entry, free, new, text)
                            take(record, entry, free, old, text)
                            if alone:
                                m -= 1
                                retire(record, pubs, old, m)
                else:
                    if alone:
                        taken = True
                    else:
                        back = SAME * (count_of(record, entry, old, text) - 1) / alike + ANY / (m + 1)
                        taken = uniform * titles * NEW * likely < back * (n - m)
                    if taken:
                        z, a, b, c, d = advance(a, b, c, d)
                        title = text if unit(z) < faithful else below(z << Word(32), titles)
                        if alone:
                            record[base + TITLE] = title
                        else:
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
        self.birth = births(problem)
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
            self.birth,
            self.power,
            self.start,
            self.member,
            problem.hit,
            problem.miss,
            *self.mix.word_thresholds(),
        )
