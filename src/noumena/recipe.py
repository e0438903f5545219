"""What a checkpoint must know to make its problem again: the texts of the model, data, evidence, queries."""

from __future__ import annotations

import hashlib
import inspect
import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from noumena.inference.checkpoint.values import read, written
from noumena.inference.metropolis_hastings import Checkpoint
from noumena.model.diagnostics import refused
from noumena.model.expressions import Constant, RandomCall
from noumena.model.model import Evidence, Problem
from noumena.model.source import SourceFile, Span
from noumena.moves.mixture import Part

if TYPE_CHECKING:
    from noumena.api import Model

Recipe = Mapping[str, Any]
MORE = "more"
"""The part of a recipe with evidence that came when a run was resumed."""


def recipe_of(
    model: Model, evidence: str | Mapping[str, Any] | None, queries: Sequence[str] | None, proposer: Part | None
) -> Recipe:
    """The recipe of a problem; of Python code it has a hash, and whoever resumes must supply the code itself."""
    given: Any = evidence
    if isinstance(evidence, Mapping):
        given = list(map(_row, model.problem(evidence, ()).evidence))
    recipe: dict[str, Any] = {
        "sources": [[source.name, source.text] for source in model.sources],
        "params": model.params,
        "objects": model.objects,
        "concrete": sorted(model.concrete),
        "code": {name: _code_hash(thing) for name, thing in model.code.items()},
        "proposer": None if proposer is None else _code_hash(proposer),
        "evidence": given,
        "queries": None if queries is None else list(queries),
    }
    try:
        json.dumps(recipe)
    except (TypeError, ValueError):
        hint = "give params and objects as strings, numbers and lists of these"
        raise refused("this model cannot be kept in a checkpoint", hint) from None
    return recipe


def with_recipe(given: str | Path | Checkpoint, recipe: Recipe) -> Checkpoint:
    """Where a run is kept, with its recipe; what was in it stays."""
    checkpoint = given if isinstance(given, Checkpoint) else Checkpoint(Path(given))
    return replace(checkpoint, recipe={**recipe, **checkpoint.recipe})


def _code_hash(thing: Any) -> str | None:
    """A hash of the source of a class or function; None where there is no source to be had."""
    try:
        source = inspect.getsource(thing if inspect.isclass(thing) or inspect.isfunction(thing) else type(thing))
    except (OSError, TypeError):
        return None
    return hashlib.sha256(source.encode()).hexdigest()


def check_code(path: Path, recipe: Recipe, model: Model, proposer: Part | None) -> None:
    """Raises `BlogError` unless the code of a model and a proposer is that of a recipe."""
    for name, known in recipe["code"].items():
        if name not in model.code:
            raise refused(f"{path} needs `{name}`, which is Python code", "give the model it is for: model=…")
        if known is not None and _code_hash(model.code[name]) != known:
            raise refused(f"the code of `{name}` has changed since {path} was written", "undo the change, or run anew")
    if (recipe["proposer"] is None) != (proposer is None):
        hint = "give the proposer of the run: proposer=…" if proposer is None else "leave the proposer out"
        raise refused(f"{path} is of a run with{'' if proposer is None else 'out'} a proposer", hint)
    if proposer is not None and recipe["proposer"] not in (None, _code_hash(proposer)):
        raise refused(f"the proposer has changed since {path} was written", "undo the change, or run anew")


def problem_of(recipe: Recipe, model: Model) -> Problem:
    """The problem of a recipe."""
    evidence = recipe["evidence"]
    if isinstance(evidence, list):
        evidence = [_evidence(model, *row) for row in evidence]
    return model.problem(evidence, recipe["queries"], recipe.get(MORE, ""))


def _row(evidence: Evidence) -> list[Any]:
    """Evidence that was given as data: a function of constants, and its value."""
    term = evidence.term
    assert isinstance(term, RandomCall)
    arguments = [written(a.value) for a in term.arguments if isinstance(a, Constant)]
    return [term.function, arguments, written(evidence.value), evidence.span.text]


def _evidence(model: Model, function: str, arguments: Sequence[Any], value: Any, text: str) -> Evidence:
    head = model.checked.random[function]
    constants = tuple(Constant(p.type, read(a)) for a, p in zip(arguments, head.parameters, strict=True))
    span = Span(SourceFile("<evidence>", text), 0, len(text))
    return Evidence(RandomCall(head.result, function, constants, span=span), read(value), 0, span=span)
