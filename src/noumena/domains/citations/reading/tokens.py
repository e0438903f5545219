"""A citation as words and what stands between them: the places where fields may begin are the gaps."""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import islice

_WORD = re.compile(r"[a-z0-9]+(?:'[a-z0-9]+)*")
_LONGEST_GAP = 4
SPACED_HYPHEN = "_"
"""How a hyphen is written in a gap where it stands beside a space, as a dash does."""


@dataclass(frozen=True, slots=True)
class Tokens:
    """The words of a text, where each begins and ends, and the gaps: one before each word and one after the last.

    A gap is the signs of the text there without spaces, at most four of them.
    """

    text: str
    words: tuple[str, ...]
    starts: tuple[int, ...]
    ends: tuple[int, ...]
    gaps: tuple[str, ...]


def tokens_of(text: str, most: int | None = None) -> Tokens:
    """The words and gaps of a text in normal form; what comes after `most` words is left out."""
    found = [*islice(_WORD.finditer(text), most)]
    if len(found) == most:
        text = text[: found[-1].end()]
    starts = tuple(match.start() for match in found)
    ends = tuple(match.end() for match in found)
    gaps = tuple(_gap(text[a:b]) for a, b in zip((0, *ends), (*starts, len(text)), strict=True))
    return Tokens(text, tuple(match[0] for match in found), starts, ends, gaps)


def _gap(between: str) -> str:
    spaced = between.startswith(" -") or "- " in between
    signs = between.replace(" ", "")
    return (signs.replace("-", SPACED_HYPHEN) if spaced else signs)[:_LONGEST_GAP]
