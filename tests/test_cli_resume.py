"""`noumena run --checkpoint`, `--time`, `--until` and `noumena resume`: as processes that end in every way."""

from __future__ import annotations

import json
import random
import signal
import time
from pathlib import Path
from typing import Any

import pytest

from noumena.inference.checkpoint.saved import saved_in
from tests.commands import COIN, MODELS, answered, noumena, process, refused
from tests.test_cli import on_terminal

URN = MODELS / "urn_small.blog"
SHORT = ("--engine", "mh", "--backend", "python", "--chains", 2, "--thin", 2, "--burn-in", 100)


@pytest.fixture
def kept(tmp_path: Path) -> Path:
    return tmp_path / "urn.run"


def told(found: dict[str, Any]) -> dict[str, Any]:
    return {k: v for k, v in found.items() if k not in ("seconds", "steps_per_second")}


def test_resume_needs_nothing_but_the_file(kept: Path) -> None:
    said = ("--obs", "Paint(Drawn(D[0])) = Blue", "--query", "#Ball", "--seed", 5)
    whole = answered("run", URN, *SHORT, *said, "--samples", 80)
    answered("run", URN, *SHORT, *said, "--samples", 30, "--checkpoint", kept)
    assert told(answered("resume", kept, "--samples", 80, "--workers", 2)) == told(whole)


def test_options_of_the_model_are_kept(kept: Path, tmp_path: Path) -> None:
    (tmp_path / "m.blog").write_text("type Cit; param Real p; random Boolean A(Cit c) ~ BooleanDistrib(p);")
    (tmp_path / "cits.csv").write_text("id\nC1\nC2\n")
    given = ("--data", f"Cit={tmp_path / 'cits.csv'}", "--param", "p=0.25", "--query", "A(C1)")
    whole = answered("run", tmp_path / "m.blog", *given, *SHORT, "--samples", 60)
    answered("run", tmp_path / "m.blog", *given, *SHORT, "--samples", 20, "--checkpoint", kept)
    (tmp_path / "cits.csv").unlink()
    (tmp_path / "m.blog").unlink()
    assert told(answered("resume", kept, "--samples", 60)) == told(whole)


def test_a_model_from_standard_input_is_kept(kept: Path) -> None:
    whole = answered("run", "-", *SHORT, "--samples", 20, stdin=COIN)
    answered("run", "-", *SHORT, "--samples", 10, "--checkpoint", kept, stdin=COIN)
    assert told(answered("resume", kept, "--samples", 20)) == told(whole)


def test_a_model_file_that_has_changed_is_refused(kept: Path, tmp_path: Path) -> None:
    model = tmp_path / "coin.blog"
    model.write_text(COIN)
    answered("run", model, *SHORT, "--samples", 10, "--checkpoint", kept)
    model.write_text(COIN.replace("0.25", "0.5"))
    before = kept.read_bytes()
    assert f"{model} has changed since {kept} was written\n  help: run it anew" in refused("resume", kept)
    assert kept.read_bytes() == before


FAIR = """\
import math

class Fair:
    def sample(self, rng):
        return bool(rng.random() < 0.5)

    def log_prob(self, value):
        return math.log(0.5)
"""
STAY = """\
import noumena as nm

class Stay(nm.Proposer):
    def propose(self, world, rng):
        return nm.REJECT
"""


def test_python_files_are_run_again_and_must_not_have_changed(kept: Path, tmp_path: Path) -> None:
    (tmp_path / "m.blog").write_text("random Boolean A ~ Fair(); query A;")
    (tmp_path / "fair.py").write_text(FAIR)
    (tmp_path / "stay.py").write_text(STAY)
    given = ("--python", tmp_path / "fair.py", "--proposer", f"{tmp_path / 'stay.py'}:Stay")
    whole = answered("run", tmp_path / "m.blog", *given, *SHORT, "--samples", 40)
    answered("run", tmp_path / "m.blog", *given, *SHORT, "--samples", 10, "--checkpoint", kept)
    assert told(answered("resume", kept, "--samples", 40)) == told(whole)
    for name, text in (("stay.py", STAY), ("fair.py", FAIR)):
        (tmp_path / name).write_text(text + "\n# changed\n")
        assert f"{tmp_path / name} has changed since {kept} was written" in refused("resume", kept)
        (tmp_path / name).unlink()
        assert f"{kept} needs the Python file {tmp_path / name}, which is gone" in refused("resume", kept)
        (tmp_path / name).write_text(text)


