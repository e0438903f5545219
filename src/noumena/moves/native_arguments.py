"""What compiled proposers give to views: arguments checked by their types, padded to four words, and complaints.

A fault that the types of arguments show is a `TypingError` whose text begins with `FAULT`.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any, NoReturn

import numpy as np
from numba import types
from numba.core.errors import TypingError
from numba.extending import overload, register_jitable

from noumena.moves import wording
from noumena.moves.table import FunctionEntry
from noumena.moves.wording import Complaint

FAULT = "noumena:"
_HINT = "help:"


def unannotated(function: Callable[..., Any]) -> Callable[..., Any]:
    """An overload without annotations: Numba compares its own with those of what it gives, and lambdas have none."""

    @functools.wraps(function)
    def give(*arguments: Any, **named: Any) -> Any:
        implementation = function(*arguments, **named)
        if implementation is not None:
            implementation.__annotations__ = {}
        return implementation

    function.__annotations__ = give.__annotations__ = {}
    return give


def refuse(complaint: Complaint) -> NoReturn:
    """Stops the compilation with a complaint."""
    hint = f" {_HINT} {complaint.hint}" if complaint.hint else ""
    raise TypingError(f"{FAULT} {complaint.message}{hint}")


def complaint_in(text: str) -> Complaint | None:
    """The complaint that the text of a `TypingError` holds, if it is one of ours."""
    for line in text.splitlines():
        if FAULT in line:
            message, _, hint = line.split(FAULT, 1)[1].strip().partition(f" {_HINT} ")
            return Complaint(message, hint or None)
    return None


def granted(found: Any) -> Any:
    """What was found, unless it is a complaint."""
    if isinstance(found, Complaint):
        refuse(found)
    return found


def items(index: Any) -> tuple[Any, ...]:
    """The types of the arguments that an index stands for."""
    return tuple(index) if isinstance(index, types.BaseTuple) else (index,)


def entry_for(view: Any, given: tuple[Any, ...]) -> FunctionEntry:
    """The function that the arguments choose, which are whole numbers."""
    entry: FunctionEntry = granted(wording.overload(view.entries, len(given)))
    check_whole(entry, given)
    return entry


def check_whole(entry: FunctionEntry, given: tuple[Any, ...]) -> None:
    """Complains of an argument that is no whole number."""
    for position, type_ in enumerate(given):
        if not is_whole(type_):
            refuse(wording.not_an_argument(entry, position, str(types.unliteral(type_))))


def is_whole(type_: Any) -> bool:
    """Whether a type is that of whole numbers, or of truth values."""
    return isinstance(types.unliteral(type_), types.Integer | types.Boolean)


def types_of(entry: FunctionEntry) -> tuple[np.int64, ...]:
    """The type numbers of the arguments of a function, -1 for what is no object, padded to four."""
    return tuple(np.int64(t) for t in (*entry.objects, -1, -1, -1, -1)[:4])


def four(index: Any) -> Any:
    """The words of an index, padded to four; compiled only."""


@overload(four)
@unannotated
def _four_words(index: Any) -> Any:
    if not isinstance(index, types.BaseTuple):
        return lambda index: (np.int64(index), np.int64(0), np.int64(0), np.int64(0))
    return (
        lambda index: (np.int64(0), np.int64(0), np.int64(0), np.int64(0)),
        lambda index: (np.int64(index[0]), np.int64(0), np.int64(0), np.int64(0)),
        lambda index: (np.int64(index[0]), np.int64(index[1]), np.int64(0), np.int64(0)),
        lambda index: (np.int64(index[0]), np.int64(index[1]), np.int64(index[2]), np.int64(0)),
        lambda index: (np.int64(index[0]), np.int64(index[1]), np.int64(index[2]), np.int64(index[3])),
    )[len(index)]


def checked(access: Any, entry: FunctionEntry) -> Callable[..., Any]:
    """A function that gives the words of the arguments of a function, objects checked."""
    kind, check = entry.kind, access.check_objects
    t1, t2, t3, t4 = types_of(entry)

    @register_jitable
    def words(w: Any, index: Any) -> Any:
        a, b, c, d = four(index)
        check(w, np.int64(kind), np.int64(t1), np.int64(t2), np.int64(t3), np.int64(t4), a, b, c, d)
        return a, b, c, d

    return words  # type: ignore[no-any-return]  # Numba carries no types


def refuse_if(complaint: Complaint | None) -> None:
    """Stops the compilation if there is a complaint."""
    if complaint is not None:
        refuse(complaint)


def without_missing(arguments: tuple[Any, ...]) -> tuple[Any, ...]:
    """Of the types of arguments those that were given."""
    return tuple(a for a in arguments if not isinstance(a, types.Omitted | types.NoneType) and a is not None)


def given(a: Any, b: Any, c: Any, d: Any) -> Any:
    """The arguments that were given as a tuple; compiled only."""


@overload(given)
@unannotated
def _given_words(a: Any, b: Any, c: Any, d: Any) -> Any:
    return (
        lambda a, b, c, d: (),
        lambda a, b, c, d: (a,),
        lambda a, b, c, d: (a, b),
        lambda a, b, c, d: (a, b, c),
        lambda a, b, c, d: (a, b, c, d),
    )[len(without_missing((a, b, c, d)))]
