"""The same density or mass on all of an interval: of integers, of reals, of vectors."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from noumena.distributions.family import IMPOSSIBLE, IntegerFamily, RealFamily, VectorFamily
from noumena.distributions.parameters import LARGEST_INTEGER, integer, interval, refusal
from noumena.distributions.reading import Vector, as_vector, column
from noumena.model.types import INTEGER, MATRIX, REAL, Signature
from noumena.model.values import Matrix, Value

_Interval = tuple[float, float]


class UniformInt(IntegerFamily[tuple[int, int]]):
    """UniformInt(lo, hi): P(n) = 1 / (hi - lo + 1) for n = lo, …, hi, both included."""

    name = "UniformInt"
    signatures = (Signature((INTEGER, INTEGER), INTEGER),)

    def _read(self, lo: Value, hi: Value) -> tuple[int, int]:
        low, high = integer("lo", lo), integer("hi", hi)
        if low > high:
            raise refusal("hi", hi, f"must be at least lo = {low}")
        if high - low >= LARGEST_INTEGER:
            raise refusal("hi", hi, "must be less than lo + 2^63 - 1")
        return low, high

    def _draw(self, rng: np.random.Generator, parameters: tuple[int, int]) -> int:
        low, high = parameters
        return int(rng.integers(low, high, endpoint=True))

    def _log(self, value: int, parameters: tuple[int, int]) -> float:
        low, high = parameters
        return -math.log(high - low + 1) if low <= value <= high else IMPOSSIBLE

    def _values(self, parameters: tuple[int, int]) -> Sequence[int]:
        low, high = parameters
        return range(low, high + 1)


class UniformReal(RealFamily[_Interval]):
    """UniformReal(lo, hi): p(x) = 1 / (hi - lo) for lo <= x <= hi."""

    name = "UniformReal"
    signatures = (Signature((REAL, REAL), REAL),)

    def _read(self, lo: Value, hi: Value) -> _Interval:
        return interval(lo, hi)

    def _draw(self, rng: np.random.Generator, parameters: _Interval) -> float:
        return _draw_within(rng, parameters)

    def _log(self, value: float, parameters: _Interval) -> float:
        return _log_within(value, parameters)


class UniformVector(VectorFamily[list[_Interval]]):
    """UniformVector(lo_1, hi_1, lo_2, hi_2, …) or UniformVector([lo_1, hi_1], [lo_2, hi_2], …): a uniform column.

    p(x) = product of 1 / (hi_i - lo_i) for lo_i <= x_i <= hi_i.
    """

    name = "UniformVector"
    signatures = (
        Signature((REAL, REAL), MATRIX, variadic=True),
        Signature((MATRIX,), MATRIX, variadic=True),
    )

    def _read(self, *bounds: Value) -> list[_Interval]:
        if any(isinstance(bound, Matrix | tuple) for bound in bounds):
            rows = [as_vector(bound) for bound in bounds]
            pairs = [row.entries for row in rows if row is not None and len(row.entries) == 2]
            if len(pairs) < len(bounds):
                raise refusal("bounds", bounds, "must be rows [lo, hi]")
            return [interval(lo, hi) for lo, hi in pairs]
        if not bounds or len(bounds) % 2:
            raise refusal("bounds", bounds, "must come in pairs lo, hi")
        return [interval(lo, hi) for lo, hi in zip(bounds[::2], bounds[1::2], strict=True)]

    def _draw(self, rng: np.random.Generator, intervals: list[_Interval]) -> Matrix:
        return column(_draw_within(rng, one) for one in intervals)

    def _log(self, value: Vector, intervals: list[_Interval]) -> float:
        if not value.column or len(value.entries) != len(intervals):
            return IMPOSSIBLE
        return sum(map(_log_within, value.entries, intervals))


def _draw_within(rng: np.random.Generator, ends: _Interval) -> float:
    low, high = ends
    return min(low + (high - low) * rng.random(), high)


def _log_within(x: float, ends: _Interval) -> float:
    low, high = ends
    return -math.log(high - low) if low <= x <= high else IMPOSSIBLE
