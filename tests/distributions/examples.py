"""Examples of every family, with which the goodness of fit and the normalisation are tested."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

import numpy as np

from noumena.model.values import Bag, Guaranteed, MapValue, Matrix, Value
from tests.distributions.goodness import ChartExample, Example, RealExample

Chart = Callable[[Sequence[float]], tuple[Value, float]]
Locate = Callable[[Value], Sequence[float]]


def column(*entries: float) -> Matrix:
    """A matrix of one column."""
    return Matrix([[entry] for entry in entries])


def row(*entries: float) -> Matrix:
    """A matrix of one row."""
    return Matrix([entries])


def entries_of(value: Matrix) -> list[float]:
    """The entries of a row or column."""
    return [entry for line in value.rows for entry in line]


def logistic(x: float) -> float:
    return 1.0 / (1.0 + math.exp(-x))


def logit(u: float) -> float:
    return math.log(u) - math.log1p(-u)


def log_slope(u: float) -> float:
    """The logarithm of the derivative of `logit`."""
    return -math.log(u) - math.log1p(-u)


def around(centre: Sequence[float], unit: Sequence[float], build: Callable[..., Matrix]) -> tuple[Chart, Locate]:
    """Coordinates of all vectors: the logistic function of each entry, in units from a centre."""

    def chart(point: Sequence[float]) -> tuple[Matrix, float]:
        entries = [c + s * logit(u) for u, c, s in zip(point, centre, unit, strict=True)]
        return build(*entries), sum(math.log(s) + log_slope(u) for u, s in zip(point, unit, strict=True))

    def locate(value: Matrix) -> list[float]:
        return [logistic((x - c) / s) for x, c, s in zip(entries_of(value), centre, unit, strict=True)]

    return chart, locate


def box(*ends: tuple[float, float]) -> tuple[Chart, Locate]:
    """Coordinates of the columns in a box."""

    def chart(point: Sequence[float]) -> tuple[Matrix, float]:
        entries = [low + (high - low) * u for u, (low, high) in zip(point, ends, strict=True)]
        return column(*entries), sum(math.log(high - low) for low, high in ends)

    def locate(value: Matrix) -> list[float]:
        return [(x - low) / (high - low) for x, (low, high) in zip(entries_of(value), ends, strict=True)]

    return chart, locate


def three_parts(build: Callable[..., Matrix]) -> tuple[Chart, Locate]:
    """Coordinates of three proportions: the first, and the part of the second in the rest."""

    def chart(point: Sequence[float]) -> tuple[Matrix, float]:
        u, v = point
        return build(u, (1.0 - u) * v, (1.0 - u) * (1.0 - v)), math.log1p(-u)

    def locate(value: Matrix) -> list[float]:
        first, second, third = entries_of(value)
        return [first, second / (second + third)]

    return chart, locate


def two_parts() -> tuple[Chart, Locate]:
    """The coordinate of a column of two proportions: the first."""
    return lambda point: (column(point[0], 1.0 - point[0]), 0.0), lambda value: [value.rows[0][0]]


def variance_chart(point: Sequence[float]) -> tuple[Matrix, float]:
    """A 1 by 1 covariance exp(logit u)."""
    return Matrix([[math.exp(logit(point[0]))]]), logit(point[0]) + log_slope(point[0])


def locate_variance(value: Matrix) -> list[float]:
    return [logistic(math.log(value.rows[0][0]))]


def covariance_chart(point: Sequence[float]) -> tuple[Matrix, float]:
    """A 2 by 2 covariance from two standard deviations exp(logit / 2) and a correlation 2 u - 1."""
    a, b = math.exp(0.5 * logit(point[0])), math.exp(0.5 * logit(point[1]))
    correlation = 2.0 * point[2] - 1.0
    between = correlation * a * b
    # dx = x dlogit for both variances, and d between = 2 a b du.
    jacobian = 3.0 * math.log(a * b) + log_slope(point[0]) + log_slope(point[1]) + math.log(2.0)
    return Matrix([[a * a, between], [between, b * b]]), jacobian


def locate_covariance(value: Matrix) -> list[float]:
    (x, between), (_, y) = value.rows
    return [logistic(math.log(x)), logistic(math.log(y)), 0.5 * (between / math.sqrt(x * y) + 1.0)]


def charted(name: str, parameters: tuple[Value, ...], coordinates: tuple[Chart, Locate], **sizes: int) -> ChartExample:
    chart, locate = coordinates
    return ChartExample(name, parameters, chart, locate, **sizes)


COVARIANCE = Matrix([[2.0, 0.6], [0.6, 0.5]])
PRECISION = Matrix(np.linalg.inv(COVARIANCE.array).tolist())
TRAINING = "abba\nbaba\nabracadabra\naba\n"
BALLS = tuple(Guaranteed("Ball", i, f"B{i}") for i in range(4))

DISCRETE = [
    Example("Bernoulli", (0.3,)),
    Example("Bernoulli", (0,)),
    Example("BooleanDistrib", (0.85,)),
    Example("BooleanDistrib", (1,)),
    Example("Binomial", (12, 0.3)),
    Example("Binomial", (5000, 0.98)),
    Example("Binomial", (7, 1.0)),
    Example("BoundedGeometric", (0.2, 6)),
    Example("BoundedGeometric", (1e-9, 9)),
    Example("BoundedGeometric", (1, 3)),
    Example("Categorical", (MapValue({"a": 1, "b": 2.5, None: 3, "never": 0}),)),
    Example("CharDistrib", ("banana",)),
    Example("Discrete", (row(3, 0, 1, 4),)),
    Example("Discrete", ((0.5, 0.25, 0.25),)),
    Example("Geometric", (0.35,)),
    Example("Geometric", (1.0,)),
    Example("LetterNgram", (TRAINING, 1)),
    Example("LetterNgram", (TRAINING, 3, 0.002)),
    Example("Multinomial", (4, row(1, 2, 3))),
    Example("Multinomial", (3, column(0, 1, 0, 2, 0))),
    Example("NegativeBinomial", (3, 0.4)),
    Example("NegativeBinomial", (0.6, 0.8)),
    Example("NegativeBinomial", (2, 0)),
    Example("Poisson", (0,)),
    Example("Poisson", (2.5,)),
    Example("Poisson", (80,)),
    Example("RoundedLogNormal", (0.7, 0.8)),
    Example("RoundedLogNormal", (-1, 0.3)),
    Example("StringEditModel", ("mat",)),
    Example("StringEditModel", ("abca", 0.2, 0.3, 0.25, "abc")),
    Example("StringEditModel", ("a-b", 0.1, 0.0, 0.5, "ab")),
    Example("UniformChoice", (Bag([*BALLS, BALLS[0]]),)),
    Example("UniformChoice", (("x", "y", "x"),)),
    Example("UniformInt", (-3, 8)),
    Example("UniformInt", (5, 5)),
]

REAL = [
    RealExample("Beta", (2, 3.5), 0, 1),
    RealExample("Beta", (0.5, 0.7), 0, 1),
    RealExample("Beta", (1, 40), 0, 1),
    RealExample("Cauchy", (1, 2.0)),
    RealExample("Exponential", (2.5,), 0),
    RealExample("Gamma", (0.6, 2), 0),
    RealExample("Gamma", (30, 0.5), 0),
    RealExample("Gaussian", (-1, 4)),
    RealExample("HalfNormal", (3,), 0),
    RealExample("InvGamma", (3, 2.5), 0),
    RealExample("Laplace", (2, 0.5)),
    RealExample("LogNormal", (0.5, 0.6), 0),
    RealExample("PrecisionGaussian", (3, 0.25)),
    RealExample("StudentT", (3.5,)),
    RealExample("StudentT", (1.5, -2, 0.5)),
    RealExample("TruncatedNormal", (1, 4, -1, 3.5), -1, 3.5),
    RealExample("TruncatedNormal", (0, 1, -0.4, 0.7), -0.4, 0.7),
    RealExample("TruncatedNormal", (0, 1, -0.4, 50), -0.4, 50),
    RealExample("TruncatedNormal", (0, 1, 0, 50), 0, 50),
    RealExample("TruncatedNormal", (0, 1, 12, 1e6), 12, 14.5),
    RealExample("TruncatedNormal", (0, 1, 12, 12.05), 12, 12.05),
    RealExample("TruncatedNormal", (5, 0.04, -3, 4), 3.2, 4),
    RealExample("UniformReal", (-2, 3), -2, 3),
]

VECTORS = [
    charted("DiagGaussian", (column(1, -1), column(2, 0.3)), around((1, -1), (1, 0.4), column)),
    charted("Dirichlet", (row(1.5, 2, 4),), three_parts(row)),
    charted("Dirichlet", (column(3, 1, 1.2),), three_parts(column)),
    charted("GEM", (1.7, 3), three_parts(column)),
    charted("GEM", (2.5, 2), two_parts()),
    charted("InverseWishart", (Matrix([[3.0]]), 4), (variance_chart, locate_variance)),
    charted(
        "InverseWishart",
        (Matrix([[2.0, 0.7], [0.7, 1.5]]), 4.5),
        (covariance_chart, locate_covariance),
        cells=3,
        nodes=8,
    ),
    charted("IsotropicMultivarGaussian", (row(0, 3), 0.7), around((0, 3), (0.6, 0.6), row)),
    charted("MultivarGaussian", (column(1, 2), COVARIANCE), around((1, 2), (1, 0.5), column)),
    charted("MultivarGaussian", (row(0, 0), COVARIANCE), around((0, 0), (1, 0.5), row)),
    charted("PrecisionGaussian", (column(1, 2), PRECISION), around((1, 2), (1, 0.5), column)),
    charted("UniformVector", (0, 2, -1, 3), box((0, 2), (-1, 3))),
    charted("UniformVector", (row(0, 2), row(-1, 3)), box((0, 2), (-1, 3))),
]

EXAMPLES: list[Example] = [*DISCRETE, *REAL, *VECTORS]
