"""Year, kind and venue, by rules."""

from __future__ import annotations

import pytest

from noumena.domains.citations.reading.rest import kind_of, venue_of, year_of
from noumena.domains.citations.reading.states import tagged_states
from noumena.domains.citations.text_model.formats import BOOK, JOURNAL, PROCEEDINGS, REPORT, UNKNOWN


@pytest.mark.parametrize(
    ("rest", "year"),
    [
        ("<date>1990.</date>", 1990),
        ("<pages>pp. 1987-1990,</pages> <date>1991</date>", 1991),
        ("<date>1991b</date>", 1991),
        ("<booktitle>In IJCAI-89.</booktitle>", 1989),
        ("<booktitle>In CHI'92.</booktitle>", 1992),
        ("<booktitle>In CHI'92,</booktitle> <date>1993</date>", 1993),
        ("<booktitle>In ML-12.</booktitle>", 0),
        ("<volume>12</volume>, <pages>3-99</pages>", 0),
        ("<note>1812</note>", 0),
    ],
)
def test_the_year_is_found(rest: str, year: int) -> None:
    tokens, states = tagged_states(f"<author>A. Bee.</author> <title>On 1984.</title> {rest}")
    assert year_of(tokens, states) == year


def test_a_year_before_the_title_counts_more_than_later_ones() -> None:
    tagged = "<author>A. Bee</author> <date>1990.</date> <title>On Go.</title> <note>Reprinted 1995.</note>"
    assert year_of(*tagged_states(tagged)) == 1990
    assert year_of(*tagged_states("1988. <author>A. Bee</author> <title>On Go.</title> <date>1995.</date>")) == 1995


@pytest.mark.parametrize(
    ("rest", "kind"),
    [
        ("<tech>Technical Report 12</tech>", REPORT),
        ("<note>PhD thesis</note>", REPORT),
        ("<booktitle>Proc. of Games</booktitle>", PROCEEDINGS),
        ("<booktitle>In Games</booktitle>", PROCEEDINGS),
        ("<journal>Journal of Games</journal>", JOURNAL),
        ("<journal>Games</journal>", JOURNAL),
        ("Games 12(3):45-67", JOURNAL),
        ("<journal>Bell System Technical Journal</journal>", JOURNAL),
        ("<journal>In Journal of Games</journal>", JOURNAL),
        ("<booktitle>Games,</booktitle> <editor>C. Dee, ed.</editor>", PROCEEDINGS),
        ("<publisher>MIT Press</publisher>", BOOK),
        ("<editor>2nd ed.,</editor> <publisher>MIT Press</publisher>", BOOK),
        ("<note>in press</note>", UNKNOWN),
        ("<note>To appear</note>", UNKNOWN),
    ],
)
def test_the_kind_is_found(rest: str, kind: int) -> None:
    tagged = f"<author>A. Press.</author> <title>A Report on Proc.</title> {rest} <date>1990</date>"
    assert kind_of(*tagged_states(tagged)) == kind


def test_the_venue_is_the_words_and_numbers_of_the_rest() -> None:
    tagged = (
        "[7] <author>A. Bee.</author> <title>On Go.</title> <journal>J. of Games of Go and Games,</journal>"
        " 12(3):45-67, 1234567890, <date>May 1990.</date>"
    )
    assert venue_of(*tagged_states(tagged), 1990) == "j of games of go and games 12 3 45 67 may"


def test_a_venue_without_end_is_cut() -> None:
    tagged = f"<author>A. Bee.</author> <title>On Go.</title> <note>{'to be 12 ' * 500}</note>"
    assert venue_of(*tagged_states(tagged), 1990) == " ".join(["to be 12"] * 20)
