"""All that the machine code of a proposer depends on, as one hash, so that it can be kept between runs.

Code is taken as Python has compiled it, so that comments and the place of a file do not matter. What a function refers
to by a global name, from an enclosing function or in a module of the user's is followed. Where something is met of
which it cannot be told what the code makes of it, there is no hash, and nothing is kept.
"""

from __future__ import annotations

import dis
import hashlib
import inspect
import re
import types
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import cache
from importlib import resources
from typing import Any

import numpy as np

from noumena.moves.declared import written
from noumena.moves.proposer import Proposer, array_slots
from noumena.moves.table import FunctionEntry, Overloads, Table

_KNOWN = re.compile(r"(builtins|math|cmath|operator|noumena)$|(numpy|numba|noumena\.moves|noumena\.runtime)(\.|$)")
"""Modules whose versions, or texts, are part of the name under which machine code is kept."""
_LARGEST_ARRAY = 1_000_000
"""Bytes; larger global arrays are not part of machine code, but addresses in it."""
_NUMBERS = (bool, int, float, complex, np.number, np.bool_)


class _Unknown(Exception):
    """Something of which it cannot be told what compiled code makes of it."""


def fingerprint(proposer: Proposer, table: Table, *others: object, method: str | None = None) -> str | None:
    """The hash, in which `others` are further things with a `repr` that tells all; None if there can be none.

    It is of one method of the proposer if that is named, else of what makes its steps.
    """
    hashed = hashlib.sha256()
    # The text of a declared move is not its `propose`.
    functions = (type(proposer).propose, written(proposer)) if method is None else (getattr(type(proposer), method),)
    try:
        for part in (*map(repr, others), _own_texts(), *_of_table(table), *_Walk(proposer).parts(functions)):
            data = part.encode("utf-8", "surrogatepass")
            hashed.update(len(data).to_bytes(8, "little"))
            hashed.update(data)
    except _Unknown:
        return None
    return hashed.hexdigest()


@cache
def _own_texts() -> str:
    """The hash of this folder's files, which tell Numba what views are."""
    folder = resources.files(__package__)
    files = sorted((f for f in folder.iterdir() if f.name.endswith(".py")), key=lambda f: f.name)
    return hashlib.sha256(b"\0".join(f.name.encode() + b"\0" + f.read_bytes() for f in files)).hexdigest()


def _of_table(table: Table) -> Iterator[str]:
    def bare(entries: Overloads) -> list[tuple[FunctionEntry, bool]]:
        # The reader is a function of the generated module, whose text has a hash of its own.
        return [(replace(e, reader=None), e.reader is not None) for e in entries]

    for named in (table.functions, table.numbers):
        yield repr([(name, bare(entries)) for name, entries in named.items()])
    for name, entry in table.types.items():
        # How many objects are guaranteed is read when the move runs, and others are not called by their names.
        called = [(called, o) for called, o in entry.guaranteed.items() if called.isidentifier()]
        yield repr((name, entry.number, called, entry.concrete, bare(entry.statements)))


