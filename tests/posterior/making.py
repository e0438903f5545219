"""Marginals and posteriors made by hand, so that every figure can be worked out on paper."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from noumena.inference.result import Marginal, Result
from noumena.model.expressions import Constant
from noumena.model.model import Query
from noumena.model.types import INTEGER, Type
from noumena.model.values import Value
from noumena.posterior import Posterior, QueryAnswer


def marginal(
    values: Sequence[Value],
    weights: Sequence[float] | None = None,
    type_: Type = INTEGER,
    text: str = "X",
    sampled: bool = True,
) -> Marginal:
    """A marginal of these values; with equal weights if none are given."""
    given = np.ones(len(values)) if weights is None else np.array(weights, dtype=float)
    return Marginal(Query(Constant(type_, None), text, 0), tuple(values), given / given.sum(), sampled)


def answer(
    values: Sequence[Value],
    weights: Sequence[float] | None = None,
    type_: Type = INTEGER,
    text: str = "X",
    sampled: bool = True,
) -> QueryAnswer:
    """The answer of such a marginal."""
    return QueryAnswer(marginal(values, weights, type_, text, sampled))


def posterior(*marginals: Marginal, engine: str = "lw", warnings: tuple[str, ...] = ()) -> Posterior:
    """A posterior of these marginals."""
    samples = None if engine == "exact" else len(marginals[0].values)
    result = Result(
        engine, marginals, samples, None if samples is None else 7, -1.5, None, {"sampling": 0.25}, ("slow",)
    )
    return Posterior.of(result, ("a.blog", "b.blog"), warnings)
