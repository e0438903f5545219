"""The first five minutes: what the page tells to edit and to run does what it says."""

from __future__ import annotations

import math
import re
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from noumena.cli import commands
from tests.docs.pages import ROOT, blocks, text_of

TEXT = text_of("getting-started.md")
URN = ROOT / "src" / "noumena" / "domains" / "urn" / "urn.blog"


@pytest.fixture
def edited(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """The model after the edits of the page, in the folder where commands are run."""
    number, query = blocks(TEXT, "blog")
    text = URN.read_text(encoding="utf-8")
    assert f"cp {URN.relative_to(ROOT).as_posix()} my.blog" in TEXT
    assert text.count("#Ball ~ Poisson(6);\n") == 1
    text = text.replace("#Ball ~ Poisson(6);\n", number) + query
    (tmp_path / "my.blog").write_text(text, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return text


def run(line: str) -> Result:
    return CliRunner().invoke(commands, line.removeprefix(".venv/bin/noumena ").split())


def test_the_mistake_on_the_page_is_told_as_on_the_page(edited: str) -> None:
    Path("my.blog").write_text(edited.replace("Poisson", "Poison"), encoding="utf-8")
    (shown,) = [block for block in blocks(TEXT, "text") if "error" in block]
    assert run("run my.blog").stderr == shown


def test_the_warnings_on_the_page_are_those_of_the_run(edited: str) -> None:
    (line,) = [line for line in re.findall(r"^\.venv/bin/noumena .*$", TEXT, re.MULTILINE) if "--samples 20 " in line]
    result = run(line)
    assert result.exit_code == 0
    (shown,) = [block for block in blocks(TEXT, "text") if "⚠" in block]
    assert shown in result.stdout


def test_the_table_of_the_page_is_right() -> None:
    """By summing over how many of n balls are blue; the draws are independent given that."""

    def joint(n: int) -> float:
        number = math.exp(-6) * 6.0**n / math.factorial(n)
        return number * sum(math.comb(n, k) * 0.5**n * (0.2 + 0.6 * k / n) ** 10 for k in range(n + 1))

    (shown,) = [block for block in blocks(TEXT, "text") if block.startswith("How many balls")]
    whole = sum(map(joint, range(1, 60)))
    rows = re.findall(r"^ +(\d+)  (0\.\d+)  █", shown, re.MULTILINE)
    assert [int(n) for n, _ in rows] == [1, 2, 3, 4]
    assert [f"{joint(int(n)) / whole:.6f}" for n, _ in rows] == [written for _, written in rows]
    assert f"mean {sum(n * joint(n) for n in range(1, 60)) / whole:.3f}" in shown
