"""The answers that generated code has recorded, as values."""

from __future__ import annotations

from typing import Any

from noumena.compiler.program import Program
from noumena.inference.kept import Kept
from noumena.model.values import Bag, Generated, MapValue, Named, Unnamed, Value


def decoded(program: Program, kept: Kept) -> list[list[Value]]:
    """For each query of the problem its values in the samples that a chain has kept."""
    names = _names(program, kept)
    columns: list[list[Value]] = []
    for q in range(len(program.problem.queries)):
        type_ = program.queries[q].query.term.type
        known: dict[Any, Value] = {}
        column: list[Value] = []
        for row, word in enumerate(kept.answers(q)):
            if word not in known:
                known[word] = program.words.decode(word, type_)
            value = known[word]
            column.append(value if _is_plain(value) else _reported(value, names[row]))
        columns.append(column)
    return columns


def _names(program: Program, kept: Kept) -> list[dict[tuple[str, int], str]]:
    """For each sample the objects that symbol evidence has named."""
    first = len(program.problem.queries)
    found: list[dict[tuple[str, int], str]] = [{} for _ in range(kept.samples)]
    for position, node in enumerate(program.queries[first:], start=first):
        for row, word in enumerate(kept.answers(position)):
            found[row].setdefault((str(node.query.term.type), word), node.query.text)
    return found


def _is_plain(value: Value) -> bool:
    return value is None or isinstance(value, bool | int | float | str)


def _reported(value: Value, names: dict[tuple[str, int], str]) -> Value:
    """A value as queries report it: generated objects by the name that symbol evidence gave them, or without (a4)."""
    if type(value) is Generated:
        name = names.get((value.type, value.label))
        return Unnamed(value.type) if name is None else Named(value.type, name)
    if type(value) is Bag:
        return Bag([_reported(x, names) for x in value])
    if type(value) is tuple:
        return tuple(_reported(x, names) for x in value)
    if type(value) is MapValue:
        return MapValue({_reported(k, names): _reported(x, names) for k, x in value.entries.items()})
    return value
