"""Where the cache lies, who can read it, and what happens where it cannot be."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
import tempfile
import warnings
from collections.abc import Iterator
from pathlib import Path

import pytest

from noumena.compiler.cache import CacheWarning, cache_folder, folder
from noumena.model.diagnostics import RunError

NOBODY = 65534
CANNOT = 77
SHOW_AS_NOBODY = f"""\
import os, sys
from noumena.cli import commands
if os.geteuid() == 0:
    try:
        os.setgroups([])
        os.setgid({NOBODY})
        os.setuid({NOBODY})
    except OSError:
        sys.exit({CANNOT})
commands(["cache", "show"])
"""
"""The command without the rights of the superuser; all is imported while it still may be."""


@pytest.fixture(autouse=True)
def places(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A home and a temporary folder of our own, and nothing named by the environment."""
    for name in ("NOUMENA_CACHE", "XDG_CACHE_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    (tmp_path / "temporary").mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "temporary"))
    folder._of_this_process.cache_clear()


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def instead_of(wanted: Path, problem: str) -> Path:
    """The folder used instead of the wanted one, which must be told, once, with the problem."""
    with pytest.warns(CacheWarning) as told:
        used = cache_folder()
    assert [str(warning.message) for warning in told] == [
        f"compiled code cannot be kept in {wanted}: {problem}; it is kept in {used} instead;"
        " set NOUMENA_CACHE to a folder that you may write to"
    ]
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert cache_folder() == used
    assert mode(used) == 0o700
    return used


@pytest.mark.skipif(sys.platform != "linux", reason="the custom of Linux")
def test_it_is_in_the_users_cache_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert cache_folder() == tmp_path / "home" / ".cache" / "noumena" / "compiled"
    monkeypatch.setenv("XDG_CACHE_HOME", "relative")  # to be ignored, as its specification says
    assert cache_folder() == tmp_path / "home" / ".cache" / "noumena" / "compiled"
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "xdg é"))
    assert cache_folder() == tmp_path / "xdg é" / "noumena" / "compiled"
    assert mode(cache_folder()) == 0o700


def test_it_is_in_library_caches_on_a_mac(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "darwin")
    assert cache_folder() == tmp_path / "home" / "Library" / "Caches" / "noumena" / "compiled"


def test_the_environment_can_name_another_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NOUMENA_CACHE", str(tmp_path / "named 漢"))
    assert cache_folder() == tmp_path / "named 漢" / "compiled"
    monkeypatch.setenv("NOUMENA_CACHE", "~/mine")
    assert cache_folder() == tmp_path / "home" / "mine" / "compiled"
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("NOUMENA_CACHE", "here")
    assert cache_folder() == tmp_path / "here" / "compiled"


def test_a_folder_that_others_can_read_is_closed_and_its_parent_left_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NOUMENA_CACHE", str(tmp_path / "shared"))
    (tmp_path / "shared" / "compiled").mkdir(parents=True)
    (tmp_path / "shared").chmod(0o777)
    (tmp_path / "shared" / "compiled").chmod(0o755)
    assert mode(cache_folder()) == 0o700
    assert mode(tmp_path / "shared") == 0o777


@pytest.mark.parametrize("permissions", [0o720, 0o702, 0o777])
def test_a_folder_that_others_can_write_to_is_not_used(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, permissions: int
) -> None:
    monkeypatch.setenv("NOUMENA_CACHE", str(tmp_path))
    (tmp_path / "compiled").mkdir()
    (tmp_path / "compiled").chmod(permissions)
    used = instead_of(tmp_path / "compiled", "other users can write to it")
    assert used == tmp_path / "temporary" / f"noumena-{os.geteuid()}"


def test_a_link_is_not_followed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NOUMENA_CACHE", str(tmp_path))
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "compiled").symlink_to("elsewhere")
    instead_of(tmp_path / "compiled", "it is a link")


def test_a_folder_of_another_user_is_not_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NOUMENA_CACHE", str(tmp_path))
    (tmp_path / "compiled").mkdir(mode=0o700)
    us = os.geteuid()
    monkeypatch.setattr(os, "geteuid", lambda: us + 1)
    used = instead_of(tmp_path / "compiled", "it belongs to another user")
    assert used.parent == tmp_path / "temporary"


def test_without_a_home(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os.path, "expanduser", lambda path: path)  # what Python does where nothing is known
    with pytest.warns(
        CacheWarning, match="compiled code cannot be kept in ~.*: no home folder is known; it is kept in"
    ):
        cache_folder()


def test_where_the_temporary_folder_is_taken_each_process_has_its_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("NOUMENA_CACHE", str(tmp_path / "file" / "below"))
    taken = tmp_path / "temporary" / f"noumena-{os.geteuid()}"
    taken.touch()
    used = instead_of(tmp_path / "file" / "below" / "compiled", "not a directory")
    assert used.parent == tmp_path / "temporary"
    assert used != taken


def test_where_nothing_at_all_can_be_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("NOUMENA_CACHE", str(tmp_path / "file"))
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "file"))
    with pytest.raises(RunError) as caught:
        cache_folder()
    assert str(caught.value) == (
        "error: there is no folder to keep compiled code in: Not a directory\n"
        "  help: set NOUMENA_CACHE to a folder that you may write to"
    )


@pytest.fixture
def open_folder() -> Iterator[Path]:
    """A folder that every user can reach, unlike those of pytest."""
    with tempfile.TemporaryDirectory(dir="/tmp") as name:
        Path(name).chmod(0o755)
        yield Path(name)


def test_a_read_only_home_is_one_message_and_no_failure(open_folder: Path) -> None:
    home, temporary = open_folder / "home", open_folder / "temporary"
    home.mkdir()
    temporary.mkdir()
    temporary.chmod(0o777)
    home.chmod(0o555)
    environment = {k: v for k, v in os.environ.items() if k not in ("NOUMENA_CACHE", "XDG_CACHE_HOME")}
    environment |= {"HOME": str(home), "TMPDIR": str(temporary)}
    command = [sys.executable, "-c", SHOW_AS_NOBODY]
    shown = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    if shown.returncode == CANNOT:
        pytest.skip("nothing is forbidden to the superuser, who cannot become another user here")
    user = os.geteuid() or NOBODY
    assert shown.returncode == 0
    assert shown.stdout.startswith(f"folder   {temporary}/noumena-{user}\n")
    assert shown.stderr.count("\n") == 1
    assert shown.stderr.startswith("warning: compiled code cannot be kept in ")
    assert "permission denied; it is kept in " in shown.stderr
