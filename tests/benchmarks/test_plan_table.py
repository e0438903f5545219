"""The table of plans: what it measures, what it says of chains that do not move, and its place in the docs."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from benchmarks import __main__ as command
from benchmarks.plans import table
from benchmarks.plans.table import ANSWERS, Mixing, into_page, rows, section
from benchmarks.report import Section


def test_there_are_answers_for_every_model_file() -> None:
    assert set(ANSWERS) == {path.stem for path in table.FOLDER.glob("*.blog")}


def test_three_samplers_are_measured() -> None:
    found = section(["storm"], samples=60, backend="python")
    assert [(m["sampler"], m["name"]) for m in found.data] == [
        ("plan", "the plan"),
        ("parental", "parental moves"),
        ("by hand", "OtherCityFirst"),
    ]
    assert all(m["seconds"] > 0 and 0 <= m["total_variation"] < 0.3 for m in found.data)
    assert "10,000 proposals" in found.text


def test_what_the_table_says_of_chains_that_do_not_move() -> None:
    plan = Mixing("urn30", "plan", "the plan", 0.0123, 1.001, 3000.0, 2.0)
    far_apart = Mixing("urn30", "parental", "parental moves", 0.2, 1.3, 500.0, 2.0)
    assert rows([plan, far_apart]) == [["urn30", "0.0123", "1,500", "does not move", "the plan is it"]]
    few = Mixing("urn30", "parental", "parental moves", 0.2, 1.0, 50.0, 2.0)
    by_hand = Mixing("urn30", "by hand", "SplitBalls", 0.01, 1.0, 8000.0, 2.0)
    assert rows([plan, few, by_hand]) == [["urn30", "0.0123", "1,500", "does not move", "4,000 (SplitBalls)"]]


def test_the_table_takes_its_place_in_the_page(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text(f"before\n{table.BEGIN}old\n{table.END}after\n", encoding="utf-8")
    for cells in ("one", "two"):
        into_page(Section("plans", "Plans", "How.", cells, []), page)
    assert page.read_text(encoding="utf-8") == f"before\n{table.BEGIN}How.\n\ntwo\n{table.END}after\n"


def test_a_page_without_a_place_is_refused(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("nothing", encoding="utf-8")
    with pytest.raises(ValueError, match="has no place for the table: it stands between"):
        into_page(Section("plans", "Plans", "How.", "one", []), page)


def test_the_page_shows_what_was_measured() -> None:
    kept = json.loads((command.RESULTS / "plans.json").read_text(encoding="utf-8"))
    page = table.PAGE.read_text(encoding="utf-8")
    _, _, rest = page.partition(table.BEGIN)
    shown, end, _ = rest.partition(table.END)
    assert end
    assert shown.strip() in kept["markdown"]
