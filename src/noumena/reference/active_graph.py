"""The active graph of a world drawn from the prior: which variables each one reads there (Def. 5)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from noumena.model.functions.conversions import render
from noumena.model.model import Problem
from noumena.model.recursion import deep_recursion
from noumena.reference.sample_world import drawn_world
from noumena.reference.variables import describe


@dataclass(frozen=True)
class ActiveGraph:
    """Variables in BLOG syntax with their values, and for each the variables it reads, derived ones read through."""

    values: Mapping[str, str]
    parents: Mapping[str, list[str]]


def active_graph(problem: Problem, seed: int) -> ActiveGraph:
    """The graph of the world that `sample_world` draws; evidence plays no part."""
    world, _ = drawn_world(problem, seed)
    names = {variable: describe(variable, problem.model) for variable in world.values}
    values = {names[variable]: render(value) for variable, value in world.values.items()}
    parents = {}
    with deep_recursion():
        for variable, name in names.items():
            world.reads, world.derived = set(), {}  # what is derived must be read again, to see through it
            world.leaf(variable)
            parents[name] = [names[read] for read in names if read in world.reads]
    return ActiveGraph(values, parents)
