"""The world of the native backend: a header of 64-bit words with the addresses of its arrays, and its Numba type.

`w.v_int[v]` in generated code loads an address from the header and then the word: no array descriptors, no reference
counts. Python owns the header and the arrays, and replaces an array when it must grow.
"""

from __future__ import annotations

import operator
from typing import Any

import numpy as np
import numpy.typing as npt
from llvmlite import ir
from numba import types
from numba.core.typing.templates import AttributeTemplate
from numba.extending import (
    NativeValue,
    infer_getattr,
    lower_builtin,
    lower_getattr_generic,
    lower_setattr_generic,
    models,
    register_model,
    type_callable,
    typeof_impl,
    unbox,
)

from noumena.runtime.world import FIELDS, SCALARS, TABLES, Ints

_SLOT = {name: slot for slot, name in enumerate(FIELDS)}
_WORD = ir.IntType(64)


class WorldType(types.Type):
    """The Numba type of every world."""

    def __init__(self) -> None:
        super().__init__("World")


WORLD = WorldType()


class TableType(types.Type):
    """An array that native code only reads."""

    def __init__(self, element: Any) -> None:
        self.element = element
        super().__init__(f"Table({element})")


@register_model(TableType)
class _TableModel(models.PrimitiveModel):
    def __init__(self, manager: Any, type_: Any) -> None:
        super().__init__(manager, type_, manager.lookup(type_.element).get_data_type().as_pointer())


def _numba_type(name: str) -> Any:
    kind = FIELDS[name]
    if kind is int:
        return types.int64
    if kind is float:
        return types.float64
    element = types.int64 if kind == Ints else types.float64
    return TableType(element) if name in TABLES else types.CPointer(element)


_TYPES = {name: _numba_type(name) for name in FIELDS}


@register_model(WorldType)
class _Model(models.PrimitiveModel):
    def __init__(self, manager: Any, type_: Any) -> None:
        super().__init__(manager, type_, _WORD.as_pointer())


@infer_getattr
class _Attributes(AttributeTemplate):
    key = WorldType

    def generic_resolve(self, type_: Any, attribute: str) -> Any:
        return _TYPES.get(attribute)


def _address(context: Any, builder: Any, world: Any, name: str) -> Any:
    slot = builder.gep(world, [ir.Constant(_WORD, _SLOT[name])])
    return builder.bitcast(slot, context.get_value_type(_TYPES[name]).as_pointer())


def _load_constant(builder: Any, address: Any) -> Any:
    """A word that stays the same as long as native code runs, so that it is loaded once and not after every store."""
    word = builder.load(address)
    word.set_metadata("invariant.load", builder.module.add_metadata([]))
    return word


@lower_getattr_generic(WorldType)
def _load(context: Any, builder: Any, type_: Any, world: Any, name: str) -> Any:
    address = _address(context, builder, world, name)
    # Arrays are made and replaced by Python only.
    return builder.load(address) if name in SCALARS else _load_constant(builder, address)


@type_callable(operator.getitem)
def _type_of_element(context: Any) -> Any:
    def typer(table: Any, place: Any) -> Any:
        return table.element if isinstance(table, TableType) and isinstance(place, types.Integer) else None

    return typer


@lower_builtin(operator.getitem, TableType, types.Integer)
def _load_element(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    table, place = arguments
    word = context.cast(builder, place, signature.args[1], types.intp)
    return _load_constant(builder, builder.gep(table, [word]))


@lower_setattr_generic(WorldType)
def _store(context: Any, builder: Any, signature: Any, arguments: Any, name: str) -> None:
    world, value = arguments
    word = context.cast(builder, value, signature.args[1], _TYPES[name])
    builder.store(word, _address(context, builder, world, name))


class NativeWorld:
    """A world in native memory; attributes read and write the header, arrays are NumPy's."""

    _header: npt.NDArray[np.int64]
    _arrays: dict[str, npt.NDArray[Any]]
    _address: int

    def __init__(self) -> None:
        put = object.__setattr__
        put(self, "_header", np.zeros(len(FIELDS), np.int64))
        put(self, "_arrays", {})
        put(self, "_address", self._header.ctypes.data)

    def __getattr__(self, name: str) -> Any:
        if name in self._arrays:
            return self._arrays[name]
        if name not in _SLOT:
            raise AttributeError(name)
        if FIELDS[name] is float:
            return float(self._header.view(np.float64)[_SLOT[name]])
        return int(self._header[_SLOT[name]])

    def __setattr__(self, name: str, value: Any) -> None:
        if name in SCALARS:
            header = self._header if FIELDS[name] is int else self._header.view(np.float64)
            header[_SLOT[name]] = value
            return
        array = np.ascontiguousarray(value, np.int64 if FIELDS[name] == Ints else np.float64)
        self._arrays[name] = array
        self._header[_SLOT[name]] = array.ctypes.data


@typeof_impl.register(NativeWorld)
def _type_of(world: NativeWorld, context: Any) -> WorldType:
    return WORLD


@unbox(WorldType)
def _unbox(type_: Any, value: Any, context: Any) -> Any:
    address = context.pyapi.object_getattr_string(value, "_address")
    word = context.pyapi.long_as_longlong(address)
    context.pyapi.decref(address)
    return NativeValue(context.builder.inttoptr(word, _WORD.as_pointer()))
