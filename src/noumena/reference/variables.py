"""The basic random variables of a model (§2.2): number variables and function application variables."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple, TypeAlias

from noumena.model.functions.conversions import render
from noumena.model.model import Model
from noumena.model.values import Application, Bag, Generated, MapValue, Value


class FunctionVariable(NamedTuple):
    """V_f[o1, …, ok]: a random function applied to a tuple of arguments."""

    function: str
    arguments: tuple[Value, ...]


class NumberVariable(NamedTuple):
    """The number of objects of one application of a number statement (footnote 2)."""

    application: Application


Variable: TypeAlias = FunctionVariable | NumberVariable


def describe(variable: Variable, model: Model) -> str:
    """A variable in BLOG syntax: `Title(Pub@3)`, `#Blip(Source = Aircraft@1)`."""
    if isinstance(variable, FunctionVariable):
        function = model.random.get(variable.function)
        name = function.name if function is not None else variable.function
        arguments = f"({', '.join(render(a) for a in variable.arguments)})" if variable.arguments else ""
        inside = "the draw inside " if function is not None and function.hidden else ""
        return f"{inside}{name}{arguments}"
    type_, statement, generators = variable.application
    keys = model.numbers[statement].origins
    pairs = ", ".join(f"{k} = {render(g)}" for k, g in zip(keys, generators, strict=True))
    return f"#{type_}({pairs})" if pairs else f"#{type_}"


def objects_in(value: Value) -> Iterator[Generated]:
    """The non-guaranteed objects that a value is made of, those that generate others included."""
    if type(value) is Generated:
        yield value
        for generator in value.application.generators:
            yield from objects_in(generator)
    elif type(value) is Bag or type(value) is tuple:
        for element in value:
            yield from objects_in(element)
    elif type(value) is MapValue:
        for key, item in value.entries.items():
            yield from objects_in(key)
            yield from objects_in(item)


def count_ancestors(application: Application, at_most: int) -> int:
    """The number of non-guaranteed objects behind those of an application, each time it occurs, up to `at_most`."""
    count = 0
    waiting = list(application.generators)
    while waiting and count < at_most:
        generator = waiting.pop()
        if type(generator) is Generated:
            count += 1
            waiting.extend(generator.application.generators)
    return count


def arguments_of(variable: Variable) -> tuple[Value, ...]:
    """The arguments of a function application variable, or the generating objects of a number variable."""
    return variable.arguments if isinstance(variable, FunctionVariable) else variable.application.generators


def objects_of(variable: Variable) -> Iterator[Generated]:
    """The non-guaranteed objects among the arguments or generators of a variable."""
    for argument in arguments_of(variable):
        yield from objects_in(argument)
