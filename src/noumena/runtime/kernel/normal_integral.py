"""Integrals of the standard normal density over intervals, precise however far out or narrow these are."""

from __future__ import annotations

import math

from . import jit
from .stirling import HALF_LOG_TWO_PI

_ROOT_HALF = math.sqrt(0.5)
_ROOT_HALF_PI = math.sqrt(0.5 * math.pi)

QUADRATURE = (
    (0.1252334085114689, 0.2491470458134027),
    (0.3678314989981802, 0.2334925365383546),
    (0.5873179542866175, 0.20316742672306573),
    (0.7699026741943047, 0.16007832854334642),
    (0.9041172563704748, 0.10693932599531907),
    (0.9815606342467192, 0.04717533638651141),
)
"""The positive nodes of the Gauss-Legendre rule of 12 points on [-1, 1], with their weights; it is symmetric."""


@jit
def mills_ratio(x: float) -> float:
    """(1 - Phi(x)) / phi(x), the integral of exp(-x s - s^2/2) over s > 0; for x >= 0."""
    if x < 30.0:
        return _ROOT_HALF_PI * math.exp(0.5 * x * x) * math.erfc(x * _ROOT_HALF)
    y = 1.0 / (x * x)
    return (1 - y * (1 - 3 * y * (1 - 5 * y * (1 - 7 * y * (1 - 9 * y * (1 - 11 * y)))))) / x


@jit
def log_upper_tail(x: float) -> float:
    """ln(1 - Phi(x))."""
    if x < 0.0:
        return math.log1p(-0.5 * math.erfc(-x * _ROOT_HALF))
    return math.log(mills_ratio(x)) - 0.5 * x * x - HALF_LOG_TWO_PI


@jit
def log_tail_piece(start: float, width: float) -> float:
    """ln of the integral of exp(-(t^2 - start^2)/2) for t from start >= 0 to start + width, width > 0.

    The integrand is 1 at its start: the factor exp(-start^2/2), which may be too small for a float, is left out.
    """
    fall = width * (start + 0.5 * width)
    if fall <= 1.0:  # The difference of two tails would cancel.
        total = 0.0
        for node, weight in QUADRATURE:
            left, right = 0.5 * (1.0 - node) * width, 0.5 * (1.0 + node) * width
            total += weight * (_fallen(left, start) + _fallen(right, start))
        return math.log(width) + math.log(0.5 * total)
    return math.log(mills_ratio(start) - math.exp(-fall) * mills_ratio(start + width))


@jit
def _fallen(s: float, start: float) -> float:
    return math.exp(-s * (start + 0.5 * s))


@jit
def log_centre_piece(below: float, above: float) -> float:
    """ln of the integral of exp(-t^2/2) for t from -below to above, both at least 0 and not both 0."""
    return math.log(_ROOT_HALF_PI * (math.erf(below * _ROOT_HALF) + math.erf(above * _ROOT_HALF)))


@jit
def log_interval(start: float, width: float) -> float:
    """ln(Phi(start + width) - Phi(start)), width > 0."""
    end = start + width
    if start < 0.0 < end:
        return log_centre_piece(-start, end) - HALF_LOG_TWO_PI
    nearest = start if start >= 0.0 else -end
    return log_tail_piece(nearest, width) - 0.5 * nearest * nearest - HALF_LOG_TWO_PI
