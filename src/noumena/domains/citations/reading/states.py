"""The states of the words of a citation, which of them may follow each other, and the states that tags give.

A citation has one title. So there are states before it (authors, date, other), the title, and states after it (venue,
editors, authors, other), and none goes back: whatever the weights are, the words of the title are one run. A citation
without a title goes from the states before it to those after it.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from noumena.domains.citations.reading.tokens import Tokens, tokens_of
from noumena.domains.citations.text_model.segments import AUTHOR_TAGS, TITLE_TAGS, untagged

BEFORE, AUTHOR, DATE, TITLE, VENUE, EDITOR, OTHER, LATE_AUTHOR = range(8)
"""Other words before the title, authors, a date before it, the title; venue, editors, others, authors after it."""
STATES = 8
_FIRST = (BEFORE, AUTHOR, DATE)
_LAST = (VENUE, EDITOR, OTHER, LATE_AUTHOR)
_EDITOR_TAGS = frozenset({"editor", "editors"})
_BOOK_TAGS = frozenset({"booktitle", "booktile"})
_VENUE_TAGS = _BOOK_TAGS | {"journal"}
_DATE_TAGS = frozenset({"date", "year", "month"})


def may_follow() -> NDArray[np.bool_]:
    """Whether the second state may stand after the first."""
    allowed = np.zeros((STATES, STATES), dtype=bool)
    for first in _FIRST:
        allowed[first, [*_FIRST, TITLE, VENUE, EDITOR, OTHER]] = True
    allowed[TITLE, [TITLE, *_LAST]] = True
    for last in _LAST:
        allowed[last, _LAST] = True
    return allowed


def tagged_states(tagged: str) -> tuple[Tokens, list[int]]:
    """The words of a citation with tags such as <author> and <title>, and the state of each.

    A book without a title tag has its booktitle as title, and its editors as authors if there are no others.
    """
    read = untagged(tagged)
    tokens = tokens_of(read.text)
    titles = TITLE_TAGS if TITLE_TAGS & read.tags else _BOOK_TAGS
    authors = AUTHOR_TAGS if AUTHOR_TAGS & read.tags or titles is TITLE_TAGS else _EDITOR_TAGS
    opened = _tags_of_words(tokens, read.pieces)
    title = _first_run([bool(titles & tags) for tags in opened])
    begin = title.start if title else _end_of_first([bool(authors & tags) for tags in opened])
    states = []
    for place, tags in enumerate(opened):
        if title and place in title:
            states.append(TITLE)
        elif place < begin:
            states.append(AUTHOR if authors & tags else DATE if _DATE_TAGS & tags else BEFORE)
        elif authors & tags and title:
            states.append(LATE_AUTHOR)
        else:
            states.append(EDITOR if _EDITOR_TAGS & tags else VENUE if _VENUE_TAGS & tags else OTHER)
    return tokens, states


def _tags_of_words(tokens: Tokens, pieces: tuple[tuple[int, int, frozenset[str]], ...]) -> list[frozenset[str]]:
    """The tags that are open where each word begins."""
    answer, place = [], 0
    for start in tokens.starts:
        while place < len(pieces) - 1 and pieces[place][1] <= start:
            place += 1
        answer.append(pieces[place][2])
    return answer


def _first_run(inside: list[bool]) -> range | None:
    """The places of the first run of true values."""
    if True not in inside:
        return None
    start = inside.index(True)
    end = inside.index(False, start) if False in inside[start:] else len(inside)
    return range(start, end)


def _end_of_first(inside: list[bool]) -> int:
    run = _first_run(inside)
    return run.stop if run else 0
