"""String models whose time is taken: the engine and the hand-written sampler ask the same objects."""

from __future__ import annotations

from dataclasses import dataclass, field
from time import thread_time
from typing import Any

import numpy as np

from noumena.domains.citations.model.library import Library

COMPUTED, KNOWN, NOTHING = "computed", "known", "nothing"
"""How they answer: by working it out, from what was worked out before, or the same to all, as when code is compiled."""
NOT_STRINGS = ("Spread", "KindPrior", "SizePrior")
"""What takes next to no time, and is given to the engine as the class that it is."""


@dataclass
class Clock:
    """Seconds of the processor within string models, how often they were asked, and how they answer."""

    seconds: float = 0.0
    calls: int = 0
    how: str = COMPUTED

    def reset(self, how: str) -> None:
        """Begins anew."""
        self.seconds, self.calls, self.how = 0.0, 0, how

    def add(self, seconds: float) -> None:
        """Counts a call."""
        self.seconds += seconds
        self.calls += 1


@dataclass
class TimedModel:
    """A distribution by whose `log_prob` a clock runs; `inner` may be replaced by another like it."""

    inner: Any
    clock: Clock
    known: dict[tuple[Any, ...], float] = field(default_factory=dict)

    def log_prob(self, *given: Any) -> float:
        """ln p, as the clock says."""
        begun = thread_time()
        clock = self.clock
        found: float
        if clock.how == COMPUTED:
            found = self.known[given] = self.inner.log_prob(*given)
        else:
            found = self.known[given] if clock.how == KNOWN else -1.0
        clock.add(thread_time() - begun)
        return found

    def sample(self, rng: np.random.Generator, *given: Any) -> Any:
        """A draw; the engine needs it to make a state before the first one."""
        begun = thread_time()
        drawn = self.inner.sample(rng, *given)
        self.clock.add(thread_time() - begun)
        return drawn


def timed(known: Library, clock: Clock) -> dict[str, Any]:
    """The distributions of a library under a clock, by name."""
    return {
        name: given if name in NOT_STRINGS else TimedModel(given, clock) for name, given in known.distributions.items()
    }


def renew(models: dict[str, Any], known: Library) -> None:
    """Gives the models the distributions of another library, which has nothing worked out yet; answers are kept."""
    for name, model in models.items():
        if isinstance(model, TimedModel):
            model.inner = known.distributions[name]
