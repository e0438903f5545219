"""What another system gave, or why it was not run."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt


@dataclass(frozen=True)
class Outcome:
    """The histogram of the number of balls after so many seconds of sampling, without start and compilation."""

    name: str
    steps: int
    seconds: float
    histogram: npt.NDArray[np.int64]
    note: str


@dataclass(frozen=True)
class Missing:
    """A system that is not here, and what would bring it."""

    name: str
    reason: str
