"""What generated code leaves to Python: operations on values that are not single words, and distributions over them."""

from __future__ import annotations

import ctypes
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from noumena.compiler.words import Words, is_real
from noumena.model.expressions import Draw
from noumena.model.source import Span
from noumena.model.types import Type
from noumena.model.values import Value

_WORD_MASK = 2**64 - 1
REMEMBERED_AT_MOST = 2**18
"""Results that are kept; beyond that they are forgotten, as with reals no call may ever come again."""


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


@dataclass(frozen=True, slots=True)
class _Ready:
    """What is to be known of an operation to run it: found once, as looking at types would take longer than to run it.

    Which words are reals, how each is read, and whether the result is a real.
    """

    reals: tuple[bool, ...]
    has_reals: bool
    decoders: tuple[Callable[[int | float], Value], ...]
    real_result: bool

    @classmethod
    def of(cls, operation: Operation, words: Words) -> _Ready:
        """That of an operation."""
        types = operation.arguments
        reals = tuple(map(is_real, types))
        return cls(reals, any(reals), tuple(map(words.decoder, types)), is_real(operation.result))

    def words(self, ints: Any, reals: Any) -> tuple[int | float, ...]:
        """The words of the arguments, out of arrays or lists."""
        count = len(self.reals)
        left = ints[:count] if isinstance(ints, list) else ints[:count].tolist()
        if self.has_reals:
            return tuple([float(reals[i]) if real else left[i] for i, real in enumerate(self.reals)])
        return tuple(left)

    def values(self, words: Sequence[int | float]) -> list[Value]:
        """The values of the arguments."""
        return [decode(word) for decode, word in zip(self.decoders, words, strict=True)]


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
        self._world = world
        self._ready = [_Ready.of(operation, words) for operation in operations]
        self._known: dict[tuple[int, tuple[int | float, ...]], int | float] = {}
        self.error: BaseException | None = None
        self.failed: Operation | None = None
        self.choose: Callable[[list[float]], int] | None = None
        _heed_interruptions()
        self._callback = ctypes.CFUNCTYPE(ctypes.c_int64, ctypes.c_int64)(self.call)
        world.host = ctypes.cast(self._callback, ctypes.c_void_p).value
        world.failed = 0

    def call(self, number: int) -> int:
        """Runs an operation."""
        try:
            self._run(number)
        except BaseException as error:  # whatever it is, it is raised again outside
            self.error, self.failed = error, self._operations[number]
            self._world.failed = 1
        return 0

    def interrupt(self, error: KeyboardInterrupt) -> None:
        """Keeps an interruption that no operation has met."""
        self.error, self.failed = error, None
        self._world.failed = 1

    def forget(self) -> None:
        """Forgets the results that were remembered."""
        self._known.clear()

    def _run(self, number: int) -> None:
        operation, ready = self._operations[number], self._ready[number]
        ints, reals = self._world.g_int, self._world.g_real
        result = reals if ready.real_result else ints
        if operation.members is not None:
            scratch = self._world.y_real if is_real(operation.members) else self._world.y_int
            decode = self._words.decoder(operation.members)
            elements = [decode(scratch[i]) for i in range(int(ints[0]), int(ints[1]))]
            result[0] = self._words.encode(operation.function(elements), operation.result)
            return
        words = ready.words(ints, reals)
        if operation.seeded:
            values = ready.values(words)
            if self.choose is not None:
                value = self._enumerated(operation, values)
            else:
                seed = int(ints[len(words)]) & _WORD_MASK
                value = operation.function(np.random.Generator(np.random.PCG64(seed)), *values)
            result[0] = self._words.encode(value, operation.result)
            return
        key = (number, words)
        known = self._known.get(key)
        if known is None:
            if len(self._known) >= REMEMBERED_AT_MOST:
                self._known.clear()
            known = self._words.encode(operation.function(*ready.values(words)), operation.result)
            self._known[key] = known
        result[0] = known

    def use(self, world: Any) -> None:
        """Takes the words of another world."""
        self._world = world

    def _enumerated(self, operation: Operation, values: Sequence[Value]) -> Value:
        """The value that is next when all random choices are enumerated."""
        assert self.choose is not None
        family: Any = getattr(operation.function, "__self__")  # noqa: B009  # a bound method of a distribution
        support = family.support(*values)
        if not isinstance(support, Sequence):
            raise NotFinite(f"{family.name} has no finite support to enumerate")
        return support[self.choose([float(np.exp(family.log_prob(x, *values))) for x in support])]