class _Walk:
    """The functions of a proposer and what they refer to, each once."""

    def __init__(self, proposer: Proposer) -> None:
        self._proposer = proposer
        self._numbers: dict[int, int] = {}
        self._held: list[object] = []

    def parts(self, functions: Iterable[object]) -> Iterator[str]:
        """One text for each thing, in the order in which they are met from these functions."""
        for function in functions:
            yield from self._value(function)

    def _value(self, value: Any) -> Iterator[str]:
        if value is None or value is Ellipsis or isinstance(value, (str, bytes, *_NUMBERS)):
            yield f"{type(value).__name__} {value!r}"
        elif type(value) is tuple:
            yield f"tuple {len(value)}"
            for part in value:
                yield from self._value(part)
        elif isinstance(value, slice):
            yield from self._value((value.start, value.stop, value.step))
        elif type(value) is frozenset:
            yield f"set {sorted(repr(tuple(self._value(part))) for part in value)}"
        elif isinstance(value, np.ndarray):
            if value.dtype.hasobject or value.nbytes > _LARGEST_ARRAY:
                raise _Unknown
            yield f"{_layout(value)} {hashlib.sha256(value.tobytes()).hexdigest()}"
        elif isinstance(value, types.FunctionType):
            yield from self._function(value)
        elif isinstance(value, types.CodeType):
            yield from self._code(value)
        elif isinstance(value, types.ModuleType) and _KNOWN.match(value.__name__):
            yield f"module {value.__name__}"
        elif hasattr(value, "py_func") and hasattr(value, "targetoptions"):  # compiled by the user
            yield f"compiled {sorted(value.targetoptions.items())!r}"
            yield from self._function(value.py_func)
        elif isinstance(value, types.BuiltinFunctionType | np.ufunc | type):
            module = "numpy" if isinstance(value, np.ufunc) else value.__module__ or ""
            if not _KNOWN.match(module):
                raise _Unknown
            yield f"{module} {value.__name__}"
        else:
            raise _Unknown

    def _function(self, function: types.FunctionType) -> Iterator[str]:
        if id(function) in self._numbers:
            yield f"function {self._numbers[id(function)]}"
            return
        self._numbers[id(function)] = len(self._numbers)
        self._held.append(function)  # so that its identity stays its own
        if _KNOWN.match(function.__module__ or ""):
            yield f"{function.__module__} {function.__qualname__}"
            return
        yield from self._code(function.__code__)
        yield from self._value(function.__defaults__)
        yield from self._value(tuple(sorted((function.__kwdefaults__ or {}).items())))
        for cell in function.__closure__ or ():
            try:
                held = cell.cell_contents
            except ValueError:  # not set yet
                raise _Unknown from None
            yield from self._value(held)
        names = sorted(_names(function.__code__))
        for name in sorted(_global_names(function.__code__) & function.__globals__.keys()):
            yield f"global {name}"
            yield from self._global(function.__globals__[name], names)
        for name in names:
            if name in dir(self._proposer):
                yield from self._field(name)

    def _global(self, value: object, names: list[str]) -> Iterator[str]:
        """A global, and of a module of the user's those parts that the function may mean."""
        if not isinstance(value, types.ModuleType) or _KNOWN.match(value.__name__):
            yield from self._value(value)
            return
        for part in names:
            if hasattr(value, part):
                yield f"part {part}"
                yield from self._value(getattr(value, part))

    def _field(self, name: str) -> Iterator[str]:
        """What the function means if it takes the name from the proposer."""
        if isinstance(inspect.getattr_static(self._proposer, name), property):
            raise _Unknown
        held = getattr(self._proposer, name)
        yield f"field {name} {type(held).__qualname__}"
        if isinstance(held, types.MethodType) and isinstance(held.__func__, types.FunctionType):
            yield from self._function(held.__func__)
        elif isinstance(held, np.ndarray):
            # Its lengths and what is in it are read when the move runs; where they are found is in the code.
            yield f"array {held.dtype.str} {held.ndim} {array_slots(self._proposer)[name]}"
        elif isinstance(held, _NUMBERS):
            yield repr(held)

    def _code(self, code: types.CodeType) -> Iterator[str]:
        yield repr((code.co_code, code.co_exceptiontable, code.co_flags, code.co_names, code.co_varnames))
        yield repr((code.co_freevars, code.co_cellvars))
        yield repr((code.co_argcount, code.co_posonlyargcount, code.co_kwonlyargcount))
        yield from self._value(code.co_consts)


def _names(code: types.CodeType) -> set[str]:
    """The names in code and in code within it, and texts that could be names."""
    texts = {c for c in code.co_consts if isinstance(c, str) and c.isidentifier()}
    return {*code.co_names, *texts}.union(*map(_names, _inner(code)))


def _global_names(code: types.CodeType) -> set[str]:
    """The names that code looks up in its module."""
    own = {str(i.argval) for i in dis.get_instructions(code) if i.opname in ("LOAD_GLOBAL", "LOAD_NAME")}
    return own.union(*map(_global_names, _inner(code)))


def _inner(code: types.CodeType) -> list[types.CodeType]:
    return [c for c in code.co_consts if isinstance(c, types.CodeType)]


def _layout(array: Any) -> str:
    return f"array {array.dtype.str} {array.shape} {array.flags.c_contiguous} {array.flags.f_contiguous}"
