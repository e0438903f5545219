"""Annealing: chains whose law is p^beta, beta rising, and the most probable state that they meet.

ln p is that of the reference semantics, Eq. 4 included, of the abstract states that the chains go through: all worlds
that differ only in which of the objects alike have which number are one. Where a state has reals it is a density, and
states with fewer density factors on observed values win outright (a6). The acceptance ratio is derived in
`kernel/tempering`.

A chain notes only after how many steps it was at its best. The state is had by running the chain once more so far,
which its random numbers make the same.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field

import numpy as np

from noumena.inference.chain import Chain
from noumena.inference.examination import Examination, examine
from noumena.inference.metropolis_hastings import chain_program
from noumena.inference.state import State
from noumena.inference.user_moves import UserMoves, user_moves
from noumena.model.diagnostics import refused
from noumena.model.functions.conversions import render
from noumena.model.model import Problem
from noumena.model.recursion import deep_recursion
from noumena.moves.mixture import Defaults, Part
from noumena.reference.variables import describe

ROUNDS = 200
"""How many values beta takes in turn."""


@dataclass(frozen=True)
class Maximum:
    """The most probable state that was met: `values` of its variables by their names, evidence included, and ln p.

    `acceptance` has the share of the proposals of each move that were accepted.
    """

    log_prob: float
    values: Mapping[str, str]
    steps: int
    chains: int
    seed: int
    acceptance: Mapping[str, float] = field(repr=False)

    def __str__(self) -> str:
        head = f"ln p = {self.log_prob:.6g}, the best of {self.chains} chains of {self.steps:,} steps"
        return "\n".join([head, *(f"{name} = {value}" for name, value in self.values.items())])


@dataclass(frozen=True, slots=True)
class Schedule:
    """beta from `first` to `last` in equal ratios, over so many `steps`."""

    steps: int
    first: float
    last: float

    def __post_init__(self) -> None:
        if self.steps < 1:
            raise refused(f"steps must be at least 1, not {self.steps}", "a hundred thousand are few")
        for beta in (self.first, self.last):
            if not 0 < beta < math.inf:
                raise refused(f"beta is {beta:g}", "it must be above 0, and finite")

    def rounds(self) -> Iterator[tuple[float, int]]:
        """The values of beta, each with the number of steps after which it ends."""
        count = min(ROUNDS, self.steps)
        for r in range(count):
            raised = r / (count - 1) if count > 1 else 1.0
            yield self.first ** (1.0 - raised) * self.last**raised, (r + 1) * self.steps // count


def anneal(
    problem: Problem,
    schedule: Schedule,
    *,
    chains: int,
    seed: int,
    backend: str,
    concrete: Collection[str],
    proposer: Part | None = None,
) -> Maximum:
    """The most probable state that `chains` annealed chains meet; all their moves are on patches.

    There are no Gibbs moves among the default ones: these would be of the law p.
    """
    if chains < 1:
        raise refused(f"chains must be at least 1, not {chains}", "4 are usual")
    program = chain_program(problem, concrete, by_patch=True)
    moves = user_moves(program, Defaults() if proposer is None else proposer, backend, seed, tempered=True)
    found: tuple[tuple[int, float], int, int] | None = None
    tried = np.zeros((2, len(moves.program.moves)))
    for number in range(chains):
        chain, first = _begun(moves, seed, number)
        _run(chain, schedule, schedule.steps)
        world = chain.world
        tried += [list(counts)[: tried.shape[1]] for counts in (world.move_tried, world.move_done)]
        # The number of density factors never grows.
        key = -_examined(chain).observed_densities, first.log_prob + float(world.best)
        if found is None or key > found[0]:
            found = key, number, int(world.best_at)
    assert found is not None
    _, number, until = found
    chain, _ = _begun(moves, seed, number)
    _run(chain, schedule, until)
    best, model = _examined(chain), problem.model
    rates = np.divide(tried[1], tried[0], out=np.full(tried.shape[1], math.nan), where=tried[0] > 0)
    return Maximum(
        best.log_prob,
        {describe(v, model): render(x) for v, x in best.values.items()},
        schedule.steps,
        chains,
        seed,
        {move.name: float(rate) for move, rate in zip(moves.program.moves, rates, strict=True)},
    )


def _begun(moves: UserMoves, seed: int, number: int) -> tuple[Chain, Examination]:
    """A chain in its first state, by the seed of the run and its number."""
    chain = moves.chain(np.random.SeedSequence(seed).spawn(number + 1)[number])
    world = chain.world
    world.beta, world.tempered = 1.0, 1  # steps may be needed to find the first state
    chain.initialise()
    world.log_p = world.best = 0.0
    world.best_at = 0
    return chain, _examined(chain)


def _run(chain: Chain, schedule: Schedule, until: int) -> None:
    """Runs a chain to so many steps."""
    for beta, goal in schedule.rounds():
        chain.world.beta = beta
        chain.advance(min(goal, until) - int(chain.world.iteration))
        if goal >= until:
            return


def _examined(chain: Chain) -> Examination:
    with deep_recursion():
        return examine(State(chain.program, chain.world))
