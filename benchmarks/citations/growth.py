"""What a citation costs in sets of 1,000 to 100,000: `python -m benchmarks citation-sizes`.

Sets are drawn from the model itself (`generator.py`), and Cora stands beside them. A step *touches* the citations whose
texts it scores. Figures of steps are those of the Python backend; the native one makes the same steps and calls
the same string models.
"""

from __future__ import annotations

import resource
from collections.abc import Callable, Iterable, Iterator, Sequence
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
from noumena.domains.citations.model.library import Library, library
from noumena.domains.citations.normal_form import normal
from noumena.domains.citations.proposals.data import proposal_data
from noumena.domains.citations.proposals.neighbours import neighbours
from noumena.domains.citations.proposals.start import start
from noumena.domains.citations.proposals.suggested_readings import likely_readings, suggested_readings
from noumena.inference.metropolis_hastings import chain_program
from noumena.inference.user_chain import UserChain
from noumena.inference.user_moves import user_moves
from noumena.runtime.kernel.flags import COMPLETING

SIZES = (1_000, 10_000, 100_000)
WARM_UP, STEPS, FORGETFUL = 1_000, 2_000, 2_000
"""Steps that do not count, steps as they are in a run, and steps before each of which all is forgotten."""


@dataclass(frozen=True)
class Preparation:
    """Processor milliseconds for each citation."""

    reading: float
    neighbours: float
    suggestions: float
    first_state: float


@dataclass(frozen=True)
class Steps:
    """Milliseconds of a step in a run, and how many of them are in string models; then figures of forgetful steps.

    These are: the share that touches citations, how many these touch, and milliseconds for each citation touched.
    """

    milliseconds: float
    in_string_models: float
    touching: float
    touched: float
    strings_of_touched: float
    rest_of_touched: float


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

    def watched(
        self, function: Callable[..., Any], counts: Callable[..., bool] = lambda *_: True
    ) -> Callable[..., Any]:
        """The function, with an eye on it; calls with some arguments may not count."""

        @wraps(function)
        def run(*arguments: Any) -> Any:
            self.calls += counts(*arguments)
            if self._inside:
                return function(*arguments)
            begun, self._inside = thread_time(), True
            try:
                return function(*arguments)
            finally:
                self.seconds += thread_time() - begun
                self._inside = False

        return run


def _in_completion(world: Any, v: int, draw: int) -> bool:
    return bool(world.mode == COMPLETING)


def growth(given: CitationSet, warm_up: int = WARM_UP, steps: int = STEPS, forgetful: int = FORGETFUL) -> Growth:
    """Prepares a set as `match` does, from canopies, and makes steps."""
    laps = [thread_time()]
    written = [normal(text) for text in given.texts]
    likely = likely_readings(written)
    laps.append(thread_time())
    near = neighbours(written)
    laps.append(thread_time())
    known = library(written, (readings[0] for readings in likely))
    data = proposal_data(suggested_readings(written, likely, known), near, start(near, "canopies", (), ()))
    laps.append(thread_time())
    moves = user_moves(chain_program(citation_problem(written, known), ()), mixture(data), "python")
    chain = moves.chain(np.random.SeedSequence(SEED))
    initialise(chain, moves, len(written))
    laps.append(thread_time())
    each = np.diff(laps) / len(written) * 1e3
    made = _steps(chain, known, warm_up, steps, forgetful)
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024.0
    return Growth(given.name, len(written), len(near.near) / len(written), Preparation(*each.tolist()), made, memory)


def _steps(chain: UserChain, known: Library, warm_up: int, steps: int, forgetful: int) -> Steps:
    """Steps after some that do not count; a citation is touched each time that a step takes up the factor of its text.

    What Python says of the text is asked for later, if at all, in an evaluation that does not count as another one.
    """
    touched, host = _Meter(), _Meter()
    kinds = [kind.name for kind in chain.program.layout.kinds]
    name = f"evaluate_{kinds.index('Text')}"
    setattr(chain.code.module, name, touched.watched(getattr(chain.code.module, name), _in_completion))
    chain.world.python_host = host.watched(chain.host.call)
    chain.advance(warm_up)
    host.seconds, begun = 0.0, thread_time()
    chain.advance(steps)
    in_run, in_strings = thread_time() - begun, host.seconds
    touching, number, whole, strings = 0, 0, 0.0, 0.0
    for _ in range(forgetful):
        for remembering in (chain.host, known.distributions["CitationText"], known.distributions["TitleVariant"]):
            remembering.forget()
        touched.calls, host.seconds, begun = 0, 0.0, thread_time()
        chain.advance(1)
        seconds = thread_time() - begun
        if touched.calls:
            touching, number = touching + 1, number + touched.calls
            whole, strings = whole + seconds, strings + host.seconds
    each = 1e3 / max(1, number)
    return Steps(
        1e3 * in_run / steps,
        1e3 * in_strings / steps,
        touching / forgetful,
        number / max(1, touching),
        each * strings,
        each * (whole - strings),
    )


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


def sections(
    sets: Iterable[CitationSet], warm_up: int = WARM_UP, steps: int = STEPS, forgetful: int = FORGETFUL
) -> Iterator[Section]:
    """One section for all sets so far, after each of them, as the last takes long; one set is held at a time."""
    found: list[Growth] = []
    for given in sets:
        found.append(growth(given, warm_up, steps, forgetful))
        yield _section(found, warm_up, steps, forgetful)


def _section(found: Sequence[Growth], warm_up: int, steps: int, forgetful: int) -> Section:
    """A row for each set."""
    heads = ["set", "near", "read", "neighbours", "suggest", "first state", "MB", "step", "in strings"]
    heads += ["touching", "touched", "strings / touched", "else / touched"]
    return Section(
        "citation-sizes",
        "Cost of a citation against the size of the set",
        "Sets drawn from the model itself, and Cora. Processor milliseconds for each citation: to read it, to find its "
        "neighbours, to make suggestions of its readings, and to make and score the first state, from canopies. `near` "
        "is how many neighbours a citation has on average, MB the most memory so far. Then milliseconds of a step on "
        f"the Python backend, mean of {steps:,} after {warm_up:,}, and how many of them are in string models. These "
        "remember: in a small set most texts were scored before, in a large one few. So the last columns are of "
        f"{forgetful:,} steps before each of which all is forgotten: the share of steps that touch citations, how many "
        "these touch on average, and milliseconds for each citation touched, in string models and elsewhere. They must "
        "not grow with the set.",
        table(heads, [_row(one) for one in found]),
        [asdict(one) for one in found],
    )


def _row(one: Growth) -> list[str]:
    made, steps = one.preparation, one.steps
    return [
        f"{one.name} ({one.citations:,})" if one.name == SHIPPED_FROM else one.name,
        f"{one.near:.1f}",
        *(f"{value:.2f}" for value in (made.reading, made.neighbours, made.suggestions, made.first_state)),
        f"{one.megabytes:,.0f}",
        *(f"{value:.2f}" for value in (steps.milliseconds, steps.in_string_models, steps.touching, steps.touched)),
        *(f"{value:.2f}" for value in (steps.strings_of_touched, steps.rest_of_touched)),
    ]
