"""A list of authors as it is written, cut into names: which words are surnames, and where a name ends.

A list is written with given names first, or surnames first, or with the first name one way and the others the other, or
with surnames alone. For each of the four the best cut is found, and they are weighed against each other. A name counts
by how usual its surname and given names are (`name_prior.py`), a gap by whether it looks like one between two names.
All figures are ln of rough shares, set by hand.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from noumena.domains.citations.bibliography import Name
from noumena.domains.citations.name_prior import GivenPrior, SurnamePrior
from noumena.domains.citations.reading.lexicon import shipped_parameters
from noumena.domains.citations.reading.name_words import COMMA, HARD, HYPHEN, JOINED, PARTICLES, STOP, name_words

_LONGEST = 6
_NATURAL, _TURNED, _ALONE = range(3)
_MODES = tuple(
    (first, others, math.log(share))
    for first, others, share in (
        (_NATURAL, _NATURAL, 0.52),
        (_TURNED, _TURNED, 0.36),
        (_TURNED, _NATURAL, 0.08),
        (_ALONE, _ALONE, 0.04),
    )
)
"""How the first name and how the others are written, and ln of the share of such lists."""
_OTHER_WAY = -5.0
_BOUNDARY = {JOINED: -4.0, STOP: -3.0, HYPHEN: -20.0, COMMA: -0.5, HARD: 0.0}
_INITIAL, _FULL, _JOINED_INITIALS = -3.0, -1.2, -3.5
_LATER_FULL, _MORE_GIVEN, _LONE_PARTICLE = -4.0, -2.0, -6.0
_NO_GIVEN, _TURNED_WITHOUT_COMMA, _LONE_LETTER, _TWO_SURNAMES = -5.5, -4.0, -25.0, -4.0
_USUAL_NAME = 60
"""A given name of two letters must be seen so often; else they are two initials."""
_SHARPNESS = 0.5
"""By what the scores of the four ways are multiplied before they are weighed: they are too sure of themselves."""
_LEAST_LN = -9.0
"""Ways that are so much below the best, in ln, are left out."""
_NEVER = -1e9


class NameList(NamedTuple):
    """The names of a list, in order, and the weight of this way to cut it."""

    names: tuple[Name, ...]
    weight: float


class NameReader:
    """Cuts lists of names by the priors that come with the package."""

    def __init__(self) -> None:
        parameters = shipped_parameters()
        surnames, given = SurnamePrior(parameters.surnames), GivenPrior(parameters.given)
        self._known_given = parameters.given.counts
        self._surname_ln = lru_cache(maxsize=100_000)(surnames.log_prob)
        self._given_ln = lru_cache(maxsize=100_000)(given.log_prob)
        self.lists = lru_cache(maxsize=1000)(self._lists)

    def _lists(self, words: tuple[str, ...], gaps: tuple[str, ...]) -> tuple[NameList, ...]:
        """The ways to cut a list, best first; `gaps` are those of `tokens.py` between the words, one fewer than they.

        The weights sum to 1; there is at least one list, which may be empty.
        """
        kept, between = name_words(words, gaps)
        if not kept:
            return (NameList((), 1.0),)
        forms = self._forms(kept, between)
        found: dict[tuple[Name, ...], float] = {}
        for first, others, share in _MODES:
            names, score = self._best(kept, between, forms, first, others)
            found[names] = max(found.get(names, _NEVER), _SHARPNESS * (score + share))
        least = max(found.values()) + _LEAST_LN
        shares = {names: math.exp(score - least) for names, score in found.items() if score >= least}
        total = sum(shares.values())
        lists = [NameList(names, share / total) for names, share in shares.items()]
        return tuple(sorted(lists, key=lambda one: -one.weight))

    def _best(
        self,
        words: list[str],
        between: list[int],
        forms: dict[tuple[int, int], list[_Form | None]],
        first: int,
        others: int,
    ) -> tuple[tuple[Name, ...], float]:
        """The best cut if the first name is written in the one way and the others in the other, and its score."""
        count = len(words)
        score, came = [0.0] + [_NEVER] * count, [(0, 0)] * (count + 1)
        for end in range(1, count + 1):
            for begin in range(max(0, end - _LONGEST), end):
                if score[begin] <= _NEVER:
                    continue
                usual = first if begin == 0 else others
                for way, form in enumerate(forms.get((begin, end), ())):
                    if form is not None:
                        here = score[begin] + form.score + (0.0 if way == usual else _OTHER_WAY)
                        here += _BOUNDARY[between[begin - 1]] if begin else 0.0
                        if here > score[end]:
                            score[end], came[end] = here, (begin, way)
        names: list[Name] = []
        end = count
        while end > 0:
            begin, way = came[end]
            form = forms[begin, end][way]
            if form is not None and len(form.name.surname) > 1:  # a letter alone is what is left of a lost name
                names.append(form.name)
            end = begin
        return tuple(names[::-1]), score[count]

    def _forms(self, words: list[str], between: list[int]) -> dict[tuple[int, int], list[_Form | None]]:
        """For words that may be a name: the best with given names first, with the surname first, a surname alone."""
        answer: dict[tuple[int, int], list[_Form | None]] = {}
        for begin in range(len(words)):
            for end in range(begin + 1, min(begin + _LONGEST, len(words)) + 1):
                inside = between[begin : end - 1]
                if HARD in inside or inside.count(COMMA) > 1:
                    break
                cuts = range(begin, end)
                natural = (
                    [self._form(words, between, cut, end, begin, cut) for cut in cuts] if COMMA not in inside else []
                )
                turned = [self._form(words, between, begin, cut, cut, end) for cut in cuts if cut > begin]
                alone = natural[0] if natural else None
                answer[begin, end] = [_highest(natural), _highest(turned), alone and _without_cost(alone)]
        return answer

    def _form(self, words: list[str], between: list[int], start: int, stop: int, first: int, last: int) -> _Form | None:
        """The name with its surname from `start` to `stop`, given names from `first` to `last`; None if impossible."""
        for place in range(start, stop - 1):
            if between[place] not in (JOINED, HYPHEN) and (between[place] != STOP or words[place] != "st"):
                return None
        if last > first and COMMA in between[first : last - 1]:
            return None
        score = 0.0
        if first > start:  # turned: the comma stands between
            gap = between[stop - 1]
            if gap in (STOP, HYPHEN):
                return None
            score += 0.0 if gap == COMMA else _TURNED_WITHOUT_COMMA
        elif first < last and between[last - 1] == HYPHEN:
            return None
        surname = _spelled(words[start:stop], between[start : stop - 1])
        if any(len(word) == 1 for word in words[start:stop]):
            score += _LONE_LETTER
        if words[stop - 1] in PARTICLES:
            score += _LONE_PARTICLE
        plain = sum(word not in PARTICLES for word in words[start:stop])
        joined = between[start : stop - 1].count(HYPHEN)
        score += (max(1, plain) - 1 - joined) * _TWO_SURNAMES if plain - joined > 1 else 0.0
        score += self._surname_ln(surname)
        score += self._given_score(words[first:last]) if last > first else _NO_GIVEN
        return _Form(score, _name(surname, words[first:last], between[first : max(first, last - 1)], self._known_given))

    def _given_score(self, words: list[str]) -> float:
        """A full name after the first given name is rare, and so are more than two."""
        score = _MORE_GIVEN * max(0, len(words) - 2)
        for place, word in enumerate(words):
            if len(word) == 1:
                score += _INITIAL
            else:
                score += _LATER_FULL if place else 0.0
                ln = max(-40.0, self._given_ln(word)) + _FULL
                score += max(ln, _JOINED_INITIALS * len(word)) if len(word) < 4 else ln
        return score


class _Form(NamedTuple):
    """A name and how likely it is written so."""

    score: float
    name: Name


def written(names: Sequence[Name]) -> str:
    """Names as the model has them: "surname, given middle; surname, given"; without given names the surname alone."""
    return "; ".join(
        f"{name.surname}, {f'{name.given} {name.middle}'.strip()}" if name.given else name.surname for name in names
    )


def _without_cost(alone: _Form) -> _Form:
    """A surname alone in a list where this is usual."""
    return _Form(alone.score - _NO_GIVEN, alone.name)


def _highest(forms: list[_Form | None]) -> _Form | None:
    return max((form for form in forms if form is not None), key=lambda form: form.score, default=None)


def _spelled(words: Sequence[str], between: Sequence[int]) -> str:
    text = "".join(
        f"{word}{'' if place == len(words) - 1 else '-' if between[place] == HYPHEN else ' '}"
        for place, word in enumerate(words)
    )
    return text


def _name(surname: str, words: Sequence[str], between: Sequence[int], known: Mapping[str, int]) -> Name:
    """The name with its first given name and middle initials; two letters that are no known name are initials."""
    parts: list[str] = []
    for place, word in enumerate(words):
        if len(word) <= 3 and word.isalpha() and known.get(word, 0) < (_USUAL_NAME if len(word) == 2 else 1):
            parts += list(word)
        elif place and between[place - 1] == HYPHEN and len(word) > 1 and len(parts[-1]) > 1:
            parts[-1] += f"-{word}"
        else:
            parts.append(word)
    return Name(surname, parts[0] if parts else "", " ".join(part[0] for part in parts[1:]))
