"""Citation matching by TF-IDF: the cosine of n-grams of characters, then single or average linkage.

The weight of an n-gram is (1 + ln of how often the citation has it) · ln(N / number of citations that have it), and
each citation's weights have length 1. Only pairs with a cosine of at least `FLOOR` are found, all others count as 0.
They are found by an index of n-grams, without comparing all pairs: n-grams are taken from rare to common, and the most
common ones of a citation, which together could not bring any cosine to the floor, are left out of its index. If a
pair reaches the floor, the rarest n-gram that it has in common is in the index of both.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from scipy import sparse

from noumena.posterior.linkage import Merge, joined

LENGTH = 3
"""Characters of an n-gram.

Of seven kinds of n-grams (3 to 5 characters, within words or across them, several lengths at once) this was taken after
their best accuracies on Face, Constraint and Cora were seen. With the better linkage of each, they
were within 2.6 points of each other on each set.
"""
FLOOR = 0.15
_BATCH = 100_000
"""Pairs whose cosines are computed at once."""

Numbers = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]


class Pairs(NamedTuple):
    """Pairs of citations, first < second, and their cosines."""

    first: Numbers
    second: Numbers
    cosine: Floats


def grams(text: str) -> Counter[str]:
    """How often the citation has each n-gram; between two words, and at both ends, there is one blank."""
    plain = "".join(x for x in unicodedata.normalize("NFKD", text.lower()) if not unicodedata.combining(x))
    line = " ".join(["", *re.findall(r"\w+", plain), ""])
    return Counter(line[i : i + LENGTH] for i in range(len(line) - LENGTH + 1))


def similar_pairs(texts: Sequence[str], floor: float = FLOOR) -> Pairs:
    """All pairs with a cosine of at least the floor."""
    vectors = _vectors(texts)
    index = _indexed(vectors, floor)
    found = sparse.triu(index @ index.T, k=1).tocoo()
    first, second = found.row.astype(np.int64), found.col.astype(np.int64)
    cosine = np.concatenate(
        [
            np.asarray(vectors[first[k : k + _BATCH]].multiply(vectors[second[k : k + _BATCH]]).sum(axis=1)).ravel()
            for k in range(0, first.size, _BATCH)
        ]
        or [np.empty(0)]
    )
    kept = cosine >= floor
    return Pairs(first[kept], second[kept], np.minimum(cosine[kept], 1.0))


def _vectors(texts: Sequence[str]) -> sparse.csr_matrix:
    """A row of weights for each citation, columns from the rarest n-gram to the most common; those of one left out."""
    counts = [grams(text) for text in texts]
    often = Counter(gram for own in counts for gram in own)
    shared = sorted((gram for gram in often if often[gram] > 1), key=lambda gram: (often[gram], gram))
    column = {gram: k for k, gram in enumerate(shared)}
    rarity = {gram: float(np.log(len(texts) / often[gram])) for gram in often}
    rows, columns, values = [], [], []
    for row, own in enumerate(counts):
        weights = {gram: (1.0 + float(np.log(number))) * rarity[gram] for gram, number in own.items()}
        length = float(np.sqrt(sum(weight**2 for weight in weights.values())))
        for gram, weight in weights.items():
            if weight > 0.0 and gram in column:
                rows.append(row)
                columns.append(column[gram])
                values.append(weight / length)
    return sparse.csr_matrix((values, (rows, columns)), shape=(len(texts), len(shared)))


def _indexed(vectors: sparse.csr_matrix, floor: float) -> sparse.csr_matrix:
    """The rows without their most common n-grams: Σ weight · largest weight of it in any row stays below the floor."""
    largest = vectors.max(axis=0).toarray().ravel() if vectors.nnz else np.empty(0)
    kept = vectors.sorted_indices().astype(np.float64)
    for row in range(kept.shape[0]):
        span = slice(kept.indptr[row], kept.indptr[row + 1])
        bounds = kept.data[span] * largest[kept.indices[span]]
        from_here_on = np.cumsum(bounds[::-1])[::-1]
        kept.data[span] = from_here_on >= floor
    kept.eliminate_zeros()
    return kept


def single_linkage(count: int, pairs: Pairs) -> list[Merge]:
    """The merges of single linkage, the most similar first: each joins the parts of the nearest pair not yet joined."""
    part = list(range(count))
    members = [[i] for i in range(count)]
    merges = []
    for k in np.argsort(-pairs.cosine, kind="stable").tolist():
        one, other = part[pairs.first[k]], part[pairs.second[k]]
        if one != other:
            merges.append(Merge(int(pairs.first[k]), int(pairs.second[k]), float(pairs.cosine[k])))
            small, large = sorted((one, other), key=lambda p: len(members[p]))
            members[large] += members[small]
            for i in members[small]:
                part[i] = large
    return merges


def cut(count: int, merges: Sequence[Merge], threshold: float) -> Numbers:
    """The partition that the merges of at least this similarity make."""
    return joined(count, [(merge.one, merge.other) for merge in merges if merge.similarity >= threshold])
