"""What a proposer does before the first step: it looks at model and evidence, and changes the first state.

`initialise` is run once for each run, before anything is compiled, so that what it makes of the evidence is data of the
compiled move. `first_state` is run once for each chain, on top of the state that the engine has found.
"""

from __future__ import annotations

import types
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from noumena.compiler.program import Program
from noumena.model.functions.conversions import render
from noumena.model.model import Evidence
from noumena.model.types import BOOLEAN, INTEGER, REAL, TIMESTEP, ObjectType
from noumena.model.values import Value
from noumena.moves.interpreted import located
from noumena.moves.messages import DERIVED_HINT, fault_complaint
from noumena.moves.naming import variable_of
from noumena.moves.proposer import Proposer
from noumena.moves.table import Table
from noumena.moves.views import Rng
from noumena.moves.wording import Complaint, Misuse, suggestion
from noumena.reference.evidence import plan
from noumena.reference.interpreter import Forward
from noumena.reference.random_source import Replaying
from noumena.reference.variables import FunctionVariable
from noumena.runtime import storage
from noumena.runtime.faults import Fault
from noumena.runtime.kernel import access, flags
from noumena.runtime.streams import seed_words
from noumena.runtime.world import World

_OWN_STREAM = 2**32 - 1
"""Chains have the numbers from 0 up; this one is out of their reach, so that their random numbers stay as they are."""

Index = int | tuple[int, ...]


class Observed(dict[str, Mapping[Index, Value]]):
    """For each function, by its name after `world.`, the observed values by the index that a view would take."""

    def __missing__(self, name: str) -> Mapping[Index, Value]:
        raise Misuse(Complaint(f"the model has no random function `{name}`", suggestion(name, self)))


def initialise(proposer: Proposer, program: Program, table: Table, seed: int) -> None:
    """Runs a proposer's `initialise`, if it has one; `RunError` with the line for whatever goes wrong in it."""
    function = type(proposer).initialise
    if function is Proposer.initialise:
        return  # to list the evidence for nobody costs as much as to load it
    assert isinstance(function, types.FunctionType)
    stream = World()
    stream.stream = stream.way = 0
    stream.random = seed_words(np.random.SeedSequence(seed, spawn_key=(_OWN_STREAM,)))
    stream.g_int = [0] * storage.HOST_WORDS
    try:
        proposer.initialise(program.problem.model, observed(program, table), Rng(stream, access))
    except Misuse as error:
        raise located(function, error.complaint, error) from None
    except Fault as error:
        complaint = fault_complaint(table, stream)
        assert complaint is not None
        named = complaint.message.replace("the move", "`initialise`")
        raise located(function, Complaint(named, "there must be something to choose from"), error) from None
    except Exception as error:
        complaint = Complaint(f"`initialise` raised {type(error).__name__}: {error}")
        raise located(function, complaint, error) from error


def observed(program: Program, table: Table) -> Observed:
    """The variables that evidence gives a value, whatever the world is.

    Numbers, truth values and objects are as in views; strings, sets and matrices are Python's, which views have as
    numbers only.
    """
    problem, words = program.problem, program.words
    kinds = {key: kind for kind, key in enumerate(problem.random)}
    names = {entry.kind: name for name, entries in table.functions.items() for entry in entries}
    found: dict[str, dict[Index, Value]] = {name: {} for name in table.functions}
    for variable, evidence in plan(problem, Forward(problem, Replaying(()))).observed.items():
        if not isinstance(variable, FunctionVariable) or kinds[variable.function] not in names:
            continue
        function = problem.random[variable.function]
        given = zip(variable.arguments, function.parameters, strict=True)
        index = tuple(int(words.encode(argument, p.type)) for argument, p in given)
        is_word = function.result in (BOOLEAN, INTEGER, REAL, TIMESTEP) or isinstance(function.result, ObjectType)
        value = words.encode(evidence.value, function.result) if is_word else evidence.value
        found[names[kinds[variable.function]]][index[0] if len(index) == 1 else index] = value
    return Observed(found)


def impossible(world: Any, table: Table, evidence_on: Callable[[int], Evidence]) -> Complaint:
    """Why a state that `first_state` has made has probability 0; `evidence_on` is the evidence on a variable or term.

    To be called before the patch is taken back.
    """
    for v in (int(world.n_variable[n]) for n in reversed(range(int(world.n_top)))):
        if v == flags.NONE:
            continue
        held = int(world.v_flags[v])
        if held & flags.DERIVED and held & flags.SET:
            return Complaint(f"`first_state` sets {variable_of(table, world, v)}, which is derived in it", DERIVED_HINT)
        if world.v_score[v] != -np.inf:
            continue
        if world.v_kind[v] >= world.first_evidence:
            text = " ".join(evidence_on(v).span.text.split())
            return Complaint(f"the evidence `{text}` does not hold in the state that `first_state` has made", _HINT)
        name = variable_of(table, world, v)
        if held & flags.OBSERVED:
            value = render(evidence_on(v).value)
            return Complaint(f"{name} cannot be {value}, its evidence, in the state that `first_state` has made", _HINT)
        return Complaint(f"`first_state` gives {name} a value of probability 0")
    hint = "are there as many objects as the state refers to?"
    return Complaint("the state that `first_state` has made has probability 0", hint)


_HINT = "the engine's own first state meets all evidence; change only what keeps to it"
