"""Words and numbers that stand around the title: what they are likely to be, by where they come from."""

from __future__ import annotations

import math
import re
from bisect import bisect
from collections.abc import Iterable, Mapping
from itertools import accumulate, pairwise

import numpy as np
from numpy.typing import NDArray

from noumena.domains.citations.text_model.alphabet import CODES, DIGITS, LETTERS, WORD, Codes, Runs
from noumena.domains.citations.text_model.formats import KINDS, Formats
from noumena.domains.citations.text_model.local_words import LocalWords
from noumena.domains.citations.text_model.noise import Noise
from noumena.domains.citations.text_model.text_view import Chances, TextView
from noumena.domains.citations.text_model.word_pairs import START, WordPairs, pairs_of_rest

FIRST_YEAR, LAST_YEAR = 1900, 2029
LONGEST_COUNTED = 8
_TAIL = 0.001
_TOKENS = re.compile(r"[a-z]+|[0-9]+")
_KIND_PRIOR = 5.0
"""How often a word counts as seen with all kinds alike: one that was seen once says next to nothing of the kind."""
_FIRST_SHARE = 0.8
_YEAR_FURTHER, _FARTHEST_YEAR = 0.7, 20
_NO_TILT = np.ones(KINDS)
Chart = NDArray[np.float64]


