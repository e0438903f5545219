"""The world as a proposer sees it when Python runs the proposer, on a world of either backend.

Objects and values are words: whole numbers or reals; true and false are 1 and 0. The guaranteed objects of a type are
0, 1, … in their order. `native_views` has the same for compiled proposers.
"""

from __future__ import annotations

import numbers
import operator
from collections.abc import Iterator
from typing import Any, NoReturn, TypeVar

from noumena.moves import wording
from noumena.moves.table import WORLD_PARTS, FunctionEntry, Overloads, Table, TypeEntry
from noumena.moves.wording import Complaint, Misuse
from noumena.runtime.kernel.flags import DERIVED, FORCED, NONE, OBSERVED, REMOVED

T = TypeVar("T")

NOT_FREE = OBSERVED | FORCED | DERIVED | REMOVED
"""The flags of variables that have their values from elsewhere, or have none any more."""


def _granted(found: T | Complaint) -> T:
    if isinstance(found, Complaint):
        raise Misuse(found)
    return found


def _allowed(complaint: Complaint | None) -> None:
    if complaint is not None:
        raise Misuse(complaint)


class _View:
    """What all views hold: the world, the kernel's functions for proposers, and the names of the model."""

    __slots__ = ("_access", "_table", "_world")

    def __init__(self, world: Any, access: Any, table: Table) -> None:
        object.__setattr__(self, "_world", world)
        object.__setattr__(self, "_access", access)
        object.__setattr__(self, "_table", table)

    _world: Any
    _access: Any
    _table: Table

    def _words(self, entry: FunctionEntry, index: Any) -> tuple[int, int, int, int]:
        """The arguments of a function, checked and padded."""
        given = index if isinstance(index, tuple) else (index,)
        words = [0, 0, 0, 0]
        for position, (argument, type_) in enumerate(zip(given, entry.objects, strict=True)):
            try:
                words[position] = operator.index(argument)
            except TypeError:
                seen = type(argument).__name__
                raise Misuse(wording.not_an_argument(entry, position, seen)) from None
            if type_ >= 0:
                self._access.check_object(self._world, entry.kind, type_, words[position])
        return words[0], words[1], words[2], words[3]


class WorldView(_View):
    """`world`: functions and types by their names, and `world.number`."""

    __slots__ = ()

    def __getattr__(self, name: str) -> FunctionView | TypeView | NumbersView:
        table = self._table
        if name in table.functions:
            return FunctionView(self._world, self._access, table, table.functions[name])
        if name in table.types:
            return TypeView(self._world, self._access, table, table.types[name])
        if name == "number":
            return NumbersView(self._world, self._access, table)
        raise Misuse(wording.no_such_name(table, name))

    def weigh(self, trial: Any) -> float:
        """ln of the acceptance ratio of the changes so far, as the engine completes them; all are taken back.

        No q is in it. What the engine draws depends on the number of the trial.
        """
        ratio: float = self._access.weigh(self._world, self._table.evaluate, _trial(trial))
        return ratio

    def repeat(self, trial: Any) -> None:
        """Has the engine draw what it drew in a trial; the move makes the same changes as then, and returns."""
        self._access.repeat(self._world, _trial(trial))

    def __setattr__(self, name: str, value: object) -> NoReturn:
        if name not in WORLD_PARTS:
            self.__getattr__(name)
        raise Misuse(wording.name_is_fixed(name))


def _trial(number: Any) -> int:
    try:
        return operator.index(number)
    except TypeError:
        raise Misuse(wording.no_trial(type(number).__name__)) from None


class NumbersView(_View):
    """`world.number`: the number variables of each type."""

    __slots__ = ()

    def __getattr__(self, name: str) -> FunctionView:
        if name not in self._table.numbers:
            raise Misuse(wording.no_such_number(self._table, name))
        return FunctionView(self._world, self._access, self._table, self._table.numbers[name])


class _Indexed(_View):
    """A view of the variables of a function, found by their arguments."""

    __slots__ = ("_entries",)

    def __init__(self, world: Any, access: Any, table: Table, entries: Overloads) -> None:
        super().__init__(world, access, table)
        object.__setattr__(self, "_entries", entries)

    _entries: Overloads

    def _entry(self, index: Any) -> FunctionEntry:
        return _granted(wording.overload(self._entries, len(index) if isinstance(index, tuple) else 1))


