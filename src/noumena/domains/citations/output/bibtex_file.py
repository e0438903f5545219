r"""Reconstructed publications as BibTeX, each entry with its own key: `pearl1988probabilistic`.

Signs that mean something to LaTeX are written so that they stand for themselves. Braces are written as commands, since
BibTeX counts them even after a backslash.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator

from noumena.domains.citations.matches import Matches
from noumena.domains.citations.publications import Publication
from noumena.domains.citations.text_model.formats import BOOK, JOURNAL, PROCEEDINGS, REPORT
from noumena.domains.citations.written import printable

_ENTRIES = {
    REPORT: ("techreport", "institution"),
    PROCEEDINGS: ("inproceedings", "booktitle"),
    JOURNAL: ("article", "journal"),
    BOOK: ("book", "publisher"),
}
_UNKNOWN = ("misc", "howpublished")
_ESCAPED = {
    "\\": r"\textbackslash{}",
    "{": r"\textbraceleft{}",
    "}": r"\textbraceright{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    **{sign: f"\\{sign}" for sign in "&%$#_"},
}
_AND = re.compile(r"\band\b", re.IGNORECASE)
_SMALL_WORDS = frozenset(["a", "an", "the", "on", "of", "in", "to", "for", "and"])


def bibtex(found: Matches) -> str:
    """All publications, in the order of clusters."""
    used: set[str] = set()
    return "\n".join("\n".join(_entry(found, number, used)) + "\n" for number in range(len(found.publications)))


def escaped(text: str) -> str:
    """The text as LaTeX has it."""
    return "".join(_ESCAPED.get(sign, sign) for sign in printable(text))


def _entry(found: Matches, number: int, used: set[str]) -> Iterator[str]:
    publication = found.publications[number]
    kind, venue = _ENTRIES.get(publication.kind.value, _UNKNOWN)
    fields = {
        # Within a name, " and " would begin another.
        "author": " and ".join(_AND.sub(r"{\g<0>}", escaped(name)) for name in found.authors(number)),
        "title": escaped(found.title(number)),
        venue: escaped(publication.venue.value),
        "year": str(publication.year.value or ""),
        "note": f"cited {_times(len(publication.cluster.members))}, "
        f"as one publication with probability {publication.cluster.probability:.2f}",
    }
    yield f"@{kind}{{{_key(publication, used)},"
    yield from (f"  {name} = {{{value}}}," for name, value in fields.items() if value)
    yield "}"


def _times(number: int) -> str:
    return {1: "once", 2: "twice"}.get(number, f"{number} times")


def _key(publication: Publication, used: set[str]) -> str:
    """First surname, year and a word of the title, in plain letters, with another letter where it was used before."""
    surname = next(iter(publication.names), "").partition(",")[0]
    words = _plain(publication.title.value).split()
    word = next((word for word in words if word not in _SMALL_WORDS), "")
    begin = "".join([_plain(surname).replace(" ", ""), str(publication.year.value or ""), word]) or "publication"
    key, number = begin, 2
    while key in used:
        key, number = f"{begin}-{number}", number + 1
    used.add(key)
    return key


def _plain(text: str) -> str:
    letters = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode().lower()
    return re.sub("[^a-z0-9]+", " ", letters.replace("'", "").replace("-", "")).strip()
