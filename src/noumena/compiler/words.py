"""Values as 64-bit words: numbers and objects as they are, everything else by the number of a handle."""

from __future__ import annotations

import math
import threading
from collections.abc import Callable, Sequence
from typing import Any

from noumena.model.model import Model
from noumena.model.types import BOOLEAN, INTEGER, REAL, TIMESTEP, ObjectType, Type
from noumena.model.values import Application, Generated, Guaranteed, Timestep, Value
from noumena.runtime.world import NULL

_ASKER = """\
def made(function, most, again, unpack, host):
    def asked():
        ({words}) = unpack(host.world.g_int)
        try:
            result = {call}
        except Exception:
            return again()
        return result if type(result) is float and result <= most else again()
    return asked
"""


def is_real(type_: Type) -> bool:
    """Whether values of a type are floating-point words."""
    return type_ == REAL


class Words:
    """Translates values to words and back; strings, sets, matrices and the like get handles, equal ones the same.

    A generated object comes back as an object of no particular application, with its word as label.
    """

    def __init__(self, model: Model) -> None:
        self._guaranteed: dict[str, Sequence[Guaranteed]] = {n: t.guaranteed for n, t in model.types.items()}
        self._handles: dict[tuple[type, Value], int] = {}
        self._values: list[Value] = []
        self._callers: dict[tuple[Type, ...], Callable[..., Value]] = {}
        self._askers: dict[tuple[Type, ...], Callable[..., Callable[[], float]]] = {}
        self._lock = threading.Lock()

    def encode(self, value: Value, type_: Type) -> int | float:
        """The word of a value."""
        return self.encoder(type_)(value)

    def encoder(self, type_: Type) -> Callable[[Value], int | float]:
        """What gives the words of values of a type; to find it takes longer than to use it."""
        if type_ == REAL:
            return lambda value: math.nan if value is None else float(value)
        if type_ in (BOOLEAN, INTEGER):
            return lambda value: NULL if value is None else int(value)
        if type_ == TIMESTEP:
            return lambda value: NULL if value is None else int(value.step)
        if isinstance(type_, ObjectType):
            return _word_of_object
        return self._handle

    def _handle(self, value: Value) -> int:
        if value is None:
            return NULL
        key = (type(value), value)
        found = self._handles.get(key)
        return self._new_handle(key) if found is None else found

    def _new_handle(self, key: tuple[type, Value]) -> int:
        with self._lock:  # chains share the handles, and run at the same time
            if key not in self._handles:
                self._values.append(key[1])
                self._handles[key] = len(self._values) - 1
            return self._handles[key]

    @property
    def values(self) -> tuple[Value, ...]:
        """What has a handle so far, in the order of the handles."""
        return tuple(self._values)

    def restore(self, values: Sequence[Value]) -> None:
        """Gives the values after those known so far the handles that they had in another run of the same program."""
        for value in values[len(self._values) :]:
            self._new_handle((type(value), value))

    def decode(self, word: int | float, type_: Type) -> Value:
        """The value of a word."""
        return self.decoder(type_)(word)

    def decoder(self, type_: Type) -> Callable[[int | float], Value]:
        """What gives the values of words of a type; to find it takes longer than to use it."""
        if type_ == REAL:
            return lambda word: None if math.isnan(word) else float(word)
        if type_ == BOOLEAN:
            return lambda word: None if word == NULL else bool(word)
        if type_ == INTEGER:
            return lambda word: None if word == NULL else int(word)
        if type_ == TIMESTEP:
            return lambda word: None if word == NULL else Timestep(int(word))
        if isinstance(type_, ObjectType):
            return self._objects(type_.name)
        values: Any = self._values
        return lambda word: None if word == NULL else values[word]

    def caller(self, types: tuple[Type, ...]) -> Callable[..., Value]:
        """What calls a function, its first argument, with the values of several words, the others.

        It is made of a text, in which numbers and handles need no call of their own, which leaves a third of the time;
        and only once, as all chains have the same.
        """
        if types not in self._callers:
            words = "".join(f", word_{i}" for i in range(len(types)))
            self._callers[types] = eval(f"lambda function{words}: {_call(types)}", self._scope(types))
        return self._callers[types]

    def asker(self, types: tuple[Type, ...]) -> Callable[..., Callable[[], float]]:
        """What makes, of a function and what goes with it, a function that asks it for a real at most so large.

        The words of its arguments are unpacked from `g_int` of the host's world. Where it does not give such a real,
        `again` is called instead, which has all checks. What calls what is of few parts, as each of them takes as
        long as all others when Python has not run for a while.
        """
        if types not in self._askers:
            words, scope = "".join(f"word_{i}, " for i in range(len(types))), self._scope(types)
            exec(_ASKER.format(words=words, call=_call(types)), scope)
            self._askers[types] = scope["made"]
        return self._askers[types]

    def _scope(self, types: tuple[Type, ...]) -> dict[str, Any]:
        return {"values": self._values} | {f"decode_{i}": self.decoder(type_) for i, type_ in enumerate(types)}

    def _objects(self, name: str) -> Callable[[int | float], Value]:
        guaranteed = self._guaranteed[name]

        def found(word: int | float) -> Value:
            if word == NULL:
                return None
            number = int(word)
            if number < len(guaranteed):
                return guaranteed[number]
            return Generated(Application(name, -1, ()), number)

        return found


def _call(types: tuple[Type, ...]) -> str:
    """The text that calls `function` with the values of `word_0`, `word_1`, …."""
    return f"function({', '.join(_decoding(type_, i) for i, type_ in enumerate(types))})"


def _decoding(type_: Type, i: int) -> str:
    """The text for the value of word i; `values` are those with handles, `decode_i` does it for a word of any type."""
    if type_ == INTEGER:
        return f"None if word_{i} == {NULL} else int(word_{i})"
    if type_ in (REAL, BOOLEAN, TIMESTEP) or isinstance(type_, ObjectType):
        return f"decode_{i}(word_{i})"
    return f"None if word_{i} == {NULL} else values[word_{i}]"


def _word_of_object(value: Value) -> int:
    if value is None:
        return NULL
    return int(value.position if type(value) is Guaranteed else value.label)
