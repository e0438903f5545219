"""What a change of the model does to the groups found, in a minute: `python -m benchmarks laboratory`.

The hand-written sampler has the model and the moves of `noumena citations`. What string models have said is kept from
run to run, so that ten whole runs take little longer than one: enough of them to tell half a point from chance. The
figures are those of development, as labels are looked at; the engine has other random numbers (`table`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from benchmarks.citations.engine_runs import Interval, interval
from benchmarks.citations.hand_written.chain import SHARES
from benchmarks.citations.hand_written.sampler import HandWritten
from benchmarks.citations.hand_written.state import AUTHORS, KIND, NUMBERS, TITLE, YEAR
from benchmarks.citations.hand_written_race import hand_written, prepare
from benchmarks.citations.other_tags import Taught, taught_elsewhere
from benchmarks.citations.sets import CitationSet, parts
from benchmarks.citations.timed_models import NOT_STRINGS
from benchmarks.report import Section, table
from noumena.domains.citations.copies import copies
from noumena.domains.citations.draws import Integers
from noumena.domains.citations.matching import DESCRIBING, SETTLING
from noumena.domains.citations.model.agreement import Described, works
from noumena.domains.citations.scores import scores

BETWEEN = 50
"""Steps from one sample that is scored to the next."""
SETTLED_BY = (2, 3, 4, 5, 6)
"""The moves that describe publications, and leave it to others what is cited."""
FACTORS, ANNEALING = (0.5, 0.6, 0.7, 0.8, 0.9, 1.0), 100
"""By what ln p is multiplied before the first sample where runs are annealed, and steps for each citation with each."""
MOST_WRONG = 12
_TEXT = (
    "The hand-written sampler, {runs} runs of {samples:,} samples from canopies, of which every {between}th is scored: "
    "percent of true groups found exactly, and F1 of the pairs of the last sample, with intervals of 95 %. "
    "{how}*Missed* are the true groups that most often are not found in the last sample, and in how many runs."
)
_ANNEALED = (
    "Before the first sample chains were annealed, so that what they miss is what the model takes for probable, and "
    "not where they were caught. "
)
_PARTS = (("average", 1), ("final", 1), ("f1", 3))


@dataclass(frozen=True)
class Trial:
    """One run: accuracies in percent, F1 of the last sample's pairs, and the true groups that it has not."""

    set: str
    seed: int
    samples: int
    average: float
    final: float
    f1: float
    missed: tuple[str, ...]
    annealed: bool = False


class Remembered:
    """A string model that is asked once for each set of values."""

    def __init__(self, asked: Any) -> None:
        self._asked, self._known = asked, dict[tuple[Any, ...], float]()

    def log_prob(self, *values: Any) -> float:
        """ln p."""
        found = self._known.get(values)
        if found is None:
            found = self._known[values] = self._asked.log_prob(*values)
        return found


def trials(
    given: CitationSet, samples: int, runs: int, annealed: bool = False, taught: Taught | None = None
) -> Iterator[Trial]:
    """Independent runs on one set."""
    copied = copies(given.texts)
    prepared = prepare(copied.texts, taught)
    known = prepared.fresh().distributions
    models = {name: model if name in NOT_STRINGS else Remembered(model) for name, model in known.items()}
    for seed in range(1, runs + 1):
        yield _trial(given, copied.place, hand_written(prepared, models, seed), seed, samples, annealed)


def _trial(given: CitationSet, place: Integers, chain: HandWritten, seed: int, samples: int, annealed: bool) -> Trial:
    citations = int(place.max()) + 1
    _settle(chain, citations)
    for factor in FACTORS if annealed else ():
        chain.run(ANNEALING * citations, factor)
    accuracies = []
    for step in range(0, samples, BETWEEN):
        chain.run(min(BETWEEN, samples - step) if step else 0)
        found = groups(chain)[place].tolist()
        accuracies.append(scores(found, given.truth).accuracy)
    last = scores(found, given.truth)
    average = float(np.mean(accuracies))
    return Trial(given.name, seed, samples, average, last.accuracy, last.f1, missed(found, given.truth), annealed)


def groups(chain: HandWritten) -> Integers:
    """A label for the publication of each citation: those that are described twice are one."""
    cited = chain.partition()
    titles, authors, years, kinds, _, numbers = chain.values
    described = {}
    for p in set(cited.tolist()):
        told = chain.state.publication[p].tolist()
        described[p] = Described(
            titles[told[TITLE]], authors[told[AUTHORS]], years[told[YEAR]], kinds[told[KIND]], numbers[told[NUMBERS]]
        )
    work = works(described)
    return np.array([work[p] for p in cited.tolist()], np.int64)


def _settle(chain: HandWritten, citations: int) -> None:
    """The steps before the first sample, as `matching` takes them."""
    describing = np.array([share if move in SETTLED_BY else 0.0 for move, share in enumerate(SHARES)])
    for shares, steps in ((describing, DESCRIBING), (np.array(SHARES), SETTLING)):
        chain.state.share[:-1] = (np.cumsum(shares) / shares.sum())[:-1]
        chain.run(steps * citations)


def missed(found: Sequence[int], truth: Sequence[str]) -> tuple[str, ...]:
    """The true groups that are not found exactly."""
    groups: dict[str, set[int]] = {}
    for label, own in zip(found, truth, strict=True):
        groups.setdefault(own, set()).add(label)
    of_label = Counter(found)
    sizes = Counter(truth)
    return tuple(
        sorted(
            own for own, labels in groups.items() if sum(of_label[a] for a in labels) != sizes[own] or len(labels) > 1
        )
    )


def sections(
    sets: Iterable[CitationSet], samples: int, runs: int, annealed: bool = False, size: int | None = None
) -> Iterator[Section]:
    """A section for each set, or for each part of this size.

    What is learned from tags is not learned from those of the set, as in Table 1 (`other_tags`).
    """
    for given in sets:
        taught = taught_elsewhere(given)
        for part in parts(given, size) if size else [given]:
            yield section(list(trials(part, samples, runs, annealed, taught)))


def section(made: list[Trial]) -> Section:
    """The means of the runs, and what they miss."""
    first = made[0]
    often = Counter(group for trial in made for group in trial.missed).most_common(MOST_WRONG)
    row = [_cell(interval([getattr(trial, part) for trial in made]), digits) for part, digits in _PARTS]
    listed = ", ".join(f"{group} ({number})" for group, number in often)
    return Section(
        f"laboratory-{first.set}" + ("-annealed" if first.annealed else ""),
        f"The laboratory: {first.set}",
        _TEXT.format(runs=len(made), samples=first.samples, between=BETWEEN, how=_ANNEALED if first.annealed else ""),
        table(["average", "final", "F1", "missed"], [[*row, listed or "-"]]),
        [asdict(trial) for trial in made],
    )


def _cell(of: Interval, digits: int) -> str:
    return f"{of.mean:.{digits}f}" if of.half is None else f"{of.mean:.{digits}f} ± {of.half:.{digits}f}"
