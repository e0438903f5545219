"""Names and lists of names: of researchers, and of the authors of a publication given the people of its line."""

from __future__ import annotations

import math

import numpy as np

from noumena.domains.citations.parameters import Priors

NO_AUTHOR, ONE_MORE = 0.03, 0.5
"""How often there is no author at all, and how often there is one more after each."""
NO_GIVEN = 0.05
"""The share of names without given names."""
SAME_LIST, KEPT, SAME_GIVEN = 0.8, 0.7, 0.9
"""How often a publication has the people of its line as its authors; else how often each author is one of them, and how
often such a one has the same given names."""


class SizePrior:
    """How many people there are in a list: none with `NO_AUTHOR`, else k with (1 - a) a^(k-1), a = `ONE_MORE`."""

    def log_prob(self, number: int) -> float:
        """ln P(number)."""
        if number <= 0:
            return math.log(NO_AUTHOR) if number == 0 else -math.inf
        return math.log((1.0 - NO_AUTHOR) * (1.0 - ONE_MORE)) + (number - 1) * math.log(ONE_MORE)

    def sample(self, rng: np.random.Generator) -> int:
        """A number."""
        return 0 if rng.random() < NO_AUTHOR else int(rng.geometric(1.0 - ONE_MORE))


class NamePrior:
    """A name "surname, given m", as `CitationText` takes it: a surname, and a given name with initials, or none."""

    def __init__(self, priors: Priors) -> None:
        self._priors = priors
        self._known: dict[str, float] = {}

    def log_prob(self, name: str) -> float:
        """ln P(name)."""
        if name not in self._known:
            self._known[name] = self._log_name(name)
        return self._known[name]

    def _log_name(self, name: str) -> float:
        surname, comma, given = name.partition(", ")
        is_name = bool(given) or not comma
        return self._priors.surnames.log_prob(surname) + self.log_given(given) if is_name else -math.inf

    def log_given(self, given: str) -> float:
        """ln P(given names), of which the first may be a word and the others are letters."""
        if not given:
            return math.log(NO_GIVEN)
        first, _, middle = given.partition(" ")
        return math.log(1.0 - NO_GIVEN) + self._priors.given.log_prob(first) + self._priors.middle.log_prob(middle)

    def sample(self, rng: np.random.Generator) -> str:
        """A name."""
        return named(self._priors.surnames.sample(rng), self.draw_given(rng))

    def draw_given(self, rng: np.random.Generator) -> str:
        """Given names, or an empty string."""
        if rng.random() < NO_GIVEN:
            return ""
        return f"{self._priors.given.sample(rng)} {self._priors.middle.sample(rng)}".rstrip()


class AuthorsVariant:
    """The authors of a publication, given those of its line of work.

    With `SAME_LIST` they are the same. Else their number is drawn anew, and each is one of the people, all alike, with
    `KEPT`, and then with `SAME_GIVEN` has the same given names, else others; or is a guest, of any name.
    """

    def __init__(self, names: NamePrior) -> None:
        self._names, self._sizes = names, SizePrior()

    def log_prob(self, authors: str, people: str) -> float:
        """ln P(authors | people)."""
        source, target = listed(people), listed(authors)
        ln = math.log(1.0 - SAME_LIST) + self._sizes.log_prob(len(target))
        for name in target:
            known = sum(self._written(old, name) for old in source) / len(source) if source else 0.0
            fresh = self._names.log_prob(name) + math.log(1.0 - KEPT if source else 1.0)
            ln += float(np.logaddexp(fresh, math.log(KEPT * known))) if known > 0.0 else fresh
        return float(np.logaddexp(ln, math.log(SAME_LIST))) if authors == people else ln

    def sample(self, rng: np.random.Generator, people: str) -> str:
        """A list of names."""
        if rng.random() < SAME_LIST:
            return people
        source, names = listed(people), []
        for _ in range(self._sizes.sample(rng)):
            if source and rng.random() < KEPT:
                kept = source[int(rng.integers(len(source)))]
                same = rng.random() < SAME_GIVEN
                names.append(kept if same else named(surname_of(kept), self._names.draw_given(rng)))
            else:
                names.append(self._names.sample(rng))
        return joined(names)

    def _written(self, name: str, written: str) -> float:
        """P(written | name) of one who is among the people."""
        if surname_of(name) != surname_of(written):
            return 0.0
        given = math.exp(self._names.log_given(written.partition(", ")[2]))
        return (1.0 - SAME_GIVEN) * given + (SAME_GIVEN if name == written else 0.0)


def listed(authors: str) -> list[str]:
    """The names of a list."""
    return authors.split("; ") if authors else []


def joined(names: list[str]) -> str:
    """The list of these names."""
    return "; ".join(names)


def named(surname: str, given: str) -> str:
    """A name."""
    return f"{surname}, {given}" if given else surname


def surname_of(name: str) -> str:
    """The surname of a name."""
    return name.partition(", ")[0]


def with_first(name: str, names: str) -> str:
    """The list with a name before it, unless it is there already."""
    return names if name in listed(names) else joined([name, *listed(names)])


def how_many(names: str) -> int:
    """How many names a list has."""
    return len(listed(names))


def name_at(names: str, place: int) -> str | None:
    """The name at a place of a list, counted from 0, or None beyond its end."""
    held = listed(names)
    return held[place] if 0 <= place < len(held) else None


def place_of(name: str, names: str) -> int | None:
    """Where a list has a name, or else the first that may be the same: equal but for given names that one spells out.

    None if there is neither, as of a guest.
    """
    held = listed(names)
    if name in held:
        return held.index(name)
    return next((place for place, other in enumerate(held) if may_be_one(name, other)), None)


def may_be_one(name: str, other: str) -> bool:
    """Whether two names may be of one person: one surname, and given names of which none says otherwise.

    "russell, s" goes with "russell, stuart j", and "russell" with both.
    """
    (surname, _, given), (surname_too, _, given_too) = name.partition(", "), other.partition(", ")
    pairs = zip(given.split(), given_too.split(), strict=False)
    return surname == surname_too and all(a.startswith(b) or b.startswith(a) for a, b in pairs)
