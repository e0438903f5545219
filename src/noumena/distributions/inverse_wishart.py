"""Random covariance matrices."""

from __future__ import annotations

import math

import numpy as np

from noumena.distributions.family import IMPOSSIBLE, Family
from noumena.distributions.parameters import Factor, factorise, positive_definite, real, refusal
from noumena.distributions.reading import as_matrix
from noumena.model.types import MATRIX, REAL, Signature
from noumena.model.values import Matrix, Value

_LEAST_EXCESS = 1e-9
_MOST_EXCESS = 1e9
_SMALLEST_SQUARE = 1e-200


class InverseWishart(Family[tuple[Factor, float]]):
    """InverseWishart(scale, df), also InvWishart: a symmetric positive definite d by d matrix X.

    With scale S symmetric and positive definite, and df > d - 1,

    p(X) = det(S)^(df/2) det(X)^(-(df + d + 1)/2) exp(-trace(S X^-1) / 2) / (2^(df d/2) G_d(df/2)),

    G_d(a) = pi^(d (d-1)/4) prod_(j=1..d) G(a + (1 - j)/2), G the gamma function: a density of the entries on and
    below the diagonal. Drawn by Bartlett's decomposition: if A is lower triangular with independent entries,
    A_ii^2 chi-square of df - i + 1 degrees of freedom and Gaussian(0, 1) below, then A A' has the Wishart
    distribution of scale 1, and X = L (A A')^-1 L' that of this family, where S = L L'.
    """

    name = "InverseWishart"
    signatures = (Signature((MATRIX, REAL), MATRIX),)
    density = True

    def _read(self, scale: Value, df: Value) -> tuple[Factor, float]:
        factor, freedom = positive_definite("scale", scale), real("df", df)
        size = factor.lower.shape[0]
        if not _LEAST_EXCESS <= freedom - (size - 1) <= _MOST_EXCESS:
            raise refusal("df", df, f"must be greater than {size - 1} (by 1e-9 to 1e9) for a scale of {size} rows")
        return factor, freedom

    def _draw(self, rng: np.random.Generator, parameters: tuple[Factor, float]) -> Matrix:
        scale, freedom = parameters
        size = scale.lower.shape[0]
        below = rng.standard_normal((size, size))
        root = scale.lower.T.copy()  # becomes A^-1 L', row by row
        for i in range(size):
            # A square that underflows would make the matrix infinite.
            square = max(2.0 * rng.standard_gamma(0.5 * (freedom - i)), _SMALLEST_SQUARE)
            root[i] = (root[i] - below[i, :i] @ root[:i]) / math.sqrt(square)
        product = root.T @ root
        return Matrix.of(0.5 * (product + product.T))

    def _log(self, value: Value, parameters: tuple[Factor, float]) -> float:
        scale, freedom = parameters
        size = scale.lower.shape[0]
        array = as_matrix(value)
        factor = None if array is None or array.shape != (size, size) else factorise(array)
        if factor is None:
            return IMPOSSIBLE
        with np.errstate(over="ignore", invalid="ignore"):
            trace = float(np.square(factor.inverse @ scale.lower).sum())
        constant = 0.25 * size * (size - 1) * math.log(math.pi) + 0.5 * freedom * size * math.log(2.0)
        constant += sum(math.lgamma(0.5 * (freedom - i)) for i in range(size))
        result = 0.5 * (freedom * scale.log_determinant - (freedom + size + 1) * factor.log_determinant - trace)
        return IMPOSSIBLE if math.isnan(result) else result - constant
