"""Learning the priors from a bibliography: titles and names are counted, and what is rare is left out.

    noumena citations learn FILE … -o PARAMETERS

A title counts once however often it is listed, and so does a name: the priors are of publications and of researchers,
not of their mentions.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from noumena.distributions.letter_ngram import LetterNgram
from noumena.domains.citations.bibliography import Bibliography
from noumena.domains.citations.name_prior import GIVEN_SIGNS, MiddleCounts
from noumena.domains.citations.normal_form import NAME_LETTERS, NAME_SIGNS, WORD_LETTERS, WORD_SIGNS, title_parts
from noumena.domains.citations.parameters import Parameters
from noumena.domains.citations.spelling import TableCounts, spelling_counts
from noumena.domains.citations.title_prior import (
    FIRST,
    SIGN_CONTEXTS,
    TitleCounts,
    TitlePrior,
    context_of,
    is_open_after,
)
from noumena.model.diagnostics import refused

_USUAL_DISCOUNT = 0.5
"""Where there is too little to compute one from."""


@dataclass(frozen=True, slots=True)
class Pruning:
    """How often words, pairs of words and names must be seen to have a place in a table; and the order of spellers."""

    words: int = 3
    pairs: int = 3
    names: int = 5
    order: int = 4


_USUAL = Pruning()


def learned(bibliography: Bibliography, pruning: Pruning = _USUAL) -> Parameters:
    """The parameters of all priors, from a bibliography that has titles; without names, all names will be spelled."""
    names = bibliography.names
    given = [name.given for name in names if name.given]
    numbers = Counter(len(name.middle.split()) for name in names if name.given)
    letters = Counter(letter for name in names for letter in name.middle.split())
    surname_counts = Counter(name.surname for name in names)
    return Parameters(
        titles=title_counts(bibliography.titles, pruning),
        surnames=_table(
            surname_counts, _common(surname_counts, pruning.names), pruning.order, NAME_LETTERS, NAME_SIGNS
        ),
        given=_table(Counter(given), _common(Counter(given), pruning.names), pruning.order, NAME_LETTERS, GIVEN_SIGNS),
        middle=MiddleCounts(
            tuple(numbers[k] for k in range(max(numbers, default=-1) + 1)), dict(sorted(letters.items()))
        ),
    )


def title_counts(titles: Iterable[str], pruning: Pruning = _USUAL) -> TitleCounts:
    """What `TitlePrior` needs, from titles in their form."""
    lengths: Counter[int] = Counter()
    separators: tuple[Counter[str], Counter[str]] = (Counter(), Counter())
    ends: tuple[Counter[str], Counter[str]] = (Counter(), Counter())
    pairs: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for words, between, end in filter(None, map(title_parts, titles)):
        lengths[len(words)] += 1
        context, is_open = FIRST, False
        for word, separator in zip(words, [*between, None], strict=True):
            pairs[context][word] += 1
            if separator is None:
                ends[is_open][end] += 1
            else:
                separators[is_open][separator] += 1
                context, is_open = context_of(word, separator), is_open_after(separator, is_open)
    seen: Counter[str] = Counter()
    for followers in pairs.values():
        seen.update(followers)
    known = _common(seen, pruning.words)
    kept = {
        context: common
        for context, followers in pairs.items()
        if (context in known or context in SIGN_CONTEXTS)
        and (common := {w: n for w, n in followers.items() if n >= pruning.pairs and w in known})
    }
    return TitleCounts(
        lengths=tuple(lengths[k] for k in range(1, max(lengths, default=0) + 1)),
        separators=separators,
        ends=ends,
        words=_table(
            Counter(word for followers in pairs.values() for word in followers),
            known,
            pruning.order,
            WORD_LETTERS,
            WORD_SIGNS,
        ),
        totals={context: pairs[context].total() for context in kept},
        followers=kept,
        discount=discount_for((n for followers in pairs.values() for n in followers.values()), pruning.pairs),
    )


def discount_for(counts: Iterable[int], least: int) -> float:
    """What to take off each count that is at least `least` and kept (Chen and Goodman 1998).

    d = k − (k + 1) Y n(k+1) / n(k), with k the least count, n(k) how many are k, and Y = n(1) / (n(1) + 2 n(2)). For
    k = 1 this is Y. It is kept from 0 and from k, and is 0.5 where there are too few counts for it.
    """
    number = Counter(counts)
    if not (number[1] and number[2] and number[least] and number[least + 1]):
        return _USUAL_DISCOUNT
    share = number[1] / (number[1] + 2 * number[2])
    discount = least - (least + 1) * share * number[least + 1] / number[least]
    return round(min(max(discount, 0.1), 0.95 * least), 4)


@dataclass(frozen=True, slots=True)
class HeldOut:
    """Bits for each character, with the end of a title as one, of titles that were not learned from."""

    titles: int
    prior: float
    trigrams: float


def held_out(titles: Sequence[str], pruning: Pruning = _USUAL, every: int = 50) -> HeldOut:
    """How well other titles foretell each 50th: by the prior, and by letters after the two before them.

    Raises `BlogError` where there is only one title.
    """
    if len(titles) < 2:
        raise refused("no title can be held out: there is only one", "give more titles, or leave out --held-out")
    kept, others = titles[::every], [title for number, title in enumerate(titles) if number % every]
    prior = TitlePrior(title_counts(others, pruning))
    lines = "\n".join(others)
    unit = -math.log(2.0) * sum(len(title) + 1 for title in kept)
    return HeldOut(
        len(kept),
        sum(map(prior.log_prob, kept)) / unit,
        sum(LetterNgram().log_prob(title, lines, 3) for title in kept) / unit,
    )


def _common(seen: Mapping[str, int], least: int) -> frozenset[str]:
    return frozenset(word for word, count in seen.items() if count >= least)


def _table(counts: Counter[str], known: frozenset[str], order: int, letters: str, signs: str) -> TableCounts:
    """The known words with their counts; the speller learns from the others, which are as unknown words will be."""
    unknown = [word for word in counts if word not in known]
    kept = {word: count for word, count in counts.most_common() if word in known}
    return TableCounts(
        kept,
        sum(counts[word] for word in unknown),
        discount_for(counts.values(), min(kept.values(), default=1)),
        spelling_counts(unknown or known, order, letters, signs),
    )
