"""The chains of a run: made with first states, or put back from a checkpoint."""

from __future__ import annotations

import threading
from collections.abc import Callable, Collection, Sequence

import numpy as np

from noumena.inference.adaptation import Adaptation
from noumena.inference.carrying import Carried, Carrier
from noumena.inference.chain import Chain
from noumena.inference.checkpoint.saved import Saved, put_back
from noumena.inference.course import Course
from noumena.inference.kept import MOST_KEPT

LARGEST_THIN = 10_000
SAMPLES_AT_ONCE = 1000
_FEWEST_KEPT = 100
"""Of a chain, however many chains there are."""


class Chains:
    """The courses of the chains, by their seeds.

    Each is to have so many `samples`, if there is a limit; `thin` is chosen if it is None. Moves are adapted if
    `scaled` is given: the numbers of those that have a factor for the length of their steps. Whoever holds the
    `turnstile` has all chains wait.
    """

    def __init__(
        self,
        make: Callable[[np.random.SeedSequence], Chain],
        seeds: Sequence[np.random.SeedSequence],
        samples: int | None,
        burn_in: int,
        thin: int | None,
        check: bool,
        scaled: Collection[int] | None,
    ) -> None:
        self.turnstile = threading.Lock()
        self.chains = [make(seed) for seed in seeds]
        self.thin = thin or 1
        self._choose_thin = thin is None
        self._samples, self._burn_in, self._check, self._scaled = samples, burn_in, check, scaled
        self.courses: list[Course] = []

    def begin(self) -> None:
        """Makes first states that meet the evidence."""
        for chain in self.chains:
            chain.initialise()
            if self._choose_thin and chain is self.chains[0]:
                self.thin = min(max(1, chain.variables), LARGEST_THIN)
            self.courses.append(self._course(chain))
            chain.first = chain.first_answers()

    def go_on(self, saved: Saved) -> None:
        """Puts the chains of a checkpoint back."""
        self.thin = saved.facts.thin
        for chain, found in zip(self.chains, saved.chains, strict=True):
            course = self._course(chain)
            put_back(course, found)
            self.courses.append(course)

    def carry(self, carrier: Carrier, carried: Carried) -> int:
        """Has the chains begin with other states as far as they can; how many cannot."""
        pairs = zip(self.chains, carried.states, strict=True)
        return sum(not carrier.carry(chain, state) for chain, state in pairs)

    def _course(self, chain: Chain) -> Course:
        at_once = SAMPLES_AT_ONCE if self._samples is None else min(self._samples, SAMPLES_AT_ONCE)
        chain.prepare(at_once, self.thin, trace=True)
        most = max(_FEWEST_KEPT, MOST_KEPT // len(self.chains) // 2 * 2)
        course = Course(chain, self._burn_in, self.thin, at_once, most, self._check, self.turnstile)
        if self._scaled is not None:
            course.adaptation = Adaptation(chain, self._scaled)
        return course

    @property
    def steps(self) -> int:
        """The steps that all chains have made."""
        return sum(int(chain.world.iteration) for chain in self.chains)

    @property
    def every(self) -> int:
        """Every how-many-th sample is kept, of the chain that keeps the fewest."""
        return max(course.every for course in self.courses)

    def thinning(self) -> str | None:
        """What is to be told of samples that were not kept."""
        if self.every == 1:
            return None
        return (
            f"of {max(course.taken for course in self.courses):,} samples in each chain every {self.every}th is kept,"
            f" which thin counts: at most {MOST_KEPT:,} draws of a query are kept"
        )
