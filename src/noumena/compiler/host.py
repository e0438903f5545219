"""What generated code leaves to Python: operations on values that are not single words, and distributions over them."""

from __future__ import annotations

import ctypes
import math
import struct
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from noumena.compiler.words import Words, is_real
from noumena.model.expressions import Draw
from noumena.model.library import CERTAIN, Distribution, Supplied
from noumena.model.source import Span
from noumena.model.types import Type
from noumena.model.values import Value
from noumena.runtime.kernel.memo import WORDS_AT_MOST

_WORD_MASK = 2**64 - 1
REMEMBERED_AT_MOST = 2**18
"""Results that are kept where the world keeps none; then they are forgotten: with reals no call may ever come again."""


class NotFinite(ValueError):
    """A draw whose values are to be enumerated and are not finitely many."""


@dataclass(frozen=True, slots=True)
class Operation:
    """A function of values; `seeded` ones get a random generator first, whose seed is the last argument.

    `span` is the place in the model, `draw` the leaf whose distribution it is, for errors. One with `members` takes the
    values on the list of elements, from `g_int[0]` up to `g_int[1]`.
    """

    function: Callable[..., Value]
    arguments: tuple[Type, ...]
    result: Type
    seeded: bool = False
    members: Type | None = None
    span: Span | None = None
    draw: Draw | None = None


def _heed_interruptions() -> None:
    """Keeps an interruption that comes just before the body of `Host.call` or after it, where ctypes would drop it."""
    usual = sys.unraisablehook
    if getattr(usual, "heeds_interruptions", False):
        return

    def heed(dropped: Any) -> None:
        host = getattr(dropped.object, "__self__", None)
        if isinstance(host, Host) and isinstance(dropped.exc_value, KeyboardInterrupt):
            host.interrupt(dropped.exc_value)
        else:
            usual(dropped)

    heed.heeds_interruptions = True  # type: ignore[attr-defined]  # a mark of our own
    sys.unraisablehook = heed


class Host:
    """The Python side of one chain: runs operations on the words that generated code left.

    An exception cannot pass through native code: it is kept in `error`, and `failed` of the world is set.
    """

    def __init__(self, operations: Sequence[Operation], words: Words, world: Any) -> None:
        self._operations = operations
        self._words = words
        self.world = world
        self._known: dict[tuple[int | float, ...], int | float] = {}
        self._run = [self._prepared(number, operation) for number, operation in enumerate(operations)]
        self.error: BaseException | None = None
        self.failed: Operation | None = None
        self.choose: Callable[[list[float]], int] | None = None
        _heed_interruptions()
        self._callback = ctypes.CFUNCTYPE(ctypes.c_double, ctypes.c_int64)(self.call)
        world.host = ctypes.cast(self._callback, ctypes.c_void_p).value
        world.failed = 0

    def call(self, number: int) -> float:
        """Runs an operation: its result if that is a real, others are left in `g_int[0]`."""
        try:
            return self._run[number]()
        except BaseException as error:  # whatever it is, it is raised again outside
            self.error, self.failed = error, self._operations[number]
            self.world.failed = 1
        return 0.0

    def interrupt(self, error: KeyboardInterrupt) -> None:
        """Keeps an interruption that no operation has met."""
        self.error, self.failed = error, None
        self.world.failed = 1

    def forget(self) -> None:
        """Forgets the results that were remembered."""
        self._known.clear()

    def _prepared(self, number: int, operation: Operation) -> Callable[[], float]:
        """What runs an operation; all that types say of it is found here, as that takes longer than to run it."""
        if operation.members is not None:
            return self._prepared_members(operation, operation.members)
        read = _reader(operation.arguments, isinstance(self.world.g_int, list))
        call, encode = self._words.caller(operation.arguments), self._words.encoder(operation.result)
        function, known, is_real_result = operation.function, self._known, is_real(operation.result)

        def given(result: int | float) -> float:
            if is_real_result:
                return result
            self.world.g_int[0] = result
            return 0.0

        def run() -> float:
            return given(encode(call(function, *read(self.world))))

        def run_remembered() -> float:
            world = self.world
            words = read(world)
            key = (number, *words)
            result = known.get(key)
            if result is None:
                if len(known) >= REMEMBERED_AT_MOST:
                    known.clear()
                result = known[key] = encode(call(function, *words))
            return given(result)

        def run_seeded() -> float:
            world = self.world
            words = read(world)
            values = call(_together, *words)
            if self.choose is not None:
                value = self._enumerated(operation, values)
            else:
                seed = int(world.g_int[len(words)]) & _WORD_MASK
                value = function(np.random.Generator(np.random.PCG64(seed)), *values)
            return given(encode(value))

        if operation.seeded:
            return run_seeded
        in_world = self.world.j_capacity > 0 and len(operation.arguments) <= WORDS_AT_MOST
        if not in_world:
            return run_remembered
        if operation.draw is None or any(map(is_real, operation.arguments)):
            return run
        return self._prepared_log_prob(operation, operation.draw.distribution, run)

    def _prepared_log_prob(
        self, operation: Operation, family: Distribution, run: Callable[[], float]
    ) -> Callable[[], float]:
        """What asks a distribution for ln p, a user's without anything in between: chains with string models do."""
        asked = family.supplied_object().log_prob if isinstance(family, Supplied) else operation.function
        most = math.inf if family.density else CERTAIN
        made = self._words.asker(operation.arguments)
        return made(asked, most, run, _unpacker(len(operation.arguments)), self)

    def _prepared_members(self, operation: Operation, members: Type) -> Callable[[], float]:
        """What runs an operation on the elements of a list."""
        decode, encode = self._words.decoder(members), self._words.encoder(operation.result)
        is_real_result = is_real(operation.result)

        def run() -> float:
            world = self.world
            scratch, ints = world.y_real if is_real(members) else world.y_int, world.g_int
            elements = [decode(scratch[i]) for i in range(int(ints[0]), int(ints[1]))]
            result = encode(operation.function(elements))
            if is_real_result:
                return result
            ints[0] = result
            return 0.0

        return run

    def use(self, world: Any) -> None:
        """Takes the words of another world."""
        self.world = world

    def _enumerated(self, operation: Operation, values: Sequence[Value]) -> Value:
        """The value that is next when all random choices are enumerated."""
        assert self.choose is not None
        family: Any = getattr(operation.function, "__self__")  # noqa: B009  # a bound method of a distribution
        support = family.support(*values)
        if not isinstance(support, Sequence):
            raise NotFinite(f"{family.name} has no finite support to enumerate")
        return support[self.choose([float(np.exp(family.log_prob(x, *values))) for x in support])]


def _together(*values: Value) -> tuple[Value, ...]:
    """Its arguments."""
    return values


def _unpacker(count: int) -> Callable[[Any], tuple[int, ...]]:
    """What takes so many words out of an array, in a third of the time of a slice made a list."""
    return struct.Struct(f"{count}q").unpack_from


def _reader(types: Sequence[Type], from_list: bool) -> Callable[[Any], Sequence[Any]]:
    """What takes the words of arguments of these types out of the arrays of a world, or its lists."""
    count, reals = len(types), [i for i, type_ in enumerate(types) if is_real(type_)]
    unpack = _unpacker(count)

    def read(world: Any) -> Sequence[Any]:
        whole: Sequence[Any] = world.g_int[:count] if from_list else unpack(world.g_int)
        if not reals:
            return whole
        words = list(whole)
        for i in reals:
            words[i] = float(world.g_real[i])
        return words

    return read
