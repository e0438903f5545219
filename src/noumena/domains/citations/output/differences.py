"""Two texts side by side, as HTML in which the words that only one of them has are marked."""

from __future__ import annotations

import re
from collections.abc import Sequence
from difflib import SequenceMatcher
from html import escape

from noumena.domains.citations.normal_form import normal


def marked(first: str, second: str) -> tuple[str, str]:
    """Both texts, escaped; words count as equal if they are so in normal form."""
    one, other = first.split(), second.split()
    plain = [[re.sub("[^a-z0-9]", "", normal(word)) for word in words] for words in (one, other)]
    matcher = SequenceMatcher(None, plain[0], plain[1], autojunk=False)
    left: list[str] = []
    right: list[str] = []
    for what, begin, end, start, stop in matcher.get_opcodes():
        left += _part(one[begin:end], what == "equal")
        right += _part(other[start:stop], what == "equal")
    return " ".join(left), " ".join(right)


def _part(words: Sequence[str], is_equal: bool) -> list[str]:
    """The words as one piece, or none if there are none."""
    text = escape(" ".join(words))
    return [] if not words else [text if is_equal else f"<mark>{text}</mark>"]
