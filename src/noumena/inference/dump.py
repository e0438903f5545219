"""The content of a world between two steps, without its free places: equal dumps, equal worlds."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

from noumena.runtime.kernel import flags


@dataclass(frozen=True, slots=True)
class Node:
    """A variable or another node of the active graph; null reals are None, so that they are equal."""

    kind: int
    arguments: tuple[int, int, int, int]
    number: int
    real: float | None
    score: float
    count: int
    flags: int
    owner: int
    """The evidence term that forces it, if any does."""
    place: int
    parents: tuple[tuple[int, int], ...]
    """What it reads, and where the edge is: in the list of the other's children (NONE), UNLISTED or IMPLIED."""
    children: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Dump:
    """All tables: nodes by their numbers, objects by type and number, applications by their numbers."""

    nodes: dict[int, Node]
    lists: dict[int, tuple[int, ...]]
    """For each kind the variables from which moves pick."""
    preimages: dict[tuple[int, int], tuple[int, ...]]
    """For a kind and an object the variables with that value, where there are any; their order means nothing."""
    preimage_sizes: dict[tuple[int, int], int]
    references: dict[tuple[int, int], int]
    """For a type and an object how many refer to it, where any do."""
    used: dict[int, tuple[int, ...]]
    """For each type its identifiers in use."""
    places: dict[tuple[int, int], int]
    """For a type and an object its place among those in use."""
    leaked: tuple[tuple[int, int], ...]
    """Identifiers that are neither in use nor free."""
    applications: dict[int, tuple[int, int]]
    """The number variable and how many identifiers are in use, where there is anything."""
    classes: dict[tuple[int, int], tuple[tuple[int, float, int], ...]]
    """For a counted kind and an object the classes of variables that are alike: own value and count."""


def dump(world: Any, variables: list[int]) -> Dump:
    """The content of a world; `variables` are the nodes in use."""
    column = {name: _listed(getattr(world, name)) for name in _COLUMNS}
    kinds = range(world.kinds)
    preimages: dict[tuple[int, int], tuple[int, ...]] = {}
    sizes: dict[tuple[int, int], int] = {}
    for kind in kinds:
        base, type_ = column["k_preimage"][kind], column["k_type"][kind]
        if base == flags.NONE or type_ == flags.NONE:
            continue
        if column["k_unread"][kind] > column["k_patience"][kind]:
            kept = _derived_preimages(kind, column)
            preimages |= kept
            sizes |= {at: len(found) for at, found in kept.items()}
            continue
        for o in range(column["o_top"][type_]):
            found = _chain(column["p_first"][base + o], column["v_next"])
            if found:
                preimages[kind, o] = tuple(sorted(found))
            if column["p_size"][base + o] != 0:
                sizes[kind, o] = column["p_size"][base + o]
    references: dict[tuple[int, int], int] = {}
    places: dict[tuple[int, int], int] = {}
    leaked: list[tuple[int, int]] = []
    used: dict[int, tuple[int, ...]] = {}
    for t in range(world.types):
        base, concrete = column["o_base"][t], column["o_concrete"][t]
        free = set() if concrete else set(_chain(column["o_free"][t], column["o_label"][base:]))
        for o in range(column["o_guaranteed"][t] + 1, column["o_top"][t]):
            if o in free:
                continue
            if column["o_references"][base + o] != 0:
                references[t, o] = column["o_references"][base + o]
            if column["o_place"][base + o] != flags.NONE:
                places[t, o] = column["o_place"][base + o]
            elif not concrete:
                leaked.append((t, o))
        used[t] = tuple(column["o_list"][base : base + column["o_used"][t]])
    lists = {k: tuple(column["m_variable"][b : b + column["k_size"][k]]) for k, b in enumerate(column["k_list"])}
    applications = {
        a: (column["a_variable"][a], column["a_used"][a])
        for a in range(world.a_top)
        if column["a_variable"][a] != flags.NONE or column["a_used"][a] != 0
    }
    nodes = {v: _node(v, column) for v in variables}
    classes: dict[tuple[int, int], tuple[tuple[int, float, int], ...]] = {}
    for kind in kinds:
        if column["k_classes"][kind] != flags.NONE:
            for o in range(column["o_top"][column["k_type"][column["k_reference"][kind]]]):
                values = column["k_values"][kind]
                if values > 0:
                    at = column["k_classes"][kind] + values * o
                    counts = [(x, 0.0, int(column["i_count"][at + x])) for x in range(values)]
                    if any(count for _, _, count in counts):
                        classes[kind, o] = tuple(c for c in counts if c[2] > 0)
                    continue
                alike = _chain(column["u_first"][column["k_classes"][kind] + o], column["u_next"])
                if alike:
                    classes[kind, o] = tuple(
                        (column["u_int"][c], column["u_real"][c], int(column["u_count"][c])) for c in alike
                    )
    return Dump(nodes, lists, preimages, sizes, references, used, places, tuple(leaked), applications, classes)


