"""Evidence given as Python data: values, dictionaries, lists and data frames for random functions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from noumena.language.checker import Checker
from noumena.language.context import Head, suggestion
from noumena.language.data import from_python
from noumena.model.diagnostics import refused
from noumena.model.expressions import Constant, RandomCall
from noumena.model.model import Evidence
from noumena.model.source import SourceFile, Span
from noumena.model.types import ObjectType


def evidence_from_data(data: Mapping[str, Any], checker: Checker) -> list[Evidence]:
    """The evidence that the data stands for; raises `BlogError` that names the function and the datum.

    For a constant the datum is its value. For a function of one argument it is a dictionary from arguments to values, a
    pandas or polars series or a list in the order of the guaranteed objects, or a frame with a column for the argument;
    for one of several arguments a dictionary with tuples as keys, or a frame with a column for each argument, named as
    in the model, and one for the value, named as the function or `value`.
    """
    return [evidence for name, datum in data.items() for evidence in _of_function(name, datum, checker)]


def _of_function(name: str, datum: Any, checker: Checker) -> Iterator[Evidence]:
    heads = [h for h in checker.declarations.functions.get(name, []) if h.kind == "random"]
    if not heads:
        known = [n for n, hs in checker.declarations.functions.items() if any(h.kind == "random" for h in hs)]
        raise refused(f"evidence is given for `{name}`, which is no random function", suggestion(name, known))
    if len(heads) > 1:
        raise refused(f"`{name}` has several meanings; give its evidence as text")
    head = heads[0]
    if not head.parameters:
        yield _evidence(head, (), datum, checker)
        return
    for arguments, value in _pairs(head, datum, checker):
        yield _evidence(head, arguments, value, checker)


def _evidence(head: Head, arguments: Sequence[Any], datum: Any, checker: Checker) -> Evidence:
    shown = f"{head.name}({', '.join(map(str, arguments))})" if arguments else head.name
    if len(arguments) != len(head.parameters):
        raise refused(f"`{head.name}` takes {len(head.parameters)} arguments, but `{shown}` has {len(arguments)}")
    objects = checker.declarations.objects
    try:
        constants = tuple(
            Constant(t, from_python(a, t, objects)) for a, t in zip(arguments, head.parameters, strict=True)
        )
        value = from_python(datum, head.result, objects)
    except ValueError as error:
        raise refused(f"the evidence on {shown} does not fit: {error}") from None
    text = f"{shown} = {datum}"
    span = Span(SourceFile("<evidence>", text), 0, len(text))
    return Evidence(RandomCall(head.result, head.key, constants, span=span), value, 0, span=span)


def _pairs(head: Head, datum: Any, checker: Checker) -> Iterator[tuple[Sequence[Any], Any]]:
    if isinstance(datum, Mapping):
        for key, value in datum.items():
            yield (key if isinstance(key, tuple) else (key,)), value
    elif hasattr(datum, "columns"):
        yield from _rows(head, datum, checker)
    elif hasattr(datum, "__len__") and not isinstance(datum, str):
        yield from _in_order(head, list(datum), checker)
    else:
        raise refused(f"the evidence on `{head.name}` must be a dictionary, list or frame, not {type(datum).__name__}")


def _in_order(head: Head, values: list[Any], checker: Checker) -> Iterator[tuple[Sequence[Any], Any]]:
    if len(head.parameters) != 1 or not isinstance(head.parameters[0], ObjectType):
        raise refused(f"`{head.name}` needs a dictionary: a list gives values for the objects of one type")
    objects = checker.declarations.guaranteed[head.parameters[0].name]
    if len(values) != len(objects):
        raise refused(
            f"{len(values)} values are given for `{head.name}`, but there are {len(objects)} {head.parameters[0]}"
        )
    for made, value in zip(objects, values, strict=True):
        yield (made,), value


def _rows(head: Head, frame: Any, checker: Checker) -> Iterator[tuple[Sequence[Any], Any]]:
    function = checker.model.random[head.key]
    columns = list(frame.columns)
    value_column = head.name if head.name in columns else "value"
    wanted = [*(p.name for p in function.parameters), value_column]
    for column in wanted:
        if column not in columns:
            hint = f"it needs {', '.join(wanted)}; it has {', '.join(map(str, columns))}"
            raise refused(f"the frame of evidence on `{head.name}` has no column `{column}`", hint)
    for row in zip(*(list(frame[column]) for column in wanted), strict=True):
        yield row[:-1], row[-1]
