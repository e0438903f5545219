"""The types by which Numba knows the views of a proposer: the world's pointer, with what it stands for in the type.

A view costs nothing when it runs. A preimage is the pointer and an object. What can be done with them is in
`native_views` and `native_preimages`.
"""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.core.typing.templates import AttributeTemplate
from numba.extending import infer_getattr, intrinsic, lower_getattr_generic, models, register_model

from noumena.moves.table import FunctionEntry, Overloads, Table, TypeEntry
from noumena.runtime.native_world import WORLD


class ViewType(types.Type):
    """A view of the world; `table` are the model's names, `access` the kernel's functions for proposers."""

    def __init__(self, what: str, table: Table, access: Any) -> None:
        self.table, self.access = table, access
        super().__init__(f"{what} #{id(table)}")


class WorldViewType(ViewType):
    """`world`."""


class NumbersType(ViewType):
    """`world.number`."""


class RngType(ViewType):
    """`rng`."""


class FunctionType(ViewType):
    """`world.Title`, or `world.number.Pub`."""

    def __init__(self, what: str, table: Table, access: Any, entries: Overloads) -> None:
        self.entries = entries
        super().__init__(what, table, access)


class SavedType(FunctionType):
    """`world.Title.saved`."""


class TypeType(ViewType):
    """`world.Pub`."""

    def __init__(self, what: str, table: Table, access: Any, entry: TypeEntry) -> None:
        self.entry = entry
        super().__init__(what, table, access)


class UsedType(TypeType):
    """`world.Pub.used`."""


class PreimageType(types.IterableType):
    """`world.PubCited.preimage(p)`: the world and an object."""

    def __init__(self, function: FunctionType, entry: FunctionEntry) -> None:
        self.access, self.entry = function.access, entry
        count = len(entry.objects)
        self.item = types.int64 if count == 1 else types.UniTuple(types.int64, count)
        super().__init__(f"preimage of {function.name}")

    @property
    def iterator_type(self) -> Any:
        """The type of what goes through it."""
        return PreimageIteratorType(self)


class PreimageIteratorType(types.SimpleIteratorType):
    """What goes through a preimage: the world, and the place of the next variable."""

    def __init__(self, preimage: PreimageType) -> None:
        self.preimage = preimage
        super().__init__(f"iterator of {preimage.name}", preimage.item)


class PointerModel(models.PrimitiveModel):
    """A word that points to the world."""

    def __init__(self, manager: Any, type_: Any) -> None:
        super().__init__(manager, type_, ir.IntType(64).as_pointer())


for _class in (WorldViewType, NumbersType, RngType, FunctionType, SavedType, TypeType, UsedType):
    register_model(_class)(PointerModel)


@register_model(PreimageType)
class _PreimageModel(models.StructModel):
    def __init__(self, manager: Any, type_: Any) -> None:
        super().__init__(manager, type_, [("world", WORLD), ("object", types.int64)])


@register_model(PreimageIteratorType)
class _PreimageIteratorModel(models.StructModel):
    def __init__(self, manager: Any, type_: Any) -> None:
        members = [("world", WORLD), ("next", types.EphemeralPointer(types.int64))]
        super().__init__(manager, type_, members)


@infer_getattr
class _ViewAttributes(AttributeTemplate):
    key = ViewType

    def generic_resolve(self, view: Any, name: str) -> Any:
        """The type of a name after a view; None if there is none, or if a method or a number is meant."""
        table, access = view.table, view.access
        if isinstance(view, WorldViewType):
            if name in table.functions:
                return FunctionType(f"world.{name}", table, access, table.functions[name])
            if name in table.types:
                return TypeType(f"world.{name}", table, access, table.types[name])
            return NumbersType("world.number", table, access) if name == "number" else None
        if isinstance(view, NumbersType) and name in table.numbers:
            return FunctionType(f"world.number.{name}", table, access, table.numbers[name])
        if type(view) is FunctionType and name == "saved":
            return SavedType(f"{view.name}.saved", table, access, view.entries)
        if type(view) is TypeType:
            if name == "used":
                return UsedType(f"{view.name}.used", table, access, view.entry)
            if name in view.entry.guaranteed:
                return types.int64
        return None


@lower_getattr_generic(ViewType)
def _part(context: Any, builder: Any, view: Any, pointer: Any, name: str) -> Any:
    """A view of a view is the same pointer; a guaranteed object is a number."""
    if type(view) is TypeType and name in view.entry.guaranteed and name != "used":
        return context.get_constant(types.int64, view.entry.guaranteed[name])
    return pointer


@intrinsic
def world_of(typing_context: Any, view: Any) -> Any:
    """The world of a view or a preimage."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        if isinstance(view, PreimageType):
            return context.make_helper(builder, view, value=arguments[0]).world
        return arguments[0]

    return WORLD(view), generate


@intrinsic
def preimage_of(typing_context: Any, view: Any, value: Any) -> Any:
    """The preimage of an object under the function of a view."""
    type_ = PreimageType(view, view.entries[0])

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        made = cgutils.create_struct_proxy(type_)(context, builder)
        made.world = arguments[0]
        made.object = context.cast(builder, arguments[1], value, types.int64)
        return made._getvalue()

    return type_(view, value), generate


@intrinsic
def object_of(typing_context: Any, preimage: Any) -> Any:
    """The object whose preimage it is."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return context.make_helper(builder, preimage, value=arguments[0]).object

    return types.int64(preimage), generate


def cast_to(view: ViewType) -> Any:
    """A function that makes the world a view."""

    @intrinsic
    def cast(typing_context: Any, world: Any) -> Any:
        return view(world), lambda context, builder, signature, arguments: arguments[0]

    return cast
