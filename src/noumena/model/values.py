"""The values that terms take in the reference semantics.

Null is `None`; Booleans, integers, reals and strings are Python's own; an array is a tuple. Everything is
immutable and hashable, since values are arguments of variables.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

Value: TypeAlias = Any


class Timestep(NamedTuple):
    """A point of discrete time, written `@3`."""

    step: int

    def __str__(self) -> str:
        return f"@{self.step}"


class Guaranteed(NamedTuple):
    """An object that exists in every world, known by its name; `position` counts those of its type from 0."""

    type: str
    position: int
    name: str

    def __str__(self) -> str:
        return self.name


class Application(NamedTuple):
    """A number statement applied to a tuple of generating objects (footnote 2 of the paper)."""

    type: str
    statement: int
    generators: tuple[Value, ...]


class Generated(NamedTuple):
    """A non-guaranteed object of an application of a number statement.

    In a concrete instantiation `label` is its number, from 1 to n. In an abstract one it is the label of an
    unnumbered identifier (§4.3): labels then only tell identifiers apart.
    """

    application: Application
    label: int

    @property
    def type(self) -> str:
        """The name of the object's type."""
        return self.application.type

    def __str__(self) -> str:
        generators = self.application.generators
        origin = "(" + ", ".join(str(g) for g in generators) + ")" if generators else ""
        return f"{self.application.type}{origin}@{self.label}"


@dataclass(frozen=True, slots=True, eq=False)
class Unused:
    """The `number` objects of an application that an abstract instantiation has no identifier for.

    It equals no object: unlike the tuples above it compares by identity.
    """

    application: Application
    number: int


class Unnamed(NamedTuple):
    """How a query reports an object that has no name: which one it is means nothing across worlds (a4)."""

    type: str

    def __str__(self) -> str:
        return "not null"


class Named(NamedTuple):
    """How a query reports an object that symbol evidence named."""

    type: str
    name: str

    def __str__(self) -> str:
        return self.name


class Bag:
    """A multiset of values, as set expressions denote; equality disregards order.

    The hash is kept: it takes the hashes of the members twice, which for sets of sets of sets … adds up.
    """

    __slots__ = ("_hash", "elements")

    def __init__(self, elements: Iterable[Value]) -> None:
        self.elements: tuple[Value, ...] = tuple(elements)
        self._hash: int | None = None

    def __len__(self) -> int:
        """The number of members, each `Unused` standing for `number` of them."""
        return sum(e.number if type(e) is Unused else 1 for e in self.elements)

    def __iter__(self) -> Iterator[Value]:
        return iter(self.elements)

    def __eq__(self, other: object) -> bool:
        # Counters would compare each member twice, dictionaries do it once.
        return isinstance(other, Bag) and dict(Counter(self.elements)) == dict(Counter(other.elements))

    def __hash__(self) -> int:
        if self._hash is None:
            self._hash = hash(frozenset(Counter(self.elements).items()))
        return self._hash

    def __repr__(self) -> str:
        return f"Bag({self.elements!r})"


class MapValue:
    """A finite map from values to values, as `{A -> 0.3, B -> 0.7}` denotes."""

    __slots__ = ("entries",)

    def __init__(self, entries: Mapping[Value, Value]) -> None:
        self.entries: dict[Value, Value] = dict(entries)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, MapValue) and self.entries == other.entries

    def __hash__(self) -> int:
        return hash(frozenset(self.entries.items()))

    def __repr__(self) -> str:
        return f"MapValue({self.entries!r})"


class Matrix:
    """A matrix of reals; vectors are matrices of one row or one column."""

    __slots__ = ("rows",)

    def __init__(self, rows: Iterable[Iterable[float]]) -> None:
        self.rows: tuple[tuple[float, ...], ...] = tuple(tuple(map(float, row)) for row in rows)

    @classmethod
    def of(cls, array: npt.ArrayLike) -> Matrix:
        """The matrix of a NumPy array; one of a single axis becomes a row."""
        return cls(np.atleast_2d(np.asarray(array, dtype=float)).tolist())

    @property
    def array(self) -> npt.NDArray[np.float64]:
        """The matrix as a two-dimensional NumPy array."""
        return np.array(self.rows, dtype=float).reshape(self.shape)

    @property
    def shape(self) -> tuple[int, int]:
        """Numbers of rows and columns."""
        return len(self.rows), len(self.rows[0]) if self.rows else 0

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Matrix) and self.rows == other.rows

    def __hash__(self) -> int:
        return hash(self.rows)

    def __repr__(self) -> str:
        return f"Matrix({self.rows!r})"
