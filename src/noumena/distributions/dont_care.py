"""A stand-in for the distribution of variables that are always observed."""

from __future__ import annotations

import numpy as np

from noumena.model.types import Signature, TypeVariable
from noumena.model.values import Value


class DontCare:
    """DontCare(): whatever the value, a factor of 1. For variables that evidence always gives.

    p(x) = 1 for every x: no probability distribution, so it cannot be drawn from.
    """

    name = "DontCare"
    signatures = (Signature((), TypeVariable("T")),)
    density = False

    def sample(self, rng: np.random.Generator, *parameters: Value) -> Value:
        """Raise `ValueError`."""
        raise ValueError("a variable with distribution DontCare has no values of its own: it can only be observed")

    def log_prob(self, value: Value, *parameters: Value) -> float:
        """0, for any value."""
        return 0.0

    def support(self, *parameters: Value) -> None:
        """None: the values cannot be enumerated."""
