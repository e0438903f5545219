"""What families have in common: parameters are checked first, whatever is asked."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable
from typing import ClassVar, Generic, TypeVar

import numpy as np

from noumena.distributions.reading import as_integer, as_real, as_vector
from noumena.model.types import Signature
from noumena.model.values import Value

IMPOSSIBLE = -math.inf
"""The log probability of a value off the support."""

LARGEST_COUNT = 2**1000
"""Counts beyond this are off every support: their floats would overflow."""

P = TypeVar("P")


class Family(ABC, Generic[P]):
    """A distribution whose subclass says how to read its parameters, and what to do with good ones.

    `_read` takes the parameters of a call and raises `ParameterError` or gives them as a `P`; the other methods
    of the subclass get that `P`. So every question checks the parameters in the same way.
    """

    name: ClassVar[str]
    signatures: ClassVar[tuple[Signature, ...]]
    density: ClassVar[bool] = False
    log_concave: ClassVar[bool] = False
    """Whether p(k+1)/p(k) falls in k, so that the mass behind k is below a geometric series."""
    _read: Callable[..., P]

    def sample(self, rng: np.random.Generator, *parameters: Value) -> Value:
        """A value drawn at random."""
        return self._draw(rng, self._read(*parameters))

    def log_prob(self, value: Value, *parameters: Value) -> float:
        """ln p(value | parameters)."""
        return self._log(value, self._read(*parameters))

    def support(self, *parameters: Value) -> Iterable[Value] | None:
        """The values of positive probability, or None if they cannot be enumerated."""
        return self._values(self._read(*parameters))

    @abstractmethod
    def _draw(self, rng: np.random.Generator, parameters: P) -> Value: ...

    @abstractmethod
    def _log(self, value: Value, parameters: P) -> float: ...

    def _values(self, parameters: P) -> Iterable[Value] | None:
        return None


class RealFamily(Family[P]):
    """A density on the reals: `_log` sees finite floats only."""

    density = True

    def log_prob(self, value: Value, *parameters: Value) -> float:
        """ln p(value | parameters)."""
        read, number = self._read(*parameters), as_real(value)
        return IMPOSSIBLE if number is None else self._log(number, read)


class IntegerFamily(Family[P]):
    """A distribution on integers: `_log` sees ints only."""

    def log_prob(self, value: Value, *parameters: Value) -> float:
        """ln p(value | parameters)."""
        read, number = self._read(*parameters), as_integer(value)
        return IMPOSSIBLE if number is None else self._log(number, read)


class CountFamily(IntegerFamily[P]):
    """A distribution on 0, 1, 2, …: `_log` sees only these."""

    def log_prob(self, value: Value, *parameters: Value) -> float:
        """ln p(value | parameters)."""
        read, number = self._read(*parameters), as_integer(value)
        return IMPOSSIBLE if number is None or not 0 <= number <= LARGEST_COUNT else self._log(number, read)


class VectorFamily(Family[P]):
    """A density on rows or columns: `_log` sees `Vector`s of finite floats only."""

    density = True

    def log_prob(self, value: Value, *parameters: Value) -> float:
        """ln p(value | parameters)."""
        read, vector = self._read(*parameters), as_vector(value)
        return IMPOSSIBLE if vector is None else self._log(vector, read)