_COLUMNS = (
    *[
        "v_kind",
        "v_a",
        "v_b",
        "v_c",
        "v_d",
        "v_int",
        "v_real",
        "v_score",
        "v_count",
        "v_flags",
        "v_owner",
        "v_place",
        "v_parents",
        "v_children",
        "v_next",
        "v_class",
        "u_score",
        "u_first",
        "u_object",
        "u_next",
        "u_int",
        "u_real",
        "u_count",
        "k_classes",
        "k_reference",
        "k_values",
        "i_count",
        "i_score",
        "k_attributes",
        "k_attributes_size",
        "attributes",
    ],
    *[
        "e_child",
        "e_parent",
        "e_sibling",
        "e_next",
        "e_before",
        "k_preimage",
        "k_type",
        "k_size",
        "k_list",
        "k_base",
        "k_first",
        "k_span",
        "k_patience",
        "k_unread",
        "index",
        "m_variable",
        "p_first",
        "p_size",
    ],
    *[
        "o_base",
        "o_concrete",
        "o_free",
        "o_label",
        "o_guaranteed",
        "o_top",
        "o_references",
        "o_place",
        "o_list",
        "o_used",
        "a_variable",
        "a_used",
    ],
)


def _listed(array: Any) -> list[Any]:
    return array if isinstance(array, list) else list(array.tolist())


def _chain(first: int, following: list[int]) -> tuple[int, ...]:
    """A linked list; one that runs in a circle ends where it began."""
    found: dict[int, None] = {}
    while first != flags.NONE and first not in found:
        found[first] = None
        first = following[first]
    return tuple(found)


def _derived_preimages(kind: int, column: dict[str, list[Any]]) -> dict[tuple[int, int], tuple[int, ...]]:
    """The preimages of a kind that are not kept at present, from the values."""
    found: dict[tuple[int, int], tuple[int, ...]] = {}
    first = column["k_first"][kind]
    for v in range(first, first + column["k_span"][kind]):
        if column["v_flags"][v] & flags.LINKED:
            at = kind, column["v_int"][v]
            found[at] = (*found.get(at, ()), v)
    return found


def _implied(v: int, column: dict[str, list[Any]]) -> list[int]:
    """What a variable in a class reads without an edge: attributes of the object that it looks at."""
    kind, c = column["v_kind"][v], column["v_class"][v]
    if c == flags.NONE:
        return []
    values, first = column["k_values"][kind], column["k_attributes"][kind]
    o = c // values if values > 0 else column["u_object"][c]
    read = column["attributes"][first : first + column["k_attributes_size"][kind]]
    return [column["index"][column["k_base"][a] + o] for a in read]


def _score(v: int, column: dict[str, list[Any]]) -> float:
    """ln p of a variable, kept with its class if it has one."""
    kind, c = column["v_kind"][v], column["v_class"][v]
    if c == flags.NONE:
        return float(column["v_score"][v])
    few = column["k_values"][kind] > 0
    return float(column["i_score"][column["k_classes"][kind] + c] if few else column["u_score"][c])


def _node(v: int, column: dict[str, list[Any]]) -> Node:
    real = float(column["v_real"][v])
    parents = _chain(column["v_parents"][v], column["e_sibling"])
    children = _chain(column["v_children"][v], column["e_next"])
    return Node(
        column["v_kind"][v],
        (column["v_a"][v], column["v_b"][v], column["v_c"][v], column["v_d"][v]),
        column["v_int"][v],
        None if math.isnan(real) else real,
        _score(v, column),
        column["v_count"][v],
        column["v_flags"][v],
        column["v_owner"][v] if column["v_flags"][v] & flags.FORCED else flags.NONE,
        column["v_place"][v],
        tuple((column["e_parent"][e], min(column["e_before"][e], flags.NONE)) for e in parents)
        + tuple((p, flags.IMPLIED) for p in _implied(v, column)),
        tuple(column["e_child"][e] for e in children),
    )