class Background:
    """Words and numbers that do not come from the publication.

    A word of kind k is one of the list with probability 1 - `rare_words`, where p(word | k) is in proportion to its
    count and to its tilt; else it is spelled, each letter given the one before. The first word comes from a list of its
    own with probability 0.8. Where texts are at hand, a share of the words are any of theirs (`local_words.py`), title
    and names included: an editor here may be an author there, and a book be cited by its chapters. A number is a year
    from 1900 to 2029, or has a number of digits and then any digits. But words come first of all from
    those that follow each other in the texts at hand (`word_pairs.py`); `rests` are what stands after their titles.
    """

    def __init__(self, formats: Formats, rests: Iterable[str] = (), local: LocalWords | None = None) -> None:
        self.local = local or LocalWords()
        counts = np.array([list(row) for row in formats.words.values()], dtype=float).reshape(-1, KINDS)
        self.rare = formats.rare_words if formats.words else 1.0
        self.listed: dict[str, NDArray[np.float64]] = {}
        self._tilts: dict[str, NDArray[np.float64]] = {}
        if formats.words:
            of_word, tilts = counts.sum(axis=1, keepdims=True), _tilts(counts)
            given = of_word * tilts / (of_word * tilts).sum(axis=0)
            self.listed = dict(zip(formats.words, (1.0 - self.rare) * given, strict=True))
            self._tilts = dict(zip(formats.words, tilts, strict=True))
        self.pairs = WordPairs(map(pairs_of_rest, rests), self.tilt)
        self._names = list(self.listed)
        self._sums = [list(accumulate(float(row[kind]) for row in self.listed.values())) for kind in range(KINDS)]
        total = sum(formats.first_words.values())
        self.first_share = _FIRST_SHARE if total else 0.0
        self.first = {}
        if total:
            weights = np.array([count * self.tilt(word) for word, count in formats.first_words.items()])
            self.first = dict(zip(formats.first_words, weights / weights.sum(axis=0), strict=True))
        self._ln_listed = {word: np.log(row) for word, row in self.listed.items()}
        self._ln_first = {word: np.log(self.first_share * row) for word, row in self.first.items()}
        self.ln_pairs = _word_letters(formats.word_letters)
        lengths = np.array(formats.number_lengths, dtype=float) + 0.5
        self.lengths = lengths / lengths.sum() * (1.0 - _TAIL)
        self.year_share = (formats.years + 0.5) / (formats.years + sum(formats.number_lengths) + 1.0)

    def tilt(self, word: str) -> NDArray[np.float64]:
        """How much more often each kind has a word than all together."""
        return self._tilts.get(word, _NO_TILT)

    def along(self, view: TextView) -> tuple[Chart, Chart]:
        """ln of the probability of each token of a text after a word, and where no word was before; kinds by places."""
        codes, cut, contexts = view.codes, view.runs, view.contexts
        words = (cut.symbol == WORD).tolist()
        spelled = (self._spelled_along(codes, cut) + math.log(self.rare)).tolist()
        later, first = np.zeros((len(codes), KINDS)), np.zeros((len(codes), KINDS))
        for i, token in view.tokens():
            if not words[i]:
                later[i] = first[i] = self.ln_number(token)
                continue
            ln: Chart = np.full(KINDS, spelled[i])
            if token in self._ln_listed:
                ln = np.logaddexp(ln, self._ln_listed[token])
            ln = self.local.of_kinds_ln(token, ln)
            ln_first = ln + math.log(1.0 - self.first_share)
            if token in self._ln_first:
                ln_first = np.logaddexp(ln_first, self._ln_first[token])
            first[i] = self.pairs.of_kinds_ln(token, START, ln_first)
            later[i] = self.pairs.of_kinds_ln(token, contexts[i], ln)
        return np.ascontiguousarray(later.T), np.ascontiguousarray(first.T)

    def _spelled_along(self, codes: Codes, cut: Runs) -> Chart:
        """ln of the probability to spell the word that begins at each place; what is no word has any figure."""
        edge = len(LETTERS)
        letters = np.where(cut.symbol == WORD, codes, edge)
        onward = self.ln_pairs[letters, np.append(letters[1:], edge)].tolist()
        for i in range(len(onward) - 2, -1, -1):
            if letters[i] != edge and letters[i + 1] != edge:
                onward[i] += onward[i + 1]
        spelled: Chart = self.ln_pairs[edge, letters] + np.array(onward)
        return spelled

    def ln_word(self, word: str, kind: int) -> float:
        """ln p(word) after another, whatever that is; minus infinity for what is not a run of letters."""
        if not word or not set(word) <= set(LETTERS):
            return -math.inf
        edge = len(LETTERS)
        codes = [edge, *(CODES[letter] for letter in word), edge]
        spelled = math.log(self.rare) + sum(float(self.ln_pairs[a, b]) for a, b in pairwise(codes))
        ln = float(np.logaddexp(spelled, math.log(self.listed[word][kind]))) if word in self.listed else spelled
        return self.local.mixed_ln(word, ln)

    def ln_number(self, number: str) -> float:
        """ln p(number), a run of digits."""
        size = len(number)
        beyond = max(0, size - LONGEST_COUNTED)
        own = _TAIL if beyond else self.lengths[size - 1]
        ln = math.log((1.0 - self.year_share) * own) - beyond * math.log(2.0) - size * math.log(10.0)
        if size == 4 and FIRST_YEAR <= int(number) <= LAST_YEAR:
            ln = float(np.logaddexp(ln, math.log(self.year_share / (LAST_YEAR - FIRST_YEAR + 1))))
        return ln

    def draw_word(self, rng: np.random.Generator, kind: int, context: str) -> str:
        """A word drawn from the background, in a context (`word_pairs.py`)."""
        word = self.pairs.drawn(rng, context, kind)
        return self.draw_listed(rng, kind, context == START) if word is None else word

    def draw_listed(self, rng: np.random.Generator, kind: int, first: bool) -> str:
        """A word drawn from the lists, or spelled."""
        if first and rng.random() < self.first_share:
            return drawn(rng, {word: float(row[kind]) for word, row in self.first.items()})
        local = self.local.drawn(rng)
        if local is not None:
            return local
        if rng.random() >= self.rare:
            return self._names[bisect(self._sums[kind], rng.random() * self._sums[kind][-1])]
        word, last = "", len(LETTERS)
        while True:
            last = int(rng.choice(len(LETTERS) + 1, p=np.exp(self.ln_pairs[last])))
            if last == len(LETTERS):
                return word
            word += LETTERS[last]

    def draw_number(self, rng: np.random.Generator) -> str:
        """A number drawn from the background."""
        if rng.random() < self.year_share:
            return str(rng.integers(FIRST_YEAR, LAST_YEAR + 1))
        if rng.random() < _TAIL:
            size = LONGEST_COUNTED + int(rng.geometric(0.5))
        else:
            size = 1 + int(rng.choice(LONGEST_COUNTED, p=self.lengths / self.lengths.sum()))
        return "".join(DIGITS[digit] for digit in rng.integers(10, size=size))


