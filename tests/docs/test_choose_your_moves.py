"""The page on choosing moves: its code runs, no move is missing from it, and its examples are as short as promised."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import noumena as nm
from benchmarks import mixing_pictures
from noumena import moves

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "how-to" / "choose-your-moves.md"
TEXT = PAGE.read_text(encoding="utf-8")
BLOCKS = re.findall(r"```python\n(.*?)```", TEXT, re.DOTALL)


def listed() -> list[str]:
    """The names in the first column of the tables under "All moves"."""
    _, _, part = TEXT.partition("\n## All moves\n")
    return re.findall(r"^\| `(\w+)", part.partition("\n## ")[0], re.MULTILINE)


def test_the_code_runs_as_it_stands(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """With short chains, and without compiling."""
    infer = nm.Model.infer

    def short(model: nm.Model, **options: Any) -> nm.Posterior:
        return infer(model, **options | {"samples": 100, "thin": 20, "burn_in": 100, "chains": 2, "backend": "python"})

    monkeypatch.setattr(nm.Model, "infer", short)
    monkeypatch.chdir(ROOT)
    path = tmp_path / "page.py"
    path.write_text("\n".join(BLOCKS), encoding="utf-8")
    scope: dict[str, Any] = {"__name__": "page", "__file__": str(path)}
    exec(compile("\n".join(BLOCKS), str(path), "exec"), scope)
    shown = capsys.readouterr().out
    assert shown.count("effective samples") == TEXT.count("= run(")
    assert "SplitByText is right" in shown
    assert set(scope["plan"].acceptance) == set(re.findall(r"^(\S.*?) +[\d<]+ %  ", TEXT, re.MULTILINE))


@pytest.mark.parametrize("name", sorted(moves.__all__))
def test_every_move_has_its_line(name: str) -> None:
    assert name in listed(), (
        f"{PAGE.name} has no line for `{name}`: add one under 'All moves', beginning with | `{name}"
    )


@pytest.mark.parametrize("name", listed())
def test_every_line_is_of_a_move(name: str) -> None:
    assert name in moves.__all__, f"{PAGE.name} has a line for `{name}`, and noumena.moves has no such name"


def test_split_merge_takes_five_lines_and_a_declared_move_twenty_five() -> None:
    (of_urn,) = [block for block in BLOCKS if 'SplitMerge("Drawn", number=True)' in block]
    (of_citations,) = [block for block in BLOCKS if 'SplitMerge("PubCited", number=True' in block]
    assert max(len(block.splitlines()) for block in (of_urn, of_citations)) <= 5
    (declared,) = [block.partition("\n\n\n")[0] for block in BLOCKS if "nm.DeclaredMove" in block]
    assert len(declared.splitlines()) <= 25


def test_the_pictures_are_there_and_can_be_drawn_again(tmp_path: Path) -> None:
    named = set(re.findall(r"\(pictures/(\w+\.svg)\)", TEXT))
    pages = [page.read_text(encoding="utf-8") for page in PAGE.parent.glob("*.md")]
    shown = {name for page in pages for name in re.findall(r"pictures/(\w+\.svg)", page)}
    assert named <= shown == {path.name for path in (PAGE.parent / "pictures").glob("*.svg")}
    mixing_pictures.main(["--samples", "40", "--backend", "python", "--folder", str(tmp_path)])
    assert {path.name for path in tmp_path.iterdir()} == named
    for path in tmp_path.iterdir():
        drawn = path.read_text(encoding="utf-8")
        assert drawn.count("<polyline") == 6
        assert drawn.count("autocorrelation</text>") == 2


def test_the_autocorrelation_of_known_series() -> None:
    alternating = np.array([1.0, -1.0] * 500)
    assert mixing_pictures.autocorrelation(alternating, 2) == pytest.approx([1.0, -1.0, 1.0], abs=0.01)
    assert mixing_pictures.autocorrelation(alternating * 0.0, 2).tolist() == [1.0, 1.0, 1.0]
