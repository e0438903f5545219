"""The year, the kind and the venue of a publication, found by rules in the words of a citation and their states."""

from __future__ import annotations

import re
from collections.abc import Sequence

from noumena.domains.citations.reading.lexicon import FIRST_YEAR, is_year
from noumena.domains.citations.reading.states import AUTHOR, BEFORE, DATE, EDITOR, LATE_AUTHOR, TITLE, VENUE
from noumena.domains.citations.reading.tokens import Tokens
from noumena.domains.citations.text_model.formats import BOOK, JOURNAL, PROCEEDINGS, REPORT, UNKNOWN

_THESIS = re.compile("thesis|dissertation")
_REPORT, _MEETING, _JOURNAL, _PUBLISHER, _PAGES = (
    frozenset(words.split())
    for words in (
        "technical tech rapport memo memorandum report reports rep working",
        "proc procs proceedings conference conf symposium symp workshop congress colloquium advances readings",
        "journal transactions trans magazine letters acta bulletin quarterly annals jacm cacm communications review",
        "press verlag springer wiley kaufmann kaufman prentice addison wesley elsevier kluwer macmillan mcgraw holland"
        " freeman erlbaum publishers publishing publisher wadsworth plenum ablex horwood",
        "pp pages page p pg",
    )
)
"""Words by which a report, a meeting, a journal and a publisher are known, and those before numbers of pages."""
_SHORT_YEAR = re.compile(r"'(\d\d)$")
_NO_REPORT = frozenset({"journal"})
_EDITION = frozenset({"ed", "edition", "2nd", "3rd", "4th", "second", "third", "2", "3", "4", "revised"})
_IN_PRESS = ("in", "press")
_HYPHENS = frozenset("-_")
_RUNS = re.compile("[a-z]+|[0-9]+")
_LONGEST_NUMBER = 8
_LONGEST_VENUE = 60
"""Words and numbers: how they are copied is summed over all pairs of them."""


def year_of(tokens: Tokens, states: Sequence[int]) -> int:
    """The year, or 0: of all years outside title and names that of the best place, and of equal ones the last.

    A year in two digits counts where it stands after an apostrophe or a hyphen (`ijcai-89`) and there is no other.
    """
    best, year = -100.0, 0
    for place, word in enumerate(tokens.words):
        if states[place] in (TITLE, AUTHOR, LATE_AUTHOR):
            continue
        before, after = tokens.gaps[place], tokens.gaps[place + 1]
        if is_year(word):
            found, score = int(word[:4]), 1.0 + 2.0 * (states[place] == DATE) + (before.endswith("("))
            if states[place] == BEFORE:
                score -= 2.0
            if before in _HYPHENS or after in _HYPHENS or (place and tokens.words[place - 1] in _PAGES):
                score -= 3.0
        else:
            short = _SHORT_YEAR.search(word)
            after_sign = (
                len(word) == 2 and word.isdigit() and before in ("-", '"') and tokens.words[place - 1].isalpha()
            )
            if not short and not (place and after_sign):
                continue
            found, score = FIRST_YEAR + int(short[1] if short else word), -5.0
            if found < FIRST_YEAR + 50:
                continue
        if score >= best:
            best, year = score, found
    return year


def kind_of(tokens: Tokens, states: Sequence[int]) -> int:
    """The kind, by the words outside title and names; what a report or meeting is counts before journal and book."""
    if _THESIS.search(tokens.text):
        return REPORT
    rest = [place for place, state in enumerate(states) if state not in (TITLE, AUTHOR, LATE_AUTHOR, BEFORE)]
    words = {tokens.words[place] for place in rest if tokens.words[max(0, place - 1) : place + 1] != _IN_PRESS}
    if _REPORT & words and not (_MEETING | _NO_REPORT) & words:
        return REPORT
    if _MEETING & words:
        return PROCEEDINGS
    edited = any(states[place] == EDITOR and tokens.words[place] not in _EDITION for place in rest)
    if _JOURNAL & words and not edited:
        return JOURNAL
    venue = [place for place in rest if states[place] == VENUE]
    if edited or (venue and tokens.words[venue[0]] == "in"):
        return PROCEEDINGS
    if venue or any(_is_volume(tokens, place) for place in rest):
        return JOURNAL
    return BOOK if _PUBLISHER & words else UNKNOWN


def venue_of(tokens: Tokens, states: Sequence[int], year: int) -> str:
    """The first words and numbers outside title and names, in order, without the year and very long numbers."""
    found: list[str] = []
    for place, state in enumerate(states):
        if state in (TITLE, AUTHOR, LATE_AUTHOR, BEFORE):
            continue
        for word in _RUNS.findall(tokens.words[place]):
            if word.isalpha() or (word != str(year) and len(word) <= _LONGEST_NUMBER):
                found.append(word)
    return " ".join(found[:_LONGEST_VENUE])


def _is_volume(tokens: Tokens, place: int) -> bool:
    """Whether a volume with its number begins here, as in `12(3)`."""
    return (
        place + 1 < len(tokens.words)
        and tokens.words[place].isdigit()
        and tokens.gaps[place + 1] == "("
        and tokens.words[place + 1].isdigit()
        and not is_year(tokens.words[place + 1])
    )
