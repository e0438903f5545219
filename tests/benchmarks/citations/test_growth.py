"""What a citation costs: figures of a set so small that it takes a second."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from benchmarks import __main__ as command
from benchmarks.citations import growth as module
from benchmarks.citations.generator import generated
from benchmarks.citations.growth import SIZES, chosen, given_sets, growth, sections
from benchmarks.citations.sets import CitationSet


def test_figures_of_a_set() -> None:
    found = growth(generated(12), warm_up=20, steps=60, forgetful=40)
    assert found.citations == 12
    steps = found.steps
    assert 0.0 < steps.in_string_models < steps.milliseconds
    assert 0.0 < steps.touching <= 1.0
    assert steps.touched >= 1.0
    assert min(steps.strings_of_touched, steps.rest_of_touched) > 0.0
    assert min(found.preparation.reading, found.preparation.first_state) > 0.0
    assert found.megabytes > 50.0


def test_a_section_has_a_row_for_each_set_so_far() -> None:
    sets = [generated(5), replace(generated(6), name="cora_refs")]
    first, made = sections(sets, warm_up=5, steps=10, forgetful=20)
    assert [one["citations"] for one in first.data] == [5]
    rows = made.table.splitlines()
    assert len(rows) == 2 + 2
    assert {row.count("|") for row in rows} == {14}
    assert rows[-1].startswith("| cora_refs (6)")
    assert [one["citations"] for one in json.loads(json.dumps(made.data))] == [5, 6]
    assert "mean of 10 after 5" in made.text
    assert "of 20 steps before each of which" in made.text


def test_cora_comes_first_if_it_is_there(monkeypatch: pytest.MonkeyPatch) -> None:
    there = [CitationSet(name, ("x",), ("y",)) for name in ("face", "cora_refs")]
    monkeypatch.setattr(module, "citation_sets", lambda: there)
    assert [given.name for given in given_sets([2])] == ["cora_refs", "generated, 2"]


def test_sizes_are_chosen() -> None:
    assert chosen(None) == SIZES
    assert chosen("5, 70") == (5, 70)
    with pytest.raises(ValueError, match="--sizes 5,x: numbers of citations are wanted, such as 1000,10000"):
        chosen("5,x")


def test_the_command_keeps_the_table(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(module, "citation_sets", lambda: [])
    monkeypatch.setattr(module, "growth", lambda given, *_: growth(given, 3, 5, 5))
    command.main(["citation-sizes", "--sizes", "4", "--results", str(tmp_path)])
    assert "| generated, 4 |" in capsys.readouterr().out
    assert (tmp_path / "citation-sizes.json").exists()


def test_bad_sizes(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as exit_:
        command.main(["citation-sizes", "--sizes", "0"])
    assert exit_.value.code == 2
    assert "--sizes 0: numbers of citations are wanted" in capsys.readouterr().err
