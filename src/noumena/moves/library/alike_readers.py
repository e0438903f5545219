"""Whether all variables that refer to an object need the same of it, so that only a new object needs anything more.

Let F be the only function that refers to objects of a type, none of them guaranteed, and H the only text that calls it:
H(c) reads F(c) and all that it reads in every case, as in Name(Author(F(c))). An object is then in use because some
F(c) refers to it that H(c) reads, so that all that another H(c′) would read of it is in the state. Of the options for
F(c′) the new object alone needs variables that the state does not hold, and no two options share any.
"""

from __future__ import annotations

from collections.abc import Iterator

from noumena.model.expressions import Expression, Local, RandomCall, children
from noumena.model.model import Problem
from noumena.model.types import ObjectType
from noumena.moves.library.cpd_trees import surely


def only_reader(problem: Problem, function: str, referred: str) -> str | None:
    """The function H, if there is one."""
    declared = problem.model.types[referred]
    referring = [k for k, f in problem.random.items() if isinstance(f.result, ObjectType) and f.result.name == referred]
    if declared.guaranteed or referring != [function]:
        return None
    texts = [e.term for e in problem.evidence] + [n.body for n in problem.model.numbers]
    readers = [key for key, f in problem.random.items() if function in map(_called, _calls(f.body))]
    if len(readers) != 1 or function in (_called(call) for text in texts for call in _calls(text)):
        return None
    reader = problem.random[readers[0]]
    read = [*surely(reader.body)]
    slots = list(range(len(reader.parameters)))
    is_alike = all(_slots(call) == slots for call in read if call.function == function)
    return readers[0] if is_alike and all(call in read for call in _calls(reader.body)) else None


def _calls(e: Expression) -> Iterator[RandomCall]:
    if isinstance(e, RandomCall):
        yield e
    for child in children(e):
        yield from _calls(child)


def _called(call: RandomCall) -> str:
    return call.function


def _slots(call: RandomCall) -> list[int]:
    """The parameters that a call has as its arguments; -1 for another term."""
    return [a.slot if isinstance(a, Local) else -1 for a in call.arguments]
