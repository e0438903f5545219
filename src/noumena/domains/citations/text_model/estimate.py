"""The formats of citations, estimated from hand-segmented ones.

From the command line: python -m noumena.domains.citations.text_model.estimate TAGGED.jsonl … OUT.json.gz
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Iterable
from itertools import pairwise
from pathlib import Path

from noumena.domains.citations.text_model.alphabet import NUMBER, WORD, runs
from noumena.domains.citations.text_model.formats import KINDS, Formats
from noumena.domains.citations.text_model.formats_file import write_formats
from noumena.domains.citations.text_model.label import label_ln
from noumena.domains.citations.text_model.name_estimates import name_formats
from noumena.domains.citations.text_model.segments import Segments, segments
from noumena.domains.citations.text_model.shapes import NAMES
from noumena.domains.citations.text_model.words import FIRST_YEAR, LAST_YEAR, LONGEST_COUNTED

FEWEST = 3
"""Words that are seen less often are not listed: they are spelled."""
USUAL = 0.2
"""The part of the shares of orders, labels and rare words that is the usual one, not estimated: sets differ in it."""


def estimate_formats(tagged: Iterable[str]) -> Formats:
    """The formats of citations with tags such as <author>, <title>, <journal>; each distinct citation counts once.

    Raises ValueError if no citation has authors or a title.
    """
    parts = [part for part in (segments(text) for text in dict.fromkeys(tagged)) if part is not None]
    if not parts:
        raise ValueError("there is no citation with <author> or <title>, so nothing can be estimated")
    parts = list(dict.fromkeys(parts))
    usual = Formats()
    orders = [sum(part.order == order for part in parts) / len(parts) for order in range(3)]
    mixed = [(1.0 - USUAL) * own + USUAL * other for own, other in zip(orders, usual.orders, strict=True)]
    words = Counter(word for part in parts for word in _tokens(part.after, WORD))
    listed = {word for word, count in words.items() if count >= FEWEST}
    rare = sum(count for word, count in words.items() if word not in listed)
    by_kind = [Counter(w for p in parts if p.kind == kind for w in _tokens(p.after, WORD)) for kind in range(KINDS)]
    firsts = Counter(_tokens(part.after, WORD)[0] for part in parts if _tokens(part.after, WORD))
    numbers = [number for part in parts for number in _tokens(part.before, NUMBER) + _tokens(part.after, NUMBER)]
    years = sum(_may_be_year(number) for number in numbers)
    lengths = Counter(min(len(number), LONGEST_COUNTED) for number in numbers if not _may_be_year(number))
    return Formats(
        orders=(mixed[0], mixed[1], mixed[2]),
        labels=(1.0 - USUAL) * sum(_labelled(part) for part in parts) / len(parts) + USUAL * usual.labels,
        names=name_formats(part.authors for part in parts if part.authors),
        shapes_before=_triples(part.before for part in parts if part.before),
        shapes_after=_triples(part.after for part in parts),
        words={word: tuple(counts[word] for counts in by_kind) for word in sorted(listed)},
        first_words={word: count for word, count in sorted(firsts.items()) if count >= FEWEST},
        rare_words=(1.0 - USUAL) * rare / max(1, words.total()) + USUAL * usual.rare_words,
        word_letters=_pairs([f"E{word}E" for word in words]),
        title_letters=_pairs([part.title for part in parts if part.title], beginnings=True),
        name_letters=_pairs([part.authors for part in parts if part.authors], beginnings=True),
        number_lengths=tuple(lengths[size] for size in range(1, LONGEST_COUNTED + 1)),
        years=years,
    )


def _may_be_year(number: str) -> bool:
    return len(number) == 4 and FIRST_YEAR <= int(number) <= LAST_YEAR


def _labelled(part: Segments) -> bool:
    return bool(part.start) and bool(label_ln(part.start, 0.5)[-1] > -100.0)


def _tokens(text: str, symbol: int) -> list[str]:
    """The words (or numbers) of a text, in order."""
    cut, i, found = runs(text), 0, []
    while i < len(text):
        if cut.symbol[i] == symbol:
            found.append(text[i : cut.end[i]])
        i = int(cut.end[i])
    return found


def _triples(texts: Iterable[str]) -> dict[str, int]:
    """Counts of three symbols in a row; for ". in" they are "EE.", "E. ", ". W" and " WE"."""
    counts: Counter[str] = Counter()
    for text in texts:
        cut, i, shape = runs(text), 0, "EE"
        while i < len(text):
            shape += NAMES[cut.symbol[i]]
            i = int(cut.end[i])
        shape += "E"
        counts.update(shape[k : k + 3] for k in range(len(shape) - 2))
    return dict(sorted(counts.items()))


def _pairs(texts: list[str], beginnings: bool = False) -> dict[str, int]:
    counts = Counter(a + b for text in texts for a, b in pairwise(text))
    if beginnings:
        counts.update(text[0] for text in texts)
    return dict(sorted(counts.items()))


def main(arguments: list[str]) -> None:
    """Estimate from files of rows with a field `tagged`, and write the formats."""
    if len(arguments) < 2:
        raise SystemExit("give one or more files of tagged citations (JSON lines) and the file to write")
    *sources, target = map(Path, arguments)
    rows = (json.loads(line) for source in sources for line in source.read_text(encoding="utf-8").splitlines())
    write_formats(estimate_formats(row["tagged"] for row in rows), target)


if __name__ == "__main__":
    main(sys.argv[1:])
