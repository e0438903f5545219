"""Other systems are optional: they are found or a row says what is missing, and what they print is read rightly."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.others import compare, pymc, webppl
from benchmarks.others.outcome import Missing, Outcome
from benchmarks.urn.model import alternating


def pretend(folder: Path, script: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Put a command `webppl` before all others."""
    command = folder / "webppl"
    command.write_text(f"#!/bin/sh\n{script}\n", encoding="utf-8")
    command.chmod(0o755)
    monkeypatch.setenv("PATH", f"{folder}:/usr/bin:/bin")


def test_what_is_missing_is_said(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(pymc, "find_spec", lambda _: None)
    assert webppl.measure(alternating(), 1.0) == Missing("WebPPL", "no command `webppl`: npm install -g webppl")
    assert pymc.measure(alternating(), 1.0) == Missing("PyMC", "no module `pymc`: pip install pymc")
    section = compare.section(alternating(), [], 1.0)
    assert "npm install -g webppl" in section.table
    assert "pip install pymc" in section.table


def test_the_answer_of_webppl_is_read(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    pretend(tmp_path, """echo '{"milliseconds": 2200, "counts": [[3, 10], [5, 30]]}'""", monkeypatch)
    outcome = webppl.measure(alternating(), 1.0)
    assert isinstance(outcome, Outcome)
    assert outcome.seconds == pytest.approx(2.0)
    assert {number: int(count) for number, count in enumerate(outcome.histogram) if count} == {3: 10, 5: 30}


def test_a_failure_of_webppl_is_reported(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    pretend(tmp_path, "echo 'SyntaxError: no' >&2; exit 1", monkeypatch)
    assert webppl.measure(alternating(), 1.0) == Missing("WebPPL", "it failed: SyntaxError: no")


def test_the_program_states_the_model() -> None:
    text = webppl.program(alternating(4), 100, 10)
    assert "var seen = [0, 1, 0, 1];" in text
    assert "shown ? 0.8 : 0.2" in text
