"""A world drawn from the prior, as people read it."""

from __future__ import annotations

from itertools import islice, product

import numpy as np

from noumena.model.functions.conversions import render
from noumena.model.model import Problem, RandomFunction
from noumena.model.recursion import deep_recursion
from noumena.model.types import BOOLEAN, ObjectType
from noumena.model.values import Value
from noumena.reference.interpreter import Forward
from noumena.reference.random_source import Drawing
from noumena.reference.variables import FunctionVariable, NumberVariable, Variable, describe

_APPLICATIONS_AT_MOST = 10_000


def sample_world(problem: Problem, seed: int) -> list[tuple[str, str]]:
    """Variables in BLOG syntax and their values, in the order in which they were drawn.

    Drawn are all functions on the objects that exist, and what these read. A function of integers, timesteps and the
    like has infinitely many applications: of those only what others read. Evidence plays no part.
    """
    _, shown = drawn_world(problem, seed)
    return [(describe(v, problem.model), render(x)) for v, x in shown.items()]


def drawn_world(problem: Problem, seed: int) -> tuple[Forward, dict[Variable, Value]]:
    """The same world, and the variables that are shown of it."""
    world = Forward(problem, Drawing(np.random.default_rng(seed)))
    with deep_recursion():
        for type_ in problem.model.types:
            if not any(_is_infinite(problem, i) for i in problem.model.types[type_].statements):
                world.members(type_, {}, False)
        shown: dict[Variable, Value] = {}
        for function in problem.model.random.values():
            if not function.hidden:
                for arguments in _applications(world, function):
                    variable = FunctionVariable(function.key, arguments)
                    shown[variable] = world.get(variable)
    numbers: dict[Variable, Value] = {v: x for v, x in world.derived.items() if isinstance(v, NumberVariable)}
    return world, {**numbers, **world.values, **shown}


def _applications(world: Forward, function: RandomFunction) -> list[tuple[Value, ...]]:
    choices: list[list[Value]] = []
    for parameter in function.parameters:
        if isinstance(parameter.type, ObjectType) and parameter.type.name in _finite_types(world):
            choices.append(world.members(parameter.type.name, {}, False))
        elif parameter.type == BOOLEAN:
            choices.append([False, True])
        else:
            return []
    return list(islice(product(*choices), _APPLICATIONS_AT_MOST))


def _finite_types(world: Forward) -> set[str]:
    types = world.model.types
    return {t for t in types if not any(_is_infinite(world.problem, i) for i in types[t].statements)}


def _is_infinite(problem: Problem, index: int, seen: frozenset[int] = frozenset()) -> bool:
    """Whether a number statement has infinitely many applications: it generates over integers, time or itself."""
    if index in seen:
        return True
    for parameter in problem.model.numbers[index].parameters:
        if isinstance(parameter.type, ObjectType):
            inner = problem.model.types[parameter.type.name].statements
            if any(_is_infinite(problem, i, seen | {index}) for i in inner):
                return True
        elif parameter.type != BOOLEAN:
            return True
    return False