def _tilts(counts: Chart) -> Chart:
    """P(kind | word)/P(kind), words by kinds, where P(kind | word) = (n(word, kind) + a P(kind))/(n(word) + a)."""
    kinds = (counts.sum(axis=0) + 1.0) / (counts.sum() + KINDS)
    tilts: Chart = (counts / kinds + _KIND_PRIOR) / (counts.sum(axis=1, keepdims=True) + _KIND_PRIOR)
    return tilts


def _word_letters(pairs: Mapping[str, int]) -> NDArray[np.float64]:
    """ln p(letter | letter before) inside words, with the edge of the word as letter 26; words are not empty."""
    size = len(LETTERS) + 1
    counts = np.full((size, size), 0.1)
    for pair, count in pairs.items():
        a, b = (len(LETTERS) if letter == "E" else CODES[letter] for letter in pair)
        counts[a, b] += count
    counts[size - 1, size - 1] = 0.0
    with np.errstate(divide="ignore"):
        ln: NDArray[np.float64] = np.log(counts / counts.sum(axis=1, keepdims=True))
    return ln


def bag(text: str, cut: float) -> Chances:
    """The words of a text and their probabilities: each the same, and cut short with `cut`.

    A word of n letters that is cut has 1 to n - 1 of them, each number of letters alike; one letter is never cut.
    """
    tokens = list(filter(str.isalpha, _TOKENS.findall(text)))
    chances: Chances = {}
    for token in tokens:
        short = cut if len(token) > 1 else 0.0
        chances[token] = chances.get(token, 0.0) + (1.0 - short) / len(tokens)
        for size in range(1, len(token)) if short else ():
            part = token[:size]
            chances[part] = chances.get(part, 0.0) + short / (len(token) - 1) / len(tokens)
    return chances


def year_chances(year: int, noise: Noise) -> Chances:
    """Numbers that stand for a year and their probabilities; none if the year is 0, which is not known.

    A wrong year is two years off or more, each further year less likely by 0.7; or it is any, with a half.
    """
    if year == 0:
        return {}
    years = {year: 1.0 - noise.year_off_by_one - noise.year_wrong}
    for other in (year - 1, year + 1):
        years[other] = years.get(other, 0.0) + noise.year_off_by_one / 2.0
    near = {distance: _YEAR_FURTHER**distance for distance in range(2, _FARTHEST_YEAR + 1)}
    for distance, weight in near.items():
        for other in (year - distance, year + distance):
            years[other] = years.get(other, 0.0) + noise.year_wrong / 4.0 * weight / sum(near.values())
    for other in range(FIRST_YEAR, LAST_YEAR + 1):
        years[other] = years.get(other, 0.0) + noise.year_wrong / 2.0 / (LAST_YEAR - FIRST_YEAR + 1)
    chances: Chances = {}
    for other, chance in years.items():
        for text, share in (
            (f"{other:04d}", 1.0 - noise.year_in_two_digits),
            (f"{other % 100:02d}", noise.year_in_two_digits),
        ):
            chances[text] = chances.get(text, 0.0) + chance * share
    return chances


def drawn(rng: np.random.Generator, chances: Mapping[str, float]) -> str:
    """One of the words, drawn by its probability."""
    weights = np.fromiter(chances.values(), dtype=float, count=len(chances))
    sums = weights.cumsum()
    return list(chances)[int(np.searchsorted(sums, rng.random() * sums[-1], side="right"))]
