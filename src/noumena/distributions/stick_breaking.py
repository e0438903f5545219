"""Weights of a stick broken again and again: the Dirichlet process cut off after a number of pieces."""

from __future__ import annotations

import math
import sys

import numpy as np

from noumena.distributions.dirichlet import are_proportions
from noumena.distributions.family import IMPOSSIBLE, VectorFamily
from noumena.distributions.parameters import integer_between, positive
from noumena.distributions.reading import Vector, column
from noumena.model.types import INTEGER, MATRIX, REAL, Signature
from noumena.model.values import Matrix, Value

_TINY = sys.float_info.min
_MOST_PIECES = 100_000


class GEM(VectorFamily[tuple[float, int]]):
    """GEM(lambda, truncation): a column of K = truncation weights of sum 1, broken off a stick one by one.

    With independent v_i of Beta(1, lambda) for i < K, the i-th weight is w_i = v_i r_(i-1), where r_0 = 1 and
    r_i = r_(i-1) (1 - v_i) is what remains after i pieces; the last weight is what remains, w_K = r_(K-1).

    The density is one of the first K - 1 weights. Since w_i depends on v_1, …, v_i only and dw_i/dv_i = r_(i-1),
    the Jacobian is the product of r_0, …, r_(K-2), and with 1 - v_i = r_i / r_(i-1) the powers telescope:

    p(w) = prod_(i<K) lambda (1 - v_i)^(lambda - 1) / r_(i-1)
         = lambda^(K-1) w_K^(lambda - 1) / (r_1 r_2 … r_(K-2)).

    Weights too small for a float are given as the smallest float.
    """

    name = "GEM"
    signatures = (Signature((REAL, INTEGER), MATRIX),)

    def _read(self, concentration: Value, truncation: Value) -> tuple[float, int]:
        return positive("lambda", concentration), integer_between("truncation", truncation, 1, _MOST_PIECES)

    def _draw(self, rng: np.random.Generator, parameters: tuple[float, int]) -> Matrix:
        concentration, pieces = parameters
        # 1 - v has the distribution of exp(-E / lambda), E exponential.
        falls = rng.standard_exponential(pieces - 1) / concentration
        remaining = np.exp(-np.concatenate([[0.0], np.cumsum(falls)]))
        broken = np.append(-np.expm1(-falls), 1.0)
        weights: list[float] = np.maximum(remaining * broken, _TINY).tolist()
        return column(weights)

    def _log(self, value: Vector, parameters: tuple[float, int]) -> float:
        concentration, pieces = parameters
        if not value.column or len(value.entries) != pieces or not are_proportions(value):
            return IMPOSSIBLE
        # Sums from the end keep the digits of small remainders.
        remaining = value.entries[-1]
        result = (pieces - 1) * math.log(concentration)
        if concentration != 1.0:
            result += (concentration - 1.0) * _log(remaining)
        for weight in value.entries[-2:0:-1]:
            remaining += weight
            result -= _log(remaining)
        return IMPOSSIBLE if math.isnan(result) else result


def _log(x: float) -> float:
    return math.log(x) if x > 0.0 else -math.inf
