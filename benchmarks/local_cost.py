"""The work of a step of each library move, from 10³ to 10⁶ observations: it must not grow with them.

Each object has three observations, and two objects that look alike are candidates of each other, whatever the size is.
The work is counted as in `work.py`, on the Python backend.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

import noumena as nm
from benchmarks.measure import SEED
from benchmarks.problem import Problem
from benchmarks.titles.model import FAITHFUL, TITLES, NoisyCopy, rules
from benchmarks.work import Tally, Work, count
from noumena import moves
from noumena.compiler.program import compile_problem
from noumena.inference.user_chain import UserChain
from noumena.inference.user_moves import user_moves
from noumena.model.model import Problem as Asked
from noumena.model.symmetry import concrete_types
from noumena.moves.library.written import LibraryMove
from noumena.runtime.kernel.access import make_object, write
from noumena.runtime.weights import weigh_moves

SIZES = (1_000, 10_000, 100_000, 1_000_000)
STEPS = 300
OF_EACH = 3
"""Observations of an object."""
ALIKE = 2
"""Objects that look alike."""


@dataclass(frozen=True)
class Family:
    """A model: how it is asked about observations, its names, and the moves that are for it."""

    asked: Callable[[Sequence[int]], Asked]
    number: str
    attribute: str
    choice: str
    moves: Callable[[nm.Candidates], list[LibraryMove]]


def citations(seen: Sequence[int]) -> Asked:
    """The citation-like model of the other benchmarks; what is seen is the number of a title."""
    titles = np.asarray(seen) % TITLES
    stated = rules(Problem("", 2 * _objects(len(seen)), TITLES, FAITHFUL, titles))
    model = nm.Model.from_text(stated, objects={"Cit": range(len(seen))}, distributions={"NoisyCopy": NoisyCopy})
    return model.problem({"Text": titles.tolist()})


def readings(seen: Sequence[int]) -> Asked:
    """Readings of unknown sources, each with a level that is a real number."""
    stated = f"""\
type Source; type Reading;
#Source ~ Poisson({2 * _objects(len(seen))});
random Real Level(Source s) ~ Gaussian(0, 10000);
random Source From(Reading r) ~ UniformChoice({{s for Source s}});
random Real Read(Reading r) ~ Gaussian(Level(From(r)), 1);
query size({{s for Source s}});
"""
    model = nm.Model.from_text(stated, objects={"Reading": range(len(seen))})
    return model.problem({"Read": [float(level % TITLES) for level in seen]})


def _of_citations(near: nm.Candidates) -> list[LibraryMove]:
    # Those that change the clusters come last: on few observations they would change what the others find.
    return [
        moves.BirthDeath("Pub"),
        moves.FromData("Title", "PubCited", "Text"),
        moves.SwapReferrers("PubCited", candidates=near),
        moves.MoveReferrer("PubCited"),
        moves.MoveReferrer("PubCited", candidates=near),
        moves.SplitMerge("PubCited", candidates=near),
        moves.SplitMerge("PubCited", number=True, candidates=near),
    ]


def _of_readings(near: nm.Candidates) -> list[LibraryMove]:
    return [moves.Drift("Level", 0.5), moves.SplitMerge("From", candidates=near)]


FAMILIES = {
    "citations": Family(citations, "#Pub", "Title", "PubCited", _of_citations),
    "readings": Family(readings, "#Source", "Level", "From", _of_readings),
}


def costs(sizes: Sequence[int] = SIZES, steps: int = STEPS) -> list[Work]:
    """Every model, size and move; the first step of a move is not counted, as it may make room."""
    found = []
    for name, family in FAMILIES.items():
        for size in sizes:
            near = nm.blocks(d // (ALIKE * OF_EACH) for d in range(size))
            listed = family.moves(near)
            chain = _started(family, size, listed)
            tally = Tally()
            count(chain, tally)
            first = len(chain.program.moves) - len(listed)
            for k, move in enumerate(listed, first):
                weigh_moves(chain.world, [float(k == other) for other in range(len(chain.program.moves))])
                chain.advance(1)
                tally.factors = tally.words = 0
                chain.advance(steps)
                found.append(Work(name, _label(move), size, tally.factors / steps, tally.words / steps))
    return found


def _label(move: LibraryMove) -> str:
    """A move with its options."""
    options = (["number"] if getattr(move, "number", False) else []) + (
        ["candidates"] if getattr(move, "candidates", None) is not None else []
    )
    return " with ".join([type(move).__name__, " and ".join(options)] if options else [type(move).__name__])


def _objects(size: int) -> int:
    return math.ceil(size / OF_EACH)


def _started(family: Family, size: int, listed: Sequence[LibraryMove]) -> UserChain:
    """A chain with the moves, whose first state has so many observations, each with its object."""
    # One observation of each object shows something else, so that there are values from data to propose.
    asked = family.asked([d // (ALIKE * OF_EACH) + (d % OF_EACH == 0) for d in range(size)])
    program = compile_problem(asked, frozenset(concrete_types(asked)))
    made = user_moves(program, moves.Mixture(listed), "python")
    kinds = {kind.name: number for number, kind in enumerate(program.layout.kinds)}
    number, attribute, choice = (kinds[name] for name in (family.number, family.attribute, family.choice))

    def settle(w: Any) -> None:
        write(w, number, 0, 0, 0, 0, 2 * _objects(size), 0.0)
        for i in range(_objects(size)):
            o = make_object(w, 0, -1, -1, -1)
            looks = i // ALIKE % TITLES
            write(w, attribute, o, 0, 0, 0, looks, float(looks))
            for d in range(OF_EACH * i, min(OF_EACH * (i + 1), size)):
                write(w, choice, d, 0, 0, 0, o, 0.0)

    chain = made.chain(np.random.SeedSequence(SEED))
    chain.initialise(settle)
    return chain