def test_bad_files_and_rules_are_bad_input(kept: Path, tmp_path: Path) -> None:
    assert "there is no such file" in refused("resume", kept)
    assert "is no checkpoint of Noumena" in refused("resume", URN)
    assert "<until>:1:5: error" in refused("run", URN, "--until", "ess>x")
    assert "<time>:1:3: error" in refused("run", URN, "--time", "60x")
    every = ("--checkpoint", kept, "--checkpoint-every", "0")
    assert "checkpoint-every must be above 0" in refused("run", URN, *every)
    assert "there is no folder" in refused("run", URN, "--checkpoint", tmp_path / "no" / "folder")


def test_time_and_rules_are_told(kept: Path) -> None:
    by_time = noumena("run", URN, *SHORT, "--time", "0.5s")
    assert (by_time.exit_code, "stopped by time: 0.5 s" in by_time.stdout) == (0, True)
    by_rule = answered("run", URN, *SHORT, "--until", "mcse<0.2", "--query", "#Ball")
    assert (by_rule["stopped_by"], by_rule["samples"]) == ("until: mcse < 0.2", 250)
    by_samples = answered("run", URN, *SHORT, "--until", "ess>100000", "--samples", 210, "--query", "#Ball")
    assert (by_samples["stopped_by"], by_samples["samples"]) == ("samples", 210)
    assert by_samples["warnings"][0].startswith("ess > 100000 is not met, stopped by samples: ess of `#Ball` is ")


def test_a_time_that_ends_before_the_first_sample_is_told(kept: Path) -> None:
    found = answered("run", URN, *SHORT, "--burn-in", 10**6, "--time", "0.1", "--query", "#Ball")
    assert (found["samples"], found["queries"][0]["mean"]) == (0, None)
    assert found["warnings"][0] == "there is no sample yet: 1,000,000 steps come before the first"
    assert "another value in every sample" not in str(found["warnings"])


def running(kept: Path, *more: object) -> Any:
    """A run without end that writes a checkpoint as often as it can."""
    every = ("--samples", 10**9, "--checkpoint", kept, "--checkpoint-every", "0.01", "--query", "#Ball")
    return process("run", URN, *SHORT, *every, *more)


def wait_for(kept: Path, started: Any) -> None:
    while not kept.exists() and started.poll() is None:
        time.sleep(0.01)


def test_an_interruption_prints_the_answer_and_keeps_the_chains(kept: Path) -> None:
    started = running(kept, "--json")
    wait_for(kept, started)
    time.sleep(0.1)
    started.send_signal(signal.SIGINT)
    stdout, _ = started.communicate(timeout=120)
    assert started.returncode == 130
    found = json.loads(stdout)
    assert found["stopped_by"] == "interrupted"
    wanted = max(chain.kept.samples * chain.every for chain in saved_in(kept).chains) + 5
    whole = answered("run", URN, *SHORT, "--samples", wanted, "--query", "#Ball")
    assert told(answered("resume", kept, "--samples", wanted)) == told(whole)


def killed_at_random(kept: Path, times: int, longest: float, seed: int) -> None:
    """Kills a run again and again, resuming it each time: no checkpoint is ever damaged, and none goes back.

    A run is killed at most `longest` seconds after it has written its first checkpoint.
    """
    moments = random.Random(seed)
    started, steps = running(kept), 0
    for _ in range(times):
        wait_for(kept, started)
        time.sleep(moments.uniform(0.0, longest))
        assert started.poll() is None, "it has ended before it was killed"
        started.kill()
        started.communicate()
        saved = saved_in(kept)
        reached = sum(int(chain.memory.scalars["iteration"]) for chain in saved.chains)
        assert reached >= steps
        steps = reached
        started = process("resume", kept, "--checkpoint-every", "0.01")
        begun = kept.stat().st_mtime_ns
        while kept.stat().st_mtime_ns == begun and started.poll() is None:
            time.sleep(0.01)
    started.kill()
    started.communicate()
    saved = saved_in(kept)
    wanted = max(chain.kept.samples * chain.every for chain in saved.chains) + 3
    whole = answered("run", URN, *SHORT, "--samples", wanted, "--query", "#Ball")
    assert told(answered("resume", kept, "--samples", wanted)) == told(whole)


def test_a_run_that_is_killed_loses_nothing_but_the_last_interval(kept: Path) -> None:
    killed_at_random(kept, 3, 0.2, 1)


@pytest.mark.campaign
def test_fifty_runs_that_are_killed_lose_nothing_but_the_last_interval(kept: Path) -> None:
    killed_at_random(kept, 50, 0.6, 2)


def test_a_terminal_shows_the_chains_under_way() -> None:
    # With rules, figures are made at given numbers of samples.
    _, shown = on_terminal("run", URN, *SHORT, "--samples", 400, "--until", "ess>100000")
    assert "steps/s" in shown
    assert "accepted" in shown
    assert "ESS" in shown
    assert "R-hat" in shown
