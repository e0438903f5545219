"""A prior of names that knows those at hand: a guest of one publication often has written others.

Editors count as authors do, since who edits a book here is often the author of that book, or of a paper, there.
Researchers of teams need no such prior: who is in several teams is one object, whose name is spelled once.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable

import numpy as np

from noumena.domains.citations.model.people import NamePrior, listed
from noumena.domains.citations.parameters import Priors
from noumena.domains.citations.reading import Reading

AT_HAND, DISCOUNT = 0.5, 0.75
"""How often a name would be one of those at hand if all texts had it; and what is taken off each count, as
in `word_pairs.py`."""


class Repeated:
    """Strings that two texts have or more: P(s) = `AT_HAND` (n(s) - `DISCOUNT`) / Σ n, where n(s) texts have s.

    What only one text has may be a mistake of the reader, and is none of them. `texts` are the strings of each.
    """

    def __init__(self, texts: Iterable[Iterable[str]]) -> None:
        counts = Counter(string for strings in texts for string in dict.fromkeys(strings))
        total = counts.total()
        self._chances = {s: AT_HAND * (n - DISCOUNT) / total for s, n in counts.items() if n > 1}
        self._strings, self._sums = list(self._chances), np.cumsum(list(self._chances.values()))
        self._ln_others = math.log1p(-math.fsum(self._chances.values()))

    def mixed_ln(self, string: str, ln: float) -> float:
        """ln of P of a string of which `ln` is ln P by another distribution."""
        chance = self._chances.get(string)
        mixed = ln + self._ln_others
        return mixed if chance is None else float(np.logaddexp(mixed, math.log(chance)))

    def drawn(self, rng: np.random.Generator) -> str | None:
        """One of the strings, or None if it is to come from the other distribution."""
        at = int(np.searchsorted(self._sums, rng.random(), side="right"))
        return self._strings[at] if at < len(self._strings) else None


class LocalNamePrior(NamePrior):
    """Names as `NamePrior` has them, of which some are names of two texts or more.

    The names of a text are those of its authors and of its editors, as it was read.
    """

    def __init__(self, priors: Priors, readings: Iterable[Reading]) -> None:
        super().__init__(priors)
        self._names = Repeated([*listed(reading.authors), *listed(reading.editors)] for reading in readings)

    def _log_name(self, name: str) -> float:
        return self._names.mixed_ln(name, super()._log_name(name))

    def sample(self, rng: np.random.Generator) -> str:
        """A name."""
        return self._names.drawn(rng) or super().sample(rng)
