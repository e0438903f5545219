"""What was found as files of a folder."""

from __future__ import annotations

import csv
import json
from io import StringIO
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from noumena.domains.citations.bibtex import entries
from noumena.domains.citations.decisions import read_decisions
from noumena.domains.citations.matches import matches
from noumena.domains.citations.normal_form import title_form
from noumena.domains.citations.output.as_json import publications
from noumena.domains.citations.output.bibtex_file import bibtex
from noumena.domains.citations.output.tables import files
from noumena.domains.citations.records import Record
from noumena.model.source import SourceFile
from tests.domains.citations.hand_made import draws
from tests.domains.citations.output.found_by_hand import TEXTS, found


def rows(name: str) -> list[dict[str, str]]:
    return list(csv.DictReader(StringIO(files(found())[name]), strict=True))


def test_all_files_are_there() -> None:
    assert list(files(found())) == [
        "clusters.csv", "pairs.csv", "publications.csv", "publications.json", "publications.bib", "researchers.csv",
    ]  # fmt: skip


def test_clusters_have_a_row_for_each_citation() -> None:
    made = rows("clusters.csv")
    assert [row["text"] for row in made] == list(TEXTS)
    assert [row["cluster"] for row in made] == ["1", "1", "2", "3"]
    assert made[2] == {"number": "3", "id": "ek89", "cluster": "2", "probability": "0.7", "text": TEXTS[2]}


def test_pairs_have_ids_and_texts() -> None:
    made = rows("pairs.csv")
    assert [(row["first"], row["second"], row["probability"], row["together"]) for row in made] == [
        ("ek90", "ek90b", "1.0", "yes"),
        ("ek90", "ek89", "0.3", "no"),
        ("ek90b", "ek89", "0.3", "no"),
    ]
    assert (made[0]["first_text"], made[0]["second_text"]) == TEXTS[:2]


@pytest.mark.parametrize("named", [True, False])
def test_pairs_may_be_given_back_as_decisions(tmp_path: Path, named: bool) -> None:
    made = found(named=named)
    (tmp_path / "pairs.csv").write_text(files(made)["pairs.csv"], encoding="utf-8")
    decided = read_decisions(str(tmp_path / "pairs.csv"), None, made.records)
    assert decided.same == ((0, 1), (0, 2), (1, 2))


def test_publications_as_a_table() -> None:
    first, *_, last = rows("publications.csv")
    assert first == {
        "cluster": "1", "cited": "2", "probability": "0.7", "title": "On urns and balls", "authors": "Ek, Bo; Dee, Al",
        "year": "1990", "kind": "journal", "venue": "journal urns 100", "title_probability": "1.0",
        "authors_probability": "1.0", "year_probability": "1.0", "kind_probability": "1.0", "venue_probability": "1.0",
        "citations": "1 2",
    }  # fmt: skip
    assert (last["year"], last["kind"], last["venue"]) == ("", "", "")


def test_publications_as_json_and_bibtex() -> None:
    made = found()
    assert json.loads(files(made)["publications.json"]) == publications(made)
    assert files(made)["publications.bib"] == bibtex(made)


def test_researchers_have_publications() -> None:
    assert rows("researchers.csv")[0] == {
        "name": "Dee, Al", "number": "1", "publications": "1", "probability": "1.0",
    }  # fmt: skip


@given(st.lists(st.tuples(st.text(), st.text(), st.text()), min_size=1, max_size=3))
def test_any_text_makes_files_that_can_be_read(drawn: list[tuple[str, str, str]]) -> None:
    lines = [(" ".join(text.split()) or "x", " ".join(name.split())) for text, name, _ in drawn]
    records = [Record(number, text, name=name) for number, (text, name) in enumerate(lines, start=1)]
    values = [title_form(value) for *_, value in drawn]
    made = matches(records, [(0, draws([[0] * len(drawn), list(range(len(drawn)))], values, values, values))])
    written = files(made)
    table = list(csv.DictReader(StringIO(written["clusters.csv"], newline=""), strict=True))
    assert [row["text"] for row in table] == [record.text for record in records]
    assert [row["id"] for row in table] == [record.name for record in records]
    assert json.loads(written["publications.json"]) == publications(made)
    assert len(list(entries(SourceFile("made.bib", written["publications.bib"])))) == len(made.publications)
