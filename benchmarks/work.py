"""The work of a step of the engine: factors evaluated and words read or written, counted on the Python backend.

Both backends run the same files, so that the native one does the same work. A factor is one call of a generated
function that evaluates a CPD, or one looked up in a table; a word counts each time that an element of an array of the
world is read or written.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from benchmarks.engine import Engine, EngineCitations, EngineUrn
from benchmarks.measure import SEED
from benchmarks.sizes import EVIDENCE, MOVES
from noumena.inference.chain import Chain
from noumena.runtime.world import World

SIZES = (1_000, 10_000, 100_000, 1_000_000)
STEPS = 100
EVALUATES = re.compile(r"(evaluate|factor)_\d+")
"""The names of the generated functions that compute a factor."""


@dataclass(frozen=True)
class Work:
    """Means for one step of the engine, for one model, move and size."""

    model: str
    move: str
    size: int
    factors: float
    words: float


@dataclass
class Tally:
    """What was counted so far."""

    factors: int = 0
    words: int = 0


class _Urn(EngineUrn):
    backend = "python"


class _Citations(EngineCitations):
    backend = "python"


MODELS: dict[str, type[Engine]] = {"urn": _Urn, "citations": _Citations}


class _Words(list[Any]):
    """A list that counts the elements read and written."""

    tally: Tally

    def __getitem__(self, at: Any) -> Any:
        self.tally.words += 1
        return super().__getitem__(at)

    def __setitem__(self, at: Any, value: Any) -> None:
        self.tally.words += 1
        super().__setitem__(at, value)


class _Factors(list[float]):
    """A table of factors that counts those that are looked up."""

    tally: Tally

    def __getitem__(self, at: Any) -> Any:
        self.tally.factors += 1
        return super().__getitem__(at)


class _CountedWorld(World):
    """A world whose arrays count, also those that are replaced when they grow."""

    def __init__(self, other: World, tally: Tally) -> None:
        object.__setattr__(self, "_tally", tally)
        for name, value in vars(other).items():
            setattr(self, name, value)

    def __setattr__(self, name: str, value: object) -> None:
        if isinstance(value, list):
            value = _Words(value)
            value.tally = vars(self)["_tally"]
        object.__setattr__(self, name, value)


def _counted(function: Callable[..., float], tally: Tally) -> Callable[..., float]:
    def evaluate(*arguments: Any) -> float:
        tally.factors += 1
        return function(*arguments)

    return evaluate


def count(chain: Chain, tally: Tally) -> None:
    """Lets a chain of the Python backend count what it does from now on."""
    chain.use(_CountedWorld(chain.world, tally))
    module = chain.code.module  # its functions find each other there
    for name, function in list(vars(module).items()):
        if EVALUATES.fullmatch(name):
            setattr(module, name, _counted(function, tally))
        if name.startswith("FACTORS_"):
            table = _Factors(function)
            table.tally = tally
            setattr(module, name, table)


def works(sizes: tuple[int, ...] = SIZES, steps: int = STEPS) -> list[Work]:
    """Every model, move and size; the first step after a change of moves is not counted, as it may make room."""
    found = []
    for model, make in MODELS.items():
        for size in sizes:
            problem, world = EVIDENCE[model](size)
            engine = make(problem, world, MOVES["number"], SEED, 1)
            tally = Tally()
            count(engine.chain, tally)
            for move, mix in MOVES.items():
                engine.use(mix)
                engine.chain.advance(1)
                tally.factors = tally.words = 0
                engine.chain.advance(steps)
                found.append(Work(model, move, size, tally.factors / steps, tally.words / steps))
    return found
