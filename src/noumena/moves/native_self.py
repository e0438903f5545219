"""The proposer itself as compiled code sees it: fields as constants and arrays, methods compiled along."""

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
    models,
    overload_method,
    register_model,
)
from numba.np.numpy_support import from_dtype

from noumena.moves.proposer import Proposer
from noumena.runtime.native_world import WORLD

REASON = "noumena cannot compile:"
_RUN_BY_ENGINE = ("propose", "initialise", "first_state")
"""Methods that no other method calls."""


class SelfType(types.Type):
    """A proposer; each has a class of its own below this one, so that its methods are its own."""

    def __init__(self, proposer: Proposer) -> None:
        self.proposer = proposer
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
    # The array belongs to the proposer, which outlives the code.
    address, shape, place = value.ctypes.data, value.shape, _pointer_to(from_dtype(value.dtype))
    array = types.Array(from_dtype(value.dtype), value.ndim, "C", readonly=True)

    def load() -> Any:
        return carray(place(address), shape)

    return context.compile_internal(builder, load, array(), ())


def _pointer_to(type_: Any) -> Any:
    @intrinsic
    def place(typing_context: Any, address: Any) -> Any:
        pointer = types.CPointer(type_)

        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            word = context.cast(builder, arguments[0], address, types.int64)
            return builder.inttoptr(word, context.get_value_type(pointer))

        return pointer(address), generate

    return place


def self_type(proposer: Proposer, compiled: Any) -> SelfType:
    """The type of a proposer; `compiled` makes one of its methods ready for compilation."""
    own: Any = type("SelfType", (SelfType,), {})
    register_model(own)(models.OpaqueModel)
    for name in dir(type(proposer)):
        method = getattr(type(proposer), name)
        if isinstance(method, python_types.FunctionType) and not name.startswith("__") and name not in _RUN_BY_ENGINE:
            overload_method(own, name)(_giving(compiled(method)))
    made: SelfType = own(proposer)
    return made


def _giving(method: Any) -> Any:
    """A function with a method's parameters, as Numba wants it, that gives the method."""
    names = ", ".join(inspect.signature(method).parameters)
    scope: dict[str, Any] = {"method": method}
    exec(f"def give({names}):\n    return method", scope)
    return scope["give"]


def self_of(type_: SelfType) -> Any:
    """A function that makes the proposer from the world: there is nothing to make."""

    @intrinsic
    def make(typing_context: Any, world: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            return context.get_dummy_value()

        return type_(WORLD), generate

    return make
