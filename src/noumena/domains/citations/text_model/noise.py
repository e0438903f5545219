"""The figures of the writing process that are set by hand: how often titles, names, years and words are changed."""

from __future__ import annotations

from dataclasses import dataclass, fields

_TOGETHER = (
    ("year_off_by_one", "year_wrong"),
    *((copied, "copied_anywhere") for copied in ("word_copied", "word_copied_on", "number_copied", "number_copied_on")),
    ("name_lost", "name_added", "others_left_out"),
)
"""Figures of which one at most comes true."""


@dataclass(frozen=True, slots=True)
class Noise:
    """Probabilities of changes; all lie between 0 and 1.

    The title: gaps (`gap_…`), a wrong letter, two letters or words that change places, lost start and end. A lost end
    costs `end_lost` at the edge of a word and `end_lost_in_word` inside, times `end_lost_extended` for each unit lost;
    after a colon or bracket it is usual. The start is lost up to some word, with `start_lost`, or `start_lost_to_colon`
    where a colon stands before that word, times `start_lost_extended` for each unit. Signs between words change with
    `space_changed` where the title has a space, else with `signs_changed`.
    """

    gap_inside: float = 0.001
    gap_at_edge: float = 0.003
    gap_at_start: float = 0.001
    """The first letters of a title are left out: as seldom as others, or most lost starts would come of this."""
    gap_extended: float = 0.85
    left_out_extended: float = 0.75
    title_letter_wrong: float = 0.002
    letters_swapped: float = 0.0005
    words_swapped: float = 0.001
    start_lost: float = 0.0003
    start_lost_to_colon: float = 0.005
    """Of 1,841 titles of Cora's citations three have lost a name before a colon, and none has lost its start else."""
    start_lost_extended: float = 0.75
    end_lost: float = 0.004
    end_lost_in_word: float = 0.0004
    end_lost_extended: float = 0.9
    """In Cora's citations ends that are lost elsewhere than at a colon have ten letters on average."""
    end_lost_after_colon: float = 0.2
    article_lost: float = 0.1
    article_added: float = 0.004
    space_changed: float = 0.03
    signs_changed: float = 0.3
    front_strange: float = 0.003
    """Before all fields stands the end of another citation."""
    title_left_out: float = 1e-10
    """There is no title in the text, though the publication has one: of Cora's 1,879 texts there is none."""

    name_lost: float = 0.015
    name_added: float = 0.005
    others_left_out: float = 0.02
    """Each name may be followed by "et al.", which ends the list."""
    any_order: float = 0.005
    """The names stand in any order, and may be repeated or left out."""
    name_letter_wrong: float = 0.01
    name_letter_lost: float = 0.01
    name_letter_added: float = 0.01
    name_sign_lost: float = 0.2
    given_left_out: float = 0.1
    later_given_left_out: float = 0.3
    given_added: float = 0.08
    given_added_where_unknown: float = 0.6
    initial_spelled_out: float = 0.15
    longer: float = 0.83
    """A name or label that is not known has one more letter with this probability."""

    year_off_by_one: float = 0.035
    year_wrong: float = 0.015
    year_in_two_digits: float = 0.07
    numbers_joined: float = 0.02
    """Two numbers of the venue that follow each other have lost the dash between them, as in "276285"."""
    year_share: float = 0.3
    """The share of the numbers after the title that are the year; before the title it is `year_share_before`."""
    year_share_before: float = 0.9
    kind_told: float = 0.97
    """The words of the rest are those of the kind; else those of any kind, all alike."""
    words_told: float = 0.75
    """The words of the rest are copied from those of the venue; else all come from the background, as if there were
    none. In the same way the numbers."""
    numbers_told: float = 0.85
    numbers_whole: float = 0.45
    """All numbers are copied as they are (`copied_whole.py`), whether they are told else or not, or all but one."""
    number_left_out: float = 0.25
    word_copied: float = 0.45
    """How often the next word is copied then, after one that was not, and after one that was (`copied.py`)."""
    word_copied_on: float = 0.82
    word_passed: float = 0.6
    """How many words of the venue are passed over then: none, or each more with this probability."""
    word_passed_on: float = 0.08
    number_copied: float = 0.8
    number_copied_on: float = 0.85
    number_passed: float = 0.2
    number_passed_on: float = 0.1
    copied_anywhere: float = 0.01
    """A word or number is copied from any place."""
    names_share: float = 0.3
    """The share of words that are the authors', where the title comes first and the names among the rest."""
    word_cut: float = 0.15
    """A word of the venue is cut short, as in "proc" for "proceedings"."""
    name_cut: float = 0.4

    def __post_init__(self) -> None:
        """Refuse what is no probability."""
        for field in fields(self):
            value = getattr(self, field.name)
            if not 0.0 <= value <= 1.0:
                raise ValueError(f"`{field.name}` is {value}; it must be between 0 and 1, as it is a probability")
        for shares in _TOGETHER:
            total = sum(getattr(self, name) for name in shares)
            if total > 1.0:
                named = ", ".join(f"`{name}`" for name in shares)
                raise ValueError(f"{named} sum to {total}; they must sum to at most 1, as one of them is drawn")
