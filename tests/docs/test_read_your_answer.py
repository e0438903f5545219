"""The page on answers: its code runs, and it explains every warning."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

import noumena as nm
from noumena.posterior.doubts import Doubt, Kind

PAGE = Path(__file__).parents[2] / "docs" / "how-to" / "read-your-answer.md"
TEXT = PAGE.read_text(encoding="utf-8")
BLOCKS = re.findall(r"```python\n(.*?)```", TEXT, re.DOTALL)
WORDS = {
    Kind.CHAINS_DISAGREE: "the chains disagree",
    Kind.FEW_SAMPLES: "too few effective samples",
    Kind.NEVER_LEFT: "in the first state of every chain and in all",
    Kind.STUCK: "the chains may be stuck",
    Kind.IMPROBABLE_EVIDENCE: "the evidence is improbable",
    Kind.NEVER_ACCEPTED: "was not accepted once",
}
FIGURES = {"rhat": 2.0, "ess": 3.0, "value": "1", "samples": 9, "weight": 0.5, "worlds": 9, "chains": 4, "sought": 1}


def test_the_code_runs_as_it_stands(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """With short chains, and without compiling."""
    pytest.importorskip("pandas")
    infer = nm.Model.infer

    def short(model: nm.Model, **options: Any) -> nm.Posterior:
        return infer(model, **options | {"samples": 100, "burn_in": 100, "chains": 2, "backend": "python"})

    monkeypatch.setattr(nm.Model, "infer", short)
    monkeypatch.chdir(tmp_path)
    names: dict[str, Any] = {}
    exec("\n".join(BLOCKS), names)
    printed = capsys.readouterr().out
    assert "effective samples" in printed
    assert "Title(Pub@1) = " in printed
    assert names["same"].queries == names["answer"].queries
    assert list(names["frame"].columns) == ["chain", "draw", "weight", "log_joint", "#Pub", "Cited(A) == Cited(B)"]


@pytest.mark.parametrize("kind", Kind)
def test_every_warning_is_explained_in_its_own_words(kind: Kind) -> None:
    _, _, table = TEXT.partition("\n## The warnings\n")
    explained = re.findall(r"^\| \*\*(.*?)\*\* \|", table, re.MULTILINE)
    figures = FIGURES | {"move": "M", "tries": 1000}
    assert WORDS[kind] in Doubt(kind, "X", figures, "").words
    assert any(WORDS[kind] in text for text in explained)
