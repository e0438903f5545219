"""The words of a list of authors that may be names, and what kind of gap stands between them."""

from __future__ import annotations

from collections.abc import Sequence

from noumena.domains.citations.reading.tokens import SPACED_HYPHEN

JOINED, STOP, HYPHEN, COMMA, HARD = range(5)
"""A space, a full stop, a hyphen, a comma, and what always parts names: "and", a semicolon, a bracket."""
_MOST_WORDS = 150
"""Of a list; what comes after is left out."""
_LEFT_OUT, PARTICLES = (
    frozenset(words.split())
    for words in (
        "et al others ed eds edited editor editors jr sr ii iii iv by with authors author in phd dr prof",
        "van von der den de la du di del della le ten ter dos da el bin st mac ben",
    )
)
"""Words that are no names, and those that stand before a surname and are part of it."""


def name_words(words: Sequence[str], gaps: Sequence[str]) -> tuple[list[str], list[int]]:
    """The words that may be names, and the kind of each gap between two; "and", "et al." and numbers part names."""
    kept: list[str] = []
    between: list[int] = []
    hard = False
    gap = JOINED
    for place, word in enumerate(words[:_MOST_WORDS]):
        if place:
            gap = max(gap, _kind(gaps[place - 1]))
        letters = word.replace("'", "")
        if word == "and" or word in _LEFT_OUT or not letters.isalpha():
            hard = hard or word == "and" or word not in _LEFT_OUT
            gap = max(gap, COMMA)
            continue
        if kept:
            between.append(HARD if hard else gap)
        kept.append(word)
        gap, hard = JOINED, False
    return kept, between


def _kind(gap: str) -> int:
    signs = gap.replace('"', "").replace(SPACED_HYPHEN, "-")
    if signs in ("", "'"):
        return JOINED
    if signs == ".":
        return STOP
    if signs in ("-", ".-", "-."):
        return HYPHEN
    return COMMA if signs in (",", ".,", ",.") else HARD
