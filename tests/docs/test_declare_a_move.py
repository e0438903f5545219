"""The code of the page on declared moves runs as it stands there, and its answers are right."""

from __future__ import annotations

import importlib.util
import math
import re
from pathlib import Path

import pytest

PAGE = Path(__file__).parents[2] / "docs" / "how-to" / "declare-a-move.md"
LINES_AT_MOST = 25


@pytest.mark.campaign
def test_the_page_runs_and_is_right(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Each figure lies within five standard errors: a false alarm for six seeds of ten million."""
    path = tmp_path / "page.py"
    blocks = re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    path.write_text("\n".join(blocks), encoding="utf-8")
    specification = importlib.util.spec_from_file_location("page", path)
    assert specification is not None
    assert specification.loader is not None
    page = importlib.util.module_from_spec(specification)
    specification.loader.exec_module(page)

    (move,) = [block for block in blocks if block.startswith("class SplitMerge")]
    assert len(move.splitlines()) <= LINES_AT_MOST
    assert page.report.mistake is None
    name = "size({b for Ball b})"
    exact, answer = page.model.infer(engine="exact")[name], page.found[name]
    assert abs(answer.mean - exact.mean) < 5 * answer.sd / math.sqrt(answer.ess)
    two, one = math.exp(-(1.5**2 + 0.7**2) / 10) / 5, math.exp(-(5 * 1.5**2 + 8 * 1.05 + 5 * 0.7**2) / 18) / 3
    share, answer = two / (one + two), page.means["Two"]
    assert abs(answer.probability(True) - share) < 5 * math.sqrt(share * (1 - share) / answer.ess)
    assert page.found.warnings == page.means.warnings == ()
    assert "SplitMerge is right" in capsys.readouterr().out
