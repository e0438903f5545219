"""A checked model as plain data: what the language produces and every engine consumes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from noumena.model.expressions import Expression
from noumena.model.source import BUILT_IN, Span
from noumena.model.types import Type
from noumena.model.values import Guaranteed, Value


@dataclass(frozen=True, slots=True)
class Parameter:
    """A parameter of a function; parameter k has slot k of the frame."""

    name: str
    type: Type


@dataclass(frozen=True, slots=True)
class RandomFunction:
    """A random function and its dependency statement, a CPD tree whose leaves are draws or deterministic terms.

    A `hidden` function stands for a distribution that was written inside an expression: `2 * Gaussian(0, 1)` reads
    a hidden variable.
    """

    key: str
    name: str
    parameters: tuple[Parameter, ...]
    result: Type
    body: Expression
    frame_size: int
    hidden: bool = False
    span: Span = field(default=BUILT_IN, compare=False)


@dataclass(frozen=True, slots=True)
class FixedFunction:
    """A fixed function or constant that the model defines; it reads nothing random."""

    key: str
    name: str
    parameters: tuple[Parameter, ...]
    result: Type
    body: Expression
    frame_size: int
    span: Span = field(default=BUILT_IN, compare=False)


@dataclass(frozen=True, slots=True)
class OriginFunction:
    """A function from generated objects to the objects that generated them."""

    key: str
    name: str
    result: Type
    argument: str
    span: Span = field(default=BUILT_IN, compare=False)


@dataclass(frozen=True, slots=True)
class NumberStatement:
    """`#Blip(Source = a) ~ …`: one number variable for each tuple of generating objects.

    `origins` are the keys of the origin functions, in the order of `parameters` and of an object's generators.
    A null value counts as 0.
    """

    index: int
    type: str
    origins: tuple[str, ...]
    parameters: tuple[Parameter, ...]
    body: Expression
    frame_size: int
    span: Span = field(default=BUILT_IN, compare=False)


@dataclass(frozen=True, slots=True)
class DeclaredType:
    """A type of the model: its guaranteed objects and the number statements that generate more."""

    name: str
    guaranteed: tuple[Guaranteed, ...]
    statements: tuple[int, ...]
    span: Span = field(default=BUILT_IN, compare=False)


@dataclass(frozen=True, slots=True)
class Evidence:
    """`obs term = value`.

    Symbol evidence `obs {x for T x : φ} = {x1, …, xk}` is evidence that the size of the set is k, and `names` are the
    random constants that it introduces (see `Problem`).
    """

    term: Expression
    value: Value
    frame_size: int
    names: tuple[str, ...] = ()
    span: Span = field(default=BUILT_IN, compare=False)


@dataclass(frozen=True, slots=True)
class Query:
    """A term whose posterior distribution is asked for; `text` is how it was written.

    Where `partition` names a function, the term is an application of it, and what is asked for is which of these
    applications have the same object as their value. Engines that can tell report them apart from the others.
    """

    term: Expression
    text: str
    frame_size: int
    span: Span = field(default=BUILT_IN, compare=False)
    partition: str = ""


@dataclass(frozen=True, slots=True)
class Model:
    """Everything a model says, checked; without evidence and queries, which come and go."""

    types: Mapping[str, DeclaredType]
    random: Mapping[str, RandomFunction]
    fixed: Mapping[str, FixedFunction]
    origins: Mapping[str, OriginFunction]
    numbers: tuple[NumberStatement, ...]


@dataclass(frozen=True, slots=True)
class Problem:
    """A model with evidence and queries: what an engine is given.

    `names` are the random constants of symbol evidence. Each is drawn uniformly from the members of the observed set
    that the names before it have not taken, which gives every order of naming the same probability 1/k! (a6).
    """

    model: Model
    evidence: tuple[Evidence, ...]
    queries: tuple[Query, ...]
    names: Mapping[str, RandomFunction]

    @property
    def random(self) -> Mapping[str, RandomFunction]:
        """All random functions: the model's and the names."""
        return {**self.model.random, **self.names}
