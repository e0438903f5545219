"""The page on seeing an answer: its code runs, and its pictures are drawn."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

import noumena as nm
from benchmarks import answer_pictures
from tests.pages import Page

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "docs" / "how-to" / "see-your-answer.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```python\n(.*?)```", TEXT, re.DOTALL)


def test_the_code_runs_as_it_stands(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With short chains, without compiling, and without the plots where their libraries are missing."""
    infer, from_files = nm.Model.infer, nm.Model.from_files
    options = {"samples": 20, "thin": 2, "burn_in": 20, "chains": 2, "backend": "python"}
    monkeypatch.setattr(nm.Model, "infer", lambda model, **given: infer(model, **given | options))
    monkeypatch.setattr(nm.Model, "from_files", lambda path: from_files(ROOT / path))
    monkeypatch.chdir(tmp_path)
    scope: dict[str, Any] = {}
    for block in BLOCKS:
        if "plot(" in block:
            pytest.importorskip("arviz_plots")
            pytest.importorskip("matplotlib")
        exec(block, scope)
    assert {path.name for path in tmp_path.iterdir()} == {"urn.html", "world.svg", "graph.svg"}


def test_pictures_are_drawn(tmp_path: Path) -> None:
    answer_pictures.main(["--folder", str(tmp_path), "--samples", "20", "--backend", "python"])
    shown = re.findall(r"\(pictures/(.*?)\)", TEXT)
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted(shown)
    for name in shown:
        made = (tmp_path / name).read_text(encoding="utf-8")
        assert Page(made).count("svg") == 1
        assert "data-tip" not in made
        assert (answer_pictures.PICTURES / name).is_file()
