"""The lock between processes: held by one, waited for within limits, released by the system."""

from __future__ import annotations

import errno
import fcntl
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from noumena.compiler.cache import locked
from noumena.compiler.cache.lock import busy, joined, lock_file

HOLDER = """\
import sys, time
from pathlib import Path
from noumena.compiler.cache import locked
with locked(Path(sys.argv[1])) as held:
    print(held, flush=True)
    time.sleep(600)
"""


def test_one_at_a_time_holds_it(tmp_path: Path) -> None:
    folder = tmp_path / "model_é 1"
    assert not busy(folder)
    assert not lock_file(folder).exists()
    with locked(folder) as first:
        assert first
        assert busy(folder)
        with locked(folder, wait=0) as second:
            assert not second
        assert busy(folder)
        with locked(tmp_path / "model_2", wait=0) as other:
            assert other
    assert not busy(folder)
    with locked(folder, wait=0) as again:
        assert again


def test_it_is_released_after_an_error(tmp_path: Path) -> None:
    with pytest.raises(ZeroDivisionError), locked(tmp_path / "model_1"):
        raise ZeroDivisionError
    assert not busy(tmp_path / "model_1")


def test_who_waits_gets_it_when_it_is_released(tmp_path: Path) -> None:
    folder, order = tmp_path / "model_1", []

    def wait() -> None:
        with locked(folder) as held:
            order.append(("waited", held))

    with locked(folder):
        thread = threading.Thread(target=wait)
        thread.start()
        time.sleep(0.1)
        order.append(("released", True))
    thread.join()
    assert order == [("released", True), ("waited", True)]


def test_the_system_releases_it_when_its_holder_is_killed(tmp_path: Path) -> None:
    folder = tmp_path / "model_1"
    holder = subprocess.Popen([sys.executable, "-c", HOLDER, str(folder)], stdout=subprocess.PIPE, text=True)
    try:
        assert holder.stdout is not None
        assert holder.stdout.readline() == "True\n"
        assert busy(folder)
        with locked(folder, wait=0) as held:
            assert not held
    finally:
        holder.kill()
        holder.communicate()
    with locked(folder) as held:
        assert held


def test_where_there_are_no_locks_everybody_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(*_: int) -> None:
        raise OSError(errno.ENOLCK, "No locks available")

    monkeypatch.setattr(fcntl, "flock", missing)
    with locked(tmp_path / "model_1") as held:
        assert not held
        assert not busy(tmp_path / "model_1")


def test_where_the_lock_cannot_be_made_everybody_goes_on(tmp_path: Path) -> None:
    with locked(tmp_path / "missing" / "model_1") as held:
        assert not held


def test_the_first_prepares_alone_and_then_others_join(tmp_path: Path) -> None:
    folder, order = tmp_path / "kernel_1", []

    def prepare(first: bool) -> None:
        with locked(folder, wait=0) as held:
            assert not held
        order.append(first)

    with joined(folder, prepare):
        assert busy(folder)
        with joined(folder, prepare):
            assert order == [True, False]
        with locked(folder, wait=0) as held:
            assert not held
    assert not busy(folder)
    with joined(folder, prepare):
        assert order == [True, False, True]


def test_who_joins_waits_until_the_first_has_prepared(tmp_path: Path) -> None:
    folder, order = tmp_path / "kernel_1", []

    def join() -> None:
        with joined(folder, lambda first: order.append(f"second: {first}")):
            pass

    def prepare(first: bool) -> None:
        thread.start()
        time.sleep(0.5)
        order.append(f"first: {first}")

    thread = threading.Thread(target=join)
    with joined(folder, prepare):
        thread.join()
    assert order == ["first: True", "second: False"]


@pytest.mark.parametrize("missing", [False, True])
def test_without_locks_everybody_is_the_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, missing: bool) -> None:
    def none(*_: int) -> None:
        raise OSError(errno.ENOLCK, "No locks available")

    monkeypatch.setattr(fcntl, "flock", none)
    seen: list[bool] = []
    folder = tmp_path / "missing" / "kernel_1" if missing else tmp_path / "kernel_1"
    with joined(folder, seen.append), joined(folder, seen.append):
        pass
    assert seen == [True, True]


def test_who_fails_to_prepare_holds_nothing(tmp_path: Path) -> None:
    def fail(_: bool) -> None:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError), joined(tmp_path / "kernel_1", fail):
        pass
    assert not busy(tmp_path / "kernel_1")
