"""Pairs that a person has decided."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from noumena.domains.citations.decisions import Decisions, ids, read_decisions
from noumena.domains.citations.records import Record
from noumena.model.diagnostics import BlogError

NUMBERED = [Record(number, f"text {number}") for number in range(1, 5)]
NAMED = [Record(number, f"text {number}", name=name) for number, name in enumerate(("x", "y z", "3", "1"), start=1)]
SHARED = [Record(number, f"text {number}", name=name) for number, name in enumerate(("x", "x", "y", "1"), start=1)]


def read(tmp_path: Path, records: Sequence[Record], same: str = "", different: str = "") -> Decisions:
    (tmp_path / "same").write_text(same, encoding="utf-8")
    (tmp_path / "different").write_text(different, encoding="utf-8")
    return read_decisions(str(tmp_path / "same"), str(tmp_path / "different"), records)


def said(tmp_path: Path, records: Sequence[Record], same: str = "", different: str = "") -> tuple[str, str | None]:
    with pytest.raises(BlogError) as caught:
        read(tmp_path, records, same, different)
    (diagnostic,) = caught.value.diagnostics
    return diagnostic.message.replace(f"{tmp_path}/", ""), diagnostic.hint


def test_without_files_nothing_is_decided() -> None:
    assert read_decisions(None, None, NUMBERED) == Decisions()


@pytest.mark.parametrize(
    "text",
    [
        "1 2\n3 4\n",
        "1,2\r\n3,4",
        "# mine\n\n1;2\n  # these too\n3 ; 4\n",
        "1\t2\n3\t4\n",
        '"1","2"\n"3","4"\n',
        "first,second\n1,2\n3,4\n",
        "probability,Second,First\n0.5,2,1\n0.6,4,3\n",
    ],
)
def test_pairs_are_read_in_many_forms(tmp_path: Path, text: str) -> None:
    assert read(tmp_path, NUMBERED, same=text).same == ((0, 1), (2, 3))
    assert read(tmp_path, NUMBERED, different=text).different == ((0, 1), (2, 3))


def test_names_come_before_numbers_where_every_record_has_its_own(tmp_path: Path) -> None:
    assert ids(NAMED) == ["x", "y z", "3", "1"]
    assert read(tmp_path, NAMED, same="x,y z\n1,2\n3,4\n").same == ((0, 1), (3, 1), (2, 3))


def test_numbers_come_before_names_where_records_share_a_name(tmp_path: Path) -> None:
    assert ids(SHARED) == ["1", "2", "3", "4"]
    assert read(tmp_path, SHARED, same="1 y\n").same == ((0, 2),)


def test_a_name_of_several_records_is_refused(tmp_path: Path) -> None:
    assert said(tmp_path, SHARED, same="\nx y\n") == (
        "same:2: 2 citations are called x",
        "use their numbers, or give every citation its own name",
    )


def test_unknown_ids_are_refused(tmp_path: Path) -> None:
    assert said(tmp_path, NUMBERED, different="1 2\n1 5\n") == (
        "different:2: there is no citation 5",
        "write the number of a citation, from 1 to 4",
    )
    message, hint = said(tmp_path, NAMED, same="1 " + "q" * 99)
    assert message == f"same:1: there is no citation {'q' * 39}…"
    assert hint == "write the number of a citation, from 1 to 4, or its name, such as x"


@pytest.mark.parametrize(("line", "seen"), [("1", "this is 1 id"), ("1 2 3", "there are 3 ids")])
def test_a_line_has_two_ids(tmp_path: Path, line: str, seen: str) -> None:
    hint = "write two ids on each line; a table with more columns begins with their names, first and second"
    assert said(tmp_path, NUMBERED, same=line) == (f"same:1: {seen}", hint)


def test_a_row_that_is_too_short_is_refused(tmp_path: Path) -> None:
    text = "probability,first,second\n0.5,1\n"
    message = "same:2: this row ends before the columns first and second"
    assert said(tmp_path, NUMBERED, same=text) == (message, "give it two ids")


def test_a_line_with_a_lone_quote_is_refused(tmp_path: Path) -> None:
    message, hint = said(tmp_path, NUMBERED, same='"1,2\n')
    assert message.startswith("same:1: this line is not understood: ")
    assert hint == "write two ids, parted by a comma"


@pytest.mark.parametrize("file", ["same", "different"])
def test_a_citation_and_itself_are_no_pair(tmp_path: Path, file: str) -> None:
    message = f"{file}:1: both ids mean the same citation"
    assert said(tmp_path, NUMBERED, **{file: "2 2"}) == (message, "a pair is two citations")


def test_contradictions_are_refused_with_what_leads_to_them(tmp_path: Path) -> None:
    assert said(tmp_path, NUMBERED, same="1 2\n3 2\n", different="1 4\n3 1\n") == (
        "different:2: 3 and 1 cannot be different: 3 is the same as 2 (same:2), 2 is the same as 1 (same:1)",
        "take one of these lines out",
    )


def test_of_a_long_chain_the_ends_are_shown(tmp_path: Path) -> None:
    records = [Record(number, "text") for number in range(1, 8)]
    message, _ = said(tmp_path, records, same="".join(f"{n} {n + 1}\n" for n in range(1, 7)), different="1 7\n")
    assert message == (
        "different:1: 1 and 7 cannot be different: 1 is the same as 2 (same:1), "
        "2 is the same as 3 (same:2), …, 6 is the same as 7 (same:6)"
    )


def test_pairs_that_no_chain_joins_may_be_different(tmp_path: Path) -> None:
    made = read(tmp_path, NUMBERED, same="1 2\n3 4\n2 1\n", different="1 3\n2 4\n")
    assert made == Decisions(((0, 1), (2, 3), (1, 0)), ((0, 2), (1, 3)))
