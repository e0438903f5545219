"""The values that a variable may take in a state, each giving a state of its own."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from noumena.inference.abstract_state import State
from noumena.inference.budget import OutOfReach
from noumena.model.diagnostics import Diagnostic
from noumena.model.evaluation import Drawn
from noumena.model.library import ParameterError
from noumena.model.values import Generated, Unused, Value
from noumena.reference.interpreter import Strict, Unsupported
from noumena.reference.variables import Variable, describe

_VALUES_AT_MOST = 100_000
_ROUNDING = 1e-15
"""What summing probabilities to 1 leaves undecided."""


def branches(world: Strict, state: State, missing: Unsupported, tail: float) -> tuple[list[State], float]:
    """The states in which the missing variable has a value, and ln of the weight lost by cutting off its support.

    An observed variable has one value. A choice of an unused object makes an identifier for it.
    """
    variable, leaf = missing.variable, missing.leaf
    evidence = world.observed.get(variable)
    if evidence is not None:
        log_p = world.log_prob(variable, evidence.value, leaf)
        density = leaf.draw.distribution.density
        return ([state.with_value(variable, evidence.value, log_p, density)] if log_p > -math.inf else []), -math.inf
    children = []
    left = 1.0
    for value, probability, rest in _values(world, variable, leaf, tail):
        left = rest
        if type(value) is Unused:
            wider, made = state.new_identifier(value.application)
            children.append(wider.with_value(variable, made, math.log(probability)))
        elif probability > 0.0:
            children.append(state.with_value(variable, value, math.log(probability)))
    return children, state.log_weight + math.log(left) if left > 0.0 else -math.inf


def _values(world: Strict, variable: Variable, leaf: Drawn, tail: float) -> Iterator[tuple[Value, float, float]]:
    """Values, their probabilities, and a bound on the mass of the values that follow."""
    distribution = leaf.draw.distribution
    try:
        support = distribution.support(*leaf.parameters)
    except ParameterError as error:
        raise world.out_of_range(variable, leaf, error) from error
    if support is None:
        kind = "continuous" if distribution.density else "too rich to be enumerated"
        message = f"{describe(variable, world.model)} ~ {distribution.name} is {kind}"
        raise OutOfReach([Diagnostic(message, leaf.draw.span, "use `--engine lw`")])
    too_many = f"{describe(variable, world.model)} ~ {distribution.name} has too many values to be enumerated"
    if isinstance(support, Sequence):
        if len(support) > _VALUES_AT_MOST:
            raise OutOfReach([Diagnostic(too_many, leaf.draw.span, "use `--engine lw`")])
        for value in support:
            yield value, _probability(world, variable, value, leaf), 0.0
        return
    summed, before = 0.0, 0.0
    log_concave = getattr(distribution, "log_concave", False)
    for count, value in enumerate(support):
        probability = math.exp(world.log_prob(variable, value, leaf))
        summed += probability
        rest = max(1.0 - summed, _ROUNDING)
        if log_concave and probability < before:
            # Behind the mode the ratio of neighbours falls, so the tail is below a geometric series.
            ratio = probability / before
            rest = min(rest, probability * ratio / (1.0 - ratio))
        yield value, probability, rest
        before = probability
        if rest <= tail or (rest <= _ROUNDING and not log_concave):
            return
        if count >= _VALUES_AT_MOST:
            raise OutOfReach([Diagnostic(too_many, leaf.draw.span, "use `--engine lw`")])


def _probability(world: Strict, variable: Variable, value: Value, leaf: Drawn) -> float:
    if type(value) is Unused:
        some = Generated(value.application, 0)
        return value.number * math.exp(world.log_prob(variable, some, leaf))
    return math.exp(world.log_prob(variable, value, leaf))
