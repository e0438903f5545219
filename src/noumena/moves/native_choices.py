"""What compiled declared moves do with `choose`, as `declared_views` does it in Python.

Each operation becomes a call of the kernel's `choices` or `round_trip`, of the native package.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable
from typing import Any

import numpy as np
from numba import njit, types
from numba.core.typing.templates import AttributeTemplate
from numba.extending import infer_getattr, overload, overload_method, register_model

from noumena.moves import declared_wording as wording
from noumena.moves.declared_views import KINDS, guarded
from noumena.moves.native_arguments import is_whole, refuse, unannotated
from noumena.moves.native_types import (
    PointerModel,
    PreimageType,
    TypeType,
    UsedType,
    ViewType,
    WorldViewType,
    object_of,
    world_of,
)
from noumena.moves.table import Table
from noumena.runtime.kernel import round_trip


class TellType(ViewType):
    """`choose` and its parts; `choices` and `trip` are the kernel's modules."""

    def __init__(self, what: str, table: Table, package: str) -> None:
        self.choices, self.trip = (importlib.import_module(f"{package}.{name}") for name in ("choices", "round_trip"))
        self.package = package
        super().__init__(what, table, importlib.import_module(f"{package}.declared"))


class BackType(TellType):
    """`choose.back`."""


class ChooseType(TellType):
    """`choose`."""


class BothType(ChooseType):
    """`choose.both`."""


for _class in (BackType, ChooseType, BothType):
    register_model(_class)(PointerModel)


@infer_getattr
class _Parts(AttributeTemplate):
    key = ChooseType

    def generic_resolve(self, view: Any, name: str) -> Any:
        """The type of `choose.back` and `choose.both`."""
        if type(view) is ChooseType and name == "back":
            return BackType("choose.back", view.table, view.package)
        if type(view) is ChooseType and name == "both":
            return BothType("choose.both", view.table, view.package)
        return None


def declared_views(table: Table, package: str) -> tuple[WorldViewType, ChooseType]:
    """The types of `world` and `choose` in a compiled declared move; `package` is the native kernel's."""
    declared = importlib.import_module(f"{package}.declared")
    own = guarded(table, declared, njit(error_model="numpy", nogil=True))
    return WorldViewType("declared world", own, declared), ChooseType("choose", own, package)


# Addresses.
def _address(at: Any) -> Any:
    """How many words an address has, and the words; compiled only."""


@overload(_address)
@unannotated
def _address_words(at: Any) -> Any:
    none = np.int64(0)
    if at is None or isinstance(at, types.Omitted | types.NoneType):
        return lambda at: (np.int64(-1), none, none, none, none)
    given = tuple(at) if isinstance(at, types.BaseTuple) else (at,)
    for word in given:
        if not is_whole(word):
            refuse(wording.no_address(str(types.unliteral(word))))
    if not 0 < len(given) <= 4:
        refuse(wording.no_address(f"{len(given)} of them"))
    if not isinstance(at, types.BaseTuple):
        return lambda at: (np.int64(1), np.int64(at), none, none, none)
    return (
        lambda at: (np.int64(1), np.int64(at[0]), none, none, none),
        lambda at: (np.int64(2), np.int64(at[0]), np.int64(at[1]), none, none),
        lambda at: (np.int64(3), np.int64(at[0]), np.int64(at[1]), np.int64(at[2]), none),
        lambda at: (np.int64(4), np.int64(at[0]), np.int64(at[1]), np.int64(at[2]), np.int64(at[3])),
    )[len(given) - 1]


def _check_real(name: str, *given: Any) -> None:
    for type_ in given:
        if not is_whole(type_) and not isinstance(type_, types.Float):
            refuse(wording.not_real(name, str(types.unliteral(type_))))


# Choices that are made; those of `choose.both` are told too.
def _named(view: Any, kind: str) -> str:
    return f"choose.both.{kind}" if isinstance(view, BothType) else f"choose.{kind}"


@overload_method(ChooseType, "integer")
@unannotated
def _integer(choose: Any, n: Any, at: Any = None) -> Any:
    if not is_whole(n):
        refuse(wording.not_whole(_named(choose, "integer"), str(types.unliteral(n))))
    make, tell, both, kind = choose.choices.choose_integer, choose.choices.tell, _is_both(choose), KINDS["integer"]

    def integer(choose: Any, n: Any, at: Any = None) -> Any:
        w = world_of(choose)
        size, a, b, c, d = _address(at)
        made = make(w, np.int64(n), size, a, b, c, d)
        if both:
            tell(w, np.int64(kind), size, a, b, c, d, made, 0.0)
        return made

    return integer


