"""How tests of proposers make programs and chains."""

from __future__ import annotations

from collections.abc import Collection

import numpy as np

from noumena.compiler.program import Program, compile_problem
from noumena.inference.chain import Chain
from noumena.inference.transitions import explore, invariance
from noumena.inference.user_moves import UserMoves, user_moves
from noumena.model.symmetry import concrete_types
from noumena.moves.library.written import GivenMove
from tests.asking import model_problem, problem


def program_of(model: str, concrete: Collection[str] = ()) -> Program:
    """The program of a file in `tests/models`, or of a text."""
    stated = problem(model) if ";" in model else model_problem(model)
    return compile_problem(stated, frozenset(concrete_types(stated)) | frozenset(concrete))


def moves_of(model: str, proposer: GivenMove, backend: str = "python", concrete: Collection[str] = ()) -> UserMoves:
    """A proposer as a move of a model."""
    return user_moves(program_of(model, concrete), proposer, backend)


def started(moves: UserMoves, seed: int = 1) -> Chain:
    """A chain with its first state."""
    chain = moves.chain(np.random.SeedSequence(seed))
    chain.initialise()
    return chain


def trace(moves: UserMoves, steps: int = 300) -> tuple[list[tuple[object, ...]], int]:
    """All variables and the random stream after every five steps, and how often the proposer was accepted."""
    chain = started(moves)
    found: list[tuple[object, ...]] = []
    for _ in range(steps // 5):
        chain.advance(5)
        w = chain.world
        found.append((*map(int, w.v_int[: w.v_top]), *map(float, w.v_real[: w.v_top]), *map(int, w.random[:4])))
    return found, int(chain.world.move_done[len(moves.program.moves) - 1])


def wrongness(moves: UserMoves) -> float:
    """How far the proposer is from leaving the posterior as it is, over all states that parental moves can reach."""
    chain = started(moves)
    names = [m.name for m in moves.program.moves]
    chosen = [k for k, name in enumerate(names) if name.startswith("Parental")]
    return max(invariance(kernel) for kernel in explore(chain, chain.code.module, [len(names) - 1, *chosen]))
