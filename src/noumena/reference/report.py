"""Query values as they are reported: objects by their names."""

from __future__ import annotations

from noumena.model.model import Query
from noumena.model.values import Bag, Generated, MapValue, Named, Unnamed, Value
from noumena.reference.interpreter import Interpreter
from noumena.reference.variables import FunctionVariable


def answer(world: Interpreter, query: Query) -> Value:
    """The value of a query in a world, completing it where it must be.

    A non-guaranteed object is reported by the name that symbol evidence gave it, if any, else as `Unnamed` (a4).
    """
    return _reported(world, world.value(query.term, query.frame_size))


def _reported(world: Interpreter, value: Value) -> Value:
    if type(value) is Generated:
        for key, function in world.problem.names.items():
            if str(function.result) == value.type and world.get(FunctionVariable(key, ())) == value:
                return Named(value.type, key)
        return Unnamed(value.type)
    if type(value) is Bag:
        return Bag([_reported(world, element) for element in value])
    if type(value) is tuple:
        return tuple([_reported(world, element) for element in value])
    if type(value) is MapValue:
        return MapValue({_reported(world, k): _reported(world, v) for k, v in value.entries.items()})
    return value
