"""The world of the native backend: a header of 64-bit words with the addresses of its arrays, and its Numba type.

`w.v_int[v]` in generated code loads an address from the header and then the word: no array descriptors, no reference
counts. Python owns the header and the arrays, and replaces an array when it must grow.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
from llvmlite import ir
from numba import types
from numba.core.typing.templates import AttributeTemplate
from numba.extending import (
    NativeValue,
    infer_getattr,
    lower_getattr_generic,
    lower_setattr_generic,
    models,
    register_model,
    typeof_impl,
    unbox,
)

from noumena.runtime.world import FIELDS, SCALARS, Ints

_SLOT = {name: slot for slot, name in enumerate(FIELDS)}
_WORD = ir.IntType(64)


class WorldType(types.Type):
    """The Numba type of every world."""

    def __init__(self) -> None:
        super().__init__("World")


WORLD = WorldType()


def _numba_type(name: str) -> Any:
    kind = FIELDS[name]
    if kind is int:
        return types.int64
    if kind is float:
        return types.float64
    return types.CPointer(types.int64 if kind == Ints else types.float64)


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


@lower_getattr_generic(WorldType)
def _load(context: Any, builder: Any, type_: Any, world: Any, name: str) -> Any:
    return builder.load(_address(context, builder, world, name))


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
