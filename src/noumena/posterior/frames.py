"""The draws of a posterior for other libraries: pandas, polars, ArviZ. None of them is needed for anything else."""

from __future__ import annotations

import contextlib
import importlib
import warnings
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from noumena.model.diagnostics import refused
from noumena.model.functions.conversions import render
from noumena.model.types import BOOLEAN, INTEGER, REAL, Type
from noumena.model.values import Matrix, Value
from noumena.posterior.diagnostics import even
from noumena.posterior.draws import Draws, draws_of, rows_of_exact, told_apart

if TYPE_CHECKING:
    from noumena.posterior.posterior import Posterior


def library(name: str, extra: str) -> Any:
    """A library that only some exports need; a `BlogError` says how to get it where it is missing."""
    try:
        return importlib.import_module(name)
    except ImportError:
        raise refused(f"this needs {name}, which is not installed", f"pip install 'noumena[{extra}]'") from None


def to_pandas(posterior: Posterior) -> Any:
    """A data frame with a row for each draw; of an exact answer one for each value of each query.

    Null is missing; sets and vectors are lists, and objects are their names.
    """
    pandas = library("pandas", "frames")
    if posterior.exact:
        return pandas.DataFrame(rows_of_exact(posterior))
    draws = draws_of(posterior)
    columns = draws.columns()
    kinds: dict[Type, str] = {BOOLEAN: "boolean", INTEGER: "Int64", REAL: "Float64"}
    made = {name: columns.pop(name) for name in list(columns)[: len(columns) - len(draws.marginals)]}
    for (name, values), marginal in zip(columns.items(), draws.marginals, strict=True):
        kind = kinds.get(marginal.query.term.type)
        if kind is not None and (None in values or kind == "boolean"):
            made[name] = pandas.array(values, dtype=kind)
        else:
            made[name] = pandas.Series(values, dtype=object if kind is None else kind.lower())
    return pandas.DataFrame(made)


def to_polars(posterior: Posterior) -> Any:
    """The same as a data frame of polars; what its columns cannot hold together is BLOG text."""
    polars = library("polars", "frames")
    if posterior.exact:
        return polars.DataFrame(rows_of_exact(posterior))
    draws = draws_of(posterior)
    columns = draws.columns()
    kinds: dict[Type, Any] = {BOOLEAN: polars.Boolean, INTEGER: polars.Int64, REAL: polars.Float64}
    made = [polars.Series(name, columns[name]) for name in list(columns)[: len(columns) - len(draws.marginals)]]
    for (name, values), marginal in zip(list(columns.items())[len(made) :], draws.marginals, strict=True):
        kind = kinds.get(marginal.query.term.type)
        try:
            made.append(polars.Series(name, values, dtype=kind, strict=True))
        except (TypeError, polars.exceptions.PolarsError):
            made.append(polars.Series(name, [None if x is None else render(x) for x in marginal.values]))
    return polars.DataFrame(made)


def to_arviz(posterior: Posterior) -> Any:
    """The draws as ArviZ takes them: its DataTree, or InferenceData where the installed ArviZ has that.

    Booleans are 0 and 1 (int8), numbers are numbers, with NaN for null; objects, strings and sets are their BLOG text.
    A query's name has ∕ for each /, which is not allowed there. ln p of the states is `lp` of the sample statistics.
    """
    groups = arviz_groups(posterior)
    attributes = {"inference_library": "noumena", "engine": posterior.engine}
    with contextlib.suppress(ImportError), warnings.catch_warnings():
        warnings.simplefilter("ignore")  # the older ArviZ warns of the newer one
        arviz = importlib.import_module("arviz")
        if hasattr(arviz, "InferenceData"):
            return arviz.from_dict(**groups, attrs=attributes)
    base = library("arviz_base", "arviz")
    return base.from_dict(groups, attrs=dict.fromkeys(groups, attributes))


def arviz_groups(posterior: Posterior) -> dict[str, dict[str, npt.NDArray[Any]]]:
    """The groups of ArviZ, their variables as arrays of chains × draws; `BlogError` if it cannot take these samples."""
    draws = _unweighted(posterior)
    groups = {"posterior": _variables(draws)}
    if draws.log_joint is not None:
        groups["sample_stats"] = {"lp": even(draws.log_joint, draws.lengths)}
    return groups


def _unweighted(posterior: Posterior) -> Draws:
    if posterior.exact:
        raise refused("ArviZ takes samples, and this answer is exact", "use its `distribution`, or the engine mh")
    draws = draws_of(posterior)
    if np.ptp(draws.weight) > 1e-12 * draws.weight.max():
        raise refused("ArviZ knows no weights, and these samples have some", "use the engine mh, or `to_pandas()`")
    return draws


def _variables(draws: Draws) -> dict[str, npt.NDArray[Any]]:
    names = [name.replace("/", "∕") for name in told_apart(draws.queries)]
    return {
        name: even(_array(marginal.values), draws.lengths)
        for name, marginal in zip(names, draws.marginals, strict=True)
    }


def _array(values: tuple[Value, ...]) -> npt.NDArray[Any]:
    """Values as an array of numbers where they are numbers or matrices of one shape, else of BLOG text."""
    kinds = {type(x) for x in values}
    if kinds == {bool}:
        return np.array(values, np.int8)
    if kinds == {int} and all(abs(x) < 2**63 for x in values):
        return np.array(values, np.int64)
    if kinds <= {int, float, bool, type(None)} and kinds != {type(None)}:
        return np.array([np.nan if x is None else x for x in values], np.float64)
    if kinds == {Matrix} and len({x.shape for x in values}) == 1:
        return np.stack([x.array.ravel() if 1 in x.shape else x.array for x in values])
    return np.array([x if isinstance(x, str) else render(x) for x in values])
