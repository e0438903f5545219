"""`choose`, as a declared move sees it when Python runs it; `native_choices` has the same for compiled moves."""

from __future__ import annotations

import numbers
import operator
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, NoReturn

from noumena.moves import declared_wording as wording
from noumena.moves.table import Overloads, Table
from noumena.moves.views import Preimage, TypeView, UsedView
from noumena.moves.wording import Misuse, no_such_part
from noumena.runtime.kernel import round_trip

KINDS = {
    "integer": round_trip.INTEGER,
    "flip": round_trip.FLIP,
    "one_of": round_trip.MEMBER,
    "uniform": round_trip.UNIFORM,
    "normal": round_trip.NORMAL,
}
"""The numbers of the kinds of choices, by their names after `choose.`."""

Address = tuple[int, int, int, int, int]


def address(at: Any) -> Address:
    """How many words an address has, and the words; -1 if there is none."""
    if at is None:
        return -1, 0, 0, 0, 0
    given = at if isinstance(at, tuple) else (at,)
    if not 0 < len(given) <= 4:
        raise Misuse(wording.no_address(f"{len(given)} of them"))
    words = [0, 0, 0, 0]
    for position, word in enumerate(given):
        try:
            words[position] = operator.index(word)
        except TypeError:
            raise Misuse(wording.no_address(type(word).__name__)) from None
    return len(given), words[0], words[1], words[2], words[3]


def _whole(name: str, value: Any) -> int:
    try:
        return operator.index(value)
    except TypeError:
        raise Misuse(wording.not_whole(name, type(value).__name__)) from None


def _real(name: str, value: Any) -> float:
    if not isinstance(value, numbers.Real):
        raise Misuse(wording.not_real(name, type(value).__name__))
    return float(value)


class _Part:
    """What `choose` and its parts hold: the world, and the kernel's functions for the ways and the choices."""

    __slots__ = ("_choices", "_trip", "_world")
    _name = "choose"

    def __init__(self, world: Any, choices: Any, trip: Any) -> None:
        self._world, self._choices, self._trip = world, choices, trip

    def __getattr__(self, name: str) -> NoReturn:
        parts = (*KINDS, "back", "both") if self._name == "choose" else KINDS
        raise Misuse(no_such_part(self._name, name, parts))


class Back(_Part):
    """`choose.back`: the choices that the move makes when it is run on the new state, to undo what it does."""

    __slots__ = ()
    _name = "choose.back"

    def integer(self, value: Any, at: Any = None) -> None:
        """The way back chooses this whole number."""
        self._tell("integer", _whole("choose.back.integer", value), 0.0, at)

    def flip(self, value: Any, at: Any = None) -> None:
        """The way back flips this."""
        self._tell("flip", 1 if value else 0, 0.0, at)

    def one_of(self, value: Any, at: Any = None) -> None:
        """The way back chooses this object."""
        self._tell("one_of", _whole("choose.back.one_of", value), 0.0, at)

    def uniform(self, value: Any, at: Any = None) -> None:
        """The way back draws this number from 0 to 1."""
        self._tell("uniform", 0, _real("choose.back.uniform", value), at)

    def normal(self, value: Any, at: Any = None) -> None:
        """The way back draws this normal number."""
        self._tell("normal", 0, _real("choose.back.normal", value), at)

    def _tell(self, kind: str, number: int, real: float, at: Any) -> None:
        self._choices.tell(self._world, KINDS[kind], *address(at), number, real)


class _Choosing(_Part):
    """Makes choices."""

    __slots__ = ()

    def integer(self, n: Any, at: Any = None) -> int:
        """A whole number from 0 to n - 1, all alike."""
        bound = _whole(f"{self._name}.integer", n)
        return int(self._choices.choose_integer(self._world, bound, *address(at)))

    def flip(self, p: Any, at: Any = None) -> bool:
        """True with probability p."""
        return bool(self._choices.choose_flip(self._world, _real(f"{self._name}.flip", p), *address(at)))

    def one_of(self, view: Any, at: Any = None) -> int:
        """One of the guaranteed objects of a type, of those in use, or of a preimage, all alike."""
        words = address(at)
        if isinstance(view, UsedView):
            return int(self._choices.choose_used(self._world, view._type.number, *words))
        if isinstance(view, TypeView) and not view._type.statements:
            return int(self._choices.choose_guaranteed(self._world, view._type.number, *words))
        if isinstance(view, Preimage) and len(view._entry.objects) == 1 and view._entry.objects[0] >= 0:
            kind, type_ = view._entry.kind, view._entry.objects[0]
            return int(self._choices.choose_in_preimage(self._world, kind, type_, view._object, *words))
        raise Misuse(wording.NO_SET)

    def uniform(self, at: Any = None) -> float:
        """A real number from 0 to 1, all alike."""
        return float(self._choices.choose_uniform(self._world, *address(at)))

    def normal(self, mean: Any, scale: Any, at: Any = None) -> float:
        """A normal number of this mean and standard deviation."""
        name = f"{self._name}.normal"
        words = address(at)
        return float(self._choices.choose_normal(self._world, _real(name, mean), _real(name, scale), *words))


