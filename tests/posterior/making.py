"""Marginals and posteriors made by hand, so that every figure can be worked out on paper."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from noumena.inference.result import Marginal, Result
from noumena.model.expressions import Constant
from noumena.model.model import Query
from noumena.model.types import INTEGER, Type
from noumena.model.values import Value
from noumena.posterior import Posterior, QueryAnswer
from noumena.posterior.weighted import Floats


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


def autoregressive(correlation: float, chains: int, draws: int, seed: int) -> Floats:
    """Chains of standard normals, each correlated with the one before."""
    noise = np.random.default_rng(seed).normal(size=(chains, draws))
    series = noise.copy()
    for t in range(1, draws):
        series[:, t] = correlation * series[:, t - 1] + math.sqrt(1.0 - correlation**2) * noise[:, t]
    return series


def chain_marginal(
    chains: Sequence[Sequence[Value]],
    type_: Type = INTEGER,
    text: str = "X",
) -> Marginal:
    """A marginal of what Markov chains recorded."""
    values = [value for chain in chains for value in chain]
    return replace(marginal(values, type_=type_, text=text), chain_lengths=tuple(map(len, chains)))


def chain_answer(chains: Sequence[Sequence[Value]], type_: Type = INTEGER, text: str = "X") -> QueryAnswer:
    """The answer of such a marginal."""
    return QueryAnswer(chain_marginal(chains, type_, text))


def chain_posterior(*marginals: Marginal, **fields: Any) -> Posterior:
    """A posterior of marginals of chains; `fields` are those of the result that are to be otherwise."""
    lengths = marginals[0].chain_lengths
    result = Result(
        "mh",
        marginals,
        max(lengths),
        7,
        None,
        None,
        {"compile": 2.1, "initialise": 0.001, "sampling": 0.4, "queries": 0.1},
        chains=len(lengths),
        burn_in=1000,
        thin=5,
        backend="native",
        steps=len(lengths) * (1000 + 5 * max(lengths)),
        steps_per_second=2.1e7,
        acceptance={"Gibbs(Paint)": 1.0, "Number(Ball)": 0.408},
    )
    return Posterior.of(replace(result, **fields), ("a.blog",))


def posterior(*marginals: Marginal, engine: str = "lw", warnings: tuple[str, ...] = ()) -> Posterior:
    """A posterior of these marginals."""
    samples = None if engine == "exact" else len(marginals[0].values)
    result = Result(
        engine, marginals, samples, None if samples is None else 7, -1.5, None, {"sampling": 0.25}, ("slow",)
    )
    return Posterior.of(result, ("a.blog", "b.blog"), warnings)
