"""Figures of a state that do not depend on the names of objects, and whether two samples of them have the same law."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice, product

import numpy as np
import numpy.typing as npt

from noumena.inference.examination import Examination
from noumena.model.model import Model, RandomFunction
from noumena.model.types import ObjectType
from noumena.model.values import Generated, Guaranteed, Value
from noumena.reference.variables import FunctionVariable, NumberVariable, describe

Figures = Mapping[str, float]
"""Figures by their names; those that a state has not are left out."""

_EACH = 4
"""Of so many variables of a function each is looked at by itself, if its arguments are guaranteed objects."""
_AT_LEAST = 20
"""With fewer values on a side, two samples are not compared."""


def figures(state: Examination) -> Figures:
    """Numbers of objects, the variables of functions together and the first ones of each, and ln p."""
    model = state.instantiation.problem.model
    found: dict[str, float] = {}
    totals: Counter[str] = Counter()
    of_function: dict[str, dict[FunctionVariable, Value]] = {}
    for variable, value in state.values.items():
        if isinstance(variable, NumberVariable):
            totals[f"#{variable.application.type}"] += value
        elif value is not None:
            of_function.setdefault(variable.function, {})[variable] = value
    found.update(totals)
    for application, made in state.identifiers.items():
        name = f"{application.type} in use"
        found[name] = found.get(name, 0) + len(made)
    for key, values in of_function.items():
        function = state.instantiation.problem.random[key]
        found.update(_of_function(model, function, values))
    found["ln p of state and data"] = state.log_prob
    found["ln p of the data given the state"] = math.fsum(state.factors[v] for v in state.observed)
    return found


def _of_function(
    model: Model, function: RandomFunction, values: Mapping[FunctionVariable, Value]
) -> Iterator[tuple[str, float]]:
    name = f"the draw inside {function.name}" if function.hidden else function.name
    if all(isinstance(x, Generated | Guaranteed) for x in values.values()):
        counts = Counter(values.values())
        yield f"different {name}", len(counts)
        yield f"most alike {name}", max(counts.values())
        return
    if not all(isinstance(x, bool | int | float) for x in values.values()):
        return
    numbers = [float(x) for x in values.values()]
    if function.parameters:
        yield f"number of {name}", len(numbers)
        yield f"mean of {name}", math.fsum(numbers) / len(numbers)
        yield f"mean square of {name}", math.fsum(x * x for x in numbers) / len(numbers)
    for variable in _first(model, function):
        if variable in values:
            yield describe(variable, model), float(values[variable])


def _first(model: Model, function: RandomFunction) -> Iterator[FunctionVariable]:
    """The first variables of a function all of whose arguments are guaranteed objects."""
    objects: list[Sequence[Value]] = []
    for parameter in function.parameters:
        if not isinstance(parameter.type, ObjectType):
            return
        objects.append(model.types[parameter.type.name].guaranteed)
    for arguments in islice(product(*objects), _EACH):
        yield FunctionVariable(function.key, arguments)


@dataclass(frozen=True, slots=True)
class Comparison:
    """A figure in worlds from the prior and in those that were moved.

    `aspect` is "value", "spread" (how far it is from the median of all) or "presence" (whether states have it).
    `before` and `after` are the means, to show what has changed; the test is one of ranks, which need no mean. `p` is
    the probability of a difference as large.
    """

    figure: str
    aspect: str
    before: float
    after: float
    p: float


def comparisons(before: Sequence[Figures], after: Sequence[Figures]) -> tuple[Comparison, ...]:
    """Each figure of two samples compared; those that are always the same are left out."""
    found: list[Comparison] = []
    for name in dict.fromkeys(name for one in (*before, *after) for name in one):
        there = [np.array([float(name in one) for one in side]) for side in (before, after)]
        if np.ptp(np.concatenate(there)) > 0:
            found.append(_comparison(name, "presence", *there))
        values = [np.array([one[name] for one in side if name in one]) for side in (before, after)]
        if min(map(len, values)) < _AT_LEAST:
            continue
        middle = np.median(np.concatenate(values))
        far = [np.abs(x - middle) for x in values]
        for aspect, (one, other) in (("value", values), ("spread", far)):
            if np.ptp(np.concatenate([one, other])) > 0:
                found.append(_comparison(name, aspect, one, other))
    return tuple(found)


def _comparison(name: str, aspect: str, one: npt.NDArray[np.float64], other: npt.NDArray[np.float64]) -> Comparison:
    return Comparison(name, aspect, float(one.mean()), float(other.mean()), rank_test(one, other))


def rank_test(one: npt.NDArray[np.float64], other: npt.NDArray[np.float64]) -> float:
    """How probable it is that two samples of one law differ so much in the sum of their ranks (Wilcoxon).

    Equal values have the mean of their ranks, and the variance is that of all ways to deal the values to two samples.
    The normal law is taken for that of the sum, whose tails are lighter for samples of about the same size.
    """
    _, place, counts = np.unique(np.concatenate([one, other]), return_inverse=True, return_counts=True)
    ranks = np.cumsum(counts) - (counts - 1) / 2
    n, m = len(one), len(other)
    expected = m * (n + m + 1) / 2
    ties = float(np.sum(counts.astype(float) ** 3 - counts)) / ((n + m) * (n + m - 1))
    variance = n * m / 12 * (n + m + 1 - ties)
    z = (float(ranks[place[n:]].sum()) - expected) / math.sqrt(variance)
    return math.erfc(abs(z) / math.sqrt(2))