class Both(_Choosing):
    """`choose.both`: choices that are the same on the way back."""

    __slots__ = ()
    _name = "choose.both"

    def _told(self, kind: str, number: int, real: float, at: Any) -> None:
        self._choices.tell(self._world, KINDS[kind], *address(at), number, real)

    def integer(self, n: Any, at: Any = None) -> int:
        """As `choose.integer`."""
        made = super().integer(n, at)
        self._told("integer", made, 0.0, at)
        return made

    def flip(self, p: Any, at: Any = None) -> bool:
        """As `choose.flip`."""
        made = super().flip(p, at)
        self._told("flip", int(made), 0.0, at)
        return made

    def one_of(self, view: Any, at: Any = None) -> int:
        """As `choose.one_of`."""
        made = super().one_of(view, at)
        self._told("one_of", made, 0.0, at)
        return made

    def uniform(self, at: Any = None) -> float:
        """As `choose.uniform`."""
        made = super().uniform(at)
        self._told("uniform", 0, made, at)
        return made

    def normal(self, mean: Any, scale: Any, at: Any = None) -> float:
        """As `choose.normal`."""
        made = super().normal(mean, scale, at)
        self._told("normal", 0, made, at)
        return made


class Choose(_Choosing):
    """`choose`, and what `DeclaredMove.propose` does with it."""

    __slots__ = ()

    @property
    def back(self) -> Back:
        """The choices of the way back."""
        return Back(self._world, self._choices, self._trip)

    @property
    def both(self) -> Both:
        """Choices that are the same on the way back."""
        return Both(self._world, self._choices, self._trip)

    def go_there(self) -> None:
        """Begins the way there."""
        self._trip.begin_run(self._world, round_trip.THERE)

    def go_back(self) -> None:
        """Begins the way back."""
        self._trip.begin_run(self._world, round_trip.BACK)

    def end(self) -> None:
        """Ends the move."""
        self._world.way = round_trip.THERE

    def is_rejected(self, found: Any) -> bool:
        """Whether the program has returned a rejection."""
        if found is None:
            return False
        if not isinstance(found, numbers.Real):
            raise Misuse(wording.returned(repr(found)))
        return bool(self._trip.returned(self._world, float(found)))

    def settle(self) -> float:
        """ln q of the choices, if the way back came home."""
        return float(self._trip.settle(self._world))

    def reals(self) -> int:
        """How many reals go into the way back and come out of it."""
        return int(self._world.input_top)

    def room(self, j: int) -> float:
        """How far the j-th of them may be changed."""
        return float(self._trip.input_room(self._world, j))

    def nudge(self, j: int, step: float) -> None:
        """Begins a trial with one of them changed."""
        self._trip.nudge(self._world, j, step)

    def restore(self, j: int) -> bool:
        """Ends the trial; whether it went the same way."""
        return bool(self._trip.restore(self._world, j))

    def output(self, i: int) -> float:
        """The i-th real that came out."""
        return float(self._trip.output(self._world, i))

    def refuse_slope(self, is_flat: bool) -> None:
        """Stops."""
        self._trip.refuse_slope(self._world, int(is_flat))


def guarded(table: Table, declared: Any, compile_: Callable[[Any], Any]) -> Table:
    """The names of a model for declared moves: derived functions are not computed after a change.

    `declared` is the kernel's module of that name, of the backend of the move.
    """

    def bound(entries: Overloads) -> Overloads:
        return tuple(
            e if e.reader is None else replace(e, reader=compile_(_reader(e.reader, declared.may_compute, e.kind)))
            for e in entries
        )

    functions: Mapping[str, Overloads] = {name: bound(entries) for name, entries in table.functions.items()}
    return replace(table, functions=functions)


def _reader(reader: Callable[..., Any], may_compute: Callable[..., None], kind: int) -> Callable[..., Any]:
    def read(w: Any, *arguments: Any) -> Any:
        may_compute(w, kind)
        return reader(w, *arguments)

    return read
