"""Cost against size: time of a step for each kind of move, and memory for each variable, from 10³ to 10⁶ observations.

The urn keeps its Poisson(6) balls, so each ball gets more draws; in the citation-like model publications grow with
the citations. All start at the world that the evidence was drawn from, which is typical of what a long chain would
visit. The large urns hardly move (their posterior is far too narrow for single steps): their figures are the cost
of a step, and say nothing of mixing.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from benchmarks import contestants
from benchmarks.contestant import Maker, Mix
from benchmarks.measure import SEED, nanoseconds_per_step
from benchmarks.problem import Problem, World, simulate
from benchmarks.titles.model import citations
from benchmarks.urn.model import FAITHFUL

SIZES = (1_000, 10_000, 100_000, 1_000_000)
THIN = 100
MOVES = {"number": Mix(1, 0, 0), "attribute": Mix(0, 1, 0), "identity": Mix(0, 0, 1)}
MODELS: dict[str, list[Maker]] = {"urn": contestants.URN, "citations": contestants.CITATIONS}


@dataclass(frozen=True)
class Cost:
    """Nanoseconds of a step, by contestant, for one model, move and size."""

    model: str
    move: str
    size: int
    nanoseconds: dict[str, float]


@dataclass(frozen=True)
class Footprint:
    """Bytes for each instantiated variable, by contestant, for one model and size."""

    model: str
    size: int
    bytes_per_variable: dict[str, float]


def large_urn(size: int) -> tuple[Problem, World]:
    """An urn with so many draws, and the world it comes from."""
    return simulate(f"urn, {size} draws", 6.0, 2, FAITHFUL, size, SEED)


EVIDENCE: dict[str, Callable[[int], tuple[Problem, World]]] = {"urn": large_urn, "citations": citations}


def costs(seconds: float, sizes: tuple[int, ...] = SIZES) -> list[Cost]:
    """Every model, move and size, each turn taking about `seconds`."""
    found = []
    for model, makers in MODELS.items():
        for size in sizes:
            problem, world = EVIDENCE[model](size)
            runners = [make(problem, world, MOVES["number"], SEED, THIN) for make in makers]
            for move, mix in MOVES.items():
                found.append(Cost(model, move, size, nanoseconds_per_step(runners, mix, THIN, seconds)))
    return found


def footprints(sizes: tuple[int, ...] = SIZES) -> list[Footprint]:
    """Every model and size."""
    found = []
    for model, makers in MODELS.items():
        for size in sizes:
            problem, world = EVIDENCE[model](size)
            runners = [make(problem, world, MOVES["number"], SEED, 1) for make in makers]
            memories = {runner.name: runner.memory() for runner in runners}
            per_variable = {name: memory.bytes / memory.variables for name, memory in memories.items()}
            found.append(Footprint(model, size, per_variable))
    return found
