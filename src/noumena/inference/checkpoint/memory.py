"""The memory of a chain as plain numbers, and a chain made of them again.

All fields of a world are taken down but those that are made anew with the chain: addresses, the evidence, tables of
logarithms, room for answers and counts, and results of functions that are only remembered to save time.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from noumena.inference.chain import Chain
from noumena.model.diagnostics import fail
from noumena.runtime import storage
from noumena.runtime.world import ARRAYS, FIELDS, SCALARS, Ints

Array = npt.NDArray[Any]

_MADE_ANEW = frozenset(
    name
    for line in (
        "host failed evaluate observations z_int z_real tabled log log_factorial log_factorial_rest",
        "j_capacity j_size j_slots j_index j_entry w_capacity w_top w_variable w_change",
    )
    for name in line.split()
)
_MADE_ANEW_BEGIN = ("obs_", "answer_")


def _is_taken(name: str) -> bool:
    return name not in _MADE_ANEW and not name.startswith(_MADE_ANEW_BEGIN)


_SCALARS = tuple(name for name in SCALARS if _is_taken(name))
_ARRAYS = tuple(name for name in ARRAYS if _is_taken(name))


class Memory(NamedTuple):
    """The fields of a world that were taken down, and how many whole numbers had their logarithms in tables."""

    scalars: Mapping[str, int | float]
    arrays: Mapping[str, Array]
    tabled: int


def memory_of(world: Any) -> Memory:
    """A copy of what a world of either backend holds; no patch may be under way."""
    return Memory(
        {name: getattr(world, name) for name in _SCALARS},
        {name: plain(getattr(world, name), FIELDS[name] == Ints) for name in _ARRAYS},
        int(world.tabled),
    )


def plain(held: Any, whole: bool | None = None) -> Array:
    """A copy of an array, or list, as words: whole numbers or reals, as its own type tells where it is not given."""
    if isinstance(held, np.ndarray) and held.dtype.kind == "i":
        return held.copy()
    whole = held.dtype.kind != "f" if whole is None else whole
    try:
        return np.array(held, np.int64 if whole else np.float64)
    except OverflowError:
        raise fail("integers beyond 64 bits cannot be kept in a checkpoint") from None


def restore(chain: Chain, memory: Memory) -> None:
    """Gives the world of a chain that has just been made the contents of another one of the same program."""
    world = chain.world
    for name, array in memory.arrays.items():
        setattr(world, name, array if chain.native else array.tolist())
    for name, value in memory.scalars.items():
        setattr(world, name, value)
    storage.tabulate(world, memory.tabled)
    if chain.native:
        world.settle()


def is_whole(memory: Memory) -> bool:
    """Whether it has just the fields that this version of Noumena takes down, and each of its kind."""
    if set(memory.scalars) != set(_SCALARS) or set(memory.arrays) != set(_ARRAYS):
        return False
    kinds = all((array.dtype.kind == "i") == (FIELDS[name] == Ints) for name, array in memory.arrays.items())
    return kinds and all(isinstance(memory.scalars[name], int) or FIELDS[name] is float for name in _SCALARS)
