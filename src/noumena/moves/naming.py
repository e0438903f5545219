"""Variables and objects of a world as terms of the model, in messages about moves."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from noumena.moves.table import FunctionEntry, Table


def variable_of(table: Table, world: Any, v: int) -> str:
    """A variable of a world as a term of the model, identifiers as `Pub 7`."""
    entry = table.by_kind[int(world.v_kind[v])]
    return application(table, entry, [int(world.v_a[v]), int(world.v_b[v]), int(world.v_c[v]), int(world.v_d[v])])


def application(table: Table, entry: FunctionEntry, words: Sequence[int]) -> str:
    """A function of some arguments as a term of the model."""
    name = f"#{entry.name}" if entry.statement >= 0 else entry.name
    if not entry.objects:
        return name
    arguments = zip(words, entry.objects, entry.parameters, strict=False)
    return f"{name}({', '.join(object_name(table, word, t, p) for word, t, p in arguments)})"


def object_name(table: Table, word: int, type_: int, parameter: str) -> str:
    """An argument or value by its name, an identifier as `Pub 7`."""
    if type_ < 0:
        return f"@{word}" if parameter == "Timestep" else str(word)
    names = list(table.types[table.type_names[type_]].guaranteed)
    return names[word] if 0 <= word < len(names) else f"{parameter} {word}"
