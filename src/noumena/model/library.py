"""What the language's library is made of: distributions and functions, built in or supplied from Python."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, Protocol, runtime_checkable

import numpy as np

from noumena.model.types import Signature
from noumena.model.values import Value

CERTAIN = 1e-9
"""ln p of a value that has a probability is above 0 by rounding at most: no more than this."""


class ParameterError(ValueError):
    """A parameter of a distribution out of its range: which, its value, and what it must be."""

    def __init__(self, parameter: str, value: Value, requirement: str) -> None:
        self.parameter, self.value, self.requirement = parameter, value, requirement
        super().__init__(f"{parameter} = {value} but it {requirement}")


class Distribution(Protocol):
    """A family of probability distributions, with its parameters given at each call.

    `density` tells whether `log_prob` is the logarithm of a density (reals and matrices) or of a mass.
    Parameters are never null. Every method raises `ParameterError` for parameters out of range.
    """

    @property
    def name(self) -> str:
        """The name by which models call it."""

    @property
    def signatures(self) -> tuple[Signature, ...]:
        """The ways to call it; the first that fits counts."""

    @property
    def density(self) -> bool:
        """Whether `log_prob` is a log density."""

    def sample(self, rng: np.random.Generator, *parameters: Value) -> Value:
        """A value drawn at random."""

    def log_prob(self, value: Value, *parameters: Value) -> float:
        """ln p(value | parameters): `-inf` off the support, never an error for a value of the result type."""

    def support(self, *parameters: Value) -> Iterable[Value] | None:
        """The values of positive probability: a sequence if finite, an iterator if countable, None if neither.

        An iterator gives the values in an order whose masses are summable from the front (for instance 0, 1, 2, …).
        """


@runtime_checkable
class Supplied(Protocol):
    """A distribution that calls the methods of an object supplied from Python."""

    def supplied_object(self) -> Any:
        """The object whose `sample` and `log_prob` are called."""


@dataclass(frozen=True, slots=True)
class Builtin:
    """A fixed function implemented in Python on values.

    The implementation sees no null unless `takes_null`; otherwise a function of null is null. It raises
    `ValueError` with a sentence for a person when its arguments make no sense.
    """

    name: str
    signature: Signature
    implementation: Callable[..., Value]
    takes_null: bool = False
