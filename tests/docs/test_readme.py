"""The Python of the README runs as it stands there."""

from __future__ import annotations

import math
import re
from pathlib import Path
from typing import Any

import pytest

import noumena as nm

README = Path(__file__).parents[2] / "README.md"
EXACT = 4.45
"""The mean that a comment of the first example tells, to two places."""
SHORT = {"samples": 500, "burn_in": 200, "thin": 30, "chains": 2, "backend": "python"}


@pytest.mark.parametrize(
    ("changed", "error"),
    [
        pytest.param(SHORT, 0.3, id="short"),
        pytest.param({}, 0.04, id="as it stands", marks=pytest.mark.campaign),
    ],
)
def test_the_examples_run(
    changed: dict[str, Any],
    error: float,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """The mean lies within five standard errors, of this size at most: a false alarm for six seeds of ten million."""
    infer = nm.Model.infer
    monkeypatch.setattr(nm.Model, "infer", lambda model, **options: infer(model, **options | changed))
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
    answer = posterior["#Ball"]
    assert answer.mean is not None
    assert answer.sd is not None
    assert answer.ess is not None
    found = answer.sd / math.sqrt(answer.ess)
    assert found < error
    assert abs(answer.mean - EXACT) < 5 * found + 0.005
    shown = capsys.readouterr().out
    assert "SplitMerge(Drawn) is right" in shown
