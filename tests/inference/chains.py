"""Chains for tests, and what their exact transition matrices lead to."""

from __future__ import annotations

import functools
from collections.abc import Callable, Collection, Iterable
from typing import Any

import numpy as np
import pytest

from noumena.compiler.load import load_program
from noumena.compiler.program import compile_problem
from noumena.inference.chain import Chain
from noumena.inference.transitions import Canonical, Kernel, explore
from noumena.model.model import Problem
from noumena.model.symmetry import concrete_types
from noumena.runtime.kernel import moves

Applied = tuple[str | Callable[[Any, int], float], str | int]
"""A move, by its name in the kernel or as a function, and what it is applied to."""


def made(
    asked: Problem, seed: int = 1, concrete: Collection[str] | None = (), backend: str = "python", first: bool = True
) -> Chain:
    """A chain with a first state; objects of the types in `concrete` are numbered too, with None those of no type."""
    numbered = frozenset() if concrete is None else frozenset(concrete_types(asked)) | frozenset(concrete)
    program = compile_problem(asked, numbered)
    chain = Chain(program, load_program(program, backend), np.random.SeedSequence(seed))
    if first:
        chain.initialise()
    return chain


def abstract_types(asked: Problem) -> list[str]:
    """The types with generated objects that need not be numbered."""
    concrete = concrete_types(asked)
    return [name for name, type_ in asked.model.types.items() if type_.statements and name not in concrete]


def kernels(chain: Chain, monkeypatch: pytest.MonkeyPatch, most: int = 2) -> dict[str, Kernel]:
    """The exact matrix of each default move; those that draw several variables draw at most `most`, or are left out."""
    if hasattr(chain.code.module, "several"):
        fewer = functools.partial(_several, most)
        monkeypatch.setattr(chain.code.module, "several", fewer)
    numbers = [k for k, move in enumerate(chain.program.moves) if move.function != "several" or most >= 2]
    found = explore(chain, chain.code.module, numbers)
    return {f"{k} {chain.program.moves[k].name}": kernel for k, kernel in zip(numbers, found, strict=True)}


def chosen_kernels(chain: Chain, monkeypatch: pytest.MonkeyPatch, wanted: Iterable[Applied]) -> list[Kernel]:
    """The exact matrices of moves of the kernel or of a test, each applied to the function of a name or to a number."""
    names = [kind.name for kind in chain.program.layout.kinds]
    listed = [(function, names.index(to) if isinstance(to, str) else to) for function, to in wanted]

    def propose(world: object, k: int) -> float:
        function, to = listed[k]
        result: float = on_a_patch(function, world, to) if isinstance(function, str) else function(world, to)
        return result

    monkeypatch.setattr(chain.code.module, "propose", propose)
    chain.world.move_direct = [0] * len(listed)
    return explore(chain, chain.code.module, list(range(len(listed))))


def on_a_patch(move: str, world: Any, to: int) -> float:
    """A default move, carried out on a patch even where it needs none."""
    if move == "several":
        return moves.several(world, to)
    v = getattr(moves, f"choose_{'any' if move == 'parental' else move}")(world, to)
    verb = {"parental": moves.draw_by_patch, "identity": moves.refer_by_patch}.get(move, moves.set_by_patch)
    return verb(world, v)


def _several(most: int, world: object, _: int) -> float:
    return moves.several(world, most)  # type: ignore[arg-type]  # a world of the Python backend


def stationary(found: Iterable[Kernel], asked: Callable[[Canonical], object]) -> dict[object, float]:
    """The law of a function of the state after infinitely many steps, each with one of the moves, all alike often."""
    listed = list(found)
    size = len(listed[0].states)
    matrix = np.zeros((size, size))
    for kernel in listed:
        for start, row in enumerate(kernel.matrix):
            for end, probability in row.items():
                matrix[start, end] += probability / len(listed)
    # π (T - 1) = 0 and Σ π = 1, by least squares.
    system = np.vstack([matrix.T - np.eye(size), np.ones(size)])
    law, *_ = np.linalg.lstsq(system, np.append(np.zeros(size), 1.0), rcond=None)
    answer: dict[object, float] = {}
    for state, probability in zip(listed[0].states, law, strict=True):
        answer[asked(state)] = answer.get(asked(state), 0.0) + float(probability)
    return answer
