"""The tables of a model that a world is made for: types, kinds of variables, number statements, moves."""

from __future__ import annotations

from dataclasses import dataclass

NO_ARGUMENT = -2
HASHED = -1
INTEGERS = 16
"""Of the whole numbers that are an argument beside an object, how many have places of their own."""
ELEMENTS = 64
"""How many elements of a set, or weights of values, there is always room for."""


@dataclass(frozen=True, slots=True)
class TypeLayout:
    """A type of objects: how many are guaranteed, and whether the others are concrete."""

    name: str
    guaranteed: int
    concrete: bool


@dataclass(frozen=True, slots=True)
class StatementLayout:
    """A number statement: the type it generates, the kind of its variables, the types of its generating objects.

    It is `open` if its variables are drawn in every world, so that evidence on a size may be solved for them.
    """

    type: int
    kind: int
    generators: tuple[int, ...]
    open: bool


@dataclass(frozen=True, slots=True)
class KindLayout:
    """A kind of variable: a random function, a number statement, a shared set, evidence of one form, or a query.

    `result` is the type of its values if they are objects, else -1. `indexed_by` is the type of its one argument if
    that is an object, `NO_ARGUMENT` or `HASHED`. With `integers` there is a second argument, a whole number: those from
    0 on have so many places for each object, and others are hashed. `preimages` are kept for functions whose values may
    be generated objects. `listed` kinds have a list of their variables from which moves pick. `single` is the only
    number statement of the result type, if it has no generating objects, else -1.

    A *counted* kind has a `reference`, the kind whose value is the object that its variables look at, and `values`,
    how many they have if they are few and 0, 1, …. The `lookers` of a kind are the counted ones that read it as an
    attribute of that object (`kernel/alike`), and the `attributes` of a counted kind all that it reads so.

    A kind with a `span` has so many places for its variables, one for each object that may be their argument.
    A shared set of the objects that one application of a number statement makes is `made_by` that statement.
    """

    name: str
    real: bool
    result: int
    indexed_by: int
    statement: int = -1
    preimages: bool = False
    listed: bool = False
    domain: tuple[int, ...] = ()
    scale: float = 1.0
    single: int = -1
    handle: bool = False
    reference: int = -1
    values: int = 0
    lookers: tuple[int, ...] = ()
    attributes: tuple[int, ...] = ()
    span: int = 0
    made_by: int = -1
    integers: int = 0

    @property
    def width(self) -> int:
        """Places of the index for each object; 0 for kinds that are hashed."""
        return 0 if self.indexed_by == HASHED else max(1, self.integers)


@dataclass(frozen=True, slots=True)
class Layout:
    """What the kinds from 0 on are: functions and numbers, shared sets, evidence, queries.

    `weights` are those of the moves, `moves` the kinds that they are about, one or two (-1 for none), and `direct` says
    which of them begin a patch only where they need one. `rows` are moves made one after the other, by their numbers;
    the last weights are theirs. `numbers` and `reals` are the parameters of evidence terms and
    queries. `remembered` is the size, a power of 2 or 0, of the table
    of results of host functions.
    """

    types: tuple[TypeLayout, ...]
    statements: tuple[StatementLayout, ...]
    kinds: tuple[KindLayout, ...]
    first_shared: int
    first_evidence: int
    first_query: int
    weights: tuple[float, ...]
    moves: tuple[tuple[int, int], ...] = ()
    direct: tuple[bool, ...] = ()
    numbers: tuple[int, ...] = ()
    reals: tuple[float, ...] = ()
    remembered: int = 0
    rows: tuple[tuple[int, ...], ...] = ()
