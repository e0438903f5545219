"""Canopies: overlapping groups of texts that have tokens in common, made with a cheap measure.

Texts are sets of tokens. A token that n of N different texts have has the weight w = ln(1 + N/n), and two texts are as
alike as the cosine of their weights: Σ w² over the tokens that both have, over √(Σ w²) of each.

The texts are gone through in their order. One that is not yet tight to a centre becomes a centre, and its canopy are
all texts that are alike by `loose` at least; those that are alike by `tight` at least will not be centres.

Time. Texts with the same tokens are one text. A centre looks only at texts that share one of its rarer tokens. Tokens
are left out from the most common down as long as they alone cannot reach `loose`: if a shares with b only tokens
whose weights have the length l, the cosine is at most l over the length of a. This loses nothing. What makes the time
linear does: a token that more than `most` texts have is not followed, though it counts in the measure. So the time is
at most in proportion to `most` times the tokens of all texts.

Reference: A. McCallum, K. Nigam and L. H. Ungar, "Efficient clustering of high-dimensional data sets with application
to reference matching", KDD 2000, 169-178.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from noumena.model.diagnostics import refused
from noumena.moves.candidates import Candidates, Numbers, joined
from noumena.moves.tokens import Tokens, token_sets

_ROUNDING = 1e-12


def canopies(
    texts: Iterable[Any],
    *,
    tokens: int | Tokens | None = None,
    loose: float = 0.3,
    tight: float = 0.7,
    most: int = 1000,
) -> Candidates:
    """Canopies of the texts of guaranteed objects, in their order, by the tokens that they have in common.

    `tokens` are words; character n-grams with a number, such as 3; or what a function gives for a record, which need
    not be a text then. A text that is None, or has no tokens, is in no canopy. `loose` and `tight` are between 0 and 1,
    and the larger they are the more alike texts must be.
    """
    if not 0 < loose <= tight <= 1:
        seen = f"`loose` is {loose:g} and `tight` is {tight:g}"
        raise refused(seen, "texts are alike by 0 to 1: 0 < loose <= tight <= 1")
    if most < 1:
        raise refused(f"`most` is {most}", "tokens that so many texts have are followed: 1 at least")
    different: dict[tuple[int, ...], int] = {}
    text_of = [different.setdefault(found, len(different)) for found in token_sets(texts, tokens)]
    sizes, members = _Index([*different], loose, most).canopies(loose, tight)
    return _with_copies(sizes, members, np.asarray(text_of, np.int64))


class _Index:
    """Which tokens each text has, which texts each token, and which tokens a centre follows.

    The tokens of text t are `_tokens[_starts[t]:_starts[t + 1]]`, rare ones first.
    """

    def __init__(self, texts: Sequence[tuple[int, ...]], loose: float, most: int) -> None:
        sizes = np.asarray([len(held) for held in texts], np.int64)
        token = np.asarray([token for held in texts for token in held], np.int64)
        text = np.repeat(np.arange(len(texts)), sizes)
        frequency = np.bincount(token)
        self._starts = _starts(sizes)
        self._squares = np.log1p(len(texts) / np.maximum(frequency, 1)) ** 2
        self._postings = text[np.argsort(token, kind="stable")]
        self._posting_starts = _starts(frequency)
        order = np.lexsort((token, frequency[token], text))
        self._tokens = token = token[order]
        self._totals = np.bincount(text, self._squares[token], minlength=len(texts))
        is_followed = (frequency[token] <= most) & (
            self._from_level_on(text, frequency[token]) >= (loose - _ROUNDING) ** 2 * self._totals[text]
        )
        self._followed = token[is_followed]
        self._followed_starts = _starts(np.bincount(text[is_followed], minlength=len(texts)))

    def _from_level_on(self, text: Numbers, frequency: Numbers) -> npt.NDArray[np.float64]:
        """For each token of each text Σ w² over the tokens of the text that are as common or more."""
        before = np.concatenate([[0.0], np.cumsum(self._squares[self._tokens])])
        begins = np.ones(len(text), np.bool_)
        begins[1:] = (text[1:] != text[:-1]) | (frequency[1:] != frequency[:-1])
        level_start = np.flatnonzero(begins)[np.cumsum(begins) - 1]
        found: npt.NDArray[np.float64] = before[self._starts[text + 1]] - before[level_start]
        return found

    def canopies(self, loose: float, tight: float) -> tuple[list[int], Numbers]:
        """How many members each canopy has, and the members of all."""
        found: list[Numbers] = [np.zeros(0, np.int64)]
        own, reached = np.zeros(len(self._squares)), np.zeros(len(self._totals))
        is_tight = np.diff(self._starts) == 0
        for centre in range(len(is_tight)):
            if is_tight[centre]:
                continue
            near = self._near(centre, loose, reached)
            held = self._tokens[self._starts[centre] : self._starts[centre + 1]]
            own[held] = self._squares[held]
            alike = self._sums(near, own) / np.sqrt(self._totals[near] * self._totals[centre])
            own[held] = 0.0
            is_tight[near[alike >= tight - _ROUNDING]] = True
            found.append(near[alike >= loose - _ROUNDING])
        return [len(members) for members in found], np.concatenate(found)

    def _near(self, centre: int, loose: float, reached: npt.NDArray[np.float64]) -> Numbers:
        """The centre, and the texts that share tokens which it follows and may be alike by `loose`.

        `reached` is 0 for each text, before and after: it is what Σ w² over the followed tokens comes to.
        """
        followed = self._followed[self._followed_starts[centre] : self._followed_starts[centre + 1]]
        listed = [self._postings[self._posting_starts[t] : self._posting_starts[t + 1]] for t in followed.tolist()]
        for token, texts in zip(followed.tolist(), listed, strict=True):
            reached[texts] += self._squares[token]
        looked_at = np.concatenate([[centre], *listed])
        total = self._totals[centre]
        # The other tokens of the centre cannot add more than all their weights.
        bound = reached[looked_at] + (total - self._squares[followed].sum())
        is_near = bound >= (loose - _ROUNDING) * np.sqrt(self._totals[looked_at] * total)
        reached[looked_at] = 0.0
        is_near[0] = True
        found: Numbers = np.unique(looked_at[is_near])
        return found

    def _sums(self, texts: Numbers, values: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
        """The sum of the values of the tokens of each text, each of which has some."""
        at, starts = _ranges(self._starts[texts], self._starts[texts + 1])
        found: npt.NDArray[np.float64] = np.add.reduceat(values[self._tokens[at]], starts[:-1])
        return found


def _with_copies(sizes: Sequence[int], members: Numbers, text_of: Numbers) -> Candidates:
    """Groups of different texts as groups of the objects that have these texts."""
    objects = np.argsort(text_of, kind="stable")
    starts = _starts(np.bincount(text_of))
    at, offsets = _ranges(starts[members], starts[members + 1])
    return joined(np.repeat(np.repeat(np.arange(len(sizes)), sizes), np.diff(offsets)), objects[at], len(text_of))


def _starts(sizes: Numbers) -> Numbers:
    """Where each of some lists begins, and the last one ends, if all stand one after the other."""
    return np.concatenate([[0], np.cumsum(sizes)]).astype(np.int64)


def _ranges(starts: Numbers, ends: Numbers) -> tuple[Numbers, Numbers]:
    """All whole numbers of some ranges, one range after the other, and where each begins among them."""
    offsets = _starts(ends - starts)
    return np.repeat(starts - offsets[:-1], ends - starts) + np.arange(offsets[-1]), offsets
