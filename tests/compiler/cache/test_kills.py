"""Kill -9 at any moment of storing and compiling leaves a cache with which the next run answers."""

from __future__ import annotations

import random
import signal
import subprocess
import time
from pathlib import Path

import pytest

from tests.compiler.cache.loading import FUNCTIONS, finish, start


def killed_at_touch(runtime: Path, number: int, moment: int) -> None:
    """Runs a model in a process that is killed just before it touches the cache for the `moment`-th time."""
    process = start(runtime, number, moment)
    process.communicate()
    assert process.returncode == -signal.SIGKILL


def test_a_run_killed_at_some_touches_of_the_cache_does_not_break_the_next(root: Path, runtime: Path) -> None:
    loaded, touches = finish(start(runtime, 0))
    assert loaded == (21, 0)
    assert touches > 20
    chosen = random.Random(1)
    for number in range(1, 4):
        killed_at_touch(runtime, number, chosen.randint(1, touches // 2))  # fewer remain: the kernel is there already
        assert finish(start(runtime, number))[0].answer == 21 + number


def begun(runtime: Path, number: int) -> subprocess.Popen[str]:
    """A process that has imported all it needs and begins to store and compile a model at this moment."""
    process = start(runtime, number)
    assert process.stdout is not None
    assert process.stdout.readline() == "ready\n"
    return process


@pytest.mark.campaign
def test_fifty_kills_at_random_moments_do_not_break_the_next_run(root: Path, runtime: Path) -> None:
    process = begun(runtime, 0)
    since = time.monotonic()
    finish(process)
    whole = time.monotonic() - since
    kills, number = 0, 0
    while kills < 50:  # a process that was done before its moment came does not count
        number += 1
        process = begun(runtime, number)
        time.sleep(random.uniform(0.0, 0.8 * whole))
        process.kill()
        process.communicate()
        kills += process.returncode == -signal.SIGKILL
        assert finish(start(runtime, number))[0].answer == 21 + number
        assert finish(start(runtime, number))[0] == (21 + number, FUNCTIONS)
