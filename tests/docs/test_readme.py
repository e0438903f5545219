"""The Python of the README runs as it stands there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import noumena as nm

README = Path(__file__).parents[2] / "README.md"


def test_the_examples_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    blocks = re.findall(r"```(python)?\n(.*?)```", README.read_text(encoding="utf-8"), re.DOTALL)
    (model,) = [text for kind, text in blocks if not kind and text.startswith("type Ball")]
    (tmp_path / "urn.blog").write_text(model, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    scope: dict[str, object] = {}
    for kind, text in blocks:
        if kind:
            exec(text, scope)
    posterior = scope["posterior"]
    assert isinstance(posterior, nm.Posterior)
    mean = posterior["#Ball"].mean
    assert mean is not None
    assert abs(mean - 4.45) < 0.2
    shown = capsys.readouterr().out
    assert "SplitMerge(Drawn) is right" in shown
