"""The proposer itself as compiled code sees it: fields as constants and arrays, methods compiled along.

It is the pointer to the world, where the addresses and lengths of its arrays are: code with addresses in it could not
be kept, and code with lengths in it would be compiled anew for data of another size.
"""

from __future__ import annotations

import inspect
import types as python_types
from typing import Any

import numpy as np
from numba import carray, types
from numba.core.errors import TypingError
from numba.core.typing.templates import AttributeTemplate
from numba.extending import (
    infer_getattr,
    intrinsic,
    lower_getattr_generic,
    overload_method,
    register_model,
)
from numba.np.numpy_support import from_dtype

from noumena.moves.native_types import PointerModel
from noumena.moves.proposer import Proposer, array_slots
from noumena.runtime.native_world import WORLD

REASON = "noumena cannot compile:"
_RUN_BY_ENGINE = ("propose", "initialise", "first_state")
"""Methods that no other method calls."""


class SelfType(types.Type):
    """A proposer; each has a class of its own below this one, so that its methods are its own.

    Where its arrays are is in `z_int` of the world, from `place` on (`array_words`).
    """

    def __init__(self, proposer: Proposer, place: int) -> None:
        self.proposer, self.place = proposer, place
        super().__init__(f"{type(proposer).__name__} #{id(proposer)}")


@infer_getattr
class _Fields(AttributeTemplate):
    key = SelfType

    def generic_resolve(self, type_: Any, name: str) -> Any:
        """The type of a field; None for what may be a method."""
        if not hasattr(type_.proposer, name):
            return None
        value = getattr(type_.proposer, name)
        if isinstance(value, bool | np.bool_):
            return types.boolean
        if isinstance(value, int | np.integer):
            return types.int64
        if isinstance(value, float | np.floating):
            return types.float64
        if isinstance(value, np.ndarray) and value.dtype.kind in "bif":
            return types.Array(from_dtype(value.dtype), value.ndim, "C", readonly=True)
        if isinstance(value, python_types.MethodType):
            return None
        raise TypingError(f"{REASON} the field `{name}` is neither a number nor an array, but {type(value).__name__}")


@lower_getattr_generic(SelfType)
def _field(context: Any, builder: Any, type_: Any, pointer: Any, name: str) -> Any:
    value = getattr(type_.proposer, name)
    if not isinstance(value, np.ndarray):
        if isinstance(value, bool | np.bool_):
            return context.get_constant(types.boolean, bool(value))
        if isinstance(value, int | np.integer):
            return context.get_constant(types.int64, int(value))
        return context.get_constant(types.float64, float(value))
    array = types.Array(from_dtype(value.dtype), value.ndim, "C", readonly=True)
    return context.compile_internal(builder, _loading(type_, name, value), array(WORLD), (pointer,))


def _loading(type_: SelfType, name: str, value: Any) -> Any:
    """The function that makes an array of its words in the world."""
    slot = type_.place + array_slots(type_.proposer)[name]
    lengths = "".join(f"w.z_int[{slot + 1 + axis}], " for axis in range(value.ndim))
    scope: dict[str, Any] = {"carray": carray, "pointed": _pointer_to(value.dtype)}
    exec(f"def load(w):\n    return carray(pointed(w.z_int[{slot}]), ({lengths}))", scope)
    return scope["load"]


def _pointer_to(dtype: Any) -> Any:
    @intrinsic
    def pointed(typing_context: Any, address: Any) -> Any:
        pointer = types.CPointer(from_dtype(dtype))

        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            word = context.cast(builder, arguments[0], address, types.int64)
            return builder.inttoptr(word, context.get_value_type(pointer))

        return pointer(address), generate

    return pointed


def self_type(proposer: Proposer, place: int, compiled: Any) -> SelfType:
    """The type of a proposer; `compiled` makes one of its methods ready for compilation."""
    own: Any = type("SelfType", (SelfType,), {})
    register_model(own)(PointerModel)
    for name in dir(type(proposer)):
        method = getattr(type(proposer), name)
        if isinstance(method, python_types.FunctionType) and not name.startswith("__") and name not in _RUN_BY_ENGINE:
            overload_method(own, name)(_giving(compiled(method)))
    made: SelfType = own(proposer, place)
    return made


def _giving(method: Any) -> Any:
    """A function with a method's parameters, as Numba wants it, that gives the method."""
    names = ", ".join(inspect.signature(method).parameters)
    scope: dict[str, Any] = {"method": method}
    exec(f"def give({names}):\n    return method", scope)
    return scope["give"]


def self_of(type_: SelfType) -> Any:
    """A function that makes the proposer from the world."""

    @intrinsic
    def make(typing_context: Any, world: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            return arguments[0]

        return type_(WORLD), generate

    return make
