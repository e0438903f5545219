"""How lists of names are written, estimated from lists of authors."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable

from noumena.domains.citations.text_model.formats import NameFormats

_SURNAME_FIRST = re.compile(r"^[a-z'\- ]{2,}(, ?| )([a-z]\b\.?[ -]?)+(,|;|and\b|&|$)")
_GIVEN_FIRST_LATER = re.compile(r"(\band|&) ([a-z]\. ?)+[a-z]{2,}")
_BETWEEN_NATURAL = re.compile(r",? and |,? ?& ?|; |, ")
_BETWEEN_TURNED = re.compile(r"(?<=[a-z.])(?:(?<=\.)|(?<=\b[a-z]))(,? and |,? ?& ?|; |, )(?=[a-z]{2})")


def name_formats(lists: Iterable[str]) -> NameFormats:
    """Shares of forms of names and of separators, each with one or two counts in favour of what is usual."""
    counts = Counter({"lists": 2, "surname first": 1, "natural": 10, "turned": 1})
    counts.update({"given": 2, "full": 1, "initials": 10, "stops": 9, "separators": 10, "comma": 6})
    counts.update({"lasts": 10, "and last": 7, "others": 50, "and others": 1, "ands": 10, "&": 1, "semicolon": 0})
    for authors in lists:
        _count(authors, counts)
    return NameFormats(
        surname_first=counts["surname first"] / counts["lists"],
        first_turned=counts["turned"] / counts["natural"],
        given_in_full=counts["full"] / counts["given"],
        initial_with_stop=counts["stops"] / counts["initials"],
        comma=counts["comma"] / (counts["separators"] + 1),
        semicolon=(counts["semicolon"] + 0.5) / (counts["separators"] + 1),
        and_before_last=counts["and last"] / counts["lasts"],
        and_before_others=counts["and others"] / counts["others"],
        ampersand=counts["&"] / counts["ands"],
    )


def _count(authors: str, counts: Counter[str]) -> None:
    turned = bool(_SURNAME_FIRST.match(authors))
    mixed = turned and bool(_GIVEN_FIRST_LATER.search(authors))
    counts["lists"] += 1
    counts["surname first"] += turned and not mixed
    counts["natural"] += not turned or mixed
    counts["turned"] += mixed
    initials = re.findall(r"\b[a-z]\b\.?", authors)
    counts["initials"] += len(initials)
    counts["stops"] += sum(initial.endswith(".") for initial in initials)
    if mixed:
        return
    if turned:
        counts["given"] += len(initials)
        between = [match[1] for match in _BETWEEN_TURNED.finditer(authors)]
    else:
        names = [name.split() for name in _BETWEEN_NATURAL.split(authors)]
        given = [word for name in names for word in name[:-1]]
        counts["given"] += len(given)
        counts["full"] += sum(len(word.strip(".")) > 1 and "." not in word for word in given)
        between = _BETWEEN_NATURAL.findall(authors)
    counts["separators"] += len(between)
    for place, separator in enumerate(between):
        joined = "and" in separator or "&" in separator
        last = place == len(between) - 1
        counts["comma"] += separator.startswith(",")
        counts["semicolon"] += separator.startswith(";")
        counts["lasts" if last else "others"] += 1
        counts["ands"] += joined
        counts["&"] += "&" in separator
        if joined:
            counts["and last" if last else "and others"] += 1
