"""For which functions the plan has split-merge moves (`kernel/split_merge`): those whose variables it can count.

The values are objects of an abstract type with one number statement, which generate no others. What refers to such
objects must be the same before and after the move: see `model/steadiness`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from noumena.model.model import Problem
from noumena.model.steadiness import unsteady, unsteady_in_number
from noumena.model.types import ObjectType
from noumena.runtime.layout import KindLayout


class Split(NamedTuple):
    """A function by its kind, and the kind of the number variable that goes along, or -1."""

    kind: int
    number: int


def splits(problem: Problem, keys: Sequence[str], kinds: Sequence[KindLayout], moved: set[int]) -> Iterator[Split]:
    """The split-merge moves that there are for functions of which there is more than one variable to move."""
    for kind in sorted(moved & set(range(len(keys)))):
        function = problem.random[keys[kind]]
        if kinds[kind].single < 0 or not function.parameters or not isinstance(function.result, ObjectType):
            continue
        type_ = function.result
        if any(p.type == type_ for n in problem.model.numbers for p in n.parameters):
            continue
        referring = [key for k, key in enumerate(keys) if kinds[k].listed and problem.random[key].result == type_]
        if unsteady(problem, referring, [keys[kind]]):
            continue
        yield Split(kind, -1)
        number = len(keys) + kinds[kind].single
        if number in moved and not unsteady_in_number(problem, referring, [keys[kind]], type_.name):
            yield Split(kind, number)
