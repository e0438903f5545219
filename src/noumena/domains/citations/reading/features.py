"""The features of a citation: what the weights are learned for. Each is a short text, such as `w=learning`.

A word has features of its own (the word, its shape, how usual it is as a name), of its neighbours, of its place in the
text, and of the clause that it stands in. A clause is what stands between two strong signs: those that often part
fields. A pair of words has features of the gap between them; these depend on the states of both.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

from noumena.domains.citations.reading.lexicon import Lexicon, shape_of
from noumena.domains.citations.reading.tokens import SPACED_HYPHEN, Tokens

_STRONG = frozenset('.,:;()[]"?!' + SPACED_HYPHEN)
_BY_STRENGTH = '"?!([.:;,)]&-' + SPACED_HYPHEN
_MARKED = frozenset(
    {"meeting", "journal", "report", "publisher", "place", "volume", "pages", "month", "editor", "year"}
)
_MARKED_LETTERS = {name: name[:2] for name in sorted(_MARKED)}


@dataclass(frozen=True, slots=True)
class Features:
    """For each word the names of its features, and for each pair of neighbours those of the gap between them."""

    words: list[list[str]]
    gaps: list[list[str]]


def features_of(tokens: Tokens, lexicon: Lexicon) -> Features:
    """All features of a text."""
    words, gaps = tokens.words, tokens.gaps
    count = len(words)
    classes = ["^^", "^", *(lexicon.class_of(word) for word in words), "$", "$$"]  # of the word i at i + 2
    around = ["^", *words, "$"]  # the word i at i + 1
    clauses = _clauses(tokens, classes[2:-2])
    quotes = _quotes(gaps)
    stops, within = _stops(tokens), _within(tokens, classes[2:-2])
    answer = []
    for i, word in enumerate(words):
        own, before, after = classes[i + 2], gaps[i], gaps[i + 1]
        surname, given, title = lexicon.known(word)
        clause = clauses[i]
        answer.append(
            [
                "1",
                f"w={word}",
                f"s={shape_of(word)}",
                f"c={own}",
                f"e={word[-3:]}" if len(word) > 4 else "e=",
                f"k={surname}{given}{title}",
                f"sn={surname}",
                f"gn={given}",
                f"tw={title}",
                f"b={before}",
                f"a={after}",
                f"ba={before}~{after}",
                f"hb={_strongest(before)}",
                f"ha={_strongest(after)}",
                f"ca={own}~{after}",
                f"cb={own}~{before}",
                f"w-={around[i]}",
                f"w+={around[i + 2]}",
                f"c-={classes[i + 1]}",
                f"c+={classes[i + 3]}",
                f"c--={classes[i]}",
                f"c++={classes[i + 4]}",
                f"cc-={classes[i + 1]}~{own}",
                f"cc+={own}~{classes[i + 3]}",
                f"cg-={classes[i + 1]}~{before}~{own}",
                f"cg+={own}~{after}~{classes[i + 3]}",
                f"c3={classes[i + 1]}~{own}~{classes[i + 3]}",
                f"p={_bucket(i)}",
                f"pc={_bucket(i)}~{own}",
                f"r={_bucket(count - 1 - i)}",
                f"q={quotes[i]}",
                f"n={stops[i]}",
                f"nc={stops[i]}~{own}",
                f"i={within[i]}",
                f"ic={within[i]}~{own}",
                *clause,
            ]
        )
    return Features(answer, [_gap_features(tokens, classes, i) for i in range(1, count)])


def _gap_features(tokens: Tokens, classes: list[str], i: int) -> list[str]:
    """Features of the gap before word i, which is not the first."""
    gap, left, right = tokens.gaps[i], classes[i + 1], classes[i + 2]
    kind = _strongest(gap)
    return [
        "1",
        f"g={gap}",
        f"gl={gap}~{left}",
        f"gr={gap}~{right}",
        f"lr={left}~{right}",
        f"h={kind}",
        f"hl={kind}~{left}",
        f"hr={kind}~{right}",
    ]


def _strongest(gap: str) -> str:
    """The sign of a gap that most often parts fields; so that rare gaps are read as others with the same sign."""
    return next((sign for sign in _BY_STRENGTH if sign in gap), "" if not gap else "other")


def _bucket(number: int) -> int:
    return number if number < 4 else 4 if number < 7 else 7 if number < 12 else 12 if number < 20 else 20


def _clauses(tokens: Tokens, classes: list[str]) -> list[list[str]]:
    """Features of the clause that each word stands in, of the one before it, and of the one after it."""
    begins = [0, *(i for i in range(1, len(classes)) if parts_clauses(tokens, i)), len(classes)]
    spans = [(a, b) for a, b in pairwise(begins) if a < b]
    summaries = ["^", *(_summary(classes[a:b]) for a, b in spans), "$"]
    answer: list[list[str]] = []
    for number, (a, b) in enumerate(spans, start=1):
        own, last, following = summaries[number], summaries[number - 1], summaries[number + 1]
        length = _bucket(b - a)
        shared = [
            f"l={length}",
            f"m={own}",
            f"m-={last}",
            f"m+={following}",
            f"mm-={last}~{own}",
            f"mm+={own}~{following}",
            f"mf={classes[a]}",
            f"lm={min(number, 6)}~{own}",
            f"lg={length}~{tokens.gaps[a]}~{tokens.gaps[b]}",
        ]
        answer += [shared] * (b - a)
    return answer


def parts_clauses(tokens: Tokens, i: int) -> bool:
    """Whether a strong sign stands before word i; the stop after an initial is none."""
    gap = tokens.gaps[i]
    return bool(_STRONG & {*gap}) and not (gap == "." and len(tokens.words[i - 1]) == 1)


def _summary(classes: list[str]) -> str:
    """Which marked classes a clause has, whether initials, and of what most of its other words are."""
    marks = "".join(_MARKED_LETTERS[name] for name in dict.fromkeys(classes) if name in _MARKED)
    names = sum(name in ("surname", "given", "name", "particle") for name in classes)
    plain = sum(name in ("word", "small", "both", "unknown") for name in classes)
    initials = "i" if "initial" in classes else ""
    many = "" if not names + plain else "N" if names > plain else "W" if plain > 2 else "w"
    return f"{initials}{many}{'' if classes[0] != 'in' else '<'}{marks[:4]}"


def _quotes(gaps: tuple[str, ...]) -> list[str]:
    """For each word: no quotes in the text, before the first of them, between two, or after."""
    number = [gap.count('"') for gap in gaps]
    total = sum(number)
    if total < 2:
        return [f"none{total}"] * (len(gaps) - 1)
    answer, seen = [], 0
    for here in number[:-1]:
        seen += here
        answer.append("before" if seen == 0 else "within" if seen == 1 else f"after{seen % 2}")
    return answer


def _within(tokens: Tokens, classes: list[str]) -> list[str]:
    """For each word: whether a clause with "in" at its front is to come or has begun, and whether editors are named."""
    fronts = [i for i, name in enumerate(classes) if name == "in" and i and parts_clauses(tokens, i)]
    named = "e" if "editor" in classes else ""
    if not fronts:
        return [f"none{named}"] * len(classes)
    return [f"{'before' if i < fronts[0] else 'in' if i == fronts[0] else 'after'}{named}" for i in range(len(classes))]


def _stops(tokens: Tokens) -> list[int]:
    """For each word the number of full stops before it that do not follow an initial, up to 5."""
    answer, seen = [0], 0
    for i in range(1, len(tokens.words)):
        seen += "." in tokens.gaps[i] and len(tokens.words[i - 1]) > 1
        answer.append(min(seen, 5))
    return answer
