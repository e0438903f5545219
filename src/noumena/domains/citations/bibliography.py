"""Titles and names of a bibliography, in normal form, for learning the priors."""

from __future__ import annotations

import html
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from noumena.domains.citations.bibtex import plain_text
from noumena.domains.citations.normal_form import name_form, normal, title_form
from noumena.domains.citations.rows import rows_of
from noumena.domains.citations.text_file import read_text
from noumena.model.diagnostics import refused

_AUTHOR_COLUMNS = ("authors", "author", "editor")
PARTICLES = re.compile(
    "af|al|bin|d'|da|das|de|del|della|den|der|di|do|dos|du|el|la|le|los|st|ten|ter|van|vande|vander|von|zu|zum|zur",
    re.IGNORECASE,
)
"""What belongs to the surname that comes after it."""
_SUFFIX = re.compile(r"(jr|sr|ii|iii|iv|2nd|3rd|others)\.?", re.IGNORECASE)
_REMARK = re.compile(r"[(\[].*?[)\]]|\bet\.? al\b\.?", re.IGNORECASE)
_TAG = re.compile(r"</?[a-z]+>", re.IGNORECASE)
_NO_PERSON = re.compile(
    r"[&@\d\ufffd]|\b(university|institute?|department|laborator(y|ies)|research|inc|corp|ltd)\b", re.IGNORECASE
)


class Name(NamedTuple):
    """A name in normal form: surname, first given name or initial, middle initials; what is not known is empty."""

    surname: str
    given: str = ""
    middle: str = ""


class Bibliography(NamedTuple):
    """The different titles and names of some files, in normal form, in their first order."""

    titles: Sequence[str]
    names: Sequence[Name]


def read_bibliography(paths: Iterable[str]) -> Bibliography:
    """Titles and names of BibTeX files, and of tables with the columns `title` and `authors` (names parted by `;`).

    Raises `BlogError` for a file that holds no title, and for what cannot be read.
    """
    titles: dict[str, None] = {}
    names: dict[Name, None] = {}
    for path in paths:
        source = read_text(path)
        has_title = False
        for row in rows_of(source):
            content = row.content if isinstance(row.content, Mapping) else {}
            if title := title_form(_plain(content.get("title"))):
                has_title = True
                titles.setdefault(title)
            names.update(dict.fromkeys(_names(content)))
        if not has_title:
            hint = "give BibTeX, or a table with the columns `title` and `authors` (names parted by `;`)"
            raise refused(f"{source.name} holds no titles", hint)
    return Bibliography(list(titles), list(names))


def parsed_name(written: str) -> Name | None:
    """The name of a person written `Surname, Given`, `Surname, Jr, Given` or `Given Surname`; None if it is not one.

    In the last form the surname is the last word with the particles before it (`van der`). Suffixes such as Jr are left
    out, and so is what stands in brackets: a nickname or a remark.
    """
    if _NO_PERSON.search(_SUFFIX.sub("", written)):
        return None
    parts = (part.split() for part in _REMARK.sub(" ", written).split(","))
    words = [kept for part in parts if (kept := [word for word in part if not _SUFFIX.fullmatch(word)])]
    if len(words) == 1:
        begin = len(words[0]) - 1
        while begin > 1 and PARTICLES.fullmatch(words[0][begin - 1]):
            begin -= 1
        words = [words[0][begin:], words[0][:begin]]
    surname = name_form(" ".join(words[0])) if words else ""
    if len(surname) < 2:  # a letter is an initial in the wrong place
        return None
    given = " ".join(word for part in words[1:] for word in part)
    first, *others = name_form(re.sub(r"\.(?!-)", ". ", normal(given)).replace(".", "")).split() or [""]
    return Name(surname, first, " ".join(other[0] for other in others))


def _names(content: Mapping[str, Any]) -> Iterator[Name]:
    written = next((content[column] for column in _AUTHOR_COLUMNS if content.get(column)), "")
    found = (parsed_name(name) for name in re.split(r";|\s+and\s+", _plain(written)))
    return (name for name in found if name is not None)


def _plain(written: Any) -> str:
    """The text of a field without LaTeX and HTML; nothing of what is not a text."""
    if not isinstance(written, str):
        return ""
    text = _TAG.sub("", html.unescape(written))
    return plain_text(text) if re.search(r"[\\{]", text) else text
