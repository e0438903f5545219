"""The world of the native backend: a header of 64-bit words with the addresses of its arrays, and its Numba type.

`w.v_int[v]` in generated code loads an address from the header and then the word: no array descriptors, no reference
counts. Python owns the header and the arrays, and replaces an array when it must grow.
"""

from __future__ import annotations

import mmap
import operator
from itertools import accumulate
from typing import Any

import numpy as np
import numpy.typing as npt
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.core.typing.templates import AttributeTemplate
from numba.extending import (
    NativeValue,
    infer_getattr,
    intrinsic,
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
_HALF = ir.IntType(32)
_LINE, _PAGE = 64, 2**21
"""Bytes of a line of the processor's memory, and of a large page."""
_SMALL = 2**18
"""Bytes of a world that is not worth a large page."""
_NARROW = frozenset(
    name
    for line in (
        "v_kind v_count v_flags v_owner v_mark v_parents v_children v_place v_next v_before v_class index m_variable",
        "u_object u_next u_before j_index",
        "e_child e_parent e_sibling e_next e_before p_first p_size o_application o_references o_place o_list u_first",
        "t_variable t_flags t_owner t_count t_drawn t_undrawn n_variable n_from n_to b_read r_read d_stack q_queue",
        "w_variable w_change",
    )
    for name in line.split()
)
"""Fields with places, counts and flags: half words are enough, and more of them are near."""
_RECORDS = (("u_object", "u_next", "u_int", "u_score", "u_count"), ("u_real", "u_before"))
"""Fields of a class that are read together: they share a line of the processor's memory."""
_BYTES = (32, 16)
"""Of a record, with what is left free so that none is on two lines."""


def _element_type(name: str) -> Any:
    return np.int32 if name in _NARROW else np.int64 if FIELDS[name] == Ints else np.float64


def _size(name: str) -> int:
    return int(np.dtype(_element_type(name)).itemsize)


_COLUMN = {
    name: (r, sum(_size(before) for before in record[:at]))
    for r, record in enumerate(_RECORDS)
    for at, name in enumerate(record)
}
"""In which record a field is, and from which byte on."""


class WorldType(types.Type):
    """The Numba type of every world."""

    def __init__(self) -> None:
        super().__init__("World")


WORLD = WorldType()


class ArrayType(types.Type):
    """An array of a world, by the name of its field: no two arrays share memory, and native code is told so."""

    def __init__(self, field: str) -> None:
        self.field = field
        self.element = types.int64 if FIELDS[field] == Ints else types.float64
        super().__init__(f"Array({field})")


@register_model(ArrayType)
class _ArrayModel(models.PrimitiveModel):
    def __init__(self, manager: Any, type_: Any) -> None:
        wide = manager.lookup(type_.element).get_data_type()
        super().__init__(manager, type_, (_HALF if type_.field in _NARROW else wide).as_pointer())


def _numba_type(name: str) -> Any:
    kind = FIELDS[name]
    if kind is int:
        return types.int64
    return types.float64 if kind is float else ArrayType(name)


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


def _separate(builder: Any, access: Any, name: str) -> Any:
    """Tells that a load or store of this field is of no other field, so that words need not be loaded again."""
    metadata = builder.module.add_metadata
    root = metadata(["noumena"])
    zero = ir.Constant(_WORD, 0)
    field = metadata([name, root, zero])
    access.set_metadata("tbaa", metadata([field, field, zero]))
    return access


def _load_constant(builder: Any, address: Any) -> Any:
    """A word that stays the same as long as native code runs, so that it is loaded once and not after every store."""
    word = builder.load(address)
    word.set_metadata("invariant.load", builder.module.add_metadata([]))
    return word


@lower_getattr_generic(WorldType)
def _load(context: Any, builder: Any, type_: Any, world: Any, name: str) -> Any:
    address = _address(context, builder, world, name)
    # Arrays are made and replaced by Python only.
    return _separate(builder, builder.load(address), name) if name in SCALARS else _load_constant(builder, address)


@lower_setattr_generic(WorldType)
def _store(context: Any, builder: Any, signature: Any, arguments: Any, name: str) -> None:
    world, value = arguments
    word = context.cast(builder, value, signature.args[1], _TYPES[name])
    _separate(builder, builder.store(word, _address(context, builder, world, name)), name)


@type_callable(operator.getitem)
def _type_of_element(context: Any) -> Any:
    def typer(array: Any, place: Any) -> Any:
        return array.element if isinstance(array, ArrayType) and isinstance(place, types.Integer) else None

    return typer


@type_callable(operator.setitem)
def _type_of_assignment(context: Any) -> Any:
    def typer(array: Any, place: Any, value: Any) -> Any:
        plain = isinstance(place, types.Integer) and isinstance(value, types.Number | types.Boolean)
        return types.none if isinstance(array, ArrayType) and plain else None

    return typer


def _element(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    place = context.cast(builder, arguments[1], signature.args[1], types.intp)
    field = signature.args[0].field
    if field in _COLUMN:
        place = builder.mul(place, ir.Constant(_WORD, _BYTES[_COLUMN[field][0]] // _size(field)))
    return builder.gep(arguments[0], [place])


@lower_builtin(operator.getitem, ArrayType, types.Integer)
def _load_element(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    name, address = signature.args[0].field, _element(context, builder, signature, arguments)
    if name in TABLES:
        return _load_constant(builder, address)
    word = _separate(builder, builder.load(address), name)
    return builder.sext(word, _WORD) if name in _NARROW else word


@lower_builtin(operator.setitem, ArrayType, types.Integer, types.Any)
def _store_element(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    array, value = signature.args[0], signature.args[2]
    word = context.cast(builder, arguments[2], value, array.element)
    if array.field in _NARROW:
        word = builder.trunc(word, _HALF)
    store = builder.store(word, _element(context, builder, signature, arguments))
    _separate(builder, store, array.field)
    return context.get_dummy_value()


@intrinsic
def fetch(context: Any, array: Any, place: Any) -> Any:
    """Asks for an element that will be read soon; the place may be any."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        flag = ir.IntType(32)
        address = builder.bitcast(_element(context, builder, signature, arguments), ir.IntType(8).as_pointer())
        kind = ir.FunctionType(ir.VoidType(), [address.type, flag, flag, flag])
        function = cgutils.get_or_insert_function(builder.module, kind, "llvm.prefetch.p0")
        builder.call(function, [address, ir.Constant(flag, 0), ir.Constant(flag, 3), ir.Constant(flag, 1)])
        return context.get_dummy_value()

    return types.void(array, place), generate


class NativeWorld:
    """A world in native memory; attributes read and write the header, arrays are NumPy's.

    Arrays are attributes as any others too, as they are read whenever native code calls Python.
    """

    _header: npt.NDArray[np.int64]
    _arrays: dict[str, npt.NDArray[Any]]
    _records: list[npt.NDArray[np.uint8]]
    _address: int

    def __init__(self) -> None:
        put = object.__setattr__
        put(self, "_header", np.zeros(len(FIELDS), np.int64))
        put(self, "_arrays", {})
        put(self, "_records", [_aligned(0, size) for size in _BYTES])
        put(self, "_address", self._header.ctypes.data)

    def __getattr__(self, name: str) -> Any:
        if name not in SCALARS:
            raise AttributeError(name)
        if FIELDS[name] is float:
            return float(self._header.view(np.float64)[_SLOT[name]])
        return int(self._header[_SLOT[name]])

    def __setattr__(self, name: str, value: Any) -> None:
        if name in SCALARS:
            header = self._header if FIELDS[name] is int else self._header.view(np.float64)
            header[_SLOT[name]] = value
        elif name in _COLUMN:
            self._set_column(name, value)
        else:
            self._put_array(name, np.ascontiguousarray(value, _element_type(name)))

    def clear(self, name: str, size: int) -> None:
        """Gives a field so many zeros; the system makes them when they are first touched."""
        if name in _COLUMN:
            self._set_column(name, np.zeros(size))
        else:
            self._put_array(name, np.zeros(size, _element_type(name)))

    def settle(self) -> None:
        """Lays all arrays of a large world next to each other, on large pages where the system has them.

        A place in memory is found by its page, and of small pages the processor remembers only those of a few hundred
        thousand bytes. With a hundred thousand observations this takes a third off a step. Memory that fills slowly
        stays where it is: to be moved, all of it would be touched.
        """
        apart = {*_COLUMN, *TABLES, "j_index", "j_entry"}
        own = {name: array for name, array in self._arrays.items() if name not in apart}
        parts = [*own.values(), *self._records]
        starts = list(accumulate((-(-array.nbytes // _LINE) * _LINE for array in parts), initial=0))
        if starts[-1] < _SMALL or not hasattr(mmap, "MADV_HUGEPAGE"):
            return
        # Private: of memory that is shared, as it would be otherwise, systems seldom make large pages.
        memory = mmap.mmap(-1, starts[-1] + _PAGE, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
        memory.madvise(mmap.MADV_HUGEPAGE)
        room = np.frombuffer(memory, np.uint8)
        room = room[-room.ctypes.data % _PAGE :]
        moved = [
            room[at : at + array.nbytes].view(array.dtype).reshape(array.shape)
            for at, array in zip(starts, parts, strict=False)
        ]
        for array, place in zip(parts, moved, strict=True):
            place[...] = array
        for name, array in zip(own, moved, strict=False):
            self._put_array(name, array)
        for r, records in enumerate(moved[len(own) :]):
            self._put_records(r, records)

    def _put_array(self, name: str, array: npt.NDArray[Any]) -> None:
        self._hold(name, array)
        self._header[_SLOT[name]] = array.ctypes.data

    def _hold(self, name: str, array: npt.NDArray[Any]) -> None:
        self._arrays[name] = array
        object.__setattr__(self, name, array)

    def _put_records(self, r: int, records: npt.NDArray[np.uint8]) -> None:
        self._records[r] = records
        for name in _RECORDS[r]:
            at = _COLUMN[name][1]
            self._hold(name, records[:, at : at + _size(name)].view(_element_type(name))[:, 0])
            self._header[_SLOT[name]] = records.ctypes.data + at

    def _set_column(self, name: str, value: Any) -> None:
        """Sets one field of all records; where their number changes, they are laid out anew."""
        r, _ = _COLUMN[name]
        if len(value) != len(self._records[r]):
            records, kept = _aligned(len(value), _BYTES[r]), min(len(value), len(self._records[r]))
            records[:kept] = self._records[r][:kept]
            self._put_records(r, records)
        self._arrays[name][:] = value


def _aligned(count: int, size: int) -> npt.NDArray[np.uint8]:
    """So many records of zeros, each of so many bytes, none of which is on two lines."""
    room = np.zeros(size * (count + 1), np.uint8)
    return room[-room.ctypes.data % size :][: size * count].reshape(count, size)


@typeof_impl.register(NativeWorld)
def _type_of(world: NativeWorld, context: Any) -> WorldType:
    return WORLD


@unbox(WorldType)
def _unbox(type_: Any, value: Any, context: Any) -> Any:
    address = context.pyapi.object_getattr_string(value, "_address")
    word = context.pyapi.long_as_longlong(address)
    context.pyapi.decref(address)
    return NativeValue(context.builder.inttoptr(word, _WORD.as_pointer()))
