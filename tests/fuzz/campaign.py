"""Fuzzing: a series of programs, and what may happen to each of them.

Program `index` of the series with a `seed` is always the same text. Each is parsed, and laid out anew now and then; if
it is right it is checked, a world is drawn from it, and its queries are answered by the engines. Each of these steps
must end soon, with a result or with a diagnostic that can be shown.
"""

from __future__ import annotations

import re
import signal
import traceback
import warnings
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from random import Random
from types import FrameType

from noumena.distributions import BUILT_IN
from noumena.inference.enumeration import enumerate_exactly
from noumena.inference.likelihood_weighting import likelihood_weighting
from noumena.inference.rejection import rejection
from noumena.language import declare, observations
from noumena.language.format import format_text
from noumena.language.load import load
from noumena.language.parser import parse
from noumena.language.syntax import Program
from noumena.model import evaluation, recursion
from noumena.model.diagnostics import BlogError, Diagnostic, RunError
from noumena.model.functions import limits
from noumena.model.model import Problem
from noumena.model.source import SourceFile
from noumena.reference import interpreter
from noumena.reference.sample_world import sample_world
from tests.fuzz.generate import PARAMETERS, generate
from tests.fuzz.mutate import mutate

SECONDS = 10.0
"""How long one program may take."""

_TESTS = Path(__file__).parent.parent
_PARAM = re.compile(r"\bparam\s+\w+\s+(\w+)")


def lower_limits() -> None:
    """Lets programs that ask for too much be refused sooner: what is tested is that they are refused."""
    evaluation.MEMBERS_AT_MOST = 20_000
    declare.OBJECTS_AT_MOST = 2_000
    observations.ROUNDS_AT_MOST = 200
    interpreter.OBJECTS_AT_MOST = 200
    interpreter.ANCESTORS_AT_MOST = 50
    limits.MOST_ELEMENTS = 20_000
    limits.MOST_PAIRS = 20_000
    recursion.FRAMES = 6_000


class Hang(BaseException):
    """A program took too long; no `Exception`, so that nothing on the way takes it for something else."""


@dataclass
class Counts:
    """What became of some programs: how many there were, parsed, checked and were sampled, and what they were told."""

    programs: int = 0
    parsed: int = 0
    checked: int = 0
    sampled: int = 0
    diagnostics: Counter[str] = field(default_factory=Counter)

    def add(self, other: Counts) -> None:
        """Counts the programs of another series too."""
        self.programs += other.programs
        self.parsed += other.parsed
        self.checked += other.checked
        self.sampled += other.sampled
        self.diagnostics += other.diagnostics

    def told(self, diagnostics: Sequence[Diagnostic]) -> None:
        """Counts diagnostics by their kind: the message without names and numbers."""
        for diagnostic in diagnostics:
            assert diagnostic.render()
            kind = re.sub(r"`.*?`|\".*?\"|-?\d[\d.e+-]*", "…", diagnostic.message)
            self.diagnostics[kind[:100]] += 1


@dataclass(frozen=True)
class Failure:
    """A program that did what none may do; `kind` is the same for failures that are alike."""

    text: str
    kind: str
    trace: str


@cache
def corpus() -> tuple[str, ...]:
    """The programs of other tests."""
    paths = sorted((*_TESTS.glob("models/*.blog"), *_TESTS.glob("programs/**/*.blog")))
    return tuple(path.read_text(encoding="utf-8") for path in paths)


def program(seed: int, index: int) -> str:
    """The text of a program: as generated, or a generated or written one with changes."""
    rng = Random(f"{seed}/{index}")
    if rng.random() < 0.4:
        return generate(rng)
    text = rng.choice(corpus()) if rng.random() < 0.3 else generate(rng)
    other = rng.choice(corpus()) if rng.random() < 0.3 else generate(rng)
    return mutate(rng, text, other)


def attempt(text: str, seed: int, counts: Counts) -> Failure | None:
    """Does everything with one program, and gives the failure if it does not end as it must."""
    try:
        with _limited(), warnings.catch_warnings():
            warnings.simplefilter("error")
            _run(text, seed, counts)
    except (Hang, Exception) as error:
        return Failure(text, _kind(error), "".join(traceback.format_exception(error)[-30:]))
    return None


def _run(text: str, seed: int, counts: Counts) -> None:
    source = SourceFile("fuzz.blog", text)
    counts.programs += 1
    parsed, diagnostics = parse(source)
    counts.told(diagnostics)
    if any(d.severity == "error" for d in diagnostics):
        return
    counts.parsed += 1
    rng = Random(seed)
    if rng.random() < 0.05:
        _check_format(source, parsed)
    given = {name: PARAMETERS[name] for name in _PARAM.findall(text) if name in PARAMETERS}
    try:
        problem = load([source], BUILT_IN, parameters=given).problem()
    except BlogError as error:
        counts.told(error.diagnostics)
        return
    counts.checked += 1
    for step in range(4):
        try:
            _sample(problem, step, rng, counts)
        except BlogError as error:
            counts.told(error.diagnostics)
        except RunError as error:
            counts.told([error.diagnostic])


def _sample(problem: Problem, step: int, rng: Random, counts: Counts) -> None:
    seed = rng.randrange(1000)
    match step:
        case 0:
            sample_world(problem, seed)
            counts.sampled += 1
        case 1:
            likelihood_weighting(problem, 3, seed)
        case 2 if rng.random() < 0.3:
            enumerate_exactly(problem, 2_000)
        case 3 if rng.random() < 0.1:
            rejection(problem, 2, seed, attempts_per_sample=5)


def _check_format(source: SourceFile, parsed: Program) -> None:
    """Laying out a text keeps the program, and doing it twice is the same as doing it once."""
    changed, _ = format_text(source)
    again, _ = format_text(SourceFile("fuzz.blog", changed))
    assert parse(SourceFile("fuzz.blog", changed))[0] == parsed, "formatting changes the program"
    assert again == changed, "formatting twice is not the same as formatting once"


@contextmanager
def _limited() -> Iterator[None]:
    """Raises `Hang` where more than `SECONDS` pass; needs to be the main thread."""

    def ring(number: int, frame: FrameType | None) -> None:
        raise Hang(f"not done within {SECONDS} seconds")

    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, SECONDS)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0.0)
        signal.signal(signal.SIGALRM, before)


def _kind(error: BaseException) -> str:
    """The type of an error and the line of the project where it was raised; a hang may be anywhere."""
    if isinstance(error, Hang | RecursionError):
        return type(error).__name__
    frames = [f for f in traceback.extract_tb(error.__traceback__) if "noumena" in f.filename or "fuzz" in f.filename]
    where = f" in {Path(frames[-1].filename).name}:{frames[-1].lineno}" if frames else ""
    return type(error).__name__ + where
