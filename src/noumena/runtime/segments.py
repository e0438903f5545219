"""Arrays that are cut into segments: laid out anew when one of them must be longer.

Those of objects have a segment for each type, and with a type grow the indexes of functions of its objects, the
preimages of functions whose values they are, and its list of used ones. Lists of variables have one for each kind.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from noumena.runtime.kernel import flags
from noumena.runtime.layout import HASHED, NO_ARGUMENT, KindLayout, Layout
from noumena.runtime.world import AnyWorld

OF_OBJECTS = (
    "o_application",
    "o_label",
    "o_references",
    "o_place",
    "o_stamp",
    "o_before",
    "o_set",
    "o_unset",
    "o_list",
)


def lay_objects(world: AnyWorld, layout: Layout, capacities: Sequence[int]) -> None:
    """Lays the segments of objects, indexes and preimages out anew."""
    old_bases, old_capacities = list(world.o_base), list(world.o_capacity)
    bases = _bases(capacities)
    old = list(zip(old_bases, old_capacities, strict=True))
    new = list(zip(bases, capacities, strict=True)) or [(0, 0)]
    for name in OF_OBJECTS:
        setattr(world, name, _moved(getattr(world, name), old, new, flags.NONE if name == "o_place" else 0))
    for t, (base, capacity) in enumerate(new):
        world.o_base[t], world.o_capacity[t] = base, capacity

    indexed = [(k, kind) for k, kind in enumerate(layout.kinds) if kind.indexed_by != HASHED]
    sizes = [_places(kind, capacities) for _, kind in indexed]
    old_index = [(world.k_base[k], _places(kind, old_capacities)) for k, kind in indexed]
    new_index = list(zip(_bases(sizes), sizes, strict=True))
    first = not len(world.index)
    world.index = _moved(world.index, [(0, 0)] * len(indexed) if first else old_index, new_index, flags.NONE)
    for (k, _), (base, _) in zip(indexed, new_index, strict=True):
        world.k_base[k] = base

    valued = [(k, kind.result) for k, kind in enumerate(layout.kinds) if kind.preimages]
    sizes = [capacities[t] for _, t in valued]
    old_preimages = [(world.k_preimage[k], old_capacities[t]) for k, t in valued]
    new_preimages = list(zip(_bases(sizes), sizes, strict=True))
    world.p_first = _moved(world.p_first, old_preimages, new_preimages, flags.NONE)
    world.p_size = _moved(world.p_size, old_preimages, new_preimages, 0)
    for few, names in ((False, ("u_first",)), (True, ("i_count", "i_score"))):
        counted = [
            (k, layout.kinds[kind.reference].result, max(1, kind.values))
            for k, kind in enumerate(layout.kinds)
            if kind.reference >= 0 and (kind.values > 0) == few
        ]
        sizes = [capacities[t] * values for _, t, values in counted]
        old_classes = [(world.k_classes[k], old_capacities[t] * values) for k, t, values in counted]
        new_classes = list(zip(_bases(sizes), sizes, strict=True))
        for name in names:
            moved = _moved(getattr(world, name), old_classes, new_classes, 0 if few else flags.NONE)
            setattr(world, name, moved)
        for (k, _, _), (base, _) in zip(counted, new_classes, strict=True):
            world.k_classes[k] = base
    for k in range(len(layout.kinds)):
        world.k_preimage[k] = flags.NONE
        if layout.kinds[k].reference < 0:
            world.k_classes[k] = flags.NONE
    for (k, _), (base, _) in zip(valued, new_preimages, strict=True):
        world.k_preimage[k] = base


def lay_lists(world: AnyWorld, rooms: Sequence[int]) -> None:
    """Lays the lists of variables out anew, each with so much room."""
    old = list(zip(list(world.k_list), list(world.k_size), strict=True))
    new = list(zip(_bases(rooms), rooms, strict=True))
    world.m_variable = _moved(world.m_variable, old, new, 0)
    for k, (base, room) in enumerate(new):
        world.k_list[k], world.k_room[k] = base, room


def _places(kind: KindLayout, capacities: Sequence[int]) -> int:
    """How many places of the index a kind that is not hashed has."""
    return 1 if kind.indexed_by == NO_ARGUMENT else capacities[kind.indexed_by] * kind.width


def _bases(sizes: Sequence[int]) -> list[int]:
    bases, base = [], 0
    for size in sizes:
        bases.append(base)
        base += size
    return bases


def _moved(array: Any, old: Sequence[tuple[int, int]], new: Sequence[tuple[int, int]], fill: int) -> Any:
    """An array whose segments (base, length) are moved to longer ones, the rest filled; a list stays a list."""
    total = max(1, sum(length for _, length in new))
    result: Any = [fill] * total if isinstance(array, list) else np.full(total, fill, array.dtype)
    for (old_base, old_length), (base, _) in zip(old, new, strict=True):
        result[base : base + old_length] = array[old_base : old_base + old_length]
    return result
