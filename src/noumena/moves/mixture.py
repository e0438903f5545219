"""Which moves a chain makes, and how often: proposers, default moves by name, and all default moves, with weights.

A mixture of moves that leave the posterior as it is does so too, if which one is tried does not depend on the state
(a10): the weights are fixed when the run begins.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from noumena.model.diagnostics import refused
from noumena.moves.library.written import LibraryMove
from noumena.moves.proposer import Proposer
from noumena.moves.rows import Cycle, Repeat, Row


@dataclass(frozen=True, slots=True)
class Defaults:
    """All moves that a chain makes when nothing is said, in their own proportions."""


@dataclass(frozen=True)
class DefaultMove:
    """One of the default moves of a function; `noumena check` tells which there are for a model."""

    function: str

    @property
    def name(self) -> str:
        """The name under which the plan of a problem has it."""
        return f"{type(self).__name__}({self.function})"


class Gibbs(DefaultMove):
    """Draws one variable of a function given all others."""


class Parental(DefaultMove):
    """Draws one variable of a function, or a number, anew from its CPD."""


class Identity(DefaultMove):
    """Gives one variable of an object-valued function another object, one that is in use or a new one."""


class Number(DefaultMove):
    """Adds a small whole number to the number of objects of a type, `Number("#Pub")`, or takes it away."""


class Step(DefaultMove):
    """Adds a small whole number to one variable of an integer function, or takes it away."""


class Other(DefaultMove):
    """Gives one variable of a function with few values another one of these."""


class Walk(DefaultMove):
    """Adds a normal step of random length to one variable of a real function."""


class Mixture:
    """Moves of which each step tries one: `Mixture([SplitMerge("PubCited"), Gibbs("Title"), Defaults()], [3, 1, 1])`.

    A part is a proposer, a move of the library, a default move, all default moves, moves in a row (`Cycle`, `Repeat`),
    or a mixture again. Weights are positive; without any, all parts have the same.
    """

    def __init__(self, parts: Sequence[Part], weights: Sequence[float] | None = None) -> None:
        self.parts = tuple(parts)
        self.weights = tuple(float(w) for w in weights) if weights is not None else (1.0,) * len(self.parts)
        if not self.parts:
            raise refused("a mixture has no moves", "give it a list of at least one")
        if len(self.weights) != len(self.parts):
            seen = f"a mixture of {len(self.parts)} moves has {len(self.weights)} weights"
            raise refused(seen, "give each move one, or leave the weights out")
        for weight in self.weights:
            if not 0 < weight < math.inf:
                raise refused(f"a weight of a mixture is {weight:g}", "weights are above 0, and finite")


Written = Proposer | type[Proposer] | LibraryMove
"""One move that is the user's own, or written for the model by the library."""
Single = Written | DefaultMove | Defaults
Part = Single | Row | Mixture


def shares(given: Part) -> list[tuple[float, Single | Row]]:
    """The parts of a mixture, those of mixtures in it too, each with its share of the choices; they sum to 1.

    A proposer alone has its own `share`, and the default moves have the rest.
    """
    if isinstance(given, Mixture):
        return list(_parts(given, 1.0))
    if isinstance(given, DefaultMove | Defaults | Cycle | Repeat):
        return [(1.0, given)]
    share = getattr(given, "share", 1.0)
    if not (isinstance(share, int | float) and 0 < share <= 1):
        name = given.__name__ if isinstance(given, type) else type(given).__name__
        raise refused(f"the share of `{name}` is {share}", "it must be above 0 and at most 1")
    return [(share, given)] if share == 1 else [(share, given), (1 - share, Defaults())]


def _parts(mixture: Mixture, whole: float) -> Iterator[tuple[float, Single | Row]]:
    total = math.fsum(mixture.weights)
    for part, weight in zip(mixture.parts, mixture.weights, strict=True):
        if isinstance(part, Mixture):
            yield from _parts(part, whole * weight / total)
        else:
            yield whole * weight / total, part
