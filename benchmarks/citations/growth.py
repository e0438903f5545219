"""What a citation costs in sets of 1,000 to 100,000: `python -m benchmarks citation-sizes`.

Sets are drawn from the model itself (`generator.py`), and Cora stands beside them. A step *touches* the citations whose
texts it scores again. Figures of steps are those of the Python backend; the native one makes the same steps and calls
the same string models.
"""

from __future__ import annotations

import resource
from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict, dataclass
from functools import wraps
from time import thread_time
from typing import Any

import numpy as np

from benchmarks.citations.generator import generated
from benchmarks.citations.other_tags import SHIPPED_FROM
from benchmarks.citations.sets import CitationSet, citation_sets
from benchmarks.measure import SEED
from benchmarks.report import Section, table
from noumena.domains.citations.matching import citation_problem, initialise, mixture
from noumena.domains.citations.model.library import library
from noumena.domains.citations.normal_form import normal
from noumena.domains.citations.proposals.data import proposal_data
from noumena.domains.citations.proposals.neighbours import neighbours
from noumena.domains.citations.proposals.start import start
from noumena.domains.citations.proposals.suggested_readings import likely_readings, suggested_readings
from noumena.inference.metropolis_hastings import chain_program
from noumena.inference.user_chain import UserChain
from noumena.inference.user_moves import user_moves

SIZES = (1_000, 10_000, 100_000)
WARM_UP, STEPS = 1_000, 4_000


@dataclass(frozen=True)
class Preparation:
    """Processor milliseconds for each citation."""

    reading: float
    neighbours: float
    suggestions: float
    first_state: float


@dataclass(frozen=True)
class Steps:
    """Means for one step; `scored` are texts that were not remembered, `in_string_models` a part of `milliseconds`."""

    touched: float
    scored: float
    milliseconds: float
    in_string_models: float


@dataclass(frozen=True)
class Growth:
    """One set: its size, what it took, neighbours of a citation, and megabytes at the most so far."""

    name: str
    citations: int
    near: float
    preparation: Preparation
    steps: Steps
    megabytes: float


class _Meter:
    """Counts calls, and adds up the seconds in them; calls within calls count once."""

    def __init__(self) -> None:
        self.calls, self.seconds = 0, 0.0
        self._inside = False

    def reset(self) -> None:
        """Begins again."""
        self.calls, self.seconds = 0, 0.0

    def watched(self, function: Callable[..., Any]) -> Callable[..., Any]:
        """The function, with an eye on it."""

        @wraps(function)
        def run(*arguments: Any) -> Any:
            self.calls += 1
            if self._inside:
                return function(*arguments)
            begun, self._inside = thread_time(), True
            try:
                return function(*arguments)
            finally:
                self.seconds += thread_time() - begun
                self._inside = False

        return run


def growth(given: CitationSet, warm_up: int = WARM_UP, steps: int = STEPS) -> Growth:
    """Prepares a set as `match` does, from canopies, and makes steps."""
    laps = [thread_time()]
    written = [normal(text) for text in given.texts]
    likely = likely_readings(written)
    laps.append(thread_time())
    near = neighbours(written)
    laps.append(thread_time())
    known = library(written, (readings[0] for readings in likely))
    scored = _Meter()
    text = known.distributions["CitationText"]
    setattr(text, "log_prob", scored.watched(text.log_prob))  # noqa: B010  # of this one alone
    data = proposal_data(suggested_readings(written, likely, known), near, start(near, "canopies", (), ()))
    laps.append(thread_time())
    moves = user_moves(chain_program(citation_problem(written, known), ()), mixture(data), "python")
    chain = moves.chain(np.random.SeedSequence(SEED))
    initialise(chain, moves, len(written))
    laps.append(thread_time())
    each = np.diff(laps) / len(written) * 1e3
    made = _steps(chain, scored, warm_up, steps)
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024.0
    return Growth(given.name, len(written), len(near.near) / len(written), Preparation(*each.tolist()), made, memory)


def _steps(chain: UserChain, scored: _Meter, warm_up: int, steps: int) -> Steps:
    """Steps after some that do not count; a text is touched each time that its factor is evaluated."""
    touched, host = _Meter(), _Meter()
    kinds = [kind.name for kind in chain.program.layout.kinds]
    name = f"evaluate_{kinds.index('Text')}"
    setattr(chain.code.module, name, touched.watched(getattr(chain.code.module, name)))
    chain.world.python_host = host.watched(chain.host.call)
    chain.advance(warm_up)
    for meter in (touched, host, scored):
        meter.reset()
    begun = thread_time()
    chain.advance(steps)
    seconds = thread_time() - begun
    return Steps(touched.calls / steps, scored.calls / steps, seconds / steps * 1e3, host.seconds / steps * 1e3)


def given_sets(sizes: Iterable[int] = SIZES) -> Iterator[CitationSet]:
    """Cora, if it is there, then sets of these sizes; each is made when it is asked for."""
    yield from (given for given in citation_sets() if given.name == SHIPPED_FROM)
    yield from (generated(size) for size in sizes)


def chosen(sizes: str | None) -> tuple[int, ...]:
    """Sizes that are parted by commas, or `SIZES`; raises `ValueError` for what is none."""
    if sizes is None:
        return SIZES
    found = tuple(int(size) if size.strip().isdecimal() else 0 for size in sizes.split(","))
    if min(found) < 1:
        raise ValueError(f"--sizes {sizes}: numbers of citations are wanted, such as 1000,10000")
    return found


def section(sets: Iterable[CitationSet], warm_up: int = WARM_UP, steps: int = STEPS) -> Section:
    """A row for each set, of which only one is held at a time."""
    found = [growth(given, warm_up, steps) for given in sets]
    heads = ["set", "citations", "near", "read", "neighbours", "suggest", "first state", "MB"]
    heads += ["touched", "scored", "ms", "in strings", "µs else / touched", "ms strings / scored"]
    return Section(
        "citation-sizes",
        "Cost of a citation against the size of the set",
        "Sets drawn from the model itself, and Cora. Processor milliseconds for each citation: to read it, to find its "
        "neighbours, to make suggestions of its readings, and to make and score the first state, from canopies. `near` "
        "is how many neighbours a citation has on average, MB is the most memory so far. Then means of a step on the "
        f"Python backend, of {steps:,} after {warm_up:,}: citations that it touches, texts scored that were not "
        "remembered, milliseconds, and of these those in string models. What must not grow with the set are the last "
        "two columns: the rest of the time for each citation touched, and the time of string models for each text "
        "scored. In a small set more is remembered, so that fewer texts are scored.",
        table(heads, [_row(one) for one in found]),
        [asdict(one) for one in found],
    )


def _row(one: Growth) -> list[str]:
    made, steps = one.preparation, one.steps
    rest = 1e3 * (steps.milliseconds - steps.in_string_models) / max(steps.touched, 1e-9)
    return [
        one.name,
        f"{one.citations:,}",
        f"{one.near:.1f}",
        *(f"{value:.2f}" for value in (made.reading, made.neighbours, made.suggestions, made.first_state)),
        f"{one.megabytes:,.0f}",
        *(f"{value:.2f}" for value in (steps.touched, steps.scored, steps.milliseconds, steps.in_string_models)),
        f"{rest:,.0f}",
        f"{steps.in_string_models / max(steps.scored, 1e-9):.2f}",
    ]
