"""Queries that chains never saw change: which moves might change them, and whether other values fit the evidence."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence

import numpy as np

from noumena.compiler.program import Program
from noumena.inference.likelihood_weighting import Contradiction, Weighted
from noumena.inference.result import Marginal, OtherValues
from noumena.model.diagnostics import BlogError, RunError
from noumena.model.expressions import Comprehension, Expression, RandomCall, children
from noumena.model.model import Problem, Query
from noumena.model.reach import Reach
from noumena.model.recursion import deep_recursion
from noumena.model.values import Value
from noumena.reference.random_source import Drawing
from noumena.reference.report import answer

WORLDS = 200
_WORK = 20_000
"""How many statements of evidence are met in all: with much evidence fewer worlds are drawn."""
_LEAST_EFFECTIVE = 5.0
"""Fewer effective worlds tell nothing."""


def unmoved(marginals: Sequence[Marginal], first_values: Sequence[Sequence[Value]]) -> dict[int, Value]:
    """The queries, by their numbers, that had one value in all samples and in the first states, and that value."""
    found = {}
    for k, (marginal, first) in enumerate(zip(marginals, first_values, strict=True)):
        if marginal.values and {*marginal.values, *first} == {marginal.values[0]}:
            found[k] = marginal.values[0]
    return found


def other_values(problem: Problem, constant: Mapping[int, Value], seed: int) -> dict[int, OtherValues]:
    """For each of these queries, which had one value throughout, the weight of other values in worlds drawn forward.

    The worlds are weighted by the evidence, as in likelihood weighting. There is no answer where too few of them count.
    """
    if not constant:
        return {}
    log_weights: list[float] = []
    differs: list[list[bool]] = []
    densities: list[int] = []
    try:
        with deep_recursion():
            world = Weighted(problem, Drawing(np.random.default_rng(seed)))
            for _ in range(min(WORLDS, _WORK // (1 + len(problem.evidence)))):
                try:
                    world.draw()
                except Contradiction:
                    continue
                differs.append([answer(world, problem.queries[k]) != value for k, value in constant.items()])
                log_weights.append(world.log_weight)
                densities.append(world.density_factors)
    except (BlogError, RunError):  # what is wrong with some drawn world says nothing of the posterior
        return {}
    if not differs:
        return {}
    kept = np.array(densities) == min(densities)
    weights = np.exp(np.array(log_weights)[kept] - np.array(log_weights)[kept].max())
    weights /= weights.sum()
    if 1.0 / (weights**2).sum() < _LEAST_EFFECTIVE:
        return {}
    shares = weights @ np.array(differs, dtype=float)[kept]
    return {k: OtherValues(float(s), int(kept.sum())) for k, s in zip(constant, shares.tolist(), strict=True)}


def moves_of(program: Program, query: Query) -> tuple[str, ...]:
    """The moves that may change what a query reads: on functions in its text, or else on those behind them.

    Moves that are about no function in particular, such as proposers, may change anything.
    """
    kinds, random = program.layout.kinds, list(program.problem.random)

    def about(functions: Collection[str], statements: Collection[int]) -> list[str]:
        wanted = {k for k, kind in enumerate(kinds) if kind.statement in statements and kind.statement >= 0}
        wanted |= {random.index(function) for function in functions}
        return [m.name for m in program.moves if m.function != "several" and {m.kind, m.other} & wanted]

    reach = Reach(program.problem)
    reach.add(query.term, query.frame_size)
    numbers = {n.index for n in program.problem.model.numbers if reach.has_number(n.index)}
    written = set(_functions(query.term))
    counted = {n.index for n in program.problem.model.numbers if n.type in set(_types(query.term))}
    found = about(written, counted) or about(reach.functions(), numbers)
    anywhere = [m.name for m in program.moves if m.function == "several" or m.kind < 0]
    return tuple(dict.fromkeys([*found, *anywhere]))


def _functions(term: Expression) -> Iterator[str]:
    if isinstance(term, RandomCall):
        yield term.function
    for child in children(term):
        yield from _functions(child)


def _types(term: Expression) -> Iterator[str]:
    """The types that a term goes through the objects of."""
    if isinstance(term, Comprehension):
        yield from (str(binding.type) for binding in term.bindings)
    for child in children(term):
        yield from _types(child)
