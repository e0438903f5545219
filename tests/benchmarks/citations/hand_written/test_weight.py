"""The hand-written sampler has the engine's model: along chains of the engine, ln p differs by the same amounts."""

from __future__ import annotations

import ast
import importlib.util
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import benchmarks
from noumena.domains.citations.matching import citation_problem, mixture
from noumena.inference.metropolis_hastings import chain_program
from noumena.inference.state import State
from noumena.inference.user_moves import user_moves
from noumena.model.values import Guaranteed
from noumena.reference.instantiation import Instantiation
from noumena.reference.variables import FunctionVariable
from tests.benchmarks.citations.hand_written.plain_world import Models, PlainWorld, log_weight
from tests.benchmarks.citations.hand_written.small_set import sampler, small_set, world_of


def models_of(distributions: dict[str, Any]) -> Models:
    """ln p by the names of the distributions."""
    made = {name: given() if isinstance(given, type) else given for name, given in distributions.items()}
    return {name: given.log_prob for name, given in made.items()}


def plain(state: Instantiation, citations: int) -> PlainWorld:
    """A state of the engine in dictionaries."""
    found = PlainWorld(citations)
    for variable, value in state.values.items():
        held: Any = value.position if isinstance(value, Guaranteed) else value
        if isinstance(variable, FunctionVariable):
            if variable.function in vars(found):
                given = tuple(a.position if isinstance(a, Guaranteed) else a for a in variable.arguments)
                getattr(found, variable.function)[given if len(given) > 1 else given[0]] = held
        elif variable.application.type == "Pub":
            (fame,) = variable.application.generators
            assert isinstance(fame, Guaranteed)
            found.number.Pub[fame.position] = held
        else:
            getattr(found.number, variable.application.type)[()] = held
    return found


def test_both_begin_alike_and_along_a_chain_of_the_engine_ln_p_is_that_of_the_states() -> None:
    given = small_set()
    program = chain_program(citation_problem(given.texts, given.known), ())
    moves = user_moves(program, mixture(given.data), "python", 1)
    chain = moves.chain(np.random.SeedSequence(2))
    chain.initialise()
    models, constants, seen = models_of(given.known.distributions), [], []
    for _ in range(4):
        state = State(moves.program, chain.world).instantiation()
        world = plain(state, len(given.texts))
        seen.append(world.canonical())
        constants.append(state.log_prob() - log_weight(world, given.texts, models))
        chain.advance(80)
    assert len({str(state) for state in seen}) == len(seen)
    assert constants == pytest.approx([0.0] * len(constants), abs=1e-8)
    with np.errstate(over="ignore"):  # words of 64 bits wrap around
        assert world_of(sampler(given, models, 3)).canonical() == seen[0]


def test_nothing_is_imported_from_noumena() -> None:
    folder = Path(benchmarks.__file__ or "").parent / "citations" / "hand_written"
    files = sorted(folder.rglob("*.py"))
    assert len(files) > 5
    checked: set[Path] = set()
    while files:
        path = files.pop()
        checked.add(path)
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            assert not (isinstance(node, ast.ImportFrom) and node.level), path
            names = [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            names += [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            for name in names:
                assert name.split(".")[0] != "noumena", f"{path} imports {name}"
                assert name not in ("importlib", "sys"), f"{path} could import anything by {name}"
                if name.split(".")[0] == "benchmarks":
                    found = importlib.util.find_spec(name)
                    assert found is not None
                    assert found.origin is not None
                    files += [Path(found.origin)] if Path(found.origin) not in checked else []
