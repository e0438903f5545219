"""`noumena citations learn`: priors from a bibliography."""

from __future__ import annotations

import math
from pathlib import Path

import pytest

from noumena.domains.citations.parameters import read_priors
from tests.commands import noumena, refused

BIB = "@book{a, title = {Learning to rank}, author = {Ek, Bo}}\n@book{b, title = {Learning to read}, author = {Ek, Bo}}"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "my.bib").write_text(BIB, encoding="utf-8")
    (tmp_path / "more.csv").write_text("title,authors\nto see,Al Dee\n", encoding="utf-8")
    return tmp_path


def test_parameters_are_written(folder: Path) -> None:
    result = noumena("citations", "learn", "my.bib", "more.csv", "-o", "p.json.gz", "--held-out")
    assert (result.exit_code, result.stderr) == (0, "")
    first, second = result.stdout.splitlines()
    assert first == f"p.json.gz: {(folder / 'p.json.gz').stat().st_size} bytes, from 3 titles and 2 names"
    assert second.startswith("1 title held out: ")
    assert read_priors(folder / "p.json.gz").titles.log_prob("learning to see") > -math.inf


def test_without_holding_out_one_line_is_said(folder: Path) -> None:
    result = noumena("citations", "learn", "more.csv", "-o", "p.json.gz")
    assert result.stdout.endswith(" bytes, from 1 title and 1 name\n")


def test_what_is_wrong_is_told(folder: Path) -> None:
    assert "there is no such file" in refused("citations", "learn", "none.bib", "-o", "p")
    assert refused("citations", "learn", "my.bib", "-o", "no/p") == "error: cannot write no/p: there is no folder no\n"
    assert "Missing option '-o'" in refused("citations", "learn", "my.bib")
    assert "Missing argument 'FILE...'" in refused("citations", "learn", "-o", "p")
    assert "no title can be held out" in refused("citations", "learn", "more.csv", "-o", "p", "--held-out")
    assert not (folder / "p").exists()


def test_its_help_is_its_own() -> None:
    text = noumena("citations", "learn", "--help").stdout
    assert text.splitlines()[0].endswith(" citations learn [OPTIONS] FILE...")
