"""The page on long runs: its commands and its code run as they stand."""

from __future__ import annotations

import re
import shlex
from pathlib import Path
from typing import Any

import pytest

import noumena as nm
from tests.commands import MODELS, noumena

PAGE = Path(__file__).parents[2] / "docs" / "how-to" / "long-runs.md"
TEXT = PAGE.read_text(encoding="utf-8")
SHELL = [line for block in re.findall(r"```sh\n(.*?)```", TEXT, re.DOTALL) for line in block.splitlines()]
(PYTHON,) = re.findall(r"```python\n(.*?)```", TEXT, re.DOTALL)
URN = (MODELS / "urn_small.blog").read_text(encoding="utf-8").replace("Draw D[3];", "Draw D[4];")


@pytest.fixture(autouse=True)
def in_a_folder_with_an_urn(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("urn.blog").write_text(URN, encoding="utf-8")
    infer = nm.Model.infer

    def short(model: nm.Model, *given: Any, **options: Any) -> nm.Posterior:
        return infer(model, *given, **options | {"backend": "python", "thin": 5, "chains": 2, "burn_in": 50})

    monkeypatch.setattr(nm.Model, "infer", short)


def test_the_commands_run_as_they_stand() -> None:
    """With few samples and little time."""
    assert len(SHELL) == 7
    for line in SHELL:
        name, *words = shlex.split(line)
        assert name == "noumena"
        for long, little in (("1000000", "60"), ("2000000", "80"), ("60s", "0.2"), ("1h", "0.4"), ("ess>400", "ess>9")):
            words = [word.replace(long, little) for word in words]
        words = [word.replace("rhat<1.01", "rhat<2") for word in words]
        found = noumena(*words)
        assert (line, found.exit_code) == (line, 0), found.output
    assert Path("more.run").exists()


def test_the_code_runs_as_it_stands(capsys: pytest.CaptureFixture[str]) -> None:
    exec(compile(PYTHON.replace("200", "20").replace("300", "30").replace("500", "50"), "page", "exec"), {})
    assert capsys.readouterr().out == "until: rhat < 1.05, ess > 20\n"
