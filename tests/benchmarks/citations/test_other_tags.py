"""Formats and reader for a set whose own tags are in the package: from the tags of other sets."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from benchmarks.citations import table
from benchmarks.citations.other_tags import Taught, taught_elsewhere
from benchmarks.citations.sets import CitationSet
from noumena.domains.citations.text_model.estimate import estimate_formats

TAGGED = [
    "<author>A. Bee.</author> <title>On the walk of urns.</title> <date>1990.</date>",
    "<author>C. Dee.</author> <title>Urns that fly.</title> <booktitle>In Zoos,</booktitle> <date>1991.</date>",
    "<title>Bricks.</title> <author>E. Eff.</author> <date>1992.</date>",
]
CORA = CitationSet("cora_refs", ("A. Bee. On the walk of urns. 1990.", "C. Dee. Urns that fly. 1991."), ("a", "b"))


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of data in which Cora has tags of its own, and nothing else has any."""
    monkeypatch.setenv("NOUMENA_DATA", str(tmp_path))
    for name in ("cora_refs", "citeseer", "bibliography"):
        (tmp_path / name).mkdir()
    own = json.dumps({"tagged": "<title>Something of Cora.</title> <author>G. Aitch.</author>"})
    (tmp_path / "cora_refs" / "cora_refs.jsonl").write_text(own + "\n", encoding="utf-8")
    return tmp_path


def tag(data: Path) -> None:
    """Gives another set tags, and titles to make citations up of."""
    rows = "".join(json.dumps({"tagged": text}) + "\n" for text in TAGGED)
    (data / "citeseer" / "urns.jsonl").write_text(rows, encoding="utf-8")
    (data / "bibliography" / "urns.csv").write_text('title,authors\nWalks,"Bee, Ann"\n', encoding="utf-8")


def test_cora_has_formats_and_weights_of_others(data: Path) -> None:
    tag(data)
    taught = taught_elsewhere(CORA, made_up=5)
    assert taught is not None
    assert taught.tagged == len(TAGGED)
    assert taught.formats == estimate_formats(TAGGED)
    assert taught.weights.words


def test_other_sets_have_those_of_the_package(data: Path) -> None:
    tag(data)
    assert taught_elsewhere(replace(CORA, name="face"), made_up=5) is None


def test_its_own_tags_do_not_stand_in_for_others(data: Path) -> None:
    assert taught_elsewhere(CORA, made_up=5) is None


def test_the_table_of_cora_says_where_formats_come_from(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tag(data)
    seen: list[Taught | None] = []

    def few(given: CitationSet) -> Taught | None:
        seen.append(taught_elsewhere(given, made_up=5))
        return seen[-1]

    monkeypatch.setattr(table, "taught_elsewhere", few)
    text = table.section(CORA, 2, 1).text
    assert len(seen) == 1
    assert "Here both come from those of 3 citations under `citeseer`" in text
    assert "no result" not in text
