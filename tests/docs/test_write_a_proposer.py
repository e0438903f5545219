"""The code of the tutorial runs as it stands on the page, and its answers are right."""

from __future__ import annotations

import importlib.util
import math
import re
from pathlib import Path
from typing import Any

import pytest

import noumena as nm

PAGE = Path(__file__).parents[2] / "docs" / "tutorials" / "write-a-proposer.md"
LINES_AT_MOST = 40
SHORT = {"samples": 500, "burn_in": 200, "thin": 30, "chains": 2, "backend": "python"}


@pytest.mark.parametrize(
    "changed",
    [
        pytest.param(SHORT, id="short"),
        pytest.param({}, id="as it stands", marks=pytest.mark.campaign),
    ],
)
def test_the_page_runs_and_agrees_with_the_exact_answer(
    changed: dict[str, Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Each mean lies within four standard errors: a false alarm for two seeds of ten thousand."""
    pytest.importorskip("matplotlib", reason="matplotlib is not installed").use("agg")
    infer = nm.Model.infer
    monkeypatch.setattr(nm.Model, "infer", lambda model, **options: infer(model, **options | changed))
    path = tmp_path / "page.py"
    blocks = re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    path.write_text("\n".join(blocks), encoding="utf-8")
    specification = importlib.util.spec_from_file_location("page", path)
    assert specification is not None
    assert specification.loader is not None
    page = importlib.util.module_from_spec(specification)
    specification.loader.exec_module(page)

    (proposer,) = [block for block in blocks if block.startswith("class SplitMerge")]
    assert len(proposer.splitlines()) < LINES_AT_MOST
    exact = page.exact[page.name]
    for found in (page.single, page.plain, page.helped):
        answer = found[page.name]
        assert abs(answer.mean - exact.mean) < 4 * answer.sd / math.sqrt(answer.ess)
    assert page.helped.warnings == ()
    assert page.helped[page.name].ess > 2 * page.single[page.name].ess
    assert [line.split()[0] for line in capsys.readouterr().out.splitlines()] == ["exact", "single", "without", "with"]
