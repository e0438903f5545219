"""The posterior of one query, as people ask about it."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

from noumena.inference.result import Marginal
from noumena.model.functions.conversions import render
from noumena.model.types import ANY, BOOLEAN, INTEGER, REAL, STRING, Type
from noumena.posterior import weighted
from noumena.posterior.chain_statistics import TOO_SHORT, ChainStatistics
from noumena.posterior.diagnostics import FAR_APART, FEW_SAMPLES
from noumena.posterior.grouping import Group, Numbers, atoms_of, groups_of, numbers_of
from noumena.posterior.plain import Plain, holds_unnamed, matches, plain

LEVELS = (0.05, 0.5, 0.95)
"""Which quantiles are told."""

_PYTHON_TYPES: Mapping[Type, tuple[type, ...]] = {
    BOOLEAN: (bool, np.bool_),
    INTEGER: (int, float, np.integer, np.floating),
    REAL: (int, float, np.integer, np.floating),
    STRING: (str,),
}


class Outcome(NamedTuple):
    """One value of a query: as plain data and as BLOG text, its probability, and the standard error of that.

    The standard error `mcse` is None where the probability is exact, and where Markov chains never left the value.
    """

    value: Plain
    probability: float
    mcse: float | None
    text: str


@dataclass(frozen=True)
class QueryAnswer:
    """The posterior of one query.

    Mean, standard deviation and quantiles are those of the values that are numbers; where the query is null in some
    worlds they are conditional on its not being null. For other types they are None.
    """

    marginal: Marginal

    @property
    def query(self) -> str:
        """The query as it was written."""
        return self.marginal.query.text

    @property
    def type(self) -> str:
        """The BLOG type of the query."""
        return str(self.marginal.query.term.type)

    @property
    def sampled(self) -> bool:
        """Whether the answer rests on samples; otherwise it is exact."""
        return self.marginal.sampled

    @property
    def mean(self) -> float | None:
        """The mean, of a query for numbers."""
        numbers = self._numbers
        return None if numbers is None else weighted.mean(numbers.floats, numbers.weights)

    @property
    def mcse(self) -> float | None:
        """The standard error of the mean that comes from sampling; None where the mean is exact.

        It is also None where the mean is not finite, and where Markov chains never left one value.
        """
        numbers = self._numbers
        if numbers is None or not self.sampled:
            return None
        if self._chains is not None:
            return self._chains.diagnosis.mcse
        return weighted.error_of_mean(numbers.floats, numbers.weights, numbers.squares)

    @property
    def sd(self) -> float | None:
        """The standard deviation, of a query for numbers."""
        numbers = self._numbers
        return None if numbers is None else weighted.standard_deviation(numbers.floats, numbers.weights)

    @cached_property
    def quantiles(self) -> dict[str, float] | None:
        """The quantiles at 0.05, 0.5 and 0.95: the least values that reach these probabilities."""
        numbers = self._numbers
        if numbers is None:
            return None
        return {str(level): weighted.quantile(numbers.values, numbers.weights, level) for level in LEVELS}

    @cached_property
    def distribution(self) -> list[Outcome] | None:
        """The values with their probabilities: numbers ascending, others with the most probable first.

        Samples of reals are all different, but for atoms: there the distribution lists what occurred more than once,
        and null. It is None where there is nothing to list.
        """
        atoms = [self._outcome(group) for group in self._atoms]
        return atoms or None

    @property
    def mode(self) -> Plain:
        """The most probable value, as plain data; None for null, and where the distribution is None."""
        atoms = self._atoms
        return plain(max(atoms, key=lambda group: group.weight).value) if atoms else None

    @property
    def groups(self) -> list[Group]:
        """The samples brought together by value."""
        return self._groups

    @property
    def null_probability(self) -> float:
        """The probability that the query is null."""
        return self.probability(None)

    @property
    def ess(self) -> float | None:
        """The effective number of samples; None where the answer is exact.

        Samples of Markov chains depend on each other; of a query that is constant or sometimes null it is None.
        """
        if self._chains is not None:
            return self._chains.diagnosis.ess
        # Rounded, because a thousand equal weights should count as 1000.0 and not as 1000.0000000000001.
        return round(weighted.effective_samples(self.marginal.weights), 6) if self.sampled else None

    @property
    def rhat(self) -> float | None:
        """How well several Markov chains agree: near 1 if they do, infinite if each stays at a value of its own.

        None for engines without chains, for one chain, and for a query that is constant or sometimes null.
        """
        return None if self._chains is None else self._chains.diagnosis.rhat

    @property
    def undiagnosed(self) -> str | None:
        """Why Markov chains give neither effective samples nor R-hat; None where they do, or there are no chains."""
        return None if self._chains is None else self._chains.unknown_because

    @property
    def few_samples(self) -> bool:
        """Whether the effective samples are too few to trust the answer."""
        return self.undiagnosed == TOO_SHORT or (self.ess is not None and self.ess < FEW_SAMPLES)

    @property
    def chains_disagree(self) -> bool:
        """Whether R-hat says that the Markov chains have not come to the same distribution."""
        return self.rhat is not None and self.rhat > FAR_APART

    @property
    def stays_apart(self) -> bool:
        """Whether each of several Markov chains stays at one value, and not all of them at the same."""
        return self._chains is not None and self._chains.stays_apart

    def probability(self, value: Any) -> float:
        """The probability of a value: a number, Boolean, string, None, an object's name, or a list or set of these.

        It is 0 for a value that did not occur. Raises `ValueError` for one that the query's type excludes.
        """
        expected = _PYTHON_TYPES.get(self.marginal.query.term.type)
        wrong_boolean = isinstance(value, bool) and bool not in (expected or ())
        if value is not None and expected is not None and (not isinstance(value, expected) or wrong_boolean):
            raise ValueError(f"`{self.query}` is of type {self.type}, so it is never {value!r}")
        return math.fsum(group.weight for group in self._atoms if matches(group.value, value))

    @cached_property
    def notes(self) -> tuple[str, ...]:
        """What a reader of the answer should know."""
        notes = []
        if any(holds_unnamed(group.value) for group in self._groups):
            notes.append(
                f"query `{self.query}` gives an object without a name: only null / not null is reported; "
                "compare objects or query an attribute"
            )
        if self._numbers is not None and self.null_probability > 0.0:
            share = f"{self.null_probability:.4g}"
            notes.append(
                f"query `{self.query}` is null with probability {share}: mean, sd and quantiles are of the rest"
            )
        if self._numbers is None and self.distribution is None and self.marginal.values:
            notes.append(
                f"query `{self.query}` has another value in every sample: query its entries, which are numbers"
            )
        return tuple(notes)

    @property
    def continuous(self) -> tuple[weighted.Floats, weighted.Floats] | None:
        """The sampled numbers that are no atoms, and their weights, which sum to the probability of no atom."""
        if self._numbers is None:
            return None
        atoms = {group.value for group in self._atoms}
        rest = [group for group in self._groups if group.value not in atoms]
        return (np.array([g.value for g in rest], dtype=float), np.array([g.weight for g in rest])) if rest else None

    def plot(self, kind: str = "answer") -> Any:
        """A figure of Matplotlib; `kind` is as for `Posterior.plot`."""
        from noumena.posterior.plots.figure import figure_of  # late: it imports this module

        return figure_of([self], kind)

    def to_dict(self) -> dict[str, Plain]:
        """The answer as JSON holds it; a moment that is infinite or not a number is None."""
        quantiles = self.quantiles
        atoms = self.distribution
        return {
            "query": self.query,
            "type": self.type,
            "mean": finite(self.mean),
            "sd": finite(self.sd),
            "quantiles": None if quantiles is None else {level: finite(value) for level, value in quantiles.items()},
            "distribution": None
            if atoms is None
            else [{"value": a.value, "probability": a.probability, "mcse": a.mcse} for a in atoms],
            "ess": self.ess,
            "rhat": finite(self.rhat),
        }

    def _repr_html_(self) -> str:
        from noumena.posterior.html import answer_html  # it shows answers

        return answer_html(self)

    def __repr__(self) -> str:
        if self._numbers is not None:
            return f"<{self.query}: mean {self.mean:.6g}, sd {self.sd:.6g}>"
        atoms = [f"{a.text} {a.probability:.4g}" for a in (self.distribution or [])[:5]]
        return f"<{self.query}: {', '.join(atoms) or self.type}>"

    @cached_property
    def _groups(self) -> list[Group]:
        return groups_of(self.marginal)

    @cached_property
    def _atoms(self) -> list[Group]:
        return atoms_of(self._groups, self.sampled)

    @cached_property
    def _chains(self) -> ChainStatistics | None:
        if not self.marginal.chain_lengths:
            return None
        return ChainStatistics(self.marginal, self._groups, self._atoms, self._numbers is not None)

    @cached_property
    def _squares(self) -> float:
        return math.fsum(g.squares for g in self._groups)

    def _outcome(self, group: Group) -> Outcome:
        # Rounding can take a sum of weights beyond 1.
        probability = min(1.0, group.weight)
        error = None
        if self._chains is not None:
            error = self._chains.error(group)
        elif self.sampled:
            error = weighted.error_of_probability(probability, group.squares, self._squares)
        return Outcome(plain(group.value), probability, error, render(group.value))

    @cached_property
    def _numbers(self) -> Numbers | None:
        return numbers_of(self._groups) if self.marginal.query.term.type in (INTEGER, REAL, ANY) else None


def finite(number: float | None) -> float | None:
    """The number, or None where it is infinite or not a number, which JSON cannot hold."""
    return number if number is not None and math.isfinite(number) else None
