"""A problem with only the first guaranteed objects of each type, and the evidence about these."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import fields, replace
from typing import Any

from noumena.model.expressions import Binding, Bound, BuiltinCall, Constant, Expression, children
from noumena.model.model import Model, Problem
from noumena.model.values import Bag, Guaranteed, MapValue, Value


def fewer_objects(problem: Problem, most: int) -> tuple[Problem, tuple[str, ...]]:
    """The problem without queries and with at most so many guaranteed objects of each type, and in words what is gone.

    Those that statements of the model name are kept, and with them those before. Elements of arrays must be written as
    what they are, see `with_elements`.
    """
    model = problem.model
    named = [made for body in _bodies(problem) for made in _objects(body)]
    kept: dict[str, int] = {}
    for name, declared in model.types.items():
        needed = max((made.position + 1 for made in named if made.type == name), default=0)
        kept[name] = min(max(most, needed), len(declared.guaranteed))

    def is_about_kept(made: Guaranteed) -> bool:
        return made.position < kept[made.type]

    evidence = tuple(
        e for e in problem.evidence if all(map(is_about_kept, (*_objects(e.term), *_guaranteed_in(e.value))))
    )
    words = []
    for name, declared in model.types.items():
        if kept[name] < len(declared.guaranteed):
            first, last = declared.guaranteed[0].name, declared.guaranteed[kept[name] - 1].name
            words.append(f"of the {len(declared.guaranteed)} objects of type {name} only {first} to {last}")
    if len(evidence) < len(problem.evidence):
        words.append(f"{len(evidence)} of {len(problem.evidence)} observations, those about objects that are left")
    types = {name: replace(d, guaranteed=d.guaranteed[: kept[name]]) for name, d in model.types.items()}
    return replace(problem, model=replace(model, types=types), evidence=evidence, queries=()), tuple(words)


def _bodies(problem: Problem) -> Iterator[Expression]:
    yield from (f.body for f in problem.random.values())
    yield from (f.body for f in problem.model.fixed.values())
    yield from (s.body for s in problem.model.numbers)


def _objects(e: Expression) -> Iterator[Guaranteed]:
    """The guaranteed objects that a term names."""
    if isinstance(e, Constant):
        yield from _guaranteed_in(e.value)
    for child in children(e):
        yield from _objects(child)


def _guaranteed_in(value: Value) -> Iterator[Guaranteed]:
    if type(value) is Guaranteed:
        yield value
    elif type(value) is Bag or type(value) is tuple:
        for element in value:
            yield from _guaranteed_in(element)
    elif type(value) is MapValue:
        for key, item in value.entries.items():
            yield from _guaranteed_in(key)
            yield from _guaranteed_in(item)


def with_elements(problem: Problem) -> Problem:
    """The problem with each element of an array of constants, `D[3]`, written as a constant."""
    model = problem.model
    changed = Model(
        types=model.types,
        random={key: replace(f, body=_rewritten(f.body, _element)) for key, f in model.random.items()},
        fixed={key: replace(f, body=_rewritten(f.body, _element)) for key, f in model.fixed.items()},
        origins=model.origins,
        numbers=tuple(replace(s, body=_rewritten(s.body, _element)) for s in model.numbers),
    )
    names = {key: replace(f, body=_rewritten(f.body, _element)) for key, f in problem.names.items()}
    evidence = tuple(replace(e, term=_rewritten(e.term, _element)) for e in problem.evidence)
    return Problem(changed, evidence, problem.queries, names)


def _element(e: Expression) -> Expression:
    match e:
        case BuiltinCall(arguments=(Constant(value=tuple() as array), Constant(value=int() as index))):
            if e.builtin.name == "[]" and 0 <= index < len(array):
                return Constant(e.type, array[index], span=e.span)
    return e


def _rewritten(e: Expression, change: Callable[[Expression], Expression]) -> Expression:
    """An expression all parts of which have been changed, the inner ones first."""
    parts = {f.name: _part(getattr(e, f.name), change) for f in fields(e) if f.init}
    same = all(parts[name] is getattr(e, name) for name in parts)
    return change(e if same else replace(e, **parts))


def _part(part: Any, change: Callable[[Expression], Expression]) -> Any:
    """A field of an expression: a term, what holds terms, or something else."""
    if isinstance(part, Expression):
        return _rewritten(part, change)
    if isinstance(part, Binding | Bound):
        return replace(part, **{f.name: _part(getattr(part, f.name), change) for f in fields(part)})
    if type(part) is tuple:
        made = tuple(_part(x, change) for x in part)
        return part if all(a is b for a, b in zip(made, part, strict=True)) else made
    return part