class FunctionView(_Indexed):
    """`world.Title`: reads, sets, removes and resamples the variables of a function."""

    __slots__ = ()

    def _changeable(self, index: Any) -> tuple[FunctionEntry, tuple[int, int, int, int]]:
        entry = self._entry(index)
        _allowed(wording.may_set(entry))
        return entry, self._words(entry, index)

    def __getitem__(self, index: Any) -> Any:
        entry = self._entry(index)
        words = self._words(entry, index)
        if entry.reader is not None:
            return entry.reader(self._world, *words[: len(entry.objects)])
        read = self._access.read_real if entry.real else self._access.read_int
        return read(self._world, entry.kind, *words)

    def __setitem__(self, index: Any, value: Any) -> None:
        entry, words = self._changeable(index)
        seen = type(value).__name__
        if entry.real:
            if not isinstance(value, numbers.Real):
                raise Misuse(wording.not_a_value(entry, seen))
            self._access.write(self._world, entry.kind, *words, 0, float(value))
            return
        try:
            word = operator.index(value)
        except TypeError:
            raise Misuse(wording.not_a_value(entry, seen)) from None
        if entry.result >= 0:
            self._access.check_object(self._world, entry.kind, entry.result, word)
        self._access.write(self._world, entry.kind, *words, word, 0.0)

    def remove(self, *arguments: Any) -> None:
        """Takes a variable away, which the reverse of this move would set."""
        entry, words = self._changeable(arguments)
        self._access.take_away(self._world, entry.kind, *words)

    def resample(self, *arguments: Any) -> None:
        """Leaves a variable to the engine, which draws it from its CPD in both directions."""
        entry, words = self._changeable(arguments)
        self._access.redraw(self._world, entry.kind, *words)

    def free(self, *arguments: Any) -> bool:
        """Whether a move may set a variable: the state holds it, and it is neither evidence nor derived."""
        entry = self._entry(arguments)
        words = self._words(entry, arguments)
        if wording.may_set(entry) is not None:
            return False
        v = self._access.find(self._world, entry.kind, *words)
        return bool(v != NONE and not self._world.v_flags[v] & NOT_FREE)

    def log_prob(self, *arguments: Any) -> float:
        """ln p of a variable's value as things stand in the move, given what it depends on."""
        entry = self._entry(arguments)
        _allowed(wording.no_factor(entry))
        v = self._access.held(self._world, entry.kind, *self._words(entry, arguments))
        factor: float = self._access.log_factor(self._world, self._table.evaluate, v)
        return factor

    def preimage(self, value: Any) -> Preimage:
        """The arguments at which the function has this object as its value."""
        entry = _granted(wording.only_one_preimage(self._entries))
        try:
            word = operator.index(value)
        except TypeError:
            raise Misuse(wording.not_a_value(entry, type(value).__name__)) from None
        self._access.check_object(self._world, entry.kind, entry.result, word)
        return Preimage(self._world, self._access, self._table, entry, word)

    @property
    def saved(self) -> SavedView:
        """The values as they were before the move."""
        return SavedView(self._world, self._access, self._table, self._entries)

    def __getattr__(self, name: str) -> NoReturn:
        raise Misuse(wording.no_such_part(f"the function `{self._entries[0].name}`", name, wording.FUNCTION_PARTS))


class SavedView(_Indexed):
    """`world.Title.saved`: reads the values that variables had before the move."""

    __slots__ = ()

    def __getitem__(self, index: Any) -> Any:
        entry = self._entry(index)
        _allowed(wording.not_saved(entry))
        words = self._words(entry, index)
        read = self._access.saved_real if entry.real else self._access.saved_int
        return read(self._world, entry.kind, *words)

    def __setitem__(self, index: Any, value: Any) -> None:
        raise Misuse(wording.saved_is_fixed(self._entries))

    def __getattr__(self, name: str) -> NoReturn:
        raise Misuse(wording.no_such_saved_part(self._entries, name))


class Preimage(_View):
    """`world.PubCited.preimage(p)`: how many there are, each by its position, and all in turn."""

    __slots__ = ("_entry", "_object")

    def __init__(self, world: Any, access: Any, table: Table, entry: FunctionEntry, value: int) -> None:
        super().__init__(world, access, table)
        object.__setattr__(self, "_entry", entry)
        object.__setattr__(self, "_object", value)

    _entry: FunctionEntry
    _object: int

    @property
    def number(self) -> int:
        """How many there are."""
        return int(self._access.preimage_number(self._world, self._entry.kind, self._object))

    def _arguments(self, v: int) -> Any:
        world = self._world
        words = (int(world.v_a[v]), int(world.v_b[v]), int(world.v_c[v]), int(world.v_d[v]))
        return words[0] if len(self._entry.objects) == 1 else words[: len(self._entry.objects)]

    def __getitem__(self, i: int) -> Any:
        return self._arguments(self._access.preimage_at(self._world, self._entry.kind, self._object, i))

    def __iter__(self) -> Iterator[Any]:
        v = int(self._access.preimage_first(self._world, self._entry.kind, self._object))
        while v >= 0:
            # The next one is looked up first, since the move may give this one another value.
            after = int(self._world.v_next[v])
            yield self._arguments(v)
            v = after

    def __getattr__(self, name: str) -> NoReturn:
        raise Misuse(wording.no_such_part("a preimage", name, wording.NUMBER_PART))


