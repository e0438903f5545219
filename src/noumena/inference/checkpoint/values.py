"""Values as JSON, and back: those that have handles in a run, and those of evidence given as data.

What JSON has stands for itself, all else is a list that begins with the name of its kind.
"""

from __future__ import annotations

from typing import Any

from noumena.model.diagnostics import fail
from noumena.model.values import Application, Bag, Generated, Guaranteed, MapValue, Matrix, Timestep, Value

_PLAIN = (type(None), bool, int, float, str)


def written(value: Value) -> Any:
    """A value as JSON; `RunError` for one of a class of Python's that no BLOG value has."""
    kind = type(value)
    if kind in _PLAIN:
        return value
    if kind is tuple:
        return ["array", *map(written, value)]
    if kind is Bag:
        return ["set", *map(written, value.elements)]
    if kind is MapValue:
        return ["map", *([written(k), written(v)] for k, v in value.entries.items())]
    if kind is Matrix:
        return ["matrix", *map(list, value.rows)]
    if kind is Timestep:
        return ["timestep", value.step]
    if kind is Guaranteed:
        return ["guaranteed", value.type, value.position, value.name]
    if kind is Generated:
        made = value.application
        return ["generated", made.type, made.statement, [written(g) for g in made.generators], value.label]
    raise fail(f"a value of Python's type {kind.__name__} cannot be kept in a checkpoint", hint="use str, int or float")


def read(found: Any) -> Value:
    """The value that JSON stands for."""
    if not isinstance(found, list):
        return found
    kind, *parts = found
    if kind == "array":
        return tuple(map(read, parts))
    if kind == "set":
        return Bag(map(read, parts))
    if kind == "map":
        return MapValue({read(k): read(v) for k, v in parts})
    if kind == "matrix":
        return Matrix(parts)
    if kind == "timestep":
        return Timestep(int(parts[0]))
    if kind == "guaranteed":
        return Guaranteed(str(parts[0]), int(parts[1]), str(parts[2]))
    if kind == "generated":
        generators = tuple(map(read, parts[2]))
        return Generated(Application(str(parts[0]), int(parts[1]), generators), int(parts[3]))
    raise ValueError(f"no kind of value is called {kind}")
