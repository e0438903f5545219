"""The figures of the writing process that are estimated from hand-segmented citations."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

REPORT, PROCEEDINGS, JOURNAL, BOOK, UNKNOWN = range(5)
"""Kinds of publications: report or thesis, paper in proceedings, in a journal, book, and not known."""
KINDS = 5


@dataclass(frozen=True, slots=True)
class NameFormats:
    """How lists of names are written: shares of lists, of names and of separators.

    `first_turned` is the share, of lists with given names first, that have the first name the other way round.
    `and_before_last` and `and_before_others` are shares of separators with "and" or "&", the latter with `ampersand`.
    """

    surname_first: float = 0.5
    first_turned: float = 0.1
    given_in_full: float = 0.3
    initial_with_stop: float = 0.9
    comma: float = 0.6
    semicolon: float = 0.02
    and_before_last: float = 0.7
    and_before_others: float = 0.03
    ampersand: float = 0.2


@dataclass(frozen=True, slots=True)
class Formats:
    """Shares and counts of how citations are put together.

    `orders` are the shares of: authors, title, rest; title, rest with the authors in it; authors, rest without a title.
    `shapes_before` and `shapes_after` count triples of symbols between authors and title, and after the title: W is a
    word, N a number, E the start or end, and a sign itself. `words` counts words after the title by kind, `first_words`
    those that come first. Pairs of letters, of words after the title (with E at their ends), of titles and of names,
    and single ones that begin a text, are counted for words that are not known. `number_lengths` counts numbers of 1 to
    8 digits that are no years from 1900 to 2029, `years` counts those. `rare_words` is the share of words that are not
    listed.
    """

    orders: tuple[float, float, float] = (0.93, 0.05, 0.02)
    labels: float = 0.01
    names: NameFormats = NameFormats()
    shapes_before: Mapping[str, int] = field(default_factory=dict)
    shapes_after: Mapping[str, int] = field(default_factory=dict)
    words: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    first_words: Mapping[str, int] = field(default_factory=dict)
    rare_words: float = 0.3
    word_letters: Mapping[str, int] = field(default_factory=dict)
    title_letters: Mapping[str, int] = field(default_factory=dict)
    name_letters: Mapping[str, int] = field(default_factory=dict)
    number_lengths: tuple[int, ...] = (10, 10, 10, 10, 1, 1, 1, 1)
    years: int = 9

    def __post_init__(self) -> None:
        """Refuse shares of orders that do not sum to 1."""
        if min(self.orders) < 0.0 or abs(sum(self.orders) - 1.0) > 1e-9:
            raise ValueError(f"the shares of the orders are {self.orders}; they must be at least 0 and sum to 1")