class TypeView(_View):
    """`world.Pub`: new objects, how many there are, those in use, and by name or number where there are such."""

    __slots__ = ("_type",)

    def __init__(self, world: Any, access: Any, table: Table, type_: TypeEntry) -> None:
        super().__init__(world, access, table)
        object.__setattr__(self, "_type", type_)

    _type: TypeEntry

    def new(self, *generators: Any) -> int:
        """An identifier that is not in use, to be given to a variable."""
        entry = _granted(wording.new_objects(self._type, len(generators)))
        words = (*self._words(entry, generators)[: len(generators)], -1, -1, -1)
        return int(self._access.make_object(self._world, entry.statement, *words[:3]))

    @property
    def number(self) -> int:
        """How many objects there are, guaranteed ones included."""
        entry = _granted(wording.counted(self._type))
        given = len(self._type.guaranteed)
        return given if entry is None else given + max(self._access.read_int(self._world, entry.kind, 0, 0, 0, 0), 0)

    @property
    def used(self) -> UsedView:
        """The identifiers that the state refers to; guaranteed objects are not among them."""
        _allowed(wording.no_used(self._type))
        return UsedView(self._world, self._access, self._table, self._type)

    def __getitem__(self, i: int) -> int:
        entry = _granted(wording.members(self._type))
        if entry is not None:
            return int(self._access.numbered_object(self._world, entry.statement, i))
        self._access.check_object(self._world, -1, self._type.number, i)
        return i

    def __getattr__(self, name: str) -> int:
        if name in self._type.guaranteed:
            return self._type.guaranteed[name]
        parts = (*wording.TYPE_PARTS, *self._type.guaranteed)
        raise Misuse(wording.no_such_part(f"the type `{self._type.name}`", name, parts))


class UsedView(_View):
    """`world.Pub.used`: the identifiers that the state refers to, by position in no order that means anything."""

    __slots__ = ("_type",)

    def __init__(self, world: Any, access: Any, table: Table, type_: TypeEntry) -> None:
        super().__init__(world, access, table)
        object.__setattr__(self, "_type", type_)

    _type: TypeEntry

    @property
    def number(self) -> int:
        """How many are in use now."""
        return int(self._access.used_number(self._world, self._type.number))

    def __getitem__(self, i: int) -> int:
        return int(self._access.used_at(self._world, self._type.number, i))

    def __getattr__(self, name: str) -> NoReturn:
        raise Misuse(wording.no_such_part(f"world.{self._type.name}.used", name, wording.NUMBER_PART))


class Rng:
    """`rng`: the only source of randomness of a move."""

    __slots__ = ("_access", "_world")

    def __init__(self, world: Any, access: Any) -> None:
        self._world, self._access = world, access

    def uniform(self) -> float:
        """A real number from 0 up to but not including 1."""
        drawn: float = self._access.draw_uniform(self._world)
        return drawn

    def integer(self, n: int) -> int:
        """A whole number from 0 to n - 1, all alike."""
        try:
            bound = operator.index(n)
        except TypeError:
            raise Misuse(wording.no_bound(type(n).__name__)) from None
        drawn: int = self._access.draw_integer(self._world, bound)
        return drawn

    def normal(self) -> float:
        """A normal number of mean 0 and variance 1."""
        drawn: float = self._access.draw_normal(self._world)
        return drawn

    def flip(self, p: float) -> bool:
        """True with probability p."""
        drawn: bool = self._access.draw_flip(self._world, p)
        return drawn

    def scale(self) -> float:
        """What the length of this move's steps is to be multiplied by: 1, or what the warm-up has found."""
        found: float = self._world.move_scale[self._world.move]
        return found

    def __getattr__(self, name: str) -> NoReturn:
        raise Misuse(wording.no_such_part("rng", name, wording.RANDOM_PARTS))
