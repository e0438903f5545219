"""The state of a chain in the terms of the reference semantics, to be looked at, compared and checked."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import permutations, product
from typing import Any

from noumena.compiler.program import Program
from noumena.model.model import Evidence
from noumena.model.types import INTEGER, ObjectType, Type
from noumena.model.values import Application, Bag, Generated, MapValue, Value
from noumena.reference.instantiation import Instantiation
from noumena.reference.variables import FunctionVariable, NumberVariable, Variable
from noumena.runtime.kernel import flags


class State:
    """Reads a world: variables in the words of the model, objects as identifiers or numbered ones."""

    def __init__(self, program: Program, world: Any) -> None:
        self._program = program
        self._world = world
        self._types = list(program.problem.model.types)
        self._functions = list(program.problem.random)
        terms = [o for o in program.observations if o.kind >= program.layout.first_evidence]
        self._terms = {(o.kind, o.arguments[0]): o.evidence for o in terms}

    def instantiation(self) -> Instantiation:
        """The partial instantiation that the world holds; derived values and other nodes are left out."""
        values, observed = self.values()
        concrete = frozenset(t.name for t in self._program.layout.types if t.concrete)
        whole = Instantiation(self._program.problem, values, concrete)
        # A variable may be evidence and yet have a deterministic leaf in this state.
        kept = {v: x for v, x in values.items() if v not in observed or not whole.is_derived(v)}
        return Instantiation(self._program.problem, kept, concrete)

    def values(self) -> tuple[dict[Variable, Value], set[Variable]]:
        """The variables with values of their own, and those of them that are evidence; in a patch, of the new state."""
        world, layout = self._world, self._program.layout
        values: dict[Variable, Value] = {}
        observed: set[Variable] = set()
        for v in self.variables():
            if world.v_kind[v] < layout.first_shared and not world.v_flags[v] & (flags.DERIVED | flags.SUSPENDED):
                variable = self.variable(v)
                values[variable] = self.value(v)
                if world.v_flags[v] & flags.OBSERVED:
                    observed.add(variable)
        return values, observed

    def forced(self) -> dict[Variable, Evidence]:
        """The variables that evidence terms are solved for, with that evidence."""
        world = self._world
        found: dict[Variable, Evidence] = {}
        for v in self.variables():
            owner = int(world.v_owner[v])
            if world.v_flags[v] & (flags.FORCED | flags.SUSPENDED) == flags.FORCED and self._is_term(owner):
                found[self.variable(v)] = self.evidence(owner)
        return found

    def _is_term(self, v: int) -> bool:
        world = self._world
        return v >= 0 and (int(world.v_kind[v]), int(world.v_a[v])) in self._terms

    def evidence(self, v: int) -> Evidence:
        """The evidence whose term a node is."""
        world = self._world
        return self._terms[int(world.v_kind[v]), int(world.v_a[v])]

    def variables(self) -> list[int]:
        """The variables in use, by their numbers."""
        world = self._world
        free = set()
        v = world.v_free
        while v != flags.NONE:
            free.add(int(v))
            v = world.v_next[v]
        return [v for v in range(world.v_top) if v not in free and world.v_kind[v] != flags.NONE]

    def variable(self, v: int) -> Variable:
        """The basic variable that a number stands for."""
        world, problem = self._world, self._program.problem
        kind = int(world.v_kind[v])
        words = (world.v_a[v], world.v_b[v], world.v_c[v], world.v_d[v])
        if kind < len(self._functions):
            key = self._functions[kind]
            parameters = problem.random[key].parameters
            return FunctionVariable(key, self._decoded(words, [p.type for p in parameters]))
        statement = problem.model.numbers[kind - len(self._functions)]
        generators = self._decoded(words, [p.type for p in statement.parameters])
        return NumberVariable(Application(statement.type, statement.index, generators))

    def _decoded(self, words: tuple[Any, ...], types: list[Type]) -> tuple[Value, ...]:
        return tuple(self.decode(word, t) for word, t in zip(words, types, strict=False))

    def value(self, v: int) -> Value:
        """The value of a variable."""
        kind = int(self._world.v_kind[v])
        if kind >= len(self._functions):
            number = int(self._world.v_int[v])
            return self._program.words.decode(number, INTEGER)
        type_ = self._program.problem.random[self._functions[kind]].result
        return self.decode(
            self._world.v_real[v] if self._program.layout.kinds[kind].real else self._world.v_int[v], type_
        )

    def decode(self, word: Any, type_: Type) -> Value:
        """The value of a word, objects with their applications."""
        value = self._program.words.decode(word, type_)
        return self._object(value, type_) if type(value) is Generated else value

    def _object(self, made: Generated, type_: Type) -> Generated:
        assert isinstance(type_, ObjectType)
        world, t = self._world, self._types.index(type_.name)
        at = world.o_base[t] + made.label
        a = int(world.o_application[at])
        statement = self._program.problem.model.numbers[int(world.a_statement[a])]
        words = (world.a_first[a], world.a_second[a], world.a_third[a])
        generators = self._decoded(words, [p.type for p in statement.parameters])
        application = Application(type_.name, statement.index, generators)
        return Generated(application, int(world.o_label[at]) if world.o_concrete[t] else made.label)


def canonical(instantiation: Instantiation) -> frozenset[tuple[Variable, Value]]:
    """The same for any two instantiations that differ only in the labels of identifiers; for small worlds.

    Of all ways to number the identifiers of each type, the one whose text is least.
    """
    by_type: dict[str, list[Generated]] = {}
    for identifiers in instantiation.identifiers().values():
        for made in identifiers:
            by_type.setdefault(made.type, []).append(made)
    choices = [
        [dict(zip(ids, order, strict=True)) for order in permutations(range(len(ids)))] for ids in by_type.values()
    ]
    best: tuple[list[str], frozenset[tuple[Variable, Value]]] | None = None
    for combination in product(*choices):
        labels = {made: label for numbering in combination for made, label in numbering.items()}
        found = frozenset((renamed_variable(v, labels), renamed(x, labels)) for v, x in instantiation.values.items())
        text = sorted(map(repr, found))
        if best is None or text < best[0]:
            best = text, found
    assert best is not None
    return best[1]


def renamed_variable(variable: Variable, labels: Mapping[Generated, int]) -> Variable:
    """The variable with other labels of the objects that it is about."""
    if isinstance(variable, FunctionVariable):
        return FunctionVariable(variable.function, tuple(renamed(a, labels) for a in variable.arguments))
    a = variable.application
    return NumberVariable(Application(a.type, a.statement, tuple(renamed(g, labels) for g in a.generators)))


def renamed(value: Value, labels: Mapping[Generated, int]) -> Value:
    """The value with other labels of the objects in it; those that have none keep theirs."""
    if type(value) is Generated:
        a = value.application
        application = Application(a.type, a.statement, tuple(renamed(g, labels) for g in a.generators))
        return Generated(application, labels.get(value, value.label))
    if type(value) is Bag:
        return Bag([renamed(x, labels) for x in value])
    if type(value) is tuple:
        return tuple(renamed(x, labels) for x in value)
    if type(value) is MapValue:
        return MapValue({renamed(k, labels): renamed(x, labels) for k, x in value.entries.items()})
    return value
