"""States carried over from one problem to another one of the same model: the same run with new evidence.

Each chain finds a first state of its own that meets the new evidence. On it a patch is made in which every variable of
the old state has its old value, unless evidence gives it another; what else the state needs is drawn. If that is
possible it is where the chain begins.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from noumena.compiler.load import load_program
from noumena.compiler.program import Program
from noumena.inference.chain import Chain
from noumena.inference.checkpoint.memory import memory_of, restore
from noumena.inference.checkpoint.saved import Saved, restore_words
from noumena.inference.state import State
from noumena.model.diagnostics import RunError
from noumena.model.types import Type
from noumena.model.values import Application, Generated, Value
from noumena.reference.variables import FunctionVariable, Variable
from noumena.runtime.kernel import access, flags, objects, variables
from noumena.runtime.world import World

Values = dict[Variable, Value]
_WORDS = 4


class Carried(NamedTuple):
    """The states of the chains of a run, and how many steps all of them had made."""

    states: Sequence[Values]
    steps: int


def states_of(saved: Saved, program: Program) -> Carried:
    """The states in a checkpoint, without what was evidence or followed from it; `program` is that of its problem."""
    restore_words(saved, program.words)
    states, steps = [], 0
    for chain in saved.chains:
        world: Any = World()
        for name, array in chain.memory.arrays.items():
            setattr(world, name, array.tolist())
        for name, value in chain.memory.scalars.items():
            setattr(world, name, value)
        state = State(program, world)
        values, observed = state.values()
        left_out = observed | state.forced().keys()
        states.append({v: x for v, x in values.items() if v not in left_out})
        steps += int(world.iteration)
    return Carried(states, steps)


class Carrier:
    """Carries states over to chains of a program that have a first state, in the Python backend's kernel."""

    def __init__(self, program: Program) -> None:
        self._program = program
        self._chain = Chain(program, load_program(program, "python"), np.random.SeedSequence(0))
        self._functions = {key: kind for kind, key in enumerate(program.problem.random)}

    def carry(self, chain: Chain, state: Values) -> bool:
        """Has a chain begin with a state as far as it can; False if it cannot, and begins with its own."""
        restore(self._chain, memory_of(chain.world))
        try:
            changed: bool = self._chain.with_room(lambda: self._change(state))
        except RunError:
            return False
        if changed:
            restore(chain, memory_of(self._chain.world))
        return changed

    def _change(self, state: Values) -> bool:
        world, start = self._chain.world, self._chain.kernel("chain", "start")
        begin, rollback = (self._chain.kernel("patch", name) for name in ("begin", "rollback"))
        world.saved[0:4] = list(world.random[0:4])
        begin(world)
        known: dict[Generated, int] = {}
        for variable, value in state.items():
            self._set(world, variable, value, known)
        if start(world, self._chain.code.module.evaluate, 0) == -math.inf:
            rollback(world)
            return False
        return True

    def _set(self, world: Any, variable: Variable, value: Value, known: dict[Generated, int]) -> None:
        problem = self._program.problem
        if isinstance(variable, FunctionVariable):
            if variable.function not in self._functions:
                return
            kind = self._functions[variable.function]
            function = problem.random[variable.function]
            given, parameters, result = variable.arguments, function.parameters, function.result
        else:
            number = problem.model.numbers[variable.application.statement]
            kind = len(self._functions) + number.index
            given, parameters, result = variable.application.generators, number.parameters, None
        words = [self._word(world, x, p.type, known) for x, p in zip(given, parameters, strict=True)]
        a, b, c, d = (int(word) for word in (*words, 0, 0, 0, 0)[:_WORDS])
        v = variables.find(world, kind, a, b, c, d)
        if v != flags.NONE and world.v_flags[v] & (flags.OBSERVED | flags.DERIVED | flags.FORCED):
            return
        word = int(value) if result is None else self._word(world, value, result, known)
        real = self._program.layout.kinds[kind].real
        access.write(world, kind, a, b, c, d, 0 if real else int(word), float(word) if real else 0.0)

    def _word(self, world: Any, value: Value, type_: Type, known: dict[Generated, int]) -> int | float:
        if type(value) is not Generated:
            return self._program.words.encode(value, type_)
        if value not in known:
            known[value] = self._object(world, value.application, value.label, known)
        return known[value]

    def _object(self, world: Any, made: Application, label: int, known: dict[Generated, int]) -> int:
        """A new identifier for one of the old state, or the object with its number where they are numbered."""
        statement = self._program.problem.model.numbers[made.statement]
        words = [
            int(self._word(world, g, p.type, known)) for g, p in zip(made.generators, statement.parameters, strict=True)
        ]
        first, second, third = [*words, flags.NONE, flags.NONE, flags.NONE][:3]
        if world.o_concrete[world.s_type[made.statement]]:
            application = objects.application_of(world, made.statement, first, second, third)
            return int(objects.concrete_object(world, application, label))
        return int(access.make_object(world, made.statement, first, second, third))
