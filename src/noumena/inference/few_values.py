"""A family of distributions cut down to a few values, with the weights that the family itself gives them."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from noumena.model.diagnostics import RunError
from noumena.model.library import Distribution
from noumena.model.model import Problem
from noumena.model.recursion import deep_recursion
from noumena.model.types import INTEGER, REAL, Signature, Type
from noumena.model.values import Value
from noumena.reference.interpreter import Forward
from noumena.reference.random_source import Drawing
from noumena.reference.variables import FunctionVariable

_WORLDS = 200
"""So many worlds are drawn from the prior to learn which values a variable takes."""


@dataclass(frozen=True)
class FewValues:
    """P(v) = p(v) / Σ p over the values, p being that of the family: mass or density.

    Where the family gives none of the values a probability, all are alike.
    """

    family: Distribution
    values: tuple[Value, ...]
    density: ClassVar[bool] = False
    signatures: ClassVar[tuple[Signature, ...]] = ()

    @property
    def name(self) -> str:
        """No name of the library, so that generated code asks this object."""
        return f"{self.family.name} on few values"

    def sample(self, rng: np.random.Generator, *parameters: Value) -> Value:
        """A value drawn at random."""
        weights = [math.exp(p) for p in self._log_probs(parameters)]
        return self.values[int(rng.choice(len(weights), p=np.array(weights) / sum(weights)))]

    def log_prob(self, value: Value, *parameters: Value) -> float:
        """ln p(value | parameters)."""
        for known, log_p in zip(self.values, self._log_probs(parameters), strict=True):
            if known == value:
                return log_p
        return -math.inf

    def support(self, *parameters: Value) -> Sequence[Value]:
        """The values of positive probability."""
        return [v for v, p in zip(self.values, self._log_probs(parameters), strict=True) if p > -math.inf]

    def _log_probs(self, parameters: tuple[Value, ...]) -> list[float]:
        logs = [self.family.log_prob(value, *parameters) for value in self.values]
        top = max(logs)
        if top == -math.inf:
            return [-math.log(len(logs))] * len(logs)
        total = top + math.log(math.fsum(math.exp(p - top) for p in logs))
        return [p - total for p in logs]


Drawn = dict[str | int, list[Value]]
"""Values by the key of a function or the index of a number statement."""


def drawn_values(problem: Problem) -> Drawn:
    """The values that variables have in worlds drawn from the prior, as far as the evidence reads them."""
    found: Drawn = {}
    for seed in range(_WORLDS):
        world = Forward(problem, Drawing(np.random.default_rng(seed)))
        with deep_recursion():
            for evidence in problem.evidence:
                try:
                    world.value(evidence.term, evidence.frame_size)
                except (RunError, ValueError):  # nor can it be drawn when chains begin, where the error is told
                    continue
        for variable, value in world.values.items():
            key = variable.function if isinstance(variable, FunctionVariable) else variable.application.statement
            found.setdefault(key, []).append(value)
    return found


def typical(values: Sequence[Value], type_: Type, most: int) -> list[Value]:
    """A few of the values that were drawn: quantiles of reals, neighbours among integers, else the commonest."""
    known = [value for value in values if value is not None]
    if type_ == REAL:
        ordered = sorted(known)
        picked = [ordered[int((k + 0.5) / most * len(ordered))] for k in range(most)] if ordered else []
        return list(dict.fromkeys(float(f"{x:.3g}") for x in picked))
    if type_ == INTEGER and known:
        ordered = sorted(known)
        first = max(ordered[len(ordered) // 2] - most // 2, ordered[0])
        return list(range(first, first + most))
    return [value for value, _ in Counter(known).most_common(most)]
