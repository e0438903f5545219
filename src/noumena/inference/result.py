"""What an engine hands back: weighted values for each query, and how they came about."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from noumena.model.model import Query
from noumena.model.values import Value

Progress = Callable[[int], None]
"""Called now and then with the number of samples done, or of states for enumeration."""


def no_progress(done: int) -> None:
    """Shows nothing."""


@dataclass(frozen=True, slots=True)
class Marginal:
    """The posterior of one query as values with weights that sum to 1.

    If `sampled`, each value is one sample; else the values are distinct and the weights are exact probabilities.
    """

    query: Query
    values: tuple[Value, ...]
    weights: npt.NDArray[np.float64]
    sampled: bool


@dataclass(frozen=True, slots=True)
class Result:
    """The outcome of one run.

    `log_evidence` is ln p(E), or of its density where evidence is continuous; `lost_mass` bounds the posterior mass
    that a truncated enumeration left out. `samples` counts those drawn, fewer than asked for if `interrupted`.
    """

    engine: str
    marginals: tuple[Marginal, ...]
    samples: int | None
    seed: int | None
    log_evidence: float | None
    lost_mass: float | None = None
    seconds: Mapping[str, float] = field(default_factory=dict)
    warnings: tuple[str, ...] = ()
    interrupted: bool = False
