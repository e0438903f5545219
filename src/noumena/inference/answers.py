"""The answers that generated code has recorded, as values."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from noumena.compiler.program import Program
from noumena.inference.kept import Kept
from noumena.model.values import Bag, Generated, MapValue, Named, Unnamed, Value
from noumena.runtime.world import NULL


def decoded(program: Program, kept: Kept) -> list[list[Value]]:
    """For each query of the problem that is about no partition its values in the samples that a chain has kept."""
    names = _names(program, kept)
    columns: list[list[Value]] = []
    for q, query in enumerate(program.problem.queries):
        if query.partition:
            continue
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


def labels(program: Program, chains: Sequence[Kept]) -> dict[str, tuple[tuple[str, ...], npt.NDArray[np.int64]]]:
    """For each function whose partition is asked for its arguments, and labels by sample and argument.

    Labels are equal where values are; a null has one of its own, below 0.
    """
    places: dict[str, list[int]] = {}
    for q, query in enumerate(program.problem.queries):
        if query.partition:
            places.setdefault(query.partition, []).append(q)
    found = {}
    for function, numbers in places.items():
        columns = np.stack([np.concatenate([kept.words(q) for kept in chains]) for q in numbers], axis=1)
        own = -1 - np.arange(len(numbers))
        items = tuple(program.problem.queries[q].text.removeprefix(f"{function}(")[:-1] for q in numbers)
        found[function] = items, np.where(columns == NULL, own, columns)
    return found


def first_values(program: Program, first: Sequence[Sequence[Any]]) -> tuple[tuple[Value, ...], ...]:
    """For each of these queries its values in the first states of the chains, of which `first` has the words.

    A chain that has none is left out.
    """
    types = [node.query.term.type for node in program.queries]
    count = len(program.problem.queries)
    columns: list[list[Value]] = [[] for _ in range(count)]
    for row in filter(None, first):
        names: dict[tuple[str, int], str] = {}
        for node, word in zip(program.queries[count:], row[count:], strict=True):
            names.setdefault((str(node.query.term.type), word), node.query.text)
        for q in range(count):
            columns[q].append(_reported(program.words.decode(row[q], types[q]), names))
    return tuple(tuple(c) for q, c in zip(program.problem.queries, columns, strict=True) if not q.partition)


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
