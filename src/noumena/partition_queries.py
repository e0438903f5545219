"""What to ask for the partition that a function makes of guaranteed objects: each of its applications to them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import product

from noumena.language.context import suggestion
from noumena.language.load import Loaded
from noumena.model.diagnostics import refused
from noumena.model.model import Model, Query, RandomFunction
from noumena.model.types import ObjectType

MOST_ITEMS = 20_000


def partition_queries(loaded: Loaded, functions: Sequence[str]) -> Iterator[Query]:
    """A query for each application of these functions; `BlogError` for one whose values are not objects."""
    for name in functions:
        function = _function(loaded.model, name)
        items = list(product(*(_guaranteed(loaded.model, function, k) for k in range(len(function.parameters)))))
        if not 1 <= len(items) <= MOST_ITEMS or not function.parameters:
            hint = f"there must be between 1 and {MOST_ITEMS:,} applications"
            raise refused(f"`{name}` has {len(items):,} applications to guaranteed objects", hint)
        texts = [f"{name}({', '.join(arguments)})" for arguments in items]
        for query in loaded.problem(None, texts).queries:
            yield replace(query, partition=name)


def _function(model: Model, name: str) -> RandomFunction:
    known = [f for f in model.random.values() if f.name == name and not f.hidden]
    if not known:
        near = suggestion(name, [f.name for f in model.random.values() if not f.hidden])
        raise refused(f"the model has no random function `{name}`", near or "co-reference is that of a function")
    if not isinstance(known[0].result, ObjectType):
        raise refused(f"the values of `{name}` are of type {known[0].result}", "co-reference is that of objects")
    return known[0]


def _guaranteed(model: Model, function: RandomFunction, k: int) -> list[str]:
    """The names of the guaranteed objects that a parameter may be."""
    type_ = function.parameters[k].type
    if not isinstance(type_, ObjectType):
        raise refused(f"`{function.name}` takes {type_}", "co-reference is that of functions of guaranteed objects")
    return [str(made) for made in model.types[type_.name].guaranteed]
