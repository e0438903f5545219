"""The diagnostics of one query answered by Markov chains."""

from __future__ import annotations

import math
from functools import cached_property

import numpy as np

from noumena.inference.result import Marginal
from noumena.model.values import Value
from noumena.posterior import diagnostics
from noumena.posterior.diagnostics import Diagnosis
from noumena.posterior.grouping import Group, positions_of

MOST_INDICATORS = 100
"""So many values, the most probable, are diagnosed one by one; the standard errors of others are by batch means."""

_SURE = 1e-3
"""A value this probable or less, or this near to certain, tells little about how the chains mix."""

TOO_SHORT = "too few samples"
CONSTANT = "the same value in every sample"


class ChainStatistics:
    """Effective samples, R-hat and standard errors of a query.

    `groups` are the samples by value, `atoms` those that have a probability; `numeric` says that all values but null
    are numbers. The draws of a numeric query are diagnosed as they are, those of others by the indicator of each value:
    the answer as a whole has the least effective samples and the largest R-hat among the values whose probability is
    not within 0.001 of 0 or 1, or those of the most probable value if there are none.
    """

    def __init__(self, marginal: Marginal, groups: list[Group], atoms: list[Group], numeric: bool) -> None:
        self._groups = groups
        self._atoms = sorted(atoms, key=lambda group: -group.weight)
        self._numeric = numeric
        self._sometimes_null = any(group.value is None for group in groups)
        self._positions = diagnostics.even(positions_of(marginal, groups), marginal.chain_lengths)

    @cached_property
    def unknown_because(self) -> str | None:
        """Why there are neither effective samples nor R-hat; None where there are."""
        if self._positions.shape[1] < diagnostics.SHORTEST:
            return TOO_SHORT
        if (self._positions == self._positions[0, 0]).all():
            return CONSTANT
        if self._numeric and self._sometimes_null:
            return "sometimes null"
        if self._numeric and any(group.value != group.value for group in self._groups):
            return "sometimes not a number"
        return None if self._numeric or self._atoms else "another value in every sample"

    @property
    def stays_apart(self) -> bool:
        """Whether each chain stays at one value, and not all of them at the same."""
        each = self._positions.shape[1] >= diagnostics.SHORTEST and (self._positions == self._positions[:, :1]).all()
        return bool(each and (self._positions != self._positions[0, 0]).any())

    @cached_property
    def diagnosis(self) -> Diagnosis:
        """The diagnosis of the query; its standard error is that of the mean of a numeric query."""
        if self._numeric:
            return Diagnosis(mcse=self._error_of_rest()) if self.unknown_because else self._of_numbers()
        if self.unknown_because:
            return Diagnosis()
        shown = [d for group, d in self._indicators if _SURE < group.weight < 1.0 - _SURE]
        shown = shown or [self._indicators[0][1]]
        return Diagnosis(
            min((d.ess for d in shown if d.ess is not None), default=None),
            max((d.rhat for d in shown if d.rhat is not None), default=None),
        )

    def error(self, group: Group) -> float | None:
        """The standard error of the probability of a value; None if chains never leave it, which tells nothing."""
        return self._errors[group.value]

    def _of_numbers(self) -> Diagnosis:
        values = np.array([group.value for group in self._groups], dtype=np.float64)
        return diagnostics.of_numbers(values[self._positions])

    def _error_of_rest(self) -> float | None:
        """The standard error of the mean m given not null, which is the ratio of two means.

        It is that of the mean of 1[not null] (x − m) / P(not null), the linear part of the ratio's deviation.
        """
        values = np.array([0.0 if g.value is None else g.value for g in self._groups], dtype=np.float64)
        present = np.array([g.value is not None for g in self._groups])[self._positions]
        if not present.any():
            return None
        with np.errstate(invalid="ignore"):  # infinite values have no mean, and so no error of it
            mean = values[self._positions][present].mean()
            return diagnostics.error_of_mean((values - mean)[self._positions] * present / present.mean())

    @cached_property
    def _indicators(self) -> list[tuple[Group, Diagnosis]]:
        places = {group.value: i for i, group in enumerate(self._groups)}
        return [
            (group, diagnostics.of_indicator(self._positions == places[group.value]))
            for group in self._atoms[:MOST_INDICATORS]
        ]

    @cached_property
    def _errors(self) -> dict[Value, float | None]:
        errors: dict[Value, float | None] = {}
        if len(self._atoms) > MOST_INDICATORS:
            by_batches = diagnostics.errors_of_many(self._positions, len(self._groups)).tolist()
            pairs = zip(self._groups, by_batches, strict=True)
            errors = {group.value: None if math.isnan(error) else error for group, error in pairs}
        return errors | {group.value: diagnosis.mcse for group, diagnosis in self._indicators}
