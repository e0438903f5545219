"""Values as plain Python data: what JSON can hold, and what people compare with."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any, TypeAlias

import numpy as np

from noumena.model.functions.conversions import render
from noumena.model.values import Bag, Guaranteed, MapValue, Matrix, Timestep, Unnamed, Value

Plain: TypeAlias = Any
"""None, a Boolean, a number, a string, or a list or dictionary of these."""


def plain(value: Value) -> Plain:
    """The value as JSON holds it.

    Objects are their names, timesteps are `"@3"`, sets are sorted lists, arrays are lists, a matrix is a list of rows
    and a vector (one row or one column) a list of numbers, and maps are dictionaries with BLOG text as keys. What JSON
    lacks, infinity and NaN, are the strings `"inf"`, `"-inf"` and `"nan"`.
    """
    if isinstance(value, np.generic):
        value = value.item()
    if isinstance(value, float):
        return value if math.isfinite(value) else str(value)
    if value is None or isinstance(value, bool | int | str):
        return value
    if isinstance(value, Matrix):
        array = value.array
        return plain(array.ravel().tolist() if 1 in array.shape else array.tolist())
    if isinstance(value, MapValue | Mapping):
        entries = value.entries if isinstance(value, MapValue) else value
        return {_key(k): plain(v) for k, v in entries.items()}
    if isinstance(value, Bag | set | frozenset):
        return [plain(member) for member in sorted(value, key=order)]
    if type(value) in (tuple, list):
        return [plain(element) for element in value]
    if isinstance(value, np.ndarray):
        return plain(value.tolist())
    return str(value)


def order(value: Value) -> tuple[int, str, float, str]:
    """What values are sorted by: numbers and timesteps by size, objects as declared, then others by text, then null."""
    if isinstance(value, Timestep):
        return 0, "", value.step, ""
    if isinstance(value, bool):
        return 2, "", 0.0, render(value)
    if isinstance(value, int | float):
        return (0, "", value, "") if value == value else (0, "", math.inf, "nan")
    if isinstance(value, Guaranteed):
        return 1, value.type, value.position, ""
    return (3 if value is None else 2), "", 0.0, render(value)


def matches(value: Value, given: Plain) -> bool:
    """Whether a value is what was given as plain data, or as a value: 3 is 3.0 but not true, and sets have no order."""
    if isinstance(value, Bag):
        if not isinstance(given, Bag | list | tuple | set | frozenset):
            return False
        left = list(given)
        for member in value:
            found = next((i for i, other in enumerate(left) if matches(member, other)), None)
            if found is None:
                return False
            del left[found]
        return not left
    return _same(plain(value), plain(given))


def _same(a: Plain, b: Plain) -> bool:
    if isinstance(a, bool) or isinstance(b, bool):
        return a is b
    if isinstance(a, list) and isinstance(b, list):
        return len(a) == len(b) and all(map(_same, a, b))
    if isinstance(a, dict) and isinstance(b, dict):
        return a.keys() == b.keys() and all(_same(a[k], b[k]) for k in a)
    return bool(a == b)


def holds_reals(value: Value) -> bool:
    """Whether a value is or contains a real number, and so may differ in every sample."""
    if isinstance(value, MapValue):
        return any(holds_reals(k) or holds_reals(v) for k, v in value.entries.items())
    if isinstance(value, Bag) or type(value) is tuple:
        return any(map(holds_reals, value))
    return isinstance(value, float | Matrix)


def holds_unnamed(value: Value) -> bool:
    """Whether a value is or contains an object without a name."""
    if isinstance(value, MapValue):
        return any(holds_unnamed(k) or holds_unnamed(v) for k, v in value.entries.items())
    if isinstance(value, Bag) or type(value) is tuple:
        return any(map(holds_unnamed, value))
    return isinstance(value, Unnamed)


def _key(key: Value) -> str:
    return key if isinstance(key, str) else render(key)