@overload_method(ChooseType, "flip")
@unannotated
def _flip(choose: Any, p: Any, at: Any = None) -> Any:
    _check_real(_named(choose, "flip"), p)
    make, tell, both, kind = choose.choices.choose_flip, choose.choices.tell, _is_both(choose), KINDS["flip"]

    def flip(choose: Any, p: Any, at: Any = None) -> Any:
        w = world_of(choose)
        size, a, b, c, d = _address(at)
        made = make(w, np.float64(p), size, a, b, c, d)
        if both:
            tell(w, np.int64(kind), size, a, b, c, d, np.int64(made), 0.0)
        return made

    return flip


@overload_method(ChooseType, "one_of")
@unannotated
def _one_of(choose: Any, view: Any, at: Any = None) -> Any:
    make, tell, both, kind = _among(choose, view), choose.choices.tell, _is_both(choose), KINDS["one_of"]

    def one_of(choose: Any, view: Any, at: Any = None) -> Any:
        w = world_of(choose)
        size, a, b, c, d = _address(at)
        made = make(view, size, a, b, c, d)
        if both:
            tell(w, np.int64(kind), size, a, b, c, d, made, 0.0)
        return made

    return one_of


def _among(choose: Any, view: Any) -> Callable[..., Any]:
    """A function that chooses one of what a view is about."""
    if isinstance(view, UsedType):
        used, type_ = choose.choices.choose_used, view.entry.number
        return _compiled(lambda view, size, a, b, c, d: used(world_of(view), np.int64(type_), size, a, b, c, d))
    if isinstance(view, TypeType) and not view.entry.statements:
        given, type_ = choose.choices.choose_guaranteed, view.entry.number
        return _compiled(lambda view, size, a, b, c, d: given(world_of(view), np.int64(type_), size, a, b, c, d))
    if isinstance(view, PreimageType) and len(view.entry.objects) == 1 and view.entry.objects[0] >= 0:
        within, kind, type_ = choose.choices.choose_in_preimage, view.entry.kind, view.entry.objects[0]

        def among(view: Any, size: Any, a: Any, b: Any, c: Any, d: Any) -> Any:
            return within(world_of(view), np.int64(kind), np.int64(type_), object_of(view), size, a, b, c, d)

        return _compiled(among)
    refuse(wording.NO_SET)


def _compiled(function: Callable[..., Any]) -> Callable[..., Any]:
    made: Callable[..., Any] = njit(error_model="numpy", nogil=True)(function)
    return made


@overload_method(ChooseType, "uniform")
@unannotated
def _uniform(choose: Any, at: Any = None) -> Any:
    make, tell, both, kind = choose.choices.choose_uniform, choose.choices.tell, _is_both(choose), KINDS["uniform"]

    def uniform(choose: Any, at: Any = None) -> Any:
        w = world_of(choose)
        size, a, b, c, d = _address(at)
        made = make(w, size, a, b, c, d)
        if both:
            tell(w, np.int64(kind), size, a, b, c, d, np.int64(0), made)
        return made

    return uniform


@overload_method(ChooseType, "normal")
@unannotated
def _normal(choose: Any, mean: Any, scale: Any, at: Any = None) -> Any:
    _check_real(_named(choose, "normal"), mean, scale)
    make, tell, both, kind = choose.choices.choose_normal, choose.choices.tell, _is_both(choose), KINDS["normal"]

    def normal(choose: Any, mean: Any, scale: Any, at: Any = None) -> Any:
        w = world_of(choose)
        size, a, b, c, d = _address(at)
        made = make(w, np.float64(mean), np.float64(scale), size, a, b, c, d)
        if both:
            tell(w, np.int64(kind), size, a, b, c, d, np.int64(0), made)
        return made

    return normal


def _is_both(choose: Any) -> bool:
    return isinstance(choose, BothType)


# Choices that are told.
def _telling(name: str) -> None:
    is_real = KINDS[name] >= round_trip.UNIFORM

    @overload_method(BackType, name)
    @unannotated
    def method(back: Any, value: Any, at: Any = None) -> Any:
        if is_real or name == "flip":
            _check_real(f"choose.back.{name}", value)
        elif not is_whole(value):
            refuse(wording.not_whole(f"choose.back.{name}", str(types.unliteral(value))))
        tell, kind = back.choices.tell, KINDS[name]

        def real(back: Any, value: Any, at: Any = None) -> None:
            size, a, b, c, d = _address(at)
            tell(world_of(back), np.int64(kind), size, a, b, c, d, np.int64(0), np.float64(value))

        def whole(back: Any, value: Any, at: Any = None) -> None:
            size, a, b, c, d = _address(at)
            tell(world_of(back), np.int64(kind), size, a, b, c, d, np.int64(value), 0.0)

        return real if is_real else whole


for _name in KINDS:
    _telling(_name)
