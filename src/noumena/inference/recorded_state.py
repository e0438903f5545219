"""A state of a chain taken down, so that the chain may go on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any

import numpy as np

from noumena.compiler.program import Program
from noumena.inference.examination import text_of
from noumena.inference.state import State, renamed, renamed_variable
from noumena.model.model import Model
from noumena.model.values import Generated, Value
from noumena.reference.variables import Variable, objects_in, objects_of

_OF_VARIABLES = ("v_kind", "v_a", "v_b", "v_c", "v_d", "v_int", "v_real", "v_flags", "v_owner", "v_next")
_OF_OBJECTS = ("o_base", "o_concrete", "o_application", "o_label")
_OF_APPLICATIONS = ("a_statement", "a_first", "a_second", "a_third")


@dataclass(frozen=True, slots=True)
class RecordedState:
    """What `State` reads of a world, copied; ln p of the state, its observed densities, and which sample it was."""

    world: Any
    log_joint: float
    densities: int
    sample: int


@dataclass(frozen=True, slots=True)
class BestState:
    """The most probable of the states that chains have recorded, in the words of the model.

    `values` are those of its variables, `observed` those of them that are evidence outright, `evidence` all of it as it
    was written. Of unnumbered objects the labels count from 1 in the order in which the variables mention them.
    """

    model: Model
    log_joint: float
    chain: int
    sample: int
    values: Mapping[Variable, Value]
    observed: frozenset[Variable]
    evidence: tuple[str, ...]


def as_recorded(world: Any, sample: int) -> RecordedState:
    """The state that a world holds between two steps."""
    parts = {name: np.array(getattr(world, name)[: world.v_top]) for name in _OF_VARIABLES}
    parts |= {name: np.array(getattr(world, name)) for name in _OF_OBJECTS}
    parts |= {name: np.array(getattr(world, name)[: world.a_top]) for name in _OF_APPLICATIONS}
    copied = SimpleNamespace(v_top=int(world.v_top), v_free=int(world.v_free), **parts)
    return RecordedState(copied, float(world.best_joint), int(world.best_densities), sample)


def arrays_of(recorded: RecordedState) -> dict[str, Any]:
    """The arrays of a recorded state, by their names."""
    return {name: getattr(recorded.world, name) for name in (*_OF_VARIABLES, *_OF_OBJECTS, *_OF_APPLICATIONS)}


def numbers_of(recorded: RecordedState) -> list[Any]:
    """All else of it."""
    return [recorded.world.v_top, recorded.world.v_free, recorded.log_joint, recorded.densities, recorded.sample]


def recorded_of(numbers: Sequence[Any], arrays: Mapping[str, Any]) -> RecordedState:
    """The recorded state that these are of; `ValueError` if they are of none."""
    top, free, log_joint, densities, sample = numbers
    if arrays.keys() != {*_OF_VARIABLES, *_OF_OBJECTS, *_OF_APPLICATIONS}:
        raise ValueError("the most probable state is not whole")
    return RecordedState(SimpleNamespace(v_top=top, v_free=free, **arrays), log_joint, densities, sample)


def best_state(program: Program, recorded: Mapping[int, RecordedState]) -> BestState | None:
    """The best of the states that chains, by their numbers, have recorded; fewer observed densities win (a6)."""
    if not recorded:
        return None
    chain = max(recorded, key=lambda c: (-recorded[c].densities, recorded[c].log_joint))
    best = recorded[chain]
    state = State(program, best.world)
    _, observed = state.values()
    values = state.instantiation().values
    concrete = {t.name for t in program.layout.types if t.concrete}
    labels = _labels(values, concrete)
    problem = program.problem
    return BestState(
        problem.model,
        best.log_joint,
        chain,
        best.sample,
        {renamed_variable(v, labels): renamed(x, labels) for v, x in values.items()},
        frozenset(renamed_variable(v, labels) for v in observed if v in values),
        tuple(map(text_of, problem.evidence)),
    )


def _labels(values: Mapping[Variable, Value], concrete: set[str]) -> dict[Generated, int]:
    """Numbers from 1 for the identifiers of each application."""
    found: dict[Generated, int] = {}
    counts: dict[Any, int] = {}
    for variable, value in values.items():
        for made in (*objects_of(variable), *objects_in(value)):
            if made not in found and made.type not in concrete:
                counts[made.application] = found[made] = counts.get(made.application, 0) + 1
    return found
