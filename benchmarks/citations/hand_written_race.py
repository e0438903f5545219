"""The engine beside a sampler of this one model that was written by hand: `python -m benchmarks hand-written`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from functools import partial
from statistics import median
from time import perf_counter, thread_time
from typing import Any

import numpy as np

from benchmarks.citations.hand_written.sampler import Given, HandWritten, StringModels
from benchmarks.citations.hand_written.state import KIND, NUMBERS, TITLE, WORDS, YEAR
from benchmarks.citations.other_tags import Taught
from benchmarks.citations.sets import CitationSet, citation_sets
from benchmarks.citations.timed_models import COMPUTED, KNOWN, NOTHING, Clock, renew, timed
from benchmarks.report import Section, table
from noumena.domains.citations.matching import citation_problem, initialise, mixture
from noumena.domains.citations.model.library import Library, library
from noumena.domains.citations.normal_form import normal
from noumena.domains.citations.proposals.data import ProposalData, proposal_data
from noumena.domains.citations.proposals.neighbours import neighbours
from noumena.domains.citations.proposals.start import start
from noumena.domains.citations.proposals.suggested_readings import likely_readings, suggested_readings
from noumena.inference.metropolis_hastings import chain_program
from noumena.inference.user_moves import user_moves

SETS = ("face", "constraint")
"""Those of the paper that are looked for; without them the embedded set is taken."""
ENGINE, HAND = "engine", "by hand"
_PARTS = ("compile", "initialise", "sampling", "total", "models", "calls", "rest")
_ATTRIBUTES = {TITLE: "Title", YEAR: "Year", WORDS: "Words", NUMBERS: "Numbers"}
ANSWERS, TURNS = (COMPUTED, KNOWN), 9
"""How string models answer, and how many turns each sampler takes with each."""
_TEXT = (
    "The model of `noumena citations` with its seven moves, from canopies: {steps:,} steps of the compiled engine, and "
    "of a sampler of this one model that was written by hand (`citations/hand_written`). Both ask the same string "
    "models, and remember what they said. Seconds are of the processor, for the first state and all steps; *models* is "
    "the part within string models, *rest* is all else; each is the median of {turns} turns, taken alternately. Where "
    "answers are `computed`, string models work them out anew in each turn; where they are `known` they come out of a "
    "dictionary, so that the memory that string models use does not slow the rest down. Compiling is on the "
    "clock, and not in the other figures."
)

Begin = Callable[[int], Callable[[int], None]]
"""Makes the first state of a chain with a seed; what it gives takes steps."""


@dataclass(frozen=True)
class Turn:
    """One chain: processor seconds for its first state and its steps, and those within string models."""

    set: str
    citations: int
    sampler: str
    answers: str
    steps: int
    compile: float
    initialise: float
    sampling: float
    models: float
    calls: int

    @property
    def total(self) -> float:
        """Seconds from begin to end."""
        return self.initialise + self.sampling

    @property
    def rest(self) -> float:
        """Seconds outside of string models."""
        return self.total - self.models


@dataclass(frozen=True)
class Prepared:
    """What a sampler is given: texts in normal form, a library that knows nothing yet, and data of proposals."""

    texts: Sequence[str]
    fresh: Callable[[], Library]
    data: ProposalData


def chosen() -> list[CitationSet]:
    """The sets of the paper that are there, else the embedded one."""
    there = {given.name: given for given in citation_sets()}
    return [there[name] for name in SETS if name in there] or [there["embedded"]]


def turns(given: CitationSet, steps: int, backend: str = "native") -> list[Turn]:
    """All turns on one set, taken alternately."""
    prepared = prepare([normal(text) for text in given.texts])
    clock = Clock()
    models = timed(prepared.fresh(), clock)
    samplers: dict[str, Callable[[], Begin]] = {
        ENGINE: partial(_engine, prepared, models, backend),
        HAND: partial(_by_hand, prepared, models),
    }
    compiling = {}
    for name, make in samplers.items():
        begun = perf_counter()
        clock.reset(NOTHING)
        begin = make()
        begin(0)(1)
        compiling[name] = (perf_counter() - begun, begin)
    _load_string_models(prepared)
    made = []
    for answers in ANSWERS:
        for _ in range(TURNS):
            for name, (seconds, begin) in compiling.items():
                if answers == COMPUTED:
                    renew(models, prepared.fresh())
                clock.reset(answers)
                turn = _turn(begin, steps, clock)
                made.append(Turn(given.name, len(given.texts), name, answers, steps, seconds, *turn))
    return made


def prepare(texts: Sequence[str], taught: Taught | None = None) -> Prepared:
    """What both samplers are given, for texts in normal form; formats and reader may have been `taught` elsewhere."""
    likely = likely_readings(texts, taught and taught.weights)

    def fresh() -> Library:
        return library(texts, (readings[0] for readings in likely), formats=taught and taught.formats)

    near = neighbours(texts)
    first = start(near, "canopies", (), ())
    return Prepared(texts, fresh, proposal_data(suggested_readings(texts, likely, fresh()), near, first))


def _load_string_models(prepared: Prepared) -> None:
    """Asks string models once: their compiled sums take seconds to load, which must not fall on who comes first."""
    known, data = prepared.fresh().distributions, prepared.data
    title, authors = str(data.titles.value[0, 0]), str(data.authors.value[0, 0])
    known["CitationText"].log_prob(prepared.texts[0], title, authors, 0, 0, "", "")
    known["TitleVariant"].log_prob(title, title)


def _engine(prepared: Prepared, models: dict[str, Any], backend: str) -> Begin:
    known = replace(prepared.fresh(), distributions=models)
    program = chain_program(citation_problem(prepared.texts, known), ())
    moves = user_moves(program, mixture(prepared.data), backend)

    def begin(seed: int) -> Callable[[int], None]:
        chain = moves.chain(np.random.SeedSequence(seed))
        initialise(chain, moves, len(prepared.texts))
        return chain.advance

    return begin


def _by_hand(prepared: Prepared, models: dict[str, Any]) -> Begin:
    return lambda seed: hand_written(prepared, models, seed).run


def hand_written(prepared: Prepared, models: Mapping[str, Any], seed: int) -> HandWritten:
    """A chain of the hand-written sampler that asks these string models."""
    data = prepared.data
    given = Given(
        prepared.texts,
        [data.titles, data.authors, data.years, data.kinds, data.words, data.numbers],
        *data.neighbours,
        data.start,
        *data.people[:3],
    )
    priors = {a: models[f"{name}Prior"].log_prob for a, name in _ATTRIBUTES.items()}
    asked = StringModels(
        priors | {KIND: models["KindPrior"]().log_prob},
        models["NamePrior"].log_prob,
        models["SizePrior"]().log_prob,
        [models[name].log_prob for name in ("TitleVariant", "AuthorsVariant", "YearVariant")],
        models["CitationText"].log_prob,
    )
    return HandWritten(given, asked, seed)


def _turn(begin: Begin, steps: int, clock: Clock) -> tuple[float, float, float, int]:
    begun = thread_time()
    run = begin(1)
    begins = thread_time()
    run(steps)
    return begins - begun, thread_time() - begins, clock.seconds, clock.calls


def sections(sets: Iterable[CitationSet], steps: int, backend: str = "native") -> Iterator[Section]:
    """A section for each set."""
    for given in sets:
        yield section(turns(given, steps, backend))


def section(made: list[Turn]) -> Section:
    """A row for each sampler and kind of answers, and their ratios; at least one turn of each."""
    rows, first = [], made[0]
    for answers in ANSWERS:
        engine, hand = (_medians(made, name, answers) for name in (ENGINE, HAND))
        rows.append([f"{ENGINE}, answers {answers}", *_cells(engine)])
        rows.append([f"{HAND}, answers {answers}", *_cells(hand)])
        total, rest = (engine[part] / hand[part] for part in ("total", "rest"))
        blank = ["-"] * 3
        rows.append([f"engine / by hand, answers {answers}", *blank, f"{total:.2f}", "-", "-", f"{rest:.2f}"])
    heads = ["sampler", "compile", "initialise", "steps", "total", "models", "asked", "rest"]
    return Section(
        f"hand-written-{first.set}",
        f"The engine and a sampler written by hand: {first.set}, {first.citations:,} citations",
        _TEXT.format(steps=first.steps, turns=TURNS),
        table(heads, rows),
        [asdict(turn) | {"total": turn.total, "rest": turn.rest} for turn in made],
    )


def _medians(made: list[Turn], name: str, answers: str) -> dict[str, float]:
    """Of the turns of one sampler."""
    own = [turn for turn in made if (turn.sampler, turn.answers) == (name, answers)]
    return {part: median(getattr(turn, part) for turn in own) for part in _PARTS}


def _cells(medians: dict[str, float]) -> list[str]:
    seconds = [f"{medians[part]:.2f}" for part in _PARTS[:5]]
    return [*seconds, f"{medians['calls']:,.0f}", f"{medians['rest']:.3f}"]
