"""The names of a model as a proposer sees them: functions, types and numbers, with what each may be asked for.

A function is `world.Title`, a type `world.Pub`, the number of its objects `world.number.Pub`. Where a name stands for
several functions with equally many arguments, each is called by the types of its arguments too (`world.Grade_Pupil`);
where a type has several number statements with equally many generating objects, by their origin functions
(`world.number.Blip_Source`). A name that would hide another gets an underscore (`world.number_`).
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from noumena.model.model import Problem
from noumena.model.types import INTEGER, ObjectType, Type
from noumena.reference.evidence import plan
from noumena.reference.interpreter import Forward
from noumena.reference.random_source import Replaying
from noumena.reference.variables import FunctionVariable
from noumena.runtime.layout import Layout

WORLD_PARTS = ("number", "repeat", "weigh")
"""What stands after `world.` in every model."""


@dataclass(frozen=True, slots=True)
class FunctionEntry:
    """A random function or a number variable; `objects` has the type number of each argument, -1 for no object.

    `result` is the type number of its values, `real` whether they are; `domain` has all values if the text tells them
    and they are few. A function with a `reader(w, *arguments)` is computed where it is read; `derived` ones and those
    `observed` for all arguments cannot be set. `width` is that of its kind (`runtime/layout`).
    """

    name: str
    kind: int
    objects: tuple[int, ...]
    parameters: tuple[str, ...]
    result: int
    result_name: str
    real: bool
    derived: bool = False
    observed: bool = False
    reader: Callable[..., Any] | None = field(default=None, compare=False)
    statement: int = -1
    domain: tuple[int, ...] = ()
    width: int = 0


@dataclass(frozen=True, slots=True)
class TypeEntry:
    """A type: its number, its guaranteed objects by name, and its number statements."""

    name: str
    number: int
    guaranteed: Mapping[str, int]
    concrete: bool
    statements: tuple[FunctionEntry, ...]


Overloads = tuple[FunctionEntry, ...]
Encode = Callable[[Any, Type], int | float]


@dataclass(frozen=True)
class Table:
    """Everything that can stand after `world.`, and the problem whose names they are."""

    problem: Problem
    functions: Mapping[str, Overloads]
    types: Mapping[str, TypeEntry]
    numbers: Mapping[str, Overloads]
    by_kind: Mapping[int, FunctionEntry]
    type_names: tuple[str, ...]
    evaluate: Callable[..., float]
    """ln p of a variable of a world, by the generated code."""
    encode: Encode
    """The word that stands for a value of a type."""

    def names(self) -> list[str]:
        """What can stand after `world.`."""
        return sorted({*self.functions, *self.types, *WORLD_PARTS})


def make_table(problem: Problem, layout: Layout, module: Any, encode: Encode) -> Table:
    """The names of a problem; `module` is the generated one, of the backend that is to run the proposer."""
    type_numbers = {name: number for number, name in enumerate(problem.model.types)}
    observed = _observed(problem)
    entries: list[FunctionEntry] = []
    functions: dict[str, list[FunctionEntry]] = {}
    for kind, (key, function) in enumerate(problem.random.items()):
        parameters = [p.type for p in function.parameters]
        inlined = not hasattr(module, f"evaluate_{kind}")
        entry = FunctionEntry(
            function.name,
            kind,
            tuple(_object(t, type_numbers) for t in parameters),
            tuple(map(str, parameters)),
            _object(function.result, type_numbers),
            str(function.result),
            layout.kinds[kind].real,
            derived=not layout.kinds[kind].listed,
            observed=_all_observed(problem, parameters, observed.get(key, set())),
            reader=getattr(module, f"read_{kind}") if inlined else None,
            domain=layout.kinds[kind].domain,
            width=layout.kinds[kind].width,
        )
        entries.append(entry)
        if not function.hidden:
            functions.setdefault(function.name, []).append(entry)
    numbers: dict[str, list[FunctionEntry]] = {}
    suffixes: dict[int, str] = {}
    for statement in problem.model.numbers:
        parameters = [p.type for p in statement.parameters]
        entry = FunctionEntry(
            statement.type,
            len(entries),
            tuple(_object(t, type_numbers) for t in parameters),
            tuple(map(str, parameters)),
            -1,
            str(INTEGER),
            False,
            statement=statement.index,
            width=layout.kinds[len(entries)].width,
        )
        suffixes[entry.kind] = "_".join(problem.model.origins[o].name for o in statement.origins)
        entries.append(entry)
        numbers.setdefault(statement.type, []).append(entry)
    types = {}
    for name, declared in problem.model.types.items():
        guaranteed = {str(o): position for position, o in enumerate(declared.guaranteed)}
        concrete = layout.types[type_numbers[name]].concrete
        types[name] = TypeEntry(name, type_numbers[name], guaranteed, concrete, tuple(numbers.get(name, ())))
    taken = {*WORLD_PARTS, *types}
    by_types = {e.kind: "_".join(e.parameters) for e in entries}
    named = {f"{n}_" if n in taken else n: found for n, found in functions.items()}
    return Table(
        problem,
        _separated(named, by_types),
        types,
        _separated(numbers, suffixes),
        {e.kind: e for e in entries},
        tuple(problem.model.types),
        module.evaluate,
        encode,
    )


def _separated(found: Mapping[str, list[FunctionEntry]], suffixes: Mapping[int, str]) -> dict[str, Overloads]:
    """The entries under their names, and those that only the types of their arguments tell apart under longer ones."""
    result: dict[str, Overloads] = {}
    for name, entries in found.items():
        alone = []
        for entry in entries:
            if sum(len(e.objects) == len(entry.objects) for e in entries) == 1:
                alone.append(entry)
            else:
                result[f"{name}_{suffixes[entry.kind]}"] = (entry,)
        if alone:
            result[name] = tuple(alone)
    return result


def _object(type_: Type, numbers: Mapping[str, int]) -> int:
    return numbers[type_.name] if isinstance(type_, ObjectType) else -1


def _observed(problem: Problem) -> dict[str, set[tuple[Any, ...]]]:
    """For each function the arguments for which evidence gives its value."""
    found: dict[str, set[tuple[Any, ...]]] = {}
    for variable in plan(problem, Forward(problem, Replaying(()))).observed:
        if isinstance(variable, FunctionVariable):
            found.setdefault(variable.function, set()).add(tuple(variable.arguments))
    return found


def _all_observed(problem: Problem, parameters: Iterable[Type], observed: set[tuple[Any, ...]]) -> bool:
    """Whether evidence gives the value of a function for all arguments that there can be."""
    domains = []
    for type_ in parameters:
        if not isinstance(type_, ObjectType) or problem.model.types[type_.name].statements:
            return False
        domains.append(problem.model.types[type_.name].guaranteed)
    return bool(observed) and all(row in observed for row in itertools.product(*domains))
